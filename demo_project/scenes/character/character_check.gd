# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## What the walker must have done on its round, and the wall that it must not go through.

const Course := preload("course.gd")

## m; where along the wall it is tried.
const WALL_Z := 1.0


## What was seen of the round.
class Seen:
	var reached := 0 # places
	var bump := 0.0 # m/s upwards, on a flat floor of triangles
	var farthest := 0.0 # m along X
	var highest := 0.0 # m; with the lift
	var off_lift := 0.0 # m; between its feet and the lift
	var climbed := -INF # m; on the slope that is too steep
	var slip := 0.0 # rad; how much more or less it turned than the turntable it stood on


## Sentences about what is not as it should be after so many seconds of the round.
static func check(seen: Seen, walker: Walker, time: float) -> PackedStringArray:
	var wrong: PackedStringArray = []
	if time > 4.0 and seen.reached < int(time / 4.0):
		wrong.append("the walker reached only %d places in %.0f s" % [seen.reached, time])
	if seen.bump > 0.01:
		wrong.append("a flat floor of triangles threw it up with %.3f m/s" % seen.bump)
	if seen.farthest > Course.WALL - Walker.RADIUS + 0.01:
		wrong.append("it went into the wall, to %.3f m" % seen.farthest)
	if time > 40.0 and seen.highest < 2.2:
		wrong.append("the lift took it only to %.2f m" % seen.highest)
	if time > 45.0 and seen.climbed == -INF:
		wrong.append("it never came to the steep slope")
	# its foot is round: it touches the slope from a little above the ground
	if seen.climbed > 0.2:
		wrong.append("it climbed the steep slope to %.2f m" % seen.climbed)
	# a character is one tick behind what it stands on: at 1 m/s 17 mm, at 0.8 rad/s 0.013 rad
	if seen.off_lift > 0.02:
		wrong.append("it was %.1f mm off the lift" % (1000.0 * seen.off_lift))
	if seen.slip > 0.03:
		wrong.append("it slipped by %.3f rad on the turntable" % seen.slip)
	return wrong + _check_wall(walker)


# also a step of twenty metres ends there: the way counts, not where it leads to
static func _check_wall(walker: Walker) -> PackedStringArray:
	var from := Vector3(Course.WALL - 1.0, Walker.HEIGHT / 2.0 + 0.05, WALL_Z)
	var hit := KinematicCollision3D.new()
	if not walker.test_move(Transform3D(Basis(), from), Vector3(20, 0, 0), hit):
		return ["it could walk through the wall"]
	# it is 2 cm thick, and a body keeps a millimetre away
	if absf(hit.get_travel().x - (0.989 - Walker.RADIUS)) > 0.001:
		return ["a step into the wall ends after %.3f m" % hit.get_travel().x]
	return []
