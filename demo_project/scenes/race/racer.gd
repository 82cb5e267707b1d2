# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## One engine in the race: a Godot of its own, without a window, started by this one in a small project in user:// that
## has nothing but the course.

const FOLDER := "user://race"
const HERE := "res://scenes/race"
const FILES: Array[String] = ["track.gd", "runner.gd"]
const LIBRARY := "res://addons/minkowski_physics/minkowski_physics.gdextension"
const PROJECT := """config_version=5

[application]

config/name="Minkowski Physics race"
config/features=PackedStringArray("4.6")

[physics]

3d/physics_engine="%s"
"""

var title := ""
var color := Color.WHITE
## The engine's name in the project settings.
var setting := ""
## What it measured last time, empty if it never ran.
var result: Dictionary = {}

var _process := -1


func _init(own_title: String, own_color: Color, own_setting := "") -> void:
	title = own_title
	color = own_color
	setting = own_setting
	read()


## Reads what is kept in user://.
func read() -> void:
	result = {}
	if FileAccess.file_exists(_out()):
		var kept: Variant = JSON.parse_string(FileAccess.get_file_as_string(_out()))
		# a file that was cut off, or is of another engine, counts as none
		if kept is Dictionary and kept.get("engine", "") == title:
			result = kept


## Starts the process.
func start(ticks: int) -> void:
	forget()
	_process = OS.create_process(OS.get_executable_path(), _arguments(ticks))


## Runs it and waits for its end.
func run(ticks: int) -> void:
	forget()
	# what it prints is not about this process
	OS.execute(OS.get_executable_path(), _arguments(ticks), [], true)
	read()


## Throws away what is known.
func forget() -> void:
	result = {}
	if FileAccess.file_exists(_out()):
		DirAccess.remove_absolute(_out())


## Whether the process still runs; reads the result when it has ended.
func is_running() -> bool:
	if _process < 0:
		return false
	if OS.is_process_running(_process):
		return true
	_process = -1
	read()
	return false


func stop() -> void:
	if _process >= 0 and OS.is_process_running(_process):
		OS.kill(_process)
	_process = -1


func _arguments(ticks: int) -> PackedStringArray:
	# whatever happens in there, it ends
	return [
		"--headless", "--path", ProjectSettings.globalize_path(_make_project()), "--fixed-fps", "60",
		"-s", "res://runner.gd", "--quit-after", str(ticks + 200), "--",
		"--ticks=%d" % ticks, "--out=" + ProjectSettings.globalize_path(_out()),
	]


func _make_project() -> String:
	var folder := FOLDER.path_join(title.to_snake_case())
	DirAccess.make_dir_recursive_absolute(folder.path_join(".godot"))
	_write(folder.path_join("project.godot"), PROJECT % setting)
	for name in FILES:
		DirAccess.copy_absolute(HERE.path_join(name), folder.path_join(name))
	if setting == PhysicsEngine.OURS:
		_add_library(folder)
	return folder


# the library stays where it is: the copy of what Godot reads about it names it with its whole path
static func _add_library(folder: String) -> void:
	var text := FileAccess.get_file_as_string(LIBRARY).get_slice("[icons]", 0)
	var from := ProjectSettings.globalize_path(LIBRARY.get_base_dir())
	_write(folder.path_join(LIBRARY.get_file()), text.replace('"bin/', '"%s/bin/' % from))
	# without this list Godot loads no library
	_write(folder.path_join(".godot/extension_list.cfg"), "res://%s\n" % LIBRARY.get_file())


static func _write(path: String, text: String) -> void:
	var file := FileAccess.open(path, FileAccess.WRITE)
	file.store_string(text)
	file.close()


# one place per running demo, so that two do not write over each other; the kept one is the user's
func _out() -> String:
	var name := title.to_snake_case()
	return FOLDER.path_join("%s.json" % (name if not Demo.is_checking() else "%s.%d" % [name, OS.get_process_id()]))
