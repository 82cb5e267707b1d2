# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Runs the course once without a window and writes what was measured. After [code]--[/code]:
## [code]--ticks=N --out=FILE[/code].


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	var script: Script = load((get_script() as Script).resource_path.get_base_dir().path_join("track.gd"))
	var track: Node3D = script.new()
	track.ticks = _argument("ticks").to_int()
	root.add_child(track)
	await track.finished
	var file := FileAccess.open(_argument("out"), FileAccess.WRITE)
	file.store_string(JSON.stringify(track.result()))
	file.close()
	track.queue_free()
	quit()


func _argument(name: String) -> String:
	for word in OS.get_cmdline_user_args():
		if word.begins_with("--%s=" % name):
			return word.get_slice("=", 1)
	return ""
