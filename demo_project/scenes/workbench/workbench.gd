# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## The scene to open first in the editor: all of it is nodes of workbench.tscn, to be clicked on, dragged and changed.
## Every shape and joint of the plugin; one ring that collides in five ways; shapes that are scaled and sheared; and in
## front mistakes for the Shape Doctor to find. This script only runs it, and lets time run backwards.

var _kept: Node3D # as the file has it; every round begins with a copy
var _bench: Node3D
var _ropes: RopeView
var _rewinder: Rewinder


func _ready() -> void:
	_kept = $Bench
	remove_child(_kept)
	super()


func _exit_tree() -> void:
	_kept.free()


func build() -> void:
	_bench = _kept.duplicate()
	put(_bench)
	_rewinder = Rewinder.new(get_world_3d().space)
	_ropes = RopeView.new()
	for joint: DistanceJoint3D in _bench.find_children("*", "DistanceJoint3D", true, false):
		_ropes.follow(joint)
	put(_ropes)


func tick(_delta: float) -> void:
	if not PhysicsEngine.is_ours():
		return
	if Input.is_action_pressed(&"demo_use"):
		_rewinder.go_back()
	else:
		_rewinder.remember()


func explain() -> void:
	super()
	if PhysicsEngine.is_ours():
		add_hint([&"demo_use"], &"again", "hold: back in time")


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["joints"] = str(WorkbenchCheck.joints_of(_bench).size())
	if PhysicsEngine.is_ours():
		shown["time to go back"] = "%.1f s" % (_rewinder.ticks() / float(Engine.physics_ticks_per_second))
		shown["one tick takes"] = "%.1f kB" % (_rewinder.bytes() / 1000.0)
	return shown


func check() -> PackedStringArray:
	var checker := WorkbenchCheck.new(_bench, _kept)
	var before := _rewinder.ticks()
	Input.action_press(&"demo_use")
	tick(0.0)
	Input.action_release(&"demo_use")
	checker.expect(_rewinder.ticks() == before - 1, "the key does not take time back")
	return checker.check_all(_ropes, _rewinder)
