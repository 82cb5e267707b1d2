# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Every method of the server against RIDs that name nothing, something freed, or something else: one
## sentence with the method's name, an answer like zero, and nothing changed.

## Methods that no barrage of wrong RIDs can reach, and why.
const WITHOUT_RID: Dictionary[String, String] = {
	"set_active": "takes no RID; Godot's own main loop and pause use it",
	"get_process_info": "takes no RID; see test_process_info",
}

## Methods that answer a wrong RID without a word.
const SILENT: Dictionary[String, String] = {
	"body_get_direct_state": "nodes ask for the state of platforms that may be gone",
}

## Kinds that a method accepts besides its own: Godot passes them on purpose.
const ALIASES: Dictionary[String, String] = {
	"area_set_param": "space",
	"area_get_param": "space",
	"area_attach_object_instance_id": "space",
	"area_get_object_instance_id": "space",
	"body_attach_object_instance_id": "soft_body",
	"body_get_object_instance_id": "soft_body",
}

## Answers to a wrong RID that are not zero, because zero would be a lie.
const NOTHING: Dictionary[String, Variant] = {
	"shape_get_type": PhysicsServer3D.SHAPE_CUSTOM,
	"joint_get_type": PhysicsServer3D.JOINT_TYPE_MAX,
}


func is_like_zero(method: String, answer: Variant) -> bool:
	if NOTHING.has(method):
		return answer == NOTHING[method]
	if answer is Transform3D:
		return answer == Transform3D.IDENTITY
	if answer is RID:
		return not answer.is_valid()
	return not answer


func check_bad_rid(method: Dictionary, items: Dictionary[String, RID], rid: RID, what: String) -> void:
	var name: String = method.name
	var arguments := arguments_for(method, items)
	arguments[0] = rid
	var answers := []
	var action := func() -> void: answers.append(server.callv(name, arguments))
	if SILENT.has(name):
		check_silent("%s with %s" % [name, what], action)
	else:
		check_refused(name + ":", action, "%s with %s" % [name, what])
	check(is_like_zero(name, answers[0]), "%s with %s answers %s" % [name, what, answers[0]])


func test_every_method_is_known() -> void:
	for method in server_methods():
		var name: String = method.name
		var known := kind_of(method) != "" or name.ends_with("_create") or WITHOUT_RID.has(name)
		check(known, "%s is tested or has a reason not to be" % name)
	check(server_methods().size() >= 175, "Godot 4.6 has 175 methods")


func test_wrong_rids() -> void:
	var items := make_items()
	var before := snapshot(items)
	var mesh := RenderingServer.mesh_create()
	for method in server_methods():
		var kind := kind_of(method)
		if kind == "" or kind == "any":
			continue
		check_bad_rid(method, items, RID(), "the null RID")
		check_bad_rid(method, items, freed_item(kind), "a freed RID")
		check_bad_rid(method, items, mesh, "a RID of the RenderingServer")
		for other: String in ["body", "soft_body", "area", "space", "shape", "joint"]:
			var is_own_kind := other == kind or (other == "joint" and kind.ends_with("joint"))
			if not is_own_kind and ALIASES.get(method.name, "") != other:
				check_bad_rid(method, items, items[other], "a RID of kind " + other)
	check_equal(snapshot(items), before, "nothing has changed")
	RenderingServer.free_rid(mesh)


# a RID that was alive and of the kind that a method wants
func freed_item(kind: String) -> RID:
	var item: RID
	if kind.ends_with("joint"):
		item = server.joint_create()
	elif kind == "shape":
		item = server.sphere_shape_create()
	else:
		item = server.call(kind + "_create")
	server.free_rid(item)
	return item


# a hinge is no slider: its parameters do not answer to the other's methods
func test_joints_of_another_type() -> void:
	var items := make_items()
	var types: Array[String] = ["pin", "hinge", "slider", "cone_twist", "generic_6dof"]
	for method in server_methods():
		var kind := kind_of(method)
		if not kind.ends_with("_joint"):
			continue
		for type in types:
			if kind != type + "_joint":
				check_bad_rid(method, items, items[type + "_joint"], "a joint of type " + type)


func test_free_rid() -> void:
	for create: String in [
		"body_create", "area_create", "space_create", "joint_create", "soft_body_create",
		"box_shape_create", "world_boundary_shape_create", "separation_ray_shape_create",
		"sphere_shape_create", "capsule_shape_create", "cylinder_shape_create",
		"convex_polygon_shape_create", "concave_polygon_shape_create", "heightmap_shape_create",
		"custom_shape_create",
	]:
		var rid: RID = server.call(create)
		check(rid.is_valid(), "%s gives a RID" % create)
		check_silent("free_rid after " + create, func() -> void: server.free_rid(rid))
		check_refused("free_rid", func() -> void: server.free_rid(rid), "freed twice: " + create)


func test_free_rid_of_others() -> void:
	check_refused("free_rid", func() -> void: server.free_rid(RID()), "the null RID")
	var mesh := RenderingServer.mesh_create()
	check_refused("free_rid", func() -> void: server.free_rid(mesh), "a mesh")
	check_equal(RenderingServer.mesh_get_surface_count(mesh), 0, "the mesh is still there")
	RenderingServer.free_rid(mesh)


func test_rids_are_not_used_again() -> void:
	var seen: Dictionary[RID, bool] = {}
	for i in 200:
		var body := server.body_create()
		check(not seen.has(body), "RID %s is new" % body)
		seen[body] = true
		server.free_rid(body)


# three bodies are awake, one sleeps and one is static; none touches another, so each is an island
func test_process_info() -> void:
	var bodies: Array[RID] = []
	for i in 5:
		bodies.append(server.body_create())
		server.body_set_space(bodies[i], root.get_world_3d().space)
	server.body_set_state(bodies[3], PhysicsServer3D.BODY_STATE_SLEEPING, true)
	server.body_set_mode(bodies[4], PhysicsServer3D.BODY_MODE_STATIC)
	# islands are counted from the first question on
	server.get_process_info(PhysicsServer3D.INFO_ISLAND_COUNT)
	await steps(2)
	check_equal(server.get_process_info(PhysicsServer3D.INFO_ACTIVE_OBJECTS), 3)
	check_equal(server.get_process_info(PhysicsServer3D.INFO_COLLISION_PAIRS), 0)
	check_equal(server.get_process_info(PhysicsServer3D.INFO_ISLAND_COUNT), 3)
	check_equal(Performance.get_monitor(Performance.PHYSICS_3D_ACTIVE_OBJECTS), 3.0)
	for body in bodies:
		server.free_rid(body)


# steps by hand count what the last of them moved, also while nothing else moves; what is paused moves nothing
func test_active_objects_are_those_of_the_last_step() -> void:
	var active := server.get_process_info.bind(server.INFO_ACTIVE_OBJECTS)
	var spaces: Array[RID] = [root.get_world_3d().space, own(server.space_create())]
	for i in 5:
		var body := own(server.body_create())
		server.body_set_space(body, spaces[mini(i / 3, 1)])
	await steps(2)
	check_equal(active.call(), 3)
	for i in 4:
		MinkowskiPhysics.step(spaces[1], 0.01)
	check_equal(active.call(), 5, "two more, stepped by hand")
	server.space_set_active(spaces[0], false)
	check_equal(active.call(), 2, "the others are paused")
	server.space_set_active(spaces[0], true)
	check_equal(active.call(), 5)
	server.set_active(false)
	MinkowskiPhysics.step(spaces[1], 0.01)
	check_equal(active.call(), 2, "all but those by hand are")
	server.set_active(true)


# loader threads make and free shapes and whole scenes while the main thread steps
func test_threads() -> void:
	var space := root.get_world_3d().space
	var task := WorkerThreadPool.add_group_task(
		func(index: int) -> void:
			for i in 50:
				var shape := server.sphere_shape_create()
				server.shape_set_data(shape, 0.5 + index)
				var body := server.body_create()
				server.body_add_shape(body, shape)
				server.body_set_state(
					body, server.BODY_STATE_TRANSFORM, Transform3D(Basis(), Vector3(index, i, 0))
				)
				server.body_set_space(body, space)
				server.body_set_space(body, RID())
				server.free_rid(body)
				server.free_rid(shape),
		16
	)
	while not WorkerThreadPool.is_group_task_completed(task):
		await steps(1)
		OS.delay_msec(1)  # ticks without work would run out before the workers get a turn
	WorkerThreadPool.wait_for_group_task_completion(task)
	check(true, "no crash and no error")
