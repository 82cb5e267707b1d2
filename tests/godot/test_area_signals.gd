# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What scripts do in the signals of Area3D: free, move, disable and switch off what they are just told of. The nodes
## themselves refuse some of it, on every engine; the rest must go well. And the corners of the rules of gravity.


## Connects a function to the first body that enters; writes down who enters and leaves.
func make_acting(log: Array[String], action: Callable) -> Area3D:
	var area := make_area()
	area.body_entered.connect(
		func(body: Node3D) -> void:
			log.append("+" + body.name)
			if log.size() == 1:
				action.call(area, body)
	)
	area.body_exited.connect(func(body: Node3D) -> void: log.append("-" + body.name))
	return area


# A44: a pickup that is freed where it is found, at once and at the end of the frame
func test_bodies_are_freed_where_they_enter() -> void:
	for is_queued: bool in [true, false]:
		var log: Array[String] = []
		var area := make_acting(
			log,
			func(_area: Area3D, body: Node3D) -> void:
				if is_queued:
					body.queue_free()
				else:
					body.free()
		)
		for i in 2:
			make_floating_rigid(Vector3(0.2 * i, 0, 0), "body%d" % i)
		await steps(4)
		check_equal(log.size(), 3, str(log))
		# whoever came first left
		check(log.has(log[0].replace("+", "-")), "queued %s: %s" % [is_queued, log])
		check_equal(area.get_overlapping_bodies().size(), 1)
		for child in root.get_children():
			child.free()
		await steps(2)


# the usual of games: whoever enters stops the area from listening, after the signal
func test_monitoring_ends_in_a_signal() -> void:
	var log: Array[String] = []
	var area := make_acting(
		log, func(area: Area3D, _body: Node3D) -> void: area.set_deferred("monitoring", false)
	)
	make_floating_rigid()
	await steps(4)
	check_equal(log, ["+body", "-body"] as Array[String])
	area.monitoring = true
	await steps(3)
	check_equal(log, ["+body", "-body", "+body"] as Array[String])


# the node refuses it within the signal, and goes on
func test_monitoring_cannot_end_within_a_signal() -> void:
	var log: Array[String] = []
	var area := make_acting(log, func(area: Area3D, _body: Node3D) -> void: area.monitoring = false)
	make_floating_rigid()
	expect_error("Function blocked during in/out signal")
	await steps(4)
	check_equal(log, ["+body"] as Array[String])
	check(area.monitoring, "it still listens")


func test_an_area_frees_itself_and_its_body() -> void:
	var log: Array[String] = []
	var act := func(area: Area3D, body: Node3D) -> void:
		area.queue_free()
		body.queue_free()
	make_acting(log, act)
	make_floating_rigid()
	var other_log: Array[String] = []
	make_acting(other_log, func(_area: Area3D, _body: Node3D) -> void: pass)
	await steps(4)
	check_equal(other_log, ["+body", "-body"] as Array[String], "the other area hears of both")
	check_equal(root.get_child_count(), 1)


# a portal: what enters is somewhere else in the next tick
func test_bodies_are_moved_where_they_enter() -> void:
	var log: Array[String] = []
	make_acting(
		log, func(_area: Area3D, body: Node3D) -> void: body.global_position = Vector3(50, 0, 0)
	)
	var far_log: Array[String] = []
	var far := make_acting(far_log, func(_area: Area3D, _body: Node3D) -> void: pass)
	far.position = Vector3(50, 0, 0)
	make_floating_rigid()
	await steps(5)
	check_equal(log, ["+body", "-body"] as Array[String])
	check_equal(far_log, ["+body"] as Array[String])


func test_bodies_are_added_and_reparented_where_others_enter() -> void:
	var log: Array[String] = []
	var act := func(area: Area3D, body: Node3D) -> void:
		make_floating_rigid.call_deferred(Vector3(0, 0.2, 0), "late")
		body.reparent.call_deferred(area)
	make_acting(log, act)
	var body := make_floating_rigid()
	await steps(6)
	check(log.has("+late"), "the new one is seen: %s" % [log])
	check_equal(body.get_parent().get_class(), "Area3D")
	check_equal(log.count("+body") - log.count("-body"), 1, "and the old one is still inside: %s" % [log])


# an area whose node is disabled is not there; a body whose node is disabled is not inside
func test_nodes_that_are_disabled() -> void:
	var log: Array[String] = []
	var area := make_acting(log, func(_area: Area3D, _body: Node3D) -> void: pass)
	area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
	area.gravity = 3.0
	var body := make_floating_rigid()
	body.can_sleep = false
	body.gravity_scale = 1.0
	body.axis_lock_linear_y = true
	await steps(3)
	check_near(gravity_of(body), Vector3(0, -3, 0), 1e-4)
	area.process_mode = Node.PROCESS_MODE_DISABLED
	await steps(3)
	check_near(gravity_of(body), Vector3(0, -9.8, 0), 1e-4, "its gravity is gone")
	check_equal(log, ["+body", "-body"] as Array[String])
	area.process_mode = Node.PROCESS_MODE_INHERIT
	await steps(3)
	check_equal(log, ["+body", "-body", "+body"] as Array[String])
	body.process_mode = Node.PROCESS_MODE_DISABLED
	await steps(3)
	check_equal(log, ["+body", "-body", "+body", "-body"] as Array[String])
	body.process_mode = Node.PROCESS_MODE_INHERIT
	await steps(3)
	check_equal(log.size(), 5, str(log))
	check_near(gravity_of(body), Vector3(0, -3, 0), 1e-4)


# equal numbers: the area that was made last is asked first. Godot Physics has no order; Jolt the same as ours
func test_areas_of_the_same_priority() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for strength: float in [3.0, 5.0]:
		var area := make_area()
		area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
		area.gravity = strength
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(3)
	check_near(gravity_of(body), Vector3(0, -5, 0), 1e-4)


# A27: in the middle of a planet nothing pulls, with and without a unit of distance. With Godot's own engines a body
# hears of the area a tick too late, and is no longer in the middle
func test_the_middle_of_point_gravity() -> void:
	if not only_on([MINKOWSKI]):
		return
	for unit: float in [0.0, 2.0]:
		var area := make_area(Vector3.ZERO, 5.0)
		area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
		area.gravity_point = true
		area.gravity_point_center = Vector3.ZERO
		area.gravity_point_unit_distance = unit
		area.gravity = 10.0
		var body := make_floating_rigid()
		body.gravity_scale = 1.0
		await steps(3)
		check_near(gravity_of(body), Vector3.ZERO, 1e-5, "unit %s" % unit)
		check_near(body.position, Vector3.ZERO, 1e-5)
		area.free()
		body.free()


# a priority that changes while a body is inside counts from the next tick; Jolt sorts only when somebody enters
func test_priorities_change_while_inside() -> void:
	if skip_on([JOLT, GODOT_PHYSICS]):
		return
	var areas: Array[Area3D] = []
	for i in 2:
		var area := make_area()
		area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
		area.gravity = 1.0 + i
		area.priority = i
		areas.append(area)
	var body := make_floating_rigid()
	body.gravity_scale = 1.0
	await steps(3)
	check_near(gravity_of(body), Vector3(0, -2, 0), 1e-4)
	areas[0].priority = 7
	await steps(2)
	check_near(gravity_of(body), Vector3(0, -1, 0), 1e-4)
	areas[0].gravity_space_override = Area3D.SPACE_OVERRIDE_DISABLED
	await steps(2)
	check_near(gravity_of(body), Vector3(0, -2, 0), 1e-4)


# CSG and GridMap are bodies as others; only with our engine are static bodies always seen
func test_areas_see_csg_and_grid_maps() -> void:
	if not only_on([MINKOWSKI]):
		return
	var csg := CSGBox3D.new()
	csg.use_collision = true
	csg.position.x = 0.5
	add(csg)
	var library := MeshLibrary.new()
	library.create_item(0)
	library.set_item_shapes(0, [make_box_shape(), Transform3D.IDENTITY])
	var grid := GridMap.new()
	grid.mesh_library = library
	grid.cell_size = Vector3.ONE
	grid.set_cell_item(Vector3i.ZERO, 0)
	add(grid)
	var area := make_area()
	await steps(4)
	var inside := area.get_overlapping_bodies()
	check(inside.has(csg) and inside.has(grid), "both are inside: %s" % [inside])
	grid.clear()
	csg.use_collision = false
	await steps(4)
	check_equal(area.get_overlapping_bodies(), [] as Array[Node3D])
