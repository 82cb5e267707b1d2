# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Areas give back exactly what was set, start with Godot's defaults, and keep their old values when
## they are given something that makes no sense.

## A valid value for each parameter, other than the default.
const PARAMS: Dictionary[int, Variant] = {
	PhysicsServer3D.AREA_PARAM_GRAVITY_OVERRIDE_MODE: 3,
	PhysicsServer3D.AREA_PARAM_GRAVITY: -4.5,
	PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR: Vector3(1, 2, -3),
	PhysicsServer3D.AREA_PARAM_GRAVITY_IS_POINT: true,
	PhysicsServer3D.AREA_PARAM_GRAVITY_POINT_UNIT_DISTANCE: 2.5,
	PhysicsServer3D.AREA_PARAM_LINEAR_DAMP_OVERRIDE_MODE: 1,
	PhysicsServer3D.AREA_PARAM_LINEAR_DAMP: 0.75,
	PhysicsServer3D.AREA_PARAM_ANGULAR_DAMP_OVERRIDE_MODE: 4,
	PhysicsServer3D.AREA_PARAM_ANGULAR_DAMP: 0.25,
	PhysicsServer3D.AREA_PARAM_PRIORITY: 7,
	PhysicsServer3D.AREA_PARAM_WIND_FORCE_MAGNITUDE: 1.5,
	PhysicsServer3D.AREA_PARAM_WIND_SOURCE: Vector3(4, 5, 6),
	PhysicsServer3D.AREA_PARAM_WIND_DIRECTION: Vector3(0, 0, 1),
	PhysicsServer3D.AREA_PARAM_WIND_ATTENUATION_FACTOR: 0.5,
}

const SHEARED := Transform3D(Vector3(2, 0, 0), Vector3(1, -1, 0), Vector3(0, 0, 0.5), Vector3(7, 8, 9))


func make_area() -> RID:
	return own(server.area_create())


func make_sphere() -> RID:
	var shape := own(server.sphere_shape_create())
	server.shape_set_data(shape, 1.0)
	return shape


func check_param_kept(area: RID, param: int, value: Variant) -> void:
	check_kept("area_set_param", [area, param, value], server.area_get_param.bind(area, param))


func test_defaults() -> void:
	var area := make_area()
	check_equal(server.area_get_collision_layer(area), 1)
	check_equal(server.area_get_collision_mask(area), 1)
	check_equal(server.area_get_shape_count(area), 0)
	check_equal(server.area_get_space(area), RID())
	check_equal(server.area_get_object_instance_id(area), 0)
	check_equal(server.area_get_transform(area), Transform3D.IDENTITY)
	for param: int in [0, server.AREA_PARAM_LINEAR_DAMP_OVERRIDE_MODE, 7, server.AREA_PARAM_PRIORITY]:
		check_equal(server.area_get_param(area, param), 0, "parameter %d" % param)
	check_near(server.area_get_param(area, server.AREA_PARAM_GRAVITY), 9.8, 1e-6)
	check_equal(server.area_get_param(area, server.AREA_PARAM_GRAVITY_VECTOR), Vector3(0, -1, 0))
	check_equal(server.area_get_param(area, server.AREA_PARAM_GRAVITY_IS_POINT), false)
	check_near(server.area_get_param(area, server.AREA_PARAM_LINEAR_DAMP), 0.1, 1e-6)
	check_near(server.area_get_param(area, server.AREA_PARAM_ANGULAR_DAMP), 0.1, 1e-6)
	check_equal(server.area_get_param(area, server.AREA_PARAM_WIND_FORCE_MAGNITUDE), 0.0)


func test_params_round_trip() -> void:
	var area := make_area()
	for param in PARAMS:
		check_round_trip("area_set_param", "area_get_param", [area, param], PARAMS[param])
	for param in PARAMS:
		check_equal(server.area_get_param(area, param), PARAMS[param], "still, parameter %d" % param)
	for mode in 5:
		check_round_trip("area_set_param", "area_get_param", [area, 0], mode)


func test_numbers_round_trip() -> void:
	var area := make_area()
	for bits: int in [0, 1, 0x80000000, 0xffffffff]:
		check_round_trip("area_set_collision_layer", "area_get_collision_layer", [area], bits)
		check_round_trip("area_set_collision_mask", "area_get_collision_mask", [area], bits)
	check_round_trip("area_set_transform", "area_get_transform", [area], SHEARED)
	var id := root.get_instance_id()
	check_round_trip("area_attach_object_instance_id", "area_get_object_instance_id", [area], id)
	var space := own(server.space_create())
	check_round_trip("area_set_space", "area_get_space", [area], space)
	check_round_trip("area_set_space", "area_get_space", [area], RID())


func test_setters_without_getter() -> void:
	var area := make_area()
	check_silent(
		"flags and callbacks",
		func() -> void:
			for value: bool in [false, true]:
				server.area_set_monitorable(area, value)
				server.area_set_ray_pickable(area, value)
			for callback: Callable in [Callable(self, "make_area"), Callable()]:
				server.area_set_monitor_callback(area, callback)
				server.area_set_area_monitor_callback(area, callback)
	)


func test_shapes() -> void:
	var area := make_area()
	var shapes: Array[RID] = [make_sphere(), make_sphere(), make_sphere()]
	for shape in shapes:
		server.area_add_shape(area, shape)
	server.area_set_shape_transform(area, 2, SHEARED)
	server.area_set_shape_disabled(area, 1, true)
	server.area_remove_shape(area, 0)
	check_equal(server.area_get_shape_count(area), 2)
	check_equal(server.area_get_shape(area, 0), shapes[1])
	check_equal(server.area_get_shape_transform(area, 1), SHEARED)
	server.area_set_shape(area, 0, shapes[0])
	check_equal(server.area_get_shape(area, 0), shapes[0])
	server.area_clear_shapes(area)
	check_equal(server.area_get_shape_count(area), 0)


func test_freed_shapes_leave() -> void:
	var area := make_area()
	var sphere := server.sphere_shape_create()
	var other := make_sphere()
	for shape: RID in [sphere, other, sphere]:
		server.area_add_shape(area, shape)
	server.free_rid(sphere)
	check_equal(server.area_get_shape_count(area), 1)
	check_equal(server.area_get_shape(area, 0), other)


func test_bad_shape_calls() -> void:
	var items := make_items()
	var area := items.area
	var picture := func() -> Array:
		return [
			server.area_get_shape_count(area), server.area_get_shape(area, 0),
			server.area_get_shape_transform(area, 0),
		]
	for wrong: RID in [RID(), items.body, items.space, items.area, items.joint]:
		check_kept("area_add_shape", [area, wrong], picture)
		check_kept("area_set_shape", [area, 0, wrong], picture)
	for index: int in [-1, 1, 2147483647, -2147483648]:
		check_kept("area_set_shape", [area, index, items.shape], picture)
		check_kept("area_set_shape_transform", [area, index, Transform3D()], picture)
		check_kept("area_set_shape_disabled", [area, index, true], picture)
		check_kept("area_remove_shape", [area, index], picture)
		check_kept("area_get_shape", [area, index], picture)
		check_kept("area_get_shape_transform", [area, index], picture)
	for value in NOT_FINITE:
		for broken in broken_transforms(value):
			check_kept("area_set_shape_transform", [area, 0, broken], picture)
			check_kept("area_add_shape", [area, items.shape, broken], picture)


func test_bad_params() -> void:
	var area := make_area()
	for param in PARAMS:
		server.area_set_param(area, param, PARAMS[param])
	for param in PARAMS:
		var wrong := [null, "text", Transform3D(), RID(), [], {}, Plane(), Vector2.ONE]
		wrong.append(1.0 if PARAMS[param] is Vector3 else Vector3.ONE)
		wrong.append_array(broken_vectors() if PARAMS[param] is Vector3 else Array(NOT_FINITE))
		for value: Variant in wrong:
			check_param_kept(area, param, value)
	for param: int in [0, server.AREA_PARAM_LINEAR_DAMP_OVERRIDE_MODE, 7]:
		for value: int in [-1, 5, 1 << 40]:
			check_param_kept(area, param, value)
	check_param_kept(area, server.AREA_PARAM_GRAVITY_POINT_UNIT_DISTANCE, -1.0)


func test_unknown_params() -> void:
	var items := make_items()
	var before := snapshot(items)
	for number: int in [-1, 14, 1 << 30]:
		for target: RID in [items.area, items.space]:
			check_refused_once("area_set_param", func() -> void: server.area_set_param(target, number, 1.0), [target, number])
			check_refused_once("area_get_param", func() -> void: server.area_get_param(target, number), [target, number])
	check_equal(snapshot(items), before, "nothing has changed")


func test_bad_transforms_and_spaces() -> void:
	var items := make_items()
	server.area_set_transform(items.area, SHEARED)
	for value in NOT_FINITE:
		for broken in broken_transforms(value):
			check_kept("area_set_transform", [items.area, broken], server.area_get_transform.bind(items.area))
	server.area_set_space(items.area, items.space)
	for wrong: RID in [items.body, items.area, items.shape, items.joint]:
		check_kept("area_set_space", [items.area, wrong], server.area_get_space.bind(items.area))


func test_callbacks_are_let_go() -> void:
	var area := server.area_create()
	var holder := RefCounted.new()
	server.area_set_monitor_callback(area, Callable(holder, "get_class"))
	var weak: WeakRef = weakref(holder)
	server.free_rid(area)
	holder = null
	await steps(1)
	check_equal(weak.get_ref(), null, "nothing keeps the object of the callback")
