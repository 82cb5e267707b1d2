# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Runs tests inside Godot's editor, as a plugin of it: every `test_*` method of the files named after
## `--edit=` on the command line. Prints one line per test, and quits. An editor that restarted itself has no such
## option; what it does is in the environment.

const OPTION := "--edit="
const AFTER_RESTART := "MK_EDIT_AFTER_RESTART"
## us; an editor without the focus would sleep a tenth of a second in every frame
const FRAME_PAUSE := 1000


func _enter_tree() -> void:
	_run.call_deferred()


func _run() -> void:
	var files := _files()
	if files.is_empty():
		return
	OS.low_processor_usage_mode_sleep_usec = FRAME_PAUSE
	await _wait_for_editor()
	for file in files:
		await _run_file(file)
	get_tree().quit()


func _files() -> PackedStringArray:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with(OPTION):
			return argument.trim_prefix(OPTION).split(",")
	return OS.get_environment(AFTER_RESTART).split(",", false)


func _wait_for_editor() -> void:
	while EditorInterface.get_resource_filesystem().is_scanning():
		await get_tree().process_frame
	for frame in 10:  # docks and settings come in deferred calls
		await get_tree().process_frame


func _run_file(file: String) -> void:
	var script: GDScript = load("res://tests/editor/%s.gd" % file)
	var names := {}  # what a script overrides is listed twice
	for method: Dictionary in script.get_script_method_list():
		if method.name.begins_with("test_"):
			names[method.name] = true
	for name: String in names:
		var case: RefCounted = script.new()
		case.tree = get_tree()
		await case.call(name)
		var failures: PackedStringArray = case.verdict()
		print("edit: %s %s:%s" % ["failed" if failures else "passed", file, name])
		for failure in failures:
			print("edit:   ", failure)
