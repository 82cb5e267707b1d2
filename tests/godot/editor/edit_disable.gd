# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_enable.gd"
## After the restart: the engine runs, and is given up again.


func test_enabling_switches_the_engine_and_asks_for_a_restart() -> void:
	check(MinkowskiPhysics.is_running(), "the engine runs after a restart")
	await switch(false, "Jolt Physics")
