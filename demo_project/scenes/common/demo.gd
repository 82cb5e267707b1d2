# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node
## Always there: knows the scenes, goes back to the menu on Esc, and obeys the command line.
##
## Arguments after [code]--[/code]: [code]--scene=NAME[/code] opens a scene instead of the menu,
## [code]--shot=FILE[/code] saves a picture after the frames that the scene.cfg says, or after the time that
## [code]--after=SECONDS[/code] says, and quits,
## [code]--debug=LAYERS[/code] opens it with the debug view: a sum of MinkowskiPhysics.DebugLayer,
## [code]--check=SECONDS[/code] lets that time pass in the scene, or in each one after the other, and more where its
## scene.cfg says so; asks it what went wrong, and quits,
## [code]--bench=SECONDS[/code] does so to measure what a frame costs.

const SCENES := "res://scenes"
const MENU := "res://scenes/launcher/launcher.tscn"
## Only the last ones of them are drawn: without a graphics card a frame takes long.
const SHOT_DRAWN_FRAMES := 6
const MENU_PICTURE := Vector2i(640, 360)
## Settings for one start: which physics engine. Named in project.godot, where Godot looks for it.
const ENGINE_FILE := "user://engine.cfg"


## A scene of the demo, as its scene.cfg describes it.
class Entry:
	var name := ""
	var title := ""
	var description := ""
	var path := ""
	## The column of the menu, and the place in it.
	var group := 0
	var order := 0
	var picture: Texture2D
	## Frames before a picture is taken; 60 are a second.
	var shot_frames := 66
	## The part of the picture that the menu shows, where much of it is free for the card.
	var shot_part := Rect2(0, 0, 1, 1)
	## s; what its check looks at has happened by then.
	var check_seconds := 0.0


var _entries: Array[Entry] = []
var _is_checking := false
var _is_measured := false
var _is_photographed := false
var _is_unattended := OS.has_feature("movie")
var _is_guest := false
var _shot_frames := 0 # 0: as the scene says
var _last: Entry


func _ready() -> void:
	# Esc is heard while time stands still
	process_mode = Node.PROCESS_MODE_ALWAYS
	Actions.add_all()
	_entries = _find_entries()
	_is_guest = FileAccess.file_exists(ENGINE_FILE)
	if _is_guest:
		DirAccess.remove_absolute(ENGINE_FILE)
	print("demo: physics engine: ", PhysicsEngine.running())
	if OS.has_feature("movie") and RenderingServer.get_video_adapter_name().contains("llvmpipe"):
		# smooth edges cost most of the time when the processor draws a film
		get_viewport().msaa_3d = Viewport.MSAA_DISABLED
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--after="):
			_shot_frames = roundi(argument.get_slice("=", 1).to_float() * Engine.physics_ticks_per_second)
		# a scene may want to know before it is open
		_is_checking = _is_checking or argument.begins_with("--check=")
		_is_measured = _is_measured or argument.begins_with("--bench=")
		_is_photographed = _is_photographed or argument.begins_with("--shot=")
		_is_unattended = _is_unattended or _is_checking or _is_measured or _is_photographed
	for argument in OS.get_cmdline_user_args():
		var value := argument.get_slice("=", 1)
		if argument.begins_with("--scene="):
			await _open_by_name(value)
	for argument in OS.get_cmdline_user_args():
		var value := argument.get_slice("=", 1)
		if argument.begins_with("--shot="):
			_shoot(value)
		elif argument.begins_with("--debug="):
			PhysicsEngine.show_debug(value.to_int())
		elif argument.begins_with("--check="):
			add_child(DemoChecker.new(value.to_float()))
		elif argument.begins_with("--bench="):
			add_child(DemoBench.new(value.to_float()))


func _input(event: InputEvent) -> void:
	KeyCap.notice(event, get_tree())


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"demo_menu") and get_tree().current_scene.scene_file_path != MENU:
		if _is_guest:
			restart_with("")
		else:
			open(MENU)


## Whether the scene runs to be checked: then it does not start again by itself.
func is_checking() -> bool:
	return _is_checking


## Whether the time of frames is measured: then work in the background stays there.
func is_measured() -> bool:
	return _is_measured


## Whether a picture is taken: it has to show all that there is to see.
func is_photographed() -> bool:
	return _is_photographed


## Whether nobody is there to play: the scene is checked, measured, photographed or filmed.
func is_unattended() -> bool:
	return _is_unattended


## Whether another physics engine was asked for, for this start only.
func is_guest() -> bool:
	return _is_guest


## Ends, and starts again with another physics engine, in a scene or in the menu. An empty name is that of the
## project settings, which stay as they are: the other one is for one start.
func restart_with(engine: String, scene := "") -> void:
	if _is_checking:
		return
	if engine:
		var config := ConfigFile.new()
		config.set_value("physics", "3d/physics_engine", engine)
		if config.save(ENGINE_FILE) != OK:
			push_error("'%s' could not be written, so %s cannot be started." % [ENGINE_FILE, engine])
			return
	var words := OS.get_cmdline_args()
	if scene:
		words.append_array(["--", "--scene=" + scene])
	OS.set_restart_on_exit(true, words)
	get_tree().quit()


## The scene that was open last, null at first.
func last() -> Entry:
	return _last


## The scenes of the demo in the order of the menu, row by row.
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
	if current() != null:
		_last = current()
	get_tree().change_scene_to_file(path)


func _open_by_name(name: String) -> void:
	for entry in _entries:
		if entry.name == name:
			await get_tree().process_frame
			open(entry.path)
			await get_tree().scene_changed
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
		entry.group = config.get_value("scene", "group", 0)
		entry.order = config.get_value("scene", "order", 0)
		entry.shot_frames = config.get_value("scene", "shot_frames", entry.shot_frames)
		entry.shot_part = config.get_value("scene", "shot_part", entry.shot_part)
		entry.check_seconds = config.get_value("scene", "check_seconds", entry.check_seconds)
		var picture := SCENES.path_join(folder).path_join("picture.jpg")
		if ResourceLoader.exists(picture):
			entry.picture = load(picture)
		entry.path = SCENES.path_join(folder).path_join(folder + ".tscn")
		found.append(entry)
	found.sort_custom(func(a: Entry, b: Entry) -> bool:
		return a.order < b.order or a.order == b.order and a.group < b.group)
	return found


func _shoot(file: String) -> void:
	if file.ends_with(".jpg"):
		get_tree().call_group(&"overlay", &"hide")
	var frames := current().shot_frames if current() != null else SHOT_DRAWN_FRAMES
	if _shot_frames > 0:
		frames = maxi(_shot_frames, SHOT_DRAWN_FRAMES)
	RenderingServer.render_loop_enabled = false
	for i in frames - SHOT_DRAWN_FRAMES:
		await get_tree().process_frame
	RenderingServer.render_loop_enabled = true
	for i in SHOT_DRAWN_FRAMES:
		await RenderingServer.frame_post_draw
	_print_cost()
	var error := _save(get_viewport().get_texture().get_image(), file)
	if error != OK:
		push_error("'%s' could not be written: %s." % [file, error_string(error)])
	get_tree().quit(0 if error == OK else 1)


# what a graphics card has to do for a frame, whatever the one that is there
func _print_cost() -> void:
	var calls := Performance.get_monitor(Performance.RENDER_TOTAL_DRAW_CALLS_IN_FRAME)
	var triangles := Performance.get_monitor(Performance.RENDER_TOTAL_PRIMITIVES_IN_FRAME)
	print("demo: a frame is %d draw calls and %d triangles" % [calls, triangles])


# a JPEG is a small picture for the menu
func _save(image: Image, file: String) -> Error:
	if file.ends_with(".png"):
		return image.save_png(file)
	var part := current().shot_part if current() != null else Rect2(0, 0, 1, 1)
	var size := Vector2(image.get_size())
	image = image.get_region(Rect2i(Rect2(part.position * size, part.size * size)))
	image.resize(MENU_PICTURE.x, MENU_PICTURE.y, Image.INTERPOLATE_LANCZOS)
	return image.save_jpg(file, 0.85)
