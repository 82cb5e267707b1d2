# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## The points of a game: what marbles are worth, when a level is won, and what the next one wants.

const Machine := preload("machine.gd")

## Points that win a level; s from one of its marbles to the next; how fast its gears turn, rad/s.
const LEVELS: Array[Vector3] = [Vector3(2000, 1.2, 1.4), Vector3(2800, 0.95, 2.2), Vector3(3600, 0.75, 3.0)]
const MARBLES := 30
## In a row they are worth up to so many times as much.
const MAX_ROW := 3
## Points for every marble that was not needed.
const SPARED := 20

## The best game so far.
static var best := 0

var level := 0
var points := 0
var dropped := 0
var row := 0 # marbles that the bowl has caught one after the other
var counted: Dictionary[int, int] = {} # points -> marbles that got them

var _total := 0 # points of the levels that were won before


## Begins the next level if this one is won, else the same one.
func begin() -> void:
	if is_won():
		_total = 0 if is_last() else all()
		level = (level + 1) % LEVELS.size()
	points = 0
	dropped = 0
	row = 0
	counted.clear()


func goal() -> int:
	return int(LEVELS[level].x)


## s from one marble to the next.
func pause() -> float:
	return LEVELS[level].y


## rad/s; of the gears.
func pace() -> float:
	return LEVELS[level].z


func is_won() -> bool:
	return points >= goal()


func is_last() -> bool:
	return level == LEVELS.size() - 1


func marbles_left() -> int:
	return MARBLES - dropped


## Points of the whole game.
func all() -> int:
	return _total + points + (spared() if is_won() else 0)


func spared() -> int:
	return SPARED * marbles_left()


## What the next marble in the bowl is worth.
func next_worth() -> int:
	return Machine.BOWL_POINTS * mini(row + 1, MAX_ROW)


## A marble is in the bowl; returns what it is worth.
func catch_one() -> int:
	row = mini(row + 1, MAX_ROW)
	return _count(Machine.BOWL_POINTS * row)


## A marble is in a bin that is worth so much.
func miss_one(worth: int) -> int:
	row = 0
	return _count(worth)


func caught() -> int:
	var count := 0
	for worth in counted:
		count += counted[worth] if worth >= Machine.BOWL_POINTS else 0
	return count


func _count(worth: int) -> int:
	points += worth
	counted[worth] = counted.get(worth, 0) + 1
	best = maxi(best, all())
	return worth
