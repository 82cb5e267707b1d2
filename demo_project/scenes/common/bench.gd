# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoBench
extends Node
## Measures what each scene asks of a machine, prints a table of it, and quits. Sixty frames a second leave 16.7 ms.
##
## The time of a frame is that of physics and scripts: most frames are not drawn, since drawing is the work of a
## graphics card. What that is given is counted in those that are drawn, and is the same on every machine: so the
## counts have a budget, which a card inside a laptop's processor keeps. The times are only printed.

## The exit code when a scene is over the budget.
const FAILED := 3
## The most draw calls and triangles of a frame.
const MAX_CALLS := 1500
const MAX_TRIANGLES := 2_000_000
## The most that is made anew per tick: nodes to see, meshes, materials, shapes. Things that appear, like shots and
## sparks, are few; what is only moved or recoloured needs nothing new.
const MAX_NEW := 6.0
## s; the first ones open the scene, and are not measured.
const WARM_UP := 0.5
## Ticks from one drawn frame to the next.
const DRAW_EVERY := 45
const HEAD := "scene            ms   99 %  longest  calls  objects  triangles  new"


## What was measured of one scene.
class Cost:
	var times: PackedFloat64Array = [] # ms of frames that were not drawn
	var calls := 0
	var objects := 0
	var triangles := 0
	var made := 0.0 # per tick

	## The time that so much of all frames do not exceed.
	func time_at(part: float) -> float:
		var sorted := times.duplicate()
		sorted.sort()
		return sorted[mini(int(part * sorted.size()), sorted.size() - 1)] if sorted else NAN


var _seconds := 0.0


func _init(seconds: float) -> void:
	_seconds = seconds


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	await get_tree().process_frame
	var opened := Demo.current()
	var failed := 0
	RenderingServer.render_loop_enabled = false
	print("demo: ", HEAD)
	for entry in Demo.entries():
		if opened == null or entry == opened:
			failed += _judge(entry.name, await _measure(entry))
	get_tree().quit(FAILED if failed else 0)


# returns how much is over the budget
func _judge(title: String, cost: Cost) -> int:
	print("demo: %-14s %5.1f %6.1f %8.1f %6d %8d %10d %4.1f" % [
		title, cost.time_at(0.5), cost.time_at(0.99), cost.time_at(1.0),
		cost.calls, cost.objects, cost.triangles, cost.made,
	])
	var over: PackedStringArray = []
	if cost.calls == 0:
		over.append("no frame was drawn")
	if cost.calls > MAX_CALLS:
		over.append("a frame is %d draw calls, more than %d" % [cost.calls, MAX_CALLS])
	if cost.triangles > MAX_TRIANGLES:
		over.append("a frame is %d triangles, more than %d" % [cost.triangles, MAX_TRIANGLES])
	if cost.made > MAX_NEW:
		over.append("a tick makes %.1f things anew, more than %.1f" % [cost.made, MAX_NEW])
	for sentence in over:
		print("demo: %s: %s." % [title, sentence])
	return over.size()


func _measure(entry: Demo.Entry) -> Cost:
	if Demo.current() != entry:
		Demo.open(entry.path)
		await get_tree().scene_changed
	var cost := Cost.new()
	for i in int(WARM_UP * Engine.physics_ticks_per_second):
		await get_tree().process_frame
	var ticks := int(_seconds * Engine.physics_ticks_per_second)
	var first := _made_so_far()
	for tick in ticks:
		if tick % DRAW_EVERY == 0:
			await _draw(cost)
		else:
			var start := Time.get_ticks_usec()
			await get_tree().process_frame
			cost.times.append((Time.get_ticks_usec() - start) / 1000.0)
	# a stamp is made anew, too
	cost.made = float(_made_so_far() - first - 1) / ticks
	return cost


# the dearest frame counts
func _draw(cost: Cost) -> void:
	RenderingServer.render_loop_enabled = true
	await RenderingServer.frame_post_draw
	RenderingServer.render_loop_enabled = false
	cost.calls = maxi(cost.calls, int(Performance.get_monitor(Performance.RENDER_TOTAL_DRAW_CALLS_IN_FRAME)))
	cost.objects = maxi(cost.objects, int(Performance.get_monitor(Performance.RENDER_TOTAL_OBJECTS_IN_FRAME)))
	cost.triangles = maxi(cost.triangles, int(Performance.get_monitor(Performance.RENDER_TOTAL_PRIMITIVES_IN_FRAME)))
	await get_tree().process_frame


# Godot numbers everything that its servers make, one after the other, in the upper half of an RID
func _made_so_far() -> int:
	var stamp := RenderingServer.mesh_create()
	var number := stamp.get_id() >> 32
	RenderingServer.free_rid(stamp)
	return number
