# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Builds one scene, lets it run, and prints [code]#mk BODIES MS[/code]: the mean time of a tick, less
## that of an empty scene.

const OUR_SERVER := "MinkowskiPhysicsServer3D"
const EMPTY_TICKS := 60


func argument(name: String) -> String:
	for word in OS.get_cmdline_user_args():
		if word.begins_with("--%s=" % name):
			return word.get_slice("=", 1)
	return ""


func _initialize() -> void:
	_run.call_deferred()


## Milliseconds per tick.
func mean_of(ticks: int) -> float:
	var start := Time.get_ticks_usec()
	for i in ticks:
		await physics_frame
	return (Time.get_ticks_usec() - start) / 1000.0 / ticks


func _run() -> void:
	await physics_frame
	var is_ours := PhysicsServer3D.get_class() == OUR_SERVER
	if is_ours != (argument("engine") == "Minkowski Physics"):
		printerr("the engine %s does not run" % argument("engine"))
		quit(1)
		return
	var empty := await mean_of(EMPTY_TICKS)
	var scene: Node3D = load("res://bench/scene_%s.gd" % argument("scene")).new()
	root.add_child(scene)
	await mean_of(scene.warm_up)
	var mean := await mean_of(scene.ticks)
	print("#mk %d %.4f" % [scene.count, mean - empty])
	scene.free()
	quit()
