# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A coroutine that waits for a signal that never comes; the tests after it must still run.

signal never


func tick_limit() -> int:
	return 20


func test_passed_before() -> void:
	check(true, "")


func test_failed_stuck() -> void:
	check(true, "")
	await never


func test_passed_after() -> void:
	check(true, "")
