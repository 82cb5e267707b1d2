# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Godot goes down in the middle; the tests after it must still run.


func test_passed_before() -> void:
	check(true, "")


func test_failed_crash() -> void:
	check(true, "")
	OS.crash("crashed on purpose")


func test_failed_quit() -> void:
	check(true, "")
	OS.kill(OS.get_process_id())
	OS.delay_msec(10000)


func test_passed_after() -> void:
	check(true, "")
