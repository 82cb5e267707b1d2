# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Plays the marble machine while nobody else does, as a good player would: by the walls a marble falls past gears
## and wheels without much luck, so it waits there until the bowl will be below when the marble comes down.

const Machine := preload("machine.gd")

## m; where it drops marbles, left and right, and about where they come down.
const LANE := 3.1
## s that a marble falls there.
const FALL_TIME := 1.4
## m; how far the bowl may then be from where the marble comes down.
const NEAR := 0.4
## m; the hand is there.
const CLOSE := 0.03


## Where the hand should be: on the side that the bowl comes to next.
func aim(machine: Machine) -> float:
	return LANE * signf(machine.bowl_at(FALL_TIME).x)


## Whether a marble from here would meet the bowl.
func is_time(machine: Machine, hand: float) -> bool:
	return absf(absf(hand) - LANE) < CLOSE and absf(machine.bowl_at(FALL_TIME).x - hand) < NEAR
