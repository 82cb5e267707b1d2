# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## The plugin is switched on, and the editor restarted by the button that the plugin offers.


func test_the_button_restarts_the_editor() -> void:
	check(not MinkowskiPhysics.is_running(), "another engine runs")
	EditorInterface.set_plugin_enabled("minkowski_physics", true)
	var find := func() -> ConfirmationDialog:
		for dialog: ConfirmationDialog in tree.root.find_children("*", "ConfirmationDialog", true, false):
			if dialog.visible and dialog.ok_button_text == "Save & Restart":
				return dialog
		return null
	await until("the question", func() -> bool: return find.call() != null)
	# the editor ends in the middle of it: whoever runs this comes first
	find.call().get_ok_button().pressed.emit.call_deferred()
