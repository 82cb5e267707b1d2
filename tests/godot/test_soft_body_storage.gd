# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Soft bodies: Godot's node keeps no values of its own, so the server's defaults and answers are what a
## user sees. Points are those of the render mesh, in world space.

## Setters and getters of numbers, a valid value and the default.
const NUMBERS_OF: Dictionary[String, Array] = {
	"simulation_precision": [9, 5],
	"total_mass": [2.5, 1.0],
	"linear_stiffness": [0.75, 0.5],
	"shrinking_factor": [0.25, 0.0],
	"pressure_coefficient": [1.5, 0.0],
	"damping_coefficient": [0.5, 0.01],
	"drag_coefficient": [0.125, 0.0],
}


func make_soft() -> RID:
	return own(server.soft_body_create())


## A square of 2 m with 9 vertices in the plane y = 0, and the array of its vertices.
func make_mesh() -> ArrayMesh:
	var plane := PlaneMesh.new()
	plane.size = Vector2(2, 2)
	plane.subdivide_width = 1
	plane.subdivide_depth = 1
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, plane.get_mesh_arrays())
	return mesh


func vertices_of(mesh: ArrayMesh) -> PackedVector3Array:
	return mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]


func points_of(soft: RID, count: int) -> PackedVector3Array:
	var points := PackedVector3Array()
	for i in count:
		points.append(server.soft_body_get_point_global_position(soft, i))
	return points


func test_defaults() -> void:
	var soft := make_soft()
	for name in NUMBERS_OF:
		var value: Variant = server.call("soft_body_get_" + name, soft)
		check_near(value, NUMBERS_OF[name][1], 1e-7, name)
	check_equal(server.soft_body_get_collision_layer(soft), 1)
	check_equal(server.soft_body_get_collision_mask(soft), 1)
	check_equal(server.soft_body_get_space(soft), RID())
	check_equal(server.soft_body_get_bounds(soft), AABB())


func test_numbers_round_trip() -> void:
	var soft := make_soft()
	for name in NUMBERS_OF:
		check_round_trip("soft_body_set_" + name, "soft_body_get_" + name, [soft], NUMBERS_OF[name][0])
	for bits: int in [0, 1, 0x80000000, 0xffffffff]:
		check_round_trip("soft_body_set_collision_layer", "soft_body_get_collision_layer", [soft], bits)
		check_round_trip("soft_body_set_collision_mask", "soft_body_get_collision_mask", [soft], bits)
	var space := own(server.space_create())
	check_round_trip("soft_body_set_space", "soft_body_get_space", [soft], space)
	check_round_trip("soft_body_set_space", "soft_body_get_space", [soft], RID())


func test_bad_numbers() -> void:
	var soft := make_soft()
	for name in NUMBERS_OF:
		var getter := Callable(server, "soft_body_get_" + name).bind(soft)
		if name != "simulation_precision":
			for value in NOT_FINITE:
				check_kept("soft_body_set_" + name, [soft, value], getter)
	for value: int in [0, -1]:
		check_kept(
			"soft_body_set_simulation_precision",
			[soft, value],
			server.soft_body_get_simulation_precision.bind(soft)
		)
	for value: float in [0.0, -1.0]:
		check_kept(
			"soft_body_set_total_mass", [soft, value], server.soft_body_get_total_mass.bind(soft)
		)
	check_kept(
		"soft_body_set_linear_stiffness", [soft, -0.5], server.soft_body_get_linear_stiffness.bind(soft)
	)


func test_bad_spaces() -> void:
	var items := make_items()
	server.soft_body_set_space(items.soft_body, items.space)
	for wrong: RID in [items.body, items.area, items.shape, items.joint, items.soft_body]:
		check_kept(
			"soft_body_set_space",
			[items.soft_body, wrong],
			server.soft_body_get_space.bind(items.soft_body)
		)


func test_exceptions() -> void:
	var items := make_items()
	for other: RID in [items.body, items.area, RID()]:
		check_silent(
			"exception",
			func() -> void:
				server.soft_body_add_collision_exception(items.soft_body, other)
				server.soft_body_remove_collision_exception(items.soft_body, other)
				server.soft_body_remove_collision_exception(items.soft_body, other)
		)


func test_points_come_from_the_mesh() -> void:
	var soft := make_soft()
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	check_equal(points_of(soft, 9), vertices_of(mesh))
	var bounds := server.soft_body_get_bounds(soft)
	check_near(bounds.position, Vector3(-1, 0, -1), 0.1)
	check_near(bounds.end, Vector3(1, 0, 1), 0.1)


# the transform is relative to where the points are: the node stands at the identity afterwards
func test_transforms_move_the_points() -> void:
	var soft := make_soft()
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	server.soft_body_set_transform(soft, Transform3D(Basis(), Vector3(0, 3, 0)))
	var expected := Transform3D(Basis(), Vector3(0, 3, 0)) * vertices_of(mesh)
	check_equal(points_of(soft, 9), expected)
	for value in NOT_FINITE:
		for broken in broken_transforms(value):
			check_kept("soft_body_set_transform", [soft, broken], points_of.bind(soft, 9))


func test_pins() -> void:
	var soft := make_soft()
	server.soft_body_pin_point(soft, 2, true)
	check(server.soft_body_is_point_pinned(soft, 2), "before there is a mesh")
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	check(server.soft_body_is_point_pinned(soft, 2), "kept for the mesh")
	check(not server.soft_body_is_point_pinned(soft, 1), "only that one")
	server.soft_body_pin_point(soft, 1, true)
	server.soft_body_pin_point(soft, 2, false)
	check(server.soft_body_is_point_pinned(soft, 1), "pinned")
	check(not server.soft_body_is_point_pinned(soft, 2), "loosened")
	server.soft_body_remove_all_pinned_points(soft)
	check(not server.soft_body_is_point_pinned(soft, 1), "all loosened")


func test_moving_points() -> void:
	var soft := make_soft()
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	server.soft_body_move_point(soft, 4, Vector3(0.5, 1, 0.5))
	check_equal(server.soft_body_get_point_global_position(soft, 4), Vector3(0.5, 1, 0.5))
	for broken in broken_vectors():
		check_kept("soft_body_move_point", [soft, 4, broken], points_of.bind(soft, 9))


func test_bad_points() -> void:
	var soft := make_soft()
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	var picture := points_of.bind(soft, 9)
	for index: int in [-1, 9, 2147483647, -2147483648]:
		check_kept("soft_body_move_point", [soft, index, Vector3.ONE], picture)
		check_kept("soft_body_apply_point_impulse", [soft, index, Vector3.ONE], picture)
		check_kept("soft_body_apply_point_force", [soft, index, Vector3.ONE], picture)
		check_kept("soft_body_get_point_global_position", [soft, index], picture)
	for broken in broken_vectors():
		check_kept("soft_body_apply_point_impulse", [soft, 0, broken], picture)
		check_kept("soft_body_apply_point_force", [soft, 0, broken], picture)
		check_kept("soft_body_apply_central_impulse", [soft, broken], picture)
		check_kept("soft_body_apply_central_force", [soft, broken], picture)


func test_bad_meshes() -> void:
	var items := make_items()
	var soft := make_soft()
	var mesh := make_mesh()
	server.soft_body_set_mesh(soft, mesh.get_rid())
	var empty := ArrayMesh.new()
	var errors := errors_of(func() -> void: server.soft_body_set_mesh(soft, empty.get_rid()))
	check(not errors.is_empty(), "an empty mesh is reported")
	errors = errors_of(func() -> void: server.soft_body_set_mesh(soft, items.body))
	check(not errors.is_empty(), "a body is no mesh")
	check_silent("again a good mesh", func() -> void: server.soft_body_set_mesh(soft, mesh.get_rid()))
	check_equal(points_of(soft, 9), vertices_of(mesh))
	check_silent("no mesh", func() -> void: server.soft_body_set_mesh(soft, RID()))


func test_states() -> void:
	var items := make_items()
	var soft := items.soft_body
	check_equal(server.soft_body_get_state(soft, server.BODY_STATE_TRANSFORM), Transform3D.IDENTITY)
	for state: int in [-1, 5, 1 << 30]:
		check_refused_once("soft_body_get_state", func() -> void: server.soft_body_get_state(soft, state), [state])
		check_refused_once("soft_body_set_state", func() -> void: server.soft_body_set_state(soft, state, 1), [state])
	for value: Variant in [null, "text", 1.5, RID()]:
		check_kept(
			"soft_body_set_state",
			[soft, server.BODY_STATE_TRANSFORM, value],
			server.soft_body_get_state.bind(soft, server.BODY_STATE_TRANSFORM)
		)


func test_the_node_asks_the_server() -> void:
	var node := SoftBody3D.new()
	node.mesh = make_mesh()
	add(node)
	await steps(2)
	check_equal(node.simulation_precision, 5)
	check_near(node.total_mass, 1.0, 1e-7)
	check_near(node.linear_stiffness, 0.5, 1e-7)
	check_near(node.damping_coefficient, 0.01, 1e-7)
	node.total_mass = 4.0
	check_near(server.soft_body_get_total_mass(node.get_physics_rid()), 4.0, 1e-7)


# a thread that asks the renderer for a mesh waits for the main thread, which may want the server meanwhile
func test_meshes_are_set_on_worker_threads() -> void:
	var softs: Array[RID] = [make_soft(), make_soft()]
	var mesh := make_mesh()
	var task := WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			for i in 30:
				server.soft_body_set_mesh(softs[index], mesh.get_rid()),
		softs.size()
	)
	while not WorkerThreadPool.is_group_task_completed(task):
		for i in 100:
			server.free_rid(server.body_create())
		# ticks fly by here, and the workers need the processor, too
		OS.delay_msec(1)
		await steps(1)
	WorkerThreadPool.wait_for_group_task_completion(task)
	for soft in softs:
		check_equal(points_of(soft, 9), vertices_of(mesh))
