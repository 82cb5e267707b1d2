# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Every marble is counted once, for what it is worth, or still inside of the machine; and a good player wins.

const Machine := preload("machine.gd")
const Score := preload("score.gd")


static func check(score: Score, marbles: Array[RigidBody3D], must_be_won: bool) -> PackedStringArray:
	var wrong: PackedStringArray = []
	var counted := 0
	var sum := 0
	for worth in score.counted:
		counted += score.counted[worth]
		sum += worth * score.counted[worth]
	if counted + marbles.size() != score.dropped:
		wrong.append("%d marbles were dropped, %d counted, %d are there" % [score.dropped, counted, marbles.size()])
	if sum != score.points:
		wrong.append("the marbles are worth %d, not %d" % [sum, score.points])
	if must_be_won and not score.is_won():
		wrong.append("the level was not won: %d of %d points" % [score.points, score.goal()])
	for marble in marbles:
		if absf(marble.position.x) > Machine.HALF + 0.1 or absf(marble.position.z) > 0.01:
			wrong.append("a marble left the machine at %s" % marble.position)
	return wrong
