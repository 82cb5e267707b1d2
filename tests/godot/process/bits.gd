# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Lets a heap of 240 bodies of three kinds fall and prints "bits THREADS TASKS HASH": how many threads the project
## asks for, how many the whole process has (on Linux; else 0), and a hash of every digit of where the bodies are.

const TICKS := 90

var _bodies: Array[RigidBody3D] = []


func _initialize() -> void:
	var ground := StaticBody3D.new()
	_add_shape(ground, WorldBoundaryShape3D.new())
	root.add_child(ground)
	var shapes: Array[Shape3D] = [BoxShape3D.new(), SphereShape3D.new(), CapsuleShape3D.new()]
	for i in 240:
		var body := RigidBody3D.new()
		_add_shape(body, shapes[i % 3])
		body.position = Vector3(1.1 * (i % 6), 1.0 + 1.2 * floorf(i / 36.0), 1.1 * (floori(i / 6.0) % 6))
		body.rotation = Vector3(0.1 * i, 0.2 * i, 0)
		root.add_child(body)
		_bodies.append(body)
	_run.call_deferred()


func _add_shape(body: PhysicsBody3D, shape: Shape3D) -> void:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)


func _run() -> void:
	for i in TICKS:
		await physics_frame
	var state := []
	for body in _bodies:
		state.append_array([body.transform, body.linear_velocity, body.angular_velocity])
	var threads: int = ProjectSettings.get_setting("physics/minkowski_physics_3d/threads")
	var tasks := DirAccess.get_directories_at("/proc/self/task").size()
	print("bits %d %d %d" % [threads, tasks, hash(var_to_bytes(state))])
	quit()
