# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node
## Always there: knows the scenes, goes back to the menu on Esc, and obeys the command line.
##
## Arguments after [code]--[/code]: [code]--scene=NAME[/code] opens a scene instead of the menu,
## [code]--shot=FILE[/code] saves a picture after [constant SHOT_FRAMES] frames and quits.

const SCENES := "res://scenes"
const MENU := "res://scenes/launcher/launcher.tscn"
const SHOT_FRAMES := 66
## Only the last ones of them are drawn: without a graphics card a frame takes long.
const SHOT_DRAWN_FRAMES := 6


## A scene of the demo, as its scene.cfg describes it.
class Entry:
	var name := ""
	var title := ""
	var description := ""
	var path := ""
	var order := 0


var _entries: Array[Entry] = []


func _ready() -> void:
	_entries = _find_entries()
	print("demo: physics engine: ", PhysicsEngine.running())
	if OS.has_feature("movie") and RenderingServer.get_video_adapter_name().contains("llvmpipe"):
		# smooth edges cost most of the time when the processor draws a film
		get_viewport().msaa_3d = Viewport.MSAA_DISABLED
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--scene="):
			_open_by_name.call_deferred(argument.trim_prefix("--scene="))
		elif argument.begins_with("--shot="):
			_shoot(argument.trim_prefix("--shot="))


func _unhandled_key_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_cancel") and get_tree().current_scene.scene_file_path != MENU:
		open(MENU)


## The scenes of the demo in the order of the menu.
func entries() -> Array[Entry]:
	return _entries


## The description of the scene that is open, null in the menu.
func current() -> Entry:
	for entry in _entries:
		if entry.path == get_tree().current_scene.scene_file_path:
			return entry
	return null


## Opens a scene file.
func open(path: String) -> void:
	get_tree().change_scene_to_file(path)


func _open_by_name(name: String) -> void:
	for entry in _entries:
		if entry.name == name:
			open(entry.path)
			return
	push_error("There is no scene '%s'." % name)
	get_tree().quit(1)


# every folder with a scene.cfg is a scene
func _find_entries() -> Array[Entry]:
	var found: Array[Entry] = []
	for folder in DirAccess.get_directories_at(SCENES):
		var config := ConfigFile.new()
		if config.load(SCENES.path_join(folder).path_join("scene.cfg")) != OK:
			continue
		var entry := Entry.new()
		entry.name = folder
		entry.title = config.get_value("scene", "title", folder.capitalize())
		entry.description = config.get_value("scene", "description", "")
		entry.order = config.get_value("scene", "order", 0)
		entry.path = SCENES.path_join(folder).path_join(folder + ".tscn")
		found.append(entry)
	found.sort_custom(func(a: Entry, b: Entry) -> bool: return a.order < b.order)
	return found


func _shoot(file: String) -> void:
	RenderingServer.render_loop_enabled = false
	for i in SHOT_FRAMES - SHOT_DRAWN_FRAMES:
		await get_tree().process_frame
	RenderingServer.render_loop_enabled = true
	for i in SHOT_DRAWN_FRAMES:
		await RenderingServer.frame_post_draw
	var error := get_viewport().get_texture().get_image().save_png(file)
	if error != OK:
		push_error("'%s' could not be written: %s." % [file, error_string(error)])
	get_tree().quit(0 if error == OK else 1)
