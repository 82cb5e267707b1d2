# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Joints: their type, the defaults that Godot's nodes document, every parameter and flag read back,
## and refusal of what makes no sense.

const TYPES: Array[String] = ["pin", "hinge", "slider", "cone_twist", "generic_6dof"]
const PARAM_COUNTS: Array[int] = [3, 8, 22, 5, 22]
const FLAG_COUNTS: Array[int] = [0, 2, 0, 0, 6]

const PIN: PackedFloat64Array = [0.3, 1.0, 0.0]
const HINGE: PackedFloat64Array = [0.3, PI / 2.0, -PI / 2.0, 0.3, 0.9, 1.0, 1.0, 1.0]
const SLIDER: PackedFloat64Array = [
	1.0, -1.0, 1.0, 0.7, 1.0, 1.0, 0.7, 0.0, 1.0, 0.7, 1.0,
	0.0, 0.0, 1.0, 0.7, 0.0, 1.0, 0.7, 1.0, 1.0, 0.7, 1.0,
]
const CONE_TWIST: PackedFloat64Array = [PI / 4.0, PI, 0.3, 0.8, 1.0]
const GENERIC_6DOF: PackedFloat64Array = [
	0.0, 0.0, 0.7, 0.5, 1.0, 0.0, 0.0, 0.01, 0.01, 0.0,
	0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.5, 0.0, 300.0, 0.0, 0.0, 0.0,
]
const DEFAULTS: Array[PackedFloat64Array] = [PIN, HINGE, SLIDER, CONE_TWIST, GENERIC_6DOF]


func make_body() -> RID:
	return own(server.body_create())


## The arguments before the parameter's number: 6DOF joints have one set per axis.
func places_of(type: int, joint: RID) -> Array:
	if TYPES[type] != "generic_6dof":
		return [[joint]]
	return [[joint, Vector3.AXIS_X], [joint, Vector3.AXIS_Y], [joint, Vector3.AXIS_Z]]


func frame_for(type: int) -> Variant:
	return Vector3(1, 2, 3) if type == server.JOINT_TYPE_PIN else Transform3D(Basis(), Vector3(1, 2, 3))


func test_types() -> void:
	var joint := own(server.joint_create())
	check_equal(int(server.joint_get_type(joint)), server.JOINT_TYPE_MAX, "before it joins anything")
	var bodies: Array[RID] = [make_body(), make_body()]
	for type in TYPES.size():
		var frame: Variant = frame_for(type)
		server.call("joint_make_" + TYPES[type], joint, bodies[0], frame, bodies[1], frame)
		check_equal(int(server.joint_get_type(joint)), type, TYPES[type])
	server.joint_clear(joint)
	check_equal(int(server.joint_get_type(joint)), server.JOINT_TYPE_MAX, "after joint_clear")


func test_default_params() -> void:
	for type in TYPES.size():
		var joint := make_joint(TYPES[type], make_body())
		for place: Array in places_of(type, joint):
			for param in PARAM_COUNTS[type]:
				var value: float = server.callv(TYPES[type] + "_joint_get_param", place + [param])
				check_near(value, DEFAULTS[type][param], 1e-6, "%s %d" % [TYPES[type], param])


func test_default_flags() -> void:
	var hinge := make_joint("hinge", make_body())
	for flag in 2:
		check(not server.hinge_joint_get_flag(hinge, flag), "hinge flag %d is off" % flag)
	var joint := make_joint("generic_6dof", make_body())
	for axis in 3:
		for flag in 6:
			var limits := flag < 2
			check_equal(server.generic_6dof_joint_get_flag(joint, axis, flag), limits, "flag %d" % flag)


func test_params_round_trip() -> void:
	for type in TYPES.size():
		var joint := make_joint(TYPES[type], make_body())
		var names := [TYPES[type] + "_joint_set_param", TYPES[type] + "_joint_get_param"]
		for axis in places_of(type, joint).size():
			var place: Array = places_of(type, joint)[axis]
			for param in PARAM_COUNTS[type]:
				check_round_trip(names[0], names[1], place + [param], 0.25 + param + 32.0 * axis)
		for axis in places_of(type, joint).size():
			var place: Array = places_of(type, joint)[axis]
			for param in PARAM_COUNTS[type]:
				var value: float = server.callv(names[1], place + [param])
				check_equal(value, 0.25 + param + 32.0 * axis, "still, %s %d" % [names[1], param])


func test_flags_round_trip() -> void:
	for type: int in [server.JOINT_TYPE_HINGE, server.JOINT_TYPE_6DOF]:
		var joint := make_joint(TYPES[type], make_body())
		var names := [TYPES[type] + "_joint_set_flag", TYPES[type] + "_joint_get_flag"]
		for place: Array in places_of(type, joint):
			for flag in FLAG_COUNTS[type]:
				for value: bool in [true, false, true]:
					check_round_trip(names[0], names[1], place + [flag], value)


func test_pin_points() -> void:
	var joint := own(server.joint_create())
	server.joint_make_pin(joint, make_body(), Vector3(1, 2, 3), make_body(), Vector3(4, 5, 6))
	check_equal(server.pin_joint_get_local_a(joint), Vector3(1, 2, 3))
	check_equal(server.pin_joint_get_local_b(joint), Vector3(4, 5, 6))
	check_round_trip("pin_joint_set_local_a", "pin_joint_get_local_a", [joint], Vector3(7, 8, 9))
	check_round_trip("pin_joint_set_local_b", "pin_joint_get_local_b", [joint], Vector3(9, 8, 7))
	for broken in broken_vectors():
		for side: String in ["a", "b"]:
			check_kept(
				"pin_joint_set_local_" + side,
				[joint, broken],
				Callable(server, "pin_joint_get_local_" + side).bind(joint)
			)


func test_numbers_round_trip() -> void:
	var joint := make_joint("hinge", make_body())
	check_equal(server.joint_get_solver_priority(joint), 1, "the node's default")
	check_round_trip("joint_set_solver_priority", "joint_get_solver_priority", [joint], 5)
	for value: bool in [true, false]:
		check_round_trip(
			"joint_disable_collisions_between_bodies",
			"joint_is_disabled_collisions_between_bodies",
			[joint],
			value
		)


func test_the_simple_hinge_is_not_bound() -> void:
	check(not server.has_method("joint_make_hinge_simple"), "scripts cannot call it")


func test_bad_bodies() -> void:
	var items := make_items()
	for type in TYPES.size():
		var joint := own(server.joint_create())
		var frame: Variant = frame_for(type)
		var make := "joint_make_" + TYPES[type]
		for wrong: RID in [RID(), items.space, items.shape, items.joint, items.area]:
			check_kept(make, [joint, wrong, frame, items.body, frame], server.joint_get_type.bind(joint))
		for wrong: RID in [items.space, items.shape, items.joint, items.area]:
			check_kept(make, [joint, items.body, frame, wrong, frame], server.joint_get_type.bind(joint))


func test_bad_frames() -> void:
	var body := make_body()
	var joint := own(server.joint_create())
	for type in range(1, TYPES.size()):
		var make := "joint_make_" + TYPES[type]
		for broken in broken_transforms(NAN) + broken_transforms(INF):
			var good := Transform3D.IDENTITY
			check_kept(make, [joint, body, broken, RID(), good], server.joint_get_type.bind(joint))
			check_kept(make, [joint, body, good, RID(), broken], server.joint_get_type.bind(joint))
	for broken in broken_vectors():
		var pin := "joint_make_pin"
		check_kept(pin, [joint, body, broken, RID(), Vector3.ZERO], server.joint_get_type.bind(joint))
		check_kept(pin, [joint, body, Vector3.ZERO, RID(), broken], server.joint_get_type.bind(joint))


# the joint goes on as what it was, so what follows for the other type is said to be meant for none
func test_a_joint_that_works_survives_a_bad_make() -> void:
	var body := make_body()
	for type in TYPES.size():
		var joint := make_joint(TYPES[type], body)
		var other := (type + 1) % TYPES.size()
		var frame: Variant = frame_for(other)
		var make := "joint_make_" + TYPES[other]
		check_kept(make, [joint, body, frame, body, frame], server.joint_get_type.bind(joint))
		var method := TYPES[other] + "_joint_get_param"
		var place: Array = [joint, 0, 0] if TYPES[other] == "generic_6dof" else [joint, 0]
		var asked := errors_of(func() -> void: server.callv(method, place))
		check_equal(asked.size(), 1, "%s of a %s: %s" % [method, TYPES[type], asked])


func test_bad_params() -> void:
	for type in TYPES.size():
		var joint := make_joint(TYPES[type], make_body())
		var names := [TYPES[type] + "_joint_set_param", TYPES[type] + "_joint_get_param"]
		for place: Array in places_of(type, joint):
			for param in PARAM_COUNTS[type]:
				var getter := Callable(server, names[1]).bindv(place + [param])
				for value in NOT_FINITE:
					# the axis of a 6DOF is not told
					check_kept(names[0], place + [param, value], getter, [place[0], param, value])


func test_unknown_params_and_flags() -> void:
	var items := make_items()
	for type in TYPES.size():
		var joint := items[TYPES[type] + "_joint"]
		var before := snapshot(items)
		for number: int in [-1, PARAM_COUNTS[type], 1 << 30]:
			for place: Array in places_of(type, joint):
				var set_param := TYPES[type] + "_joint_set_param"
				var get_param := TYPES[type] + "_joint_get_param"
				check_refused_once(set_param, func() -> void: server.callv(set_param, place + [number, 1.0]), [joint, number])
				check_refused_once(get_param, func() -> void: server.callv(get_param, place + [number]), [joint, number])
		for number: int in [-1, 6, 1 << 30]:
			if FLAG_COUNTS[type] == 0:
				continue
			for place: Array in places_of(type, joint):
				var set_flag := TYPES[type] + "_joint_set_flag"
				var get_flag := TYPES[type] + "_joint_get_flag"
				check_refused_once(set_flag, func() -> void: server.callv(set_flag, place + [number, true]), [joint, number])
				check_refused_once(get_flag, func() -> void: server.callv(get_flag, place + [number]), [joint, number])
		check_equal(snapshot(items), before, "nothing has changed")


func test_unknown_axes() -> void:
	var items := make_items()
	var joint := items.generic_6dof_joint
	var before := snapshot(items)
	for axis: int in [-1, 3, 1 << 30]:
		for call: Array in [
			["generic_6dof_joint_set_param", [joint, axis, 0, 1.0]],
			["generic_6dof_joint_get_param", [joint, axis, 0]],
			["generic_6dof_joint_set_flag", [joint, axis, 0, true]],
			["generic_6dof_joint_get_flag", [joint, axis, 0]],
		]:
			check_refused_once(call[0], func() -> void: server.callv(call[0], call[1]), call[1], str(call))
	check_equal(snapshot(items), before, "nothing has changed")


func test_freeing_bodies_of_joints() -> void:
	var space := root.get_world_3d().space
	for type in TYPES.size():
		var bodies: Array[RID] = [server.body_create(), server.body_create()]
		for body in bodies:
			server.body_set_space(body, space)
		var joint := server.joint_create()
		var frame: Variant = frame_for(type)
		server.call("joint_make_" + TYPES[type], joint, bodies[0], frame, bodies[1], frame)
		await steps(2)
		server.free_rid(bodies[type % 2])
		await steps(2)
		server.free_rid(joint)
		server.free_rid(bodies[1 - type % 2])
	check(true, "no crash and no error")


func test_nodes_agree_with_the_server() -> void:
	var body := RigidBody3D.new()
	add(body)
	var hinge := HingeJoint3D.new()
	hinge.node_a = NodePath("../" + body.name)
	add(hinge)
	await steps(1)
	hinge.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.5)
	hinge.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	var joint := hinge.get_rid()
	check_equal(int(server.joint_get_type(joint)), server.JOINT_TYPE_HINGE)
	check_equal(server.hinge_joint_get_param(joint, server.HINGE_JOINT_MOTOR_TARGET_VELOCITY), 2.5)
	check(server.hinge_joint_get_flag(joint, server.HINGE_JOINT_FLAG_ENABLE_MOTOR), "the motor is on")
	check(server.joint_is_disabled_collisions_between_bodies(joint), "the node excludes collisions")
