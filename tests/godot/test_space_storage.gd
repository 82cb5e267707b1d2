# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Spaces: parameters, activity, their role as the area that acts everywhere, and what leaves with them.


func make_space() -> RID:
	return own(server.space_create())


# the defaults are the project's settings
func test_defaults() -> void:
	var space := make_space()
	var expected: PackedFloat64Array = [0.01, 0.05, 0.01, 0.8, 0.1, deg_to_rad(8.0), 0.5, 16.0]
	for param in expected.size():
		check_near(server.space_get_param(space, param), expected[param], 1e-6, "parameter %d" % param)
	check(not server.space_is_active(space), "a new space does not step")


func test_params_round_trip() -> void:
	var space := make_space()
	for param in 8:
		check_round_trip("space_set_param", "space_get_param", [space, param], 0.5 + param)
	for param in 8:
		check_equal(server.space_get_param(space, param), 0.5 + param, "still, parameter %d" % param)


func test_bad_params() -> void:
	var space := make_space()
	for param in 8:
		for value: float in [NAN, INF, -INF, -1.0]:
			check_kept("space_set_param", [space, param, value], server.space_get_param.bind(space, param))
	for param: int in [-1, 8, 1 << 30]:
		check_refused_once("space_set_param", func() -> void: server.space_set_param(space, param, 1.0), [space, param])
		check_refused_once("space_get_param", func() -> void: server.space_get_param(space, param), [space, param])


func test_active() -> void:
	var space := make_space()
	server.space_set_active(space, true)
	check(server.space_is_active(space), "on")
	server.space_set_active(space, true)
	check(server.space_is_active(space), "on twice")
	server.space_set_active(space, false)
	check(not server.space_is_active(space), "off")


func test_direct_state() -> void:
	var space := make_space()
	var state := server.space_get_direct_state(space)
	check(state != null, "there is one")
	check(server.space_get_direct_state(space) == state, "and it is the same every time")
	check(server.space_get_direct_state(make_space()) != state, "each space has its own")


# Godot sets the gravity of a world through the space's RID, as if it were an area
func test_default_area() -> void:
	var space := make_space()
	check_near(server.area_get_param(space, server.AREA_PARAM_GRAVITY), 9.8, 1e-6)
	check_equal(server.area_get_param(space, server.AREA_PARAM_GRAVITY_VECTOR), Vector3(0, -1, 0))
	check_near(server.area_get_param(space, server.AREA_PARAM_LINEAR_DAMP), 0.1, 1e-6)
	check_near(server.area_get_param(space, server.AREA_PARAM_ANGULAR_DAMP), 0.1, 1e-6)
	check_round_trip("area_set_param", "area_get_param", [space, server.AREA_PARAM_GRAVITY], 3.5)
	var vector := [space, server.AREA_PARAM_GRAVITY_VECTOR]
	check_round_trip("area_set_param", "area_get_param", vector, Vector3(1, 2, 3))
	var id := root.get_instance_id()
	check_round_trip("area_attach_object_instance_id", "area_get_object_instance_id", [space], id)
	var other := make_space()
	check_near(server.area_get_param(other, server.AREA_PARAM_GRAVITY), 9.8, 1e-6, "spaces are apart")


func test_freeing_a_space_leaves_its_members() -> void:
	var items := make_items()
	var space := server.space_create()
	server.space_set_active(space, true)
	server.body_set_space(items.body, space)
	server.area_set_space(items.area, space)
	server.soft_body_set_space(items.soft_body, space)
	await steps(2)
	server.free_rid(space)
	check_equal(server.body_get_space(items.body), RID(), "body")
	check_equal(server.area_get_space(items.area), RID(), "area")
	check_equal(server.soft_body_get_space(items.soft_body), RID(), "soft body")
	await steps(2)
	var next := make_space()
	server.body_set_space(items.body, next)
	check_equal(server.body_get_space(items.body), next, "a body can enter another space")


func test_many_spaces() -> void:
	var body := own(server.body_create())
	for i in 20:
		var space := make_space()
		server.space_set_active(space, true)
		server.body_set_space(body, space)
		check_equal(server.body_get_space(body), space)
		await steps(1)
	server.body_set_space(body, RID())
	check_equal(server.body_get_space(body), RID())
