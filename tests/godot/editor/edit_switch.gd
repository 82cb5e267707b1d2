# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## What switches the plugin on and off as a click among the project settings does, and answers what it asks.

const PLUGIN := "minkowski_physics"
const ENGINE_SETTING := "physics/3d/physics_engine"


## The window that asks for a restart; null if there is none.
func question() -> ConfirmationDialog:
	for dialog: ConfirmationDialog in tree.root.find_children(
		"*", "ConfirmationDialog", true, false
	):
		if dialog.visible and dialog.ok_button_text == "Save & Restart":
			return dialog
	return null


func switch(is_on: bool, engine: String) -> void:
	EditorInterface.set_plugin_enabled(PLUGIN, is_on)
	check(EditorInterface.is_plugin_enabled(PLUGIN) == is_on, "the plugin is not switched")
	check(ProjectSettings.get_setting(ENGINE_SETTING) == engine, "the engine is not switched")
	await until("the question", func() -> bool: return question() != null)
	var dialog := question()
	check(dialog.dialog_text.contains(engine), dialog.dialog_text)
	var id := dialog.get_instance_id()
	dialog.get_cancel_button().pressed.emit()
	await until("its end", func() -> bool: return not is_instance_id_valid(id))
