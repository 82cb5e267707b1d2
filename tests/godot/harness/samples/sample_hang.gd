# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A loop that never ends inside one frame.


func test_failed_hang() -> void:
	check(true, "")
	while true:
		OS.delay_msec(10)


func test_passed_after() -> void:
	check(true, "")
