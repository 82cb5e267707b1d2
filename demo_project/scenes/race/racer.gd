# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## One engine in the race: a Godot of its own, without a window, started by this one. Ours runs this
## project; the engines inside Godot get a small one in user://, since a process has one engine only.

const FOLDER := "user://race"
const HERE := "res://scenes/race"
const FILES: Array[String] = ["track.gd", "runner.gd"]
const PROJECT := """config_version=5

[application]

config/name="Minkowski Physics race"
config/features=PackedStringArray("4.6")

[physics]

3d/physics_engine="%s"
"""

var title := ""
var color := Color.WHITE
## The engine's name in the project settings; empty: ours, as they are.
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
	if FileAccess.file_exists(_out()):
		var kept: Variant = JSON.parse_string(FileAccess.get_file_as_string(_out()))
		# a file that was cut off, or is of another engine, counts as none
		if kept is Dictionary and kept.get("engine", "") == title:
			result = kept


## Starts the process.
func start(ticks: int) -> void:
	result = {}
	_process = OS.create_process(OS.get_executable_path(), _arguments(ticks))


## Runs it and waits for its end.
func run(ticks: int) -> void:
	result = {}
	# what it prints is not about this process
	OS.execute(OS.get_executable_path(), _arguments(ticks), [], true)
	read()
	if Demo.is_checking() and FileAccess.file_exists(_out()):
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
	var project := ProjectSettings.globalize_path("res://" if setting.is_empty() else _make_project())
	var runner := HERE.path_join("runner.gd") if setting.is_empty() else "res://runner.gd"
	DirAccess.make_dir_recursive_absolute(FOLDER)
	if FileAccess.file_exists(_out()):
		DirAccess.remove_absolute(_out())
	var out := ProjectSettings.globalize_path(_out())
	# whatever happens in there, it ends
	return [
		"--headless", "--path", project, "--fixed-fps", "60", "-s", runner,
		"--quit-after", str(ticks + 200), "--",
		"--ticks=%d" % ticks, "--out=" + out,
	]


func _make_project() -> String:
	var folder := FOLDER.path_join(title.to_snake_case())
	DirAccess.make_dir_recursive_absolute(folder)
	var file := FileAccess.open(folder.path_join("project.godot"), FileAccess.WRITE)
	file.store_string(PROJECT % setting)
	file.close()
	for name in FILES:
		DirAccess.copy_absolute(HERE.path_join(name), folder.path_join(name))
	return folder


# one place per running demo, so that two do not write over each other; the kept one is the user's
func _out() -> String:
	var name := title.to_snake_case()
	return FOLDER.path_join("%s.json" % (name if not Demo.is_checking() else "%s.%d" % [name, OS.get_process_id()]))
