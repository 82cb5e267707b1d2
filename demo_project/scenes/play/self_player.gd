# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Plays the marble machine while nobody else does, as a good player would: the bowl goes to where the lowest marble
## will come down that it can still reach.

const Machine := preload("machine.gd")

## m/s; marbles that come down aside are not worth a faster move.
const REACH := 6.0
const GRAVITY := 9.8


## Where the bowl should be, in metres from the middle.
static func aim(marbles: Array[RigidBody3D], bowl: float) -> float:
	var best := bowl
	var soonest := INF
	for marble in marbles:
		var when := _time_to_bowl(marble)
		var where := marble.position.x + marble.linear_velocity.x * when
		if when < soonest and when > 0.0 and absf(where - bowl) < REACH * when + Machine.BOWL_RADIUS:
			soonest = when
			best = where
	return best


# s until a marble is as low as the rim of the bowl, if it meets nothing; negative if it is lower
static func _time_to_bowl(marble: RigidBody3D) -> float:
	var height := marble.position.y - Machine.BOWL_HEIGHT
	var fall := -marble.linear_velocity.y
	return (sqrt(maxf(fall * fall + 2.0 * GRAVITY * height, 0.0)) - fall) / GRAVITY if height > 0.0 else -1.0
