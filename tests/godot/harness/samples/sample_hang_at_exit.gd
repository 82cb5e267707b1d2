# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A test that passes, and a process that does not end after it.


func test_passed_before() -> void:
	check(true, "")
	_tree.root.tree_exiting.connect(_stay)


static func _stay() -> void:
	while true:
		OS.delay_msec(10)
