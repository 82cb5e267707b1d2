# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_switch.gd"
## The plugin is switched on in a project that runs another engine.


func test_enabling_switches_the_engine_and_asks_for_a_restart() -> void:
	check(not MinkowskiPhysics.is_running(), "another engine runs")
	await switch(true, "Minkowski Physics")
	for property in ProjectSettings.get_property_list():
		if property.name.contains("previous_physics_engine"):
			check(not property.usage & PROPERTY_USAGE_EDITOR, "the old engine is no setting to be edited")
			return
	check(false, "the old engine is forgotten")
