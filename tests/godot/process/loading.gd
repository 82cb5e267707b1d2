# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Loads scenes full of shapes and bodies on other threads while the main thread steps, over and over;
## also builds and frees bodies on a thread of its own. Prints the number of scenes loaded.

const PATH := "user://loading.tscn"
const LOADS := 30
const BODIES := 60

var _loaded := 0
var _ticks := 0
var _thread := Thread.new()


func _initialize() -> void:
	assert(PhysicsServer3D.get_class() == "MinkowskiPhysicsServer3D")
	_save_scene()
	for i in BODIES:
		root.add_child(RigidBody3D.new())
	_thread.start(_build_and_free)
	_request()


func _save_scene() -> void:
	var top := Node3D.new()
	for i in BODIES:
		var body: CollisionObject3D = RigidBody3D.new() if i % 2 else Area3D.new()
		var holder := CollisionShape3D.new()
		holder.shape = _make_shape(i % 5)
		body.add_child(holder)
		top.add_child(body)
		body.owner = top
		holder.owner = top
	var scene := PackedScene.new()
	scene.pack(top)
	ResourceSaver.save(scene, PATH)
	top.free()


func _make_shape(kind: int) -> Shape3D:
	match kind:
		0:
			return BoxShape3D.new()
		1:
			return SphereShape3D.new()
		2:
			var convex := ConvexPolygonShape3D.new()
			convex.points = [Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK]
			return convex
		3:
			return HeightMapShape3D.new()
	var concave := ConcavePolygonShape3D.new()
	concave.set_faces([Vector3.ZERO, Vector3.RIGHT, Vector3.UP])
	return concave


# the server's own calls, from a thread that is not the main one
func _build_and_free() -> void:
	for round in 300:
		var shape := PhysicsServer3D.box_shape_create()
		PhysicsServer3D.shape_set_data(shape, Vector3.ONE)
		var body := PhysicsServer3D.body_create()
		PhysicsServer3D.body_add_shape(body, shape)
		PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_MASS, 2.0 + round)
		PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, Transform3D())
		PhysicsServer3D.free_rid(body)
		PhysicsServer3D.free_rid(shape)


func _request() -> void:
	ResourceLoader.load_threaded_request(PATH, "", true, ResourceLoader.CACHE_MODE_IGNORE)


func _physics_process(_delta: float) -> bool:
	_ticks += 1
	if ResourceLoader.load_threaded_get_status(PATH) != ResourceLoader.THREAD_LOAD_LOADED:
		return false
	var scene: PackedScene = ResourceLoader.load_threaded_get(PATH)
	var top: Node = scene.instantiate()
	root.add_child(top)
	top.queue_free()
	_loaded += 1
	if _loaded < LOADS:
		_request()
	else:
		_thread.wait_to_finish()
		print("loaded %d scenes in %d ticks" % [_loaded, _ticks])
		quit()
	return false
