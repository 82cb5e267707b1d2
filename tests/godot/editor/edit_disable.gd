# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_switch.gd"
## After the restart: the engine runs, and is given up again.


func test_disabling_puts_back_the_engine_that_was_set_before() -> void:
	check(MinkowskiPhysics.is_running(), "the engine runs after a restart")
	await switch(false, "Jolt Physics")
