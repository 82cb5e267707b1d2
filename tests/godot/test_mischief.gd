# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Scenes of chance in which every node does something of chance whenever it hears of another: frees, moves, scales,
## disables, reshapes, freezes, leaves the tree. Nothing may break, nobody may be where no number is, and what has
## nothing to do with it falls as if it were alone.
##
## Not on Godot Physics, whose bodies are soon at places that are no numbers.

const SCENES := 12
const TICKS := 100

var chance := RandomNumberGenerator.new()
var nodes: Array[Node3D] = []
var other_world: SubViewport


func runs_on() -> PackedStringArray:
	return [MINKOWSKI, JOLT]


func tick_limit() -> int:
	return 10000


func is_likely(part: float) -> bool:
	return chance.randf() < part


func vector(size: float) -> Vector3:
	var numbers := range(3).map(func(_axis: int) -> float: return chance.randf_range(-size, size))
	return Vector3(numbers[0], numbers[1], numbers[2])


func points(count: int) -> PackedVector3Array:
	var found := PackedVector3Array()
	for i in count:
		found.append(vector(2.0))
	return found


func any_shape() -> Shape3D:
	match chance.randi() % 9:
		0:
			return SphereShape3D.new()
		1:
			return CapsuleShape3D.new()
		2:
			return CylinderShape3D.new()
		3:
			var hull := ConvexPolygonShape3D.new()
			hull.points = points(chance.randi() % 20)
			return hull
		4:
			var mesh := ConcavePolygonShape3D.new()
			mesh.set_faces(points(3 * (chance.randi() % 20)))
			mesh.backface_collision = is_likely(0.5)
			return mesh
		5:
			var map := HeightMapShape3D.new()
			map.map_width = 2 + chance.randi() % 6
			map.map_depth = 2 + chance.randi() % 6
			return map
		6:
			return WorldBoundaryShape3D.new()
		7:
			return SeparationRayShape3D.new()
	return make_box_shape(vector(1.0).abs() + Vector3.ONE * 0.01)


func any_node() -> Node3D:
	nodes = nodes.filter(func(node: Variant) -> bool: return is_instance_valid(node))
	return nodes[chance.randi() % nodes.size()] if nodes.size() > 0 else null


func is_there(node: Variant) -> bool:
	return is_instance_valid(node) and node.is_inside_tree() and not node.is_queued_for_deletion()


func make_any() -> Node3D:
	match chance.randi() % 12:
		0:
			return StaticBody3D.new()
		1:
			return AnimatableBody3D.new()
		2:
			return CharacterBody3D.new()
		3, 4:
			return Area3D.new()
		5:
			var kinds := [PinJoint3D, HingeJoint3D, SliderJoint3D, ConeTwistJoint3D, Generic6DOFJoint3D]
			return kinds[chance.randi() % kinds.size()].new()
		6:
			var cast := ShapeCast3D.new()
			cast.shape = any_shape()
			return cast
		7:
			var cloth := SoftBody3D.new()
			cloth.mesh = PlaneMesh.new()
			cloth.mesh.subdivide_width = 3
			cloth.mesh.subdivide_depth = 3
			return cloth
	return RigidBody3D.new()


func add_any() -> void:
	var node := make_any()
	if node is CollisionObject3D:
		for i in 1 + chance.randi() % 3:
			var collision := make_collision(any_shape())
			collision.position = vector(0.5)
			collision.scale = vector(2.0) if is_likely(0.2) else Vector3.ONE
			node.add_child(collision)
		node.collision_layer = 1 + chance.randi() % 3
		node.collision_mask = 1 + chance.randi() % 3
	if node is RigidBody3D:
		node.contact_monitor = is_likely(0.5)
		node.max_contacts_reported = chance.randi() % 8
		node.continuous_cd = is_likely(0.2)
	if node is Area3D:
		node.gravity_space_override = chance.randi() % 5
	for name: String in ["body_entered", "body_exited", "area_entered", "area_exited"]:
		if node.has_signal(name):
			node.connect(name, func(_other: Node) -> void: hear(node))
	if node is RigidBody3D:
		node.sleeping_state_changed.connect(func() -> void: hear(node))
	node.position = vector(4.0)
	var parent := any_node()
	if is_likely(0.1):
		other_world.add_child(node)
	elif is_likely(0.1) and is_there(parent):
		parent.add_child(node)
	else:
		add(node)
	if node is Joint3D:
		for end: String in ["node_a", "node_b"]:
			var body := any_node()
			if is_there(body) and body is PhysicsBody3D and node.is_inside_tree():
				node.set(end, node.get_path_to(body))
	nodes.append(node)


func hear(node: Variant) -> void:
	if is_likely(0.4):
		act(node if is_likely(0.5) and is_instance_valid(node) else any_node(), true)


func come_home(node: Variant) -> void:
	if is_there(node) and node.get_parent() != root:
		node.reparent(root)


func come_back(node: Variant) -> void:
	if is_instance_valid(node) and node.get_parent() == null and not node.is_queued_for_deletion():
		root.add_child(node)


func act(node: Node3D, is_told: bool) -> void:
	if node == null or node.is_queued_for_deletion():
		return
	match chance.randi() % 9:
		0:
			node.queue_free()
		1:
			if not is_told:
				node.free()
		2:
			come_home.call_deferred(node)
		3:
			if not is_told and node.get_parent() != null:
				node.get_parent().remove_child(node)
		4:
			come_back.call_deferred(node)
		5:
			node.position = vector(5.0)
		6:
			node.scale = vector(2.0) if is_likely(0.2) else Vector3.ONE * chance.randf_range(0.2, 2.0)
		7:
			var modes := [Node.PROCESS_MODE_INHERIT, Node.PROCESS_MODE_DISABLED]
			node.set_deferred("process_mode", modes[int(is_likely(0.3))])
		8:
			act_on_object(node)


func act_on_object(node: Node3D) -> void:
	if node is CollisionObject3D:
		node.collision_layer = chance.randi() % 4
		node.collision_mask = chance.randi() % 4
		node.disable_mode = chance.randi() % 3
		var collision := node.get_child(0) as CollisionShape3D if node.get_child_count() > 0 else null
		if collision and is_likely(0.5):
			collision.set_deferred("disabled", is_likely(0.5))
		elif collision:
			collision.shape = any_shape()
	if node is RigidBody3D:
		node.freeze_mode = chance.randi() % 2
		node.set_deferred("freeze", is_likely(0.4))
		node.set_deferred("max_contacts_reported", chance.randi() % 10)
		node.linear_velocity = vector(30.0)
		node.angular_velocity = vector(60.0)
		node.sleeping = is_likely(0.3)
	if node is Area3D:
		node.set_deferred("monitoring", is_likely(0.5))
		node.set_deferred("monitorable", is_likely(0.5))
	if not is_there(node) or not node is PhysicsBody3D:
		return
	var other := any_node()
	if other is PhysicsBody3D and other != node:
		node.call("add_collision_exception_with" if is_likely(0.5) else "remove_collision_exception_with", other)
	node.move_and_collide(vector(1.0))
	if node is CharacterBody3D:
		node.velocity = vector(10.0)
		node.move_and_slide()


# Godot says much about what such scenes do; only what they do to each other counts here
func test_everybody_does_anything_in_callbacks() -> void:
	other_world = SubViewport.new()
	other_world.own_world_3d = true
	add(other_world)
	make_ground()
	var witness := make_floating_rigid(Vector3(0, 1e4, 500), "witness")
	witness.collision_layer = 0
	witness.gravity_scale = 1.0
	witness.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	Engine.print_error_messages = false
	for scene in SCENES:
		chance.seed = scene
		witness.linear_velocity = Vector3.ZERO
		for i in 30:
			add_any()
		for tick in TICKS:
			if is_likely(0.5):
				act(any_node(), false)
			if is_likely(0.2):
				add_any()
			await steps(1)
			for node: Variant in nodes:
				if is_there(node) and not node.global_transform.is_finite():
					check(false, "scene %d, tick %d: %s is nowhere" % [scene, tick, node])
		check_near(witness.linear_velocity.y, -9.8 * TICKS * DT, 1e-2, "the witness fell")
		for node: Variant in nodes:
			if is_instance_valid(node):
				node.free()
		nodes.clear()
		await steps(2)
	Engine.print_error_messages = true
