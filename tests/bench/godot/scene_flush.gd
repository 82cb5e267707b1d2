# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 2000 bodies that meet nothing, and only the flush in which their nodes hear of them: from the call of the first
## to that of the last. A server that does nothing else (empty_server.c) shows what Godot's part is.

var _heard := PackedInt64Array()


## Tells when it is called.
class Marker:
	extends RigidBody3D

	func _integrate_forces(_state: PhysicsDirectBodyState3D) -> void:
		get_parent().hear()


func _ready() -> void:
	warm_up = 10
	is_whole = true
	_add_marker()
	for i in 2000:
		add_rigid(box(Vector3.ONE), Vector3(i % 50 * 3, 0, i / 50 * 3))
	_add_marker()


func _add_marker() -> void:
	var marker := Marker.new()
	add_shape(marker, box(Vector3.ONE))
	marker.position.y = 100.0 + get_child_count()
	add_child(marker)


func hear() -> void:
	_heard.append(Time.get_ticks_usec())


# after the flush of the tick
func _physics_process(_delta: float) -> void:
	if _heard.size() == 2:
		spans.append((_heard[1] - _heard[0]) / 1000.0)
	_heard.clear()
