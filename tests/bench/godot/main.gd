# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Builds one scene, lets it run, and prints [code]#mk BODIES MEAN LEAST CPU AWAKE[/code]: the mean and
## the least time of a tick in ms, the processor time of all threads in one, each less what an empty
## scene takes unless the scene says otherwise, and how many bodies were awake at the end.

const OUR_SERVER := "MinkowskiPhysicsServer3D"
const EMPTY_TICKS := 60


## What ticks took, in ms.
class Times:
	var mean := 0.0
	var least := INF
	var cpu := 0.0


func argument(name: String) -> String:
	for word in OS.get_cmdline_user_args():
		if word.begins_with("--%s=" % name):
			return word.get_slice("=", 1)
	return ""


func _initialize() -> void:
	_run.call_deferred()


## Milliseconds that all threads have run so far; 0 where the system does not tell.
func cpu_time() -> float:
	var sum := 0.0
	for thread in DirAccess.get_directories_at("/proc/self/task"):
		var file := FileAccess.open("/proc/self/task/%s/schedstat" % thread, FileAccess.READ)
		if file:
			sum += file.get_line().get_slice(" ", 0).to_float() / 1e6
	return sum


func times_of(ticks: int) -> Times:
	var times := Times.new()
	var cpu := cpu_time()
	var start := Time.get_ticks_usec()
	var last := start
	for i in ticks:
		await physics_frame
		var now := Time.get_ticks_usec()
		times.least = minf(times.least, (now - last) / 1000.0)
		last = now
	times.mean = (last - start) / 1000.0 / ticks
	times.cpu = (cpu_time() - cpu) / ticks
	return times


## What a scene has measured in its last ticks, in ms.
func times_within(spans: PackedFloat64Array) -> Times:
	var times := Times.new()
	times.mean = 0.0
	for span in spans:
		times.mean += span / spans.size()
		times.least = minf(times.least, span)
	times.cpu = times.mean
	return times


func count_awake(scene: Node) -> int:
	var is_awake := func(node: Node) -> bool: return node is RigidBody3D and not node.sleeping
	return scene.get_children().filter(is_awake).size()


func _run() -> void:
	await physics_frame
	var is_ours := PhysicsServer3D.get_class() == OUR_SERVER
	if is_ours != (argument("engine") == "Minkowski Physics"):
		printerr("the engine %s does not run" % argument("engine"))
		quit(1)
		return
	var empty := await times_of(EMPTY_TICKS)
	var scene: Node3D = load("res://bench/scene_%s.gd" % argument("scene")).new()
	root.add_child(scene)
	await times_of(scene.warm_up)
	var times := await times_of(scene.ticks)
	var awake := count_awake(scene)
	if scene.spans.size() > 0:
		times = times_within(scene.spans.slice(-scene.ticks))
	if scene.is_whole:
		empty.mean = 0.0
		empty.least = 0.0
		empty.cpu = 0.0
	var numbers := [times.mean - empty.mean, times.least - empty.least, times.cpu - empty.cpu]
	print("#mk %d %.4f %.4f %.4f %d" % ([scene.count] + numbers + [awake]))
	scene.free()
	quit()
