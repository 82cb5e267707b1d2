# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Builds a small world with every kind of physics node, runs it for a moment and quits. Used to look
## at what a whole process leaves behind.

const TICKS := 20

var _ticks := 0


func _build() -> void:
	assert(PhysicsServer3D.get_class() == "MinkowskiPhysicsServer3D")
	var world := Node3D.new()
	root.add_child(world)
	var shapes := _make_shapes()
	for i in shapes.size():
		for node: CollisionObject3D in _make_objects():
			_add_shape(node, shapes[i])
			node.position = Vector3(2.0 * i, 2.0, 0.0)
			world.add_child(node)
	_add_joints(world)
	_add_soft_body(world)


func _make_shapes() -> Array[Shape3D]:
	var convex := ConvexPolygonShape3D.new()
	convex.points = [Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK]
	var concave := ConcavePolygonShape3D.new()
	concave.set_faces([Vector3.ZERO, Vector3.RIGHT, Vector3.UP])
	var list: Array[Shape3D] = [convex, concave, BoxShape3D.new(), SphereShape3D.new()]
	list += [CapsuleShape3D.new(), CylinderShape3D.new(), HeightMapShape3D.new()] as Array[Shape3D]
	list += [WorldBoundaryShape3D.new(), SeparationRayShape3D.new()] as Array[Shape3D]
	return list


func _make_objects() -> Array[CollisionObject3D]:
	var character := CharacterBody3D.new()
	return [RigidBody3D.new(), StaticBody3D.new(), AnimatableBody3D.new(), character, Area3D.new()]


func _add_shape(node: CollisionObject3D, shape: Shape3D) -> void:
	var holder := CollisionShape3D.new()
	holder.shape = shape
	node.add_child(holder)


func _add_joints(world: Node3D) -> void:
	for joint: Joint3D in [PinJoint3D.new(), HingeJoint3D.new(), SliderJoint3D.new(),
			ConeTwistJoint3D.new(), Generic6DOFJoint3D.new()]:
		joint.node_a = world.get_child(0).get_path()
		joint.node_b = world.get_child(5).get_path()
		world.add_child(joint)


func _add_soft_body(world: Node3D) -> void:
	var cloth := SoftBody3D.new()
	cloth.mesh = PlaneMesh.new()
	world.add_child(cloth)


func _physics_process(_delta: float) -> bool:
	if _ticks == 0:
		_build()
	_ticks += 1
	if _ticks == TICKS:
		quit()
	return false
