# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A RID and a node that nobody frees.


func test_passed_but_leaks() -> void:
	check(PhysicsServer3D.body_create().is_valid(), "")


func test_failed_orphan() -> void:
	check(true, "")
	Node.new()
