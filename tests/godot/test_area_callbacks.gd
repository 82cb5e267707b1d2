# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What callbacks of areas may do while the server works them off: free, add, move, disable and replace
## anything, themselves included. All through the server, where no node stands in the way.
##
## Only on our engine: Godot Physics refuses some of it and dies of an area that frees itself, Jolt dies of
## a space that is freed before its bodies.

var server := PhysicsServer3D
var space: RID
var shape: RID


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func make_world() -> void:
	space = own(server.space_create())
	server.space_set_active(space, true)
	server.area_set_param(space, server.AREA_PARAM_GRAVITY, 0.0)
	shape = own(server.box_shape_create())
	server.shape_set_data(shape, Vector3.ONE)


## Frees an item now; the harness does not do it again.
func let_go(rid: RID) -> void:
	_owned.erase(rid)
	server.free_rid(rid)


func make_area(callback := Callable(), place := Vector3.ZERO) -> RID:
	var area := own(server.area_create())
	server.area_add_shape(area, shape)
	server.area_set_monitorable(area, true)
	server.area_set_transform(area, Transform3D(Basis(), place))
	if callback.is_valid():
		server.area_set_monitor_callback(area, callback)
	server.area_set_space(area, space)
	return area


func make_body(place := Vector3.ZERO) -> RID:
	var body := own(server.body_create())
	server.body_add_shape(body, shape)
	server.body_set_collision_mask(body, 0)
	server.body_set_state(body, server.BODY_STATE_TRANSFORM, Transform3D(Basis(), place))
	server.body_set_space(body, space)
	return body


## A callback that writes down its calls and does something in the first one.
func acting(calls: Array, action: Callable) -> Callable:
	return func(status: int, rid: RID, _id: int, other: int, own_shape: int) -> void:
		calls.append([status, rid, other, own_shape])
		if calls.size() == 1:
			action.call()


func test_freeing_the_body_that_entered() -> void:
	make_world()
	var calls := []
	var bodies: Array[RID] = []
	make_area(acting(calls, func() -> void: let_go(bodies[0])))
	bodies.append(make_body())
	await steps(4)
	check_equal(calls, [[0, bodies[0], 0, 0], [1, bodies[0], 0, 0]])


func test_freeing_the_area_itself() -> void:
	make_world()
	var calls := []
	var areas: Array[RID] = []
	areas.append(make_area(acting(calls, func() -> void: let_go(areas[0]))))
	make_body()
	make_body()
	await steps(4)
	# two bodies came in; nobody is there to hear of the second
	check_equal(calls.size(), 1)


func test_freeing_another_area_that_would_be_called_next() -> void:
	make_world()
	var calls := []
	var silent := []
	var areas: Array[RID] = []
	make_area(acting(calls, func() -> void: let_go(areas[0])))
	areas.append(make_area(acting(silent, func() -> void: pass)))
	make_body()
	await steps(4)
	check_equal(calls.size(), 1)
	check_equal(silent, [])


func test_freeing_a_shape_that_is_inside() -> void:
	make_world()
	var calls := []
	var other := own(server.sphere_shape_create())
	server.shape_set_data(other, 0.5)
	var area := own(server.area_create())
	server.area_add_shape(area, other)
	server.area_set_monitor_callback(area, acting(calls, func() -> void: let_go(other)))
	server.area_set_space(area, space)
	var body := make_body()
	await steps(4)
	check_equal(calls, [[0, body, 0, 0], [1, body, 0, 0]])


func test_freeing_the_space() -> void:
	make_world()
	var calls := []
	make_area(acting(calls, func() -> void: let_go(space)))
	make_body()
	make_body()
	await steps(4)
	check_equal(calls.size(), 1)


func test_adding_bodies_and_areas() -> void:
	make_world()
	var calls := []
	var grow := func() -> void:
		make_body()
		make_area()
	make_area(acting(calls, grow))
	make_body()
	await steps(4)
	check_equal(calls.size(), 2)
	check_equal(calls[1][0], 0)


func test_moving_the_body_out() -> void:
	make_world()
	var calls := []
	var bodies: Array[RID] = []
	var away := Transform3D(Basis(), Vector3(50, 0, 0))
	var move := func() -> void:
		server.body_set_state(bodies[0], server.BODY_STATE_TRANSFORM, away)
	make_area(acting(calls, move))
	bodies.append(make_body())
	await steps(4)
	check_equal(calls, [[0, bodies[0], 0, 0], [1, bodies[0], 0, 0]])


func test_disabling_shapes() -> void:
	make_world()
	var calls := []
	var items: Array[RID] = []
	var disable := func() -> void:
		server.body_set_shape_disabled(items[1], 0, true)
		server.area_set_shape_disabled(items[0], 0, true)
	items.append(make_area(acting(calls, disable)))
	items.append(make_body())
	await steps(4)
	check_equal(calls, [[0, items[1], 0, 0], [1, items[1], 0, 0]])


func test_removing_shapes() -> void:
	make_world()
	var calls := []
	var items: Array[RID] = []
	items.append(make_area(acting(calls, func() -> void: server.area_clear_shapes(items[0]))))
	items.append(make_body())
	await steps(4)
	check_equal(calls, [[0, items[1], 0, 0], [1, items[1], 0, 0]])


func test_leaving_the_space() -> void:
	make_world()
	var calls := []
	var items: Array[RID] = []
	items.append(make_area(acting(calls, func() -> void: server.area_set_space(items[0], RID()))))
	make_body()
	await steps(4)
	check_equal(calls.size(), 1)


func test_replacing_the_callback() -> void:
	make_world()
	var calls := []
	var later := []
	var items: Array[RID] = []
	var replace := func() -> void:
		server.area_set_monitor_callback(items[0], acting(later, func() -> void: pass))
	items.append(make_area(acting(calls, replace)))
	items.append(make_body())
	await steps(4)
	check_equal(calls, [[0, items[1], 0, 0]])
	# the new listener is told of all that is inside
	check_equal(later, [[0, items[1], 0, 0]])


# a method that takes too few arguments
func test_a_callback_that_cannot_be_called_is_dropped() -> void:
	make_world()
	expect_error("could not be called")
	make_area(func(_status: int) -> void: pass)
	make_body()
	make_body(Vector3(0.5, 0, 0))
	await steps(4)
	check(true, "one error in all")


func test_areas_change_on_worker_threads() -> void:
	make_world()
	var calls := []
	var still := make_area(acting(calls, func() -> void: pass))
	var body := make_body()
	var task := WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			for i in 30:
				var area := server.area_create()
				server.area_add_shape(area, shape)
				server.area_set_transform(area, Transform3D(Basis(), Vector3(index, 0, 0)))
				server.area_set_monitor_callback(area, func(_a, _b, _c, _d, _e) -> void: pass)
				server.area_set_space(area, space)
				server.area_set_param(area, server.AREA_PARAM_GRAVITY_OVERRIDE_MODE, 1)
				server.area_set_collision_layer(area, 2)
				server.area_set_space(area, RID())
				server.free_rid(area),
		8
	)
	while not WorkerThreadPool.is_group_task_completed(task):
		await steps(1)
		OS.delay_msec(1)  # ticks without work would run out before the workers get a turn
	WorkerThreadPool.wait_for_group_task_completion(task)
	await steps(2)
	check_equal(calls, [[0, body, 0, 0]])
	check_equal(server.area_get_space(still), space)
