# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Cloth hangs, lies and stays where it should.

const Measures := preload("measures.gd")

## m; of the ball below the sheet, and of the balloon at the start.
const BALL_RADIUS := 0.8
const BALLOON_RADIUS := 0.6
## m; how far a sheet at rest may creep aside in all the time that it lies there. Friction holds it but for millimetres.
const CREEP := 0.03


## Sentences about what is wrong after so many seconds.
static func check(seen: Measures, time: float) -> PackedStringArray:
	var wrong: PackedStringArray = []
	if seen.sag() < 0.1 or seen.sag() > 1.7:
		wrong.append("the middle of the net hangs %.2f m below its corners" % seen.sag())
	# cloth keeps a few centimetres away from what it lies on
	if seen.nearest < BALL_RADIUS - 0.02 or seen.lowest < -0.02:
		wrong.append("the sheet is %.3f m from the middle of the ball and %.3f m high" % [seen.nearest, seen.lowest])
	if time > 2.0 and seen.nearest > BALL_RADIUS + 0.1:
		wrong.append("the sheet does not lie on the ball")
	if seen.crept() > CREEP:
		wrong.append("the sheet crept aside by %.1f mm" % (1000.0 * seen.crept()))
	# the lower edge of the curtain: blown forward or back, and longer by no more than cloth gives
	var low := seen.curtain_hangs()
	if low.y > -1.0 or low.length() > 1.2 * 2.4 or absf(low.z) < 0.01:
		wrong.append("the curtain hangs at %s" % low)
	return wrong + _check_balloon(seen.balloon_radius())


# gas keeps it round: its points are about as far from their middle as at the start
static func _check_balloon(radius: float) -> PackedStringArray:
	if radius < 0.75 * BALLOON_RADIUS or radius > 1.5 * BALLOON_RADIUS:
		return ["the balloon's radius is %.2f m" % radius]
	return []
