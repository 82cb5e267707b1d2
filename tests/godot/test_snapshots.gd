# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## What a state of a space carries: whatever the server answers after it went back is what it answered when
## the state was saved.


## The items of [method make_items], all that can be in a space in it, with joints of all kinds.
func make_space() -> Dictionary[String, RID]:
	var items := make_items()
	server.space_set_active(items.space, false)
	server.body_set_space(items.body, items.space)
	server.area_set_space(items.area, items.space)
	server.soft_body_set_space(items.soft_body, items.space)
	return items


# other values for all numbers that a joint has
func _change_joints(items: Dictionary[String, RID]) -> void:
	for kind: String in ["pin_joint", "hinge_joint", "slider_joint", "cone_twist_joint"]:
		for param in NUMBERS[_params_of(kind)]:
			server.call(kind + "_set_param", items[kind], param, 0.125 + param / 64.0)
	for flag in 2:
		server.hinge_joint_set_flag(items.hinge_joint, flag, true)
	for axis: Vector3.Axis in 3:
		for param in 22:
			var value := 0.25 + axis + param / 64.0
			server.generic_6dof_joint_set_param(items.generic_6dof_joint, axis, param, value)
		for flag in 6:
			server.generic_6dof_joint_set_flag(items.generic_6dof_joint, axis, flag, flag % 2 == 0)
	server.pin_joint_set_local_a(items.pin_joint, Vector3(0.5, 0, 0))
	server.pin_joint_set_local_b(items.pin_joint, Vector3(0.25, 1, 0))
	for kind: String in ["pin_joint", "generic_6dof_joint"]:
		server.joint_set_solver_priority(items[kind], 3)
		server.joint_disable_collisions_between_bodies(items[kind], true)


func _params_of(kind: String) -> String:
	var names := {
		"pin_joint": "PinJointParam",
		"hinge_joint": "HingeJointParam",
		"slider_joint": "SliderJointParam",
		"cone_twist_joint": "ConeTwistJointParam",
	}
	return "PhysicsServer3D." + names[kind]


func _change_others(items: Dictionary[String, RID]) -> void:
	server.soft_body_set_simulation_precision(items.soft_body, 9)
	server.soft_body_set_total_mass(items.soft_body, 2.5)
	server.soft_body_set_linear_stiffness(items.soft_body, 0.75)
	server.soft_body_set_shrinking_factor(items.soft_body, 0.25)
	server.soft_body_set_pressure_coefficient(items.soft_body, 1.5)
	server.soft_body_set_damping_coefficient(items.soft_body, 0.5)
	server.soft_body_set_drag_coefficient(items.soft_body, 0.125)
	server.soft_body_set_collision_layer(items.soft_body, 4)
	server.soft_body_set_collision_mask(items.soft_body, 6)
	server.body_set_param(items.body, PhysicsServer3D.BODY_PARAM_MASS, 7.5)
	server.body_set_collision_layer(items.body, 8)
	server.area_set_param(items.area, PhysicsServer3D.AREA_PARAM_PRIORITY, 3)
	server.space_set_param(items.space, PhysicsServer3D.SPACE_PARAM_SOLVER_ITERATIONS, 8)


func test_every_answer_is_the_saved_one() -> void:
	var items := make_space()
	MinkowskiPhysics.step(items.space, 1.0 / 60.0)
	var before := snapshot(items)
	var state := MinkowskiPhysics.save_state(items.space)
	_change_joints(items)
	_change_others(items)
	var changed := 0
	var between := snapshot(items)
	for key: String in before:
		changed += int(not is_same(before[key], between[key]) and before[key] != between[key])
	check(changed > 120, "much was changed: %d" % changed)
	check(MinkowskiPhysics.restore_state(items.space, state), "it goes back")
	var after := snapshot(items)
	for key: String in before:
		check_equal(after[key], before[key], key)


## And the changed values, saved in their turn, come back over the first ones.
func test_changed_joints_come_back() -> void:
	var items := make_space()
	_change_joints(items)
	MinkowskiPhysics.step(items.space, 1.0 / 60.0)
	var before := snapshot(items)
	var state := MinkowskiPhysics.save_state(items.space)
	for param in 8:
		server.hinge_joint_set_param(items.hinge_joint, param, 0.0)
	server.pin_joint_set_local_a(items.pin_joint, Vector3.ZERO)
	check(MinkowskiPhysics.restore_state(items.space, state), "it goes back")
	var after := snapshot(items)
	for key: String in before:
		check_equal(after[key], before[key], key)


func test_pins_of_cloth_come_back() -> void:
	var items := make_space()
	var plane := PlaneMesh.new()
	plane.subdivide_width = 1
	plane.subdivide_depth = 1
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, plane.get_mesh_arrays())
	var soft := items.soft_body
	server.soft_body_set_mesh(soft, mesh.get_rid())
	server.soft_body_pin_point(soft, 0, true)
	MinkowskiPhysics.step(items.space, 1.0 / 60.0)
	var state := MinkowskiPhysics.save_state(items.space)
	server.soft_body_pin_point(soft, 0, false)
	server.soft_body_pin_point(soft, 2, true)
	check(MinkowskiPhysics.restore_state(items.space, state), "it goes back")
	# a mesh that is set again has the pins that were known by then
	for i in 2:
		check_equal(server.soft_body_is_point_pinned(soft, 0), true)
		check_equal(server.soft_body_is_point_pinned(soft, 2), false)
		server.soft_body_set_mesh(soft, mesh.get_rid())


func test_states_of_other_joints_are_refused() -> void:
	var items := make_space()
	MinkowskiPhysics.step(items.space, 1.0 / 60.0)
	var state := MinkowskiPhysics.save_state(items.space)
	server.joint_make_hinge(
		items.pin_joint, items.body, Transform3D.IDENTITY, RID(), Transform3D.IDENTITY
	)
	items.erase("pin_joint")
	var before := snapshot(items)
	check_refused(
		"not one of this space", func() -> void: MinkowskiPhysics.restore_state(items.space, state)
	)
	check_equal(snapshot(items), before)


func _with_shape(object: CollisionObject3D, shape: Shape3D, place: Vector3) -> CollisionObject3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	object.add_child(collision)
	object.position = place
	add(object)
	return object


## Rigid bodies are told where they are. A character and an area tell the engine, so a game puts those back itself.
func test_nodes_go_back_with_their_space() -> void:
	var space := root.get_world_3d().space
	_with_shape(StaticBody3D.new(), WorldBoundaryShape3D.new(), Vector3.ZERO)
	var rigid: RigidBody3D = _with_shape(RigidBody3D.new(), SphereShape3D.new(), Vector3(0, 2.5, 0))
	var area: Area3D = _with_shape(Area3D.new(), BoxShape3D.new(), Vector3(0, 1.0, 0))
	var character := _with_shape(CharacterBody3D.new(), CapsuleShape3D.new(), Vector3(3, 1, 0))
	rigid.linear_velocity = Vector3(0.3, 0, 0)
	var calls: Array[String] = []
	area.body_entered.connect(func(_body: Node3D) -> void: calls.append("in"))
	area.body_exited.connect(func(_body: Node3D) -> void: calls.append("out"))
	var places: Array[Transform3D] = []
	var velocities: Array[Vector3] = []
	await steps(5)
	var state := MinkowskiPhysics.save_state(space)
	var character_was := character.transform
	for tick in 30:
		character.position.x += 0.01
		await steps(1)
		places.append(rigid.transform)
		velocities.append(rigid.linear_velocity)
	var after := MinkowskiPhysics.state_hash(space)
	check_equal(calls, ["in"], "it fell into the area")
	check(places[29].origin.y < 1.9, "it fell: %s" % places[29].origin)

	check(MinkowskiPhysics.restore_state(space, state), "it goes back")
	character.transform = character_was
	character.position.x += 0.01
	await steps(1)
	check_equal(rigid.transform, places[0], "one tick later")
	check_equal(rigid.linear_velocity, velocities[0], "its velocity")
	for tick in 29:
		character.position.x += 0.01
		await steps(1)
		check_equal(rigid.transform, places[tick + 1], "tick %d" % (tick + 2))
	check_equal(MinkowskiPhysics.state_hash(space), after, "the same way again")
	check_equal(calls, ["in", "out", "in"], "it left the area as it went back")
	check_equal(area.get_overlapping_bodies(), [rigid], "it is in the area")


# each of these steps ends before the nodes are told anything
func test_steps_by_hand_lose_no_signal() -> void:
	var space := root.get_world_3d().space
	server.space_set_active(space, false)
	var area: Area3D = _with_shape(Area3D.new(), BoxShape3D.new(), Vector3(0, 1.0, 0))
	_with_shape(RigidBody3D.new(), SphereShape3D.new(), Vector3(0, 2.1, 0))
	var calls: Array[String] = []
	area.body_entered.connect(func(_body: Node3D) -> void: calls.append("in"))
	area.body_exited.connect(func(_body: Node3D) -> void: calls.append("out"))
	for tick in 30:
		MinkowskiPhysics.step(space, 1.0 / 60.0)
	await steps(2)
	check_equal(calls, ["in"])
	for tick in 60:
		MinkowskiPhysics.step(space, 1.0 / 60.0)
	await steps(2)
	check_equal(calls, ["in", "out"])
	server.space_set_active(space, true)
