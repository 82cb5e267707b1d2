# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Bodies give back exactly what was set, start with Godot's defaults, and keep their old values when
## they are given something that makes no sense.

## A valid value for each parameter, other than the default.
const PARAMS: Dictionary[int, Variant] = {
	PhysicsServer3D.BODY_PARAM_BOUNCE: -0.25,
	PhysicsServer3D.BODY_PARAM_FRICTION: -0.5,
	PhysicsServer3D.BODY_PARAM_MASS: 12.5,
	PhysicsServer3D.BODY_PARAM_INERTIA: Vector3(1, 2, 3),
	PhysicsServer3D.BODY_PARAM_CENTER_OF_MASS: Vector3(0.5, -1, 2),
	PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE: -2.5,
	PhysicsServer3D.BODY_PARAM_LINEAR_DAMP_MODE: PhysicsServer3D.BODY_DAMP_MODE_REPLACE,
	PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP_MODE: PhysicsServer3D.BODY_DAMP_MODE_REPLACE,
	PhysicsServer3D.BODY_PARAM_LINEAR_DAMP: 0.75,
	PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP: 1.25,
}

## A shear, a mirror and a scale at once: shape transforms may hold anything that is finite.
const SHEARED := Transform3D(Vector3(2, 0, 0), Vector3(1, -1, 0), Vector3(0, 0, 0.5), Vector3(7, 8, 9))


func make_body() -> RID:
	return own(server.body_create())


func make_sphere(radius := 1.0) -> RID:
	var shape := own(server.sphere_shape_create())
	server.shape_set_data(shape, radius)
	return shape


func check_state_kept(body: RID, state: int, value: Variant) -> void:
	check_kept("body_set_state", [body, state, value], server.body_get_state.bind(body, state))


func check_param_kept(body: RID, param: int, value: Variant) -> void:
	check_kept("body_set_param", [body, param, value], server.body_get_param.bind(body, param))


# nodes do not send their defaults, so these are the server's own
func test_defaults() -> void:
	var body := make_body()
	check_equal(int(server.body_get_mode(body)), server.BODY_MODE_RIGID)
	check_equal(server.body_get_collision_layer(body), 1)
	check_equal(server.body_get_collision_mask(body), 1)
	check_equal(server.body_get_collision_priority(body), 1.0)
	check_equal(server.body_get_max_contacts_reported(body), 0)
	check_equal(server.body_get_shape_count(body), 0)
	check_equal(server.body_get_space(body), RID())
	check_equal(server.body_get_object_instance_id(body), 0)
	check(not server.body_is_continuous_collision_detection_enabled(body), "no continuous detection")
	check(not server.body_is_omitting_force_integration(body), "forces are integrated")
	check_equal(server.body_get_constant_force(body), Vector3.ZERO)
	check_equal(server.body_get_constant_torque(body), Vector3.ZERO)
	for axis: int in [1, 2, 4, 8, 16, 32]:
		check(not server.body_is_axis_locked(body, axis), "axis %d is free" % axis)


func test_default_params_and_states() -> void:
	var body := make_body()
	var expected := [0.0, 1.0, 1.0, Vector3.ZERO, Vector3.ZERO, 1.0, 0, 0, 0.0, 0.0]
	for param in expected.size():
		check_equal(server.body_get_param(body, param), expected[param], "parameter %d" % param)
	var states := [Transform3D.IDENTITY, Vector3.ZERO, Vector3.ZERO, false, true]
	for state in states.size():
		check_equal(server.body_get_state(body, state), states[state], "state %d" % state)


func test_params_round_trip() -> void:
	var body := make_body()
	for param in PARAMS:
		check_round_trip("body_set_param", "body_get_param", [body, param], PARAMS[param])
	for param in PARAMS:
		check_equal(server.body_get_param(body, param), PARAMS[param], "still, parameter %d" % param)


func test_reset_mass_properties() -> void:
	var body := make_body()
	server.body_set_param(body, server.BODY_PARAM_INERTIA, Vector3(1, 2, 3))
	server.body_set_param(body, server.BODY_PARAM_CENTER_OF_MASS, Vector3(1, 2, 3))
	server.body_reset_mass_properties(body)
	check_equal(server.body_get_param(body, server.BODY_PARAM_INERTIA), Vector3.ZERO)
	check_equal(server.body_get_param(body, server.BODY_PARAM_CENTER_OF_MASS), Vector3.ZERO)


func test_states_round_trip() -> void:
	var body := make_body()
	var place := Transform3D(Basis(Vector3(1, 2, 3).normalized(), 0.7), Vector3(4, 5, 6))
	server.body_set_state(body, server.BODY_STATE_TRANSFORM, place)
	check_near(server.body_get_state(body, server.BODY_STATE_TRANSFORM), place, 1e-6)
	var args := ["body_set_state", "body_get_state"]
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_LINEAR_VELOCITY], Vector3(1, -2, 3))
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_ANGULAR_VELOCITY], Vector3(-3, 2, 1))
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_CAN_SLEEP], false)
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_CAN_SLEEP], true)
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_SLEEPING], true)
	check_equal(server.body_get_state(body, server.BODY_STATE_LINEAR_VELOCITY), Vector3.ZERO, "sleep stops")
	check_round_trip(args[0], args[1], [body, server.BODY_STATE_SLEEPING], false)


func test_a_scaled_static_body() -> void:
	var body := make_body()
	server.body_set_mode(body, server.BODY_MODE_STATIC)
	var place := Transform3D(Basis.from_scale(Vector3(2, 3, 4)), Vector3(1, 0, 0))
	check_round_trip("body_set_state", "body_get_state", [body, server.BODY_STATE_TRANSFORM], place)


func test_flags_and_numbers_round_trip() -> void:
	var body := make_body()
	for mode: int in [0, 1, 3, 2]:
		server.body_set_mode(body, mode)
		check_equal(int(server.body_get_mode(body)), mode, "mode")
	for bits: int in [0, 1, 0x80000000, 0xffffffff]:
		check_round_trip("body_set_collision_layer", "body_get_collision_layer", [body], bits)
		check_round_trip("body_set_collision_mask", "body_get_collision_mask", [body], bits)
	check_round_trip("body_set_collision_priority", "body_get_collision_priority", [body], 2.5)
	check_round_trip("body_set_max_contacts_reported", "body_get_max_contacts_reported", [body], 7)
	var id := root.get_instance_id()
	check_round_trip("body_attach_object_instance_id", "body_get_object_instance_id", [body], id)
	for value: bool in [true, false]:
		check_round_trip(
			"body_set_enable_continuous_collision_detection",
			"body_is_continuous_collision_detection_enabled",
			[body],
			value
		)
		check_round_trip(
			"body_set_omit_force_integration", "body_is_omitting_force_integration", [body], value
		)


func test_axis_locks_are_apart() -> void:
	var body := make_body()
	for axis: int in [1, 2, 4, 8, 16, 32]:
		server.body_set_axis_lock(body, axis, true)
		for other: int in [1, 2, 4, 8, 16, 32]:
			check_equal(server.body_is_axis_locked(body, other), other == axis, "%d, %d" % [axis, other])
		server.body_set_axis_lock(body, axis, false)


func test_constant_forces() -> void:
	var body := make_body()
	check_round_trip("body_set_constant_force", "body_get_constant_force", [body], Vector3(1, 2, 3))
	check_round_trip("body_set_constant_torque", "body_get_constant_torque", [body], Vector3(3, 2, 1))
	server.body_add_constant_central_force(body, Vector3(1, 1, 1))
	server.body_add_constant_torque(body, Vector3(1, 1, 1))
	check_equal(server.body_get_constant_force(body), Vector3(2, 3, 4))
	check_equal(server.body_get_constant_torque(body), Vector3(4, 3, 2))
	# (1,0,0) x (0,2,0) = (0,0,2)
	server.body_add_constant_force(body, Vector3(0, 2, 0), Vector3(1, 0, 0))
	check_equal(server.body_get_constant_force(body), Vector3(2, 5, 4))
	check_equal(server.body_get_constant_torque(body), Vector3(4, 3, 4))


func test_soft_bodies_take_an_instance_id() -> void:
	var soft := own(server.soft_body_create())
	var id := root.get_instance_id()
	check_silent("attach", func() -> void: server.body_attach_object_instance_id(soft, id))
	check_equal(server.body_get_object_instance_id(soft), id)


func test_shapes() -> void:
	var body := make_body()
	var shapes: Array[RID] = [make_sphere(1.0), make_sphere(2.0), make_sphere(3.0)]
	for i in 3:
		server.body_add_shape(body, shapes[i], Transform3D(Basis(), Vector3(i, 0, 0)))
	check_equal(server.body_get_shape_count(body), 3)
	for i in 3:
		check_equal(server.body_get_shape(body, i), shapes[i])
	server.body_set_shape_transform(body, 2, SHEARED)
	check_equal(server.body_get_shape_transform(body, 2), SHEARED, "scale and shear are kept exactly")
	server.body_remove_shape(body, 0)
	check_equal(server.body_get_shape_count(body), 2)
	check_equal(server.body_get_shape(body, 0), shapes[1], "the others move up")
	check_equal(server.body_get_shape_transform(body, 1), SHEARED)
	server.body_set_shape(body, 0, shapes[0])
	check_equal(server.body_get_shape(body, 0), shapes[0])
	server.body_clear_shapes(body)
	check_equal(server.body_get_shape_count(body), 0)


func test_one_shape_many_times() -> void:
	var sphere := server.sphere_shape_create()
	server.shape_set_data(sphere, 1.0)
	var other := make_sphere()
	var body := make_body()
	var second := make_body()
	for shape: RID in [sphere, other, sphere, sphere]:
		server.body_add_shape(body, shape)
		server.body_add_shape(second, shape)
	server.free_rid(sphere)
	for owner: RID in [body, second]:
		check_equal(server.body_get_shape_count(owner), 1, "a freed shape leaves its bodies")
		check_equal(server.body_get_shape(owner, 0), other)


func test_bad_shape_calls() -> void:
	var body := make_body()
	var sphere := make_sphere()
	server.body_add_shape(body, sphere, SHEARED)
	var items := make_items()
	var picture := func() -> Array:
		return [
			server.body_get_shape_count(body), server.body_get_shape(body, 0),
			server.body_get_shape_transform(body, 0),
		]
	for wrong: RID in [RID(), items.body, items.space, items.area, items.joint]:
		check_kept("body_add_shape", [body, wrong], picture)
		check_kept("body_set_shape", [body, 0, wrong], picture)
	for index: int in [-1, 1, 2147483647, -2147483648]:
		check_kept("body_set_shape", [body, index, sphere], picture)
		check_kept("body_set_shape_transform", [body, index, Transform3D()], picture)
		check_kept("body_set_shape_disabled", [body, index, true], picture)
		check_kept("body_remove_shape", [body, index], picture)
		check_kept("body_get_shape", [body, index], picture)
		check_kept("body_get_shape_transform", [body, index], picture)
	for value in NOT_FINITE:
		for broken in broken_transforms(value):
			check_kept("body_set_shape_transform", [body, 0, broken], picture)
			check_kept("body_add_shape", [body, sphere, broken], picture)


func test_bad_params() -> void:
	var body := make_body()
	for param in PARAMS:
		server.body_set_param(body, param, PARAMS[param])
	for param in PARAMS:
		var wrong := [null, "text", Transform3D(), RID(), [], {}, Plane(), Vector2.ONE]
		wrong.append(1.0 if PARAMS[param] is Vector3 else Vector3.ONE)
		wrong.append_array(broken_vectors() if PARAMS[param] is Vector3 else Array(NOT_FINITE))
		for value: Variant in wrong:
			check_param_kept(body, param, value)
	for value: float in [0.0, -1.0]:
		check_param_kept(body, server.BODY_PARAM_MASS, value)
	check_param_kept(body, server.BODY_PARAM_INERTIA, Vector3(1, -1, 1))
	for param: int in [server.BODY_PARAM_LINEAR_DAMP, server.BODY_PARAM_ANGULAR_DAMP]:
		check_param_kept(body, param, -0.5)
	for param: int in [server.BODY_PARAM_LINEAR_DAMP_MODE, server.BODY_PARAM_ANGULAR_DAMP_MODE]:
		for value: int in [-1, 2, 1 << 40]:
			check_param_kept(body, param, value)


func test_unknown_numbers() -> void:
	var items := make_items()
	var body := items.body
	var before := snapshot(items)
	for number: int in [-1, 64, 1 << 30]:
		for call: Array in [
			["body_set_param", [body, number, 1.0]],
			["body_get_param", [body, number]],
			["body_set_state", [body, number, 1.0]],
			["body_get_state", [body, number]],
			["body_set_mode", [body, number]],
			["body_set_axis_lock", [body, number, true]],
			["body_is_axis_locked", [body, number]],
		]:
			check_refused_once(call[0], func() -> void: server.callv(call[0], call[1]), call[1], str(call))
	check_equal(snapshot(items), before, "nothing has changed")


func test_bad_states() -> void:
	var body := make_body()
	server.body_set_state(body, server.BODY_STATE_LINEAR_VELOCITY, Vector3(1, 2, 3))
	for state in 5:
		var good: Variant = server.body_get_state(body, state)
		for value: Variant in [null, "text", 1.5, Vector3.ONE, Transform3D(), RID(), [], {}]:
			if typeof(value) != typeof(good):
				check_state_kept(body, state, value)
	for broken in broken_vectors():
		check_state_kept(body, server.BODY_STATE_LINEAR_VELOCITY, broken)
		check_state_kept(body, server.BODY_STATE_ANGULAR_VELOCITY, broken)
	for value in NOT_FINITE:
		for broken in broken_transforms(value):
			check_state_kept(body, server.BODY_STATE_TRANSFORM, broken)


func test_bad_vectors() -> void:
	var items := make_items()
	server.body_set_constant_force(items.body, Vector3(1, 2, 3))
	var before := snapshot(items)
	for method in server_methods():
		if kind_of(method) != "body":
			continue
		for index in range(1, method.args.size()):
			if method.args[index].type != TYPE_VECTOR3:
				continue
			for broken in broken_vectors():
				var arguments := arguments_for(method, items)
				arguments[index] = broken
				check_refused_once(method.name, func() -> void: server.callv(method.name, arguments), arguments)
	check_equal(snapshot(items), before, "nothing has changed")


func test_bad_numbers() -> void:
	var body := make_body()
	for value: float in [NAN, INF, -INF]:
		check_kept(
			"body_set_collision_priority", [body, value], server.body_get_collision_priority.bind(body)
		)
	check_kept(
		"body_set_max_contacts_reported", [body, -1], server.body_get_max_contacts_reported.bind(body)
	)


func test_bad_spaces() -> void:
	var items := make_items()
	server.body_set_space(items.body, items.space)
	for wrong: RID in [items.body, items.area, items.shape, items.joint, items.soft_body]:
		check_kept("body_set_space", [items.body, wrong], server.body_get_space.bind(items.body))
	check_equal(server.body_get_space(items.body), items.space)
	check_silent("leaving", func() -> void: server.body_set_space(items.body, RID()))


# exceptions are only compared, so any RID will do
func test_exceptions() -> void:
	var items := make_items()
	for other: RID in [items.soft_body, items.area, RID(), items.body]:
		check_silent(
			"exception",
			func() -> void:
				server.body_add_collision_exception(items.body, other)
				server.body_add_collision_exception(items.body, other)
				server.body_remove_collision_exception(items.body, other)
				server.body_remove_collision_exception(items.body, other)
		)


# a node asks the server for the nodes of its exceptions
func test_freed_bodies_are_no_exceptions() -> void:
	var body := RigidBody3D.new()
	var other := RigidBody3D.new()
	add(body)
	add(other)
	body.add_collision_exception_with(other)
	body.add_collision_exception_with(body)
	check_equal(body.get_collision_exceptions().size(), 2)
	other.free()
	check_equal(body.get_collision_exceptions(), [body] as Array[PhysicsBody3D])


# a script that keeps the state of a body which has left its space; Jolt crashes
func test_direct_state_outside_of_a_space() -> void:
	var items := make_items()
	server.body_set_space(items.body, items.space)
	var state := server.body_get_direct_state(items.body)
	server.body_set_space(items.body, RID())
	check_silent(
		"outside",
		func() -> void:
			state.apply_central_impulse(Vector3.ONE)
			state.transform = Transform3D(Basis(), Vector3(1, 2, 3))
			state.collision_layer = 2
			state.integrate_forces()
	)
	check_equal(state.total_gravity, Vector3.ZERO)
	check_equal(state.transform.origin, Vector3(1, 2, 3))
	check_equal(state.get_contact_count(), 0)


func test_direct_state() -> void:
	var items := make_items()
	check(server.body_get_direct_state(items.body) == null, "none without a space")
	server.body_set_space(items.body, items.space)
	var state := server.body_get_direct_state(items.body)
	check(state != null, "one in a space")
	check(server.body_get_direct_state(items.body) == state, "the same every time")
	state.linear_velocity = Vector3(1, 2, 3)
	check_equal(
		server.body_get_state(items.body, server.BODY_STATE_LINEAR_VELOCITY), Vector3(1, 2, 3)
	)
	check_refused_once(
		"linear_velocity", func() -> void: state.linear_velocity = Vector3(NAN, 0, 0)
	)
	check_equal(state.linear_velocity, Vector3(1, 2, 3))
	check(state.get_space_state() != null, "leads to the space")


func test_freed_while_moving() -> void:
	var space := root.get_world_3d().space
	for i in 10:
		var body := server.body_create()
		var shape := server.sphere_shape_create()
		server.shape_set_data(shape, 1.0)
		server.body_add_shape(body, shape)
		server.body_set_space(body, space)
		await steps(1)
		if i % 2:
			server.free_rid(shape)
			await steps(1)
			server.free_rid(body)
		else:
			server.free_rid(body)
			server.free_rid(shape)
	await steps(1)
	check(true, "no crash and no error")
