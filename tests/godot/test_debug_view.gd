# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The debug view: what the singleton gives to be drawn, and the node that draws it. What the lines are is tested
## in tests/unit/world/test_debug.c.

const DebugView := preload("res://addons/minkowski_physics/debug_view.gd")
const GROUP := &"minkowski_debug_view"


func space() -> RID:
	return root.get_world_3d().space


## A box that rests on a plane.
func make_scene() -> RigidBody3D:
	var ground := StaticBody3D.new()
	var plane := CollisionShape3D.new()
	plane.shape = WorldBoundaryShape3D.new()
	ground.add_child(plane)
	add(ground)
	var body := RigidBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = BoxShape3D.new()
	body.add_child(collision)
	body.position.y = 0.5
	add(body)
	return body


func press(key: Key) -> void:
	for pressed: bool in [true, false]:
		var event := InputEventKey.new()
		event.physical_keycode = key
		event.keycode = key
		event.pressed = pressed
		root.get_viewport().push_input(event)


## What the view draws: how many points.
func drawn(view: MeshInstance3D) -> int:
	var lines := view.mesh as ArrayMesh
	if not view.is_visible_in_tree() or lines.get_surface_count() == 0:
		return 0
	return lines.surface_get_array_len(0)


func test_lines_come_in_pairs_with_colours() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_scene()
	await steps(5)
	var layers: Dictionary = {}
	for layer in 8:
		var lines: Dictionary = MinkowskiPhysics.debug_lines(space(), 1 << layer)
		check_equal(lines.points.size() % 2, 0, "two points per line")
		check_equal(lines.colors.size(), lines.points.size(), "a colour per point")
		layers[1 << layer] = lines.points.size() / 2
	# four corners touch: a cross on each surface is three lines
	check_equal(layers[MinkowskiPhysics.DEBUG_CONTACTS], 4 * 2 * 3)
	check_equal(layers[MinkowskiPhysics.DEBUG_NORMALS], 4)
	check_equal(layers[MinkowskiPhysics.DEBUG_IMPULSES], 4)
	check_equal(layers[MinkowskiPhysics.DEBUG_ISLANDS], 12)
	check_equal(layers[MinkowskiPhysics.DEBUG_SLEEPING], 0)
	check(layers[MinkowskiPhysics.DEBUG_BOUNDS] >= 12, "the box has a box")
	check(layers[MinkowskiPhysics.DEBUG_TREE] >= 12, "the tree has it too")
	check_equal(layers[MinkowskiPhysics.DEBUG_PATHS], 0)
	var all: Dictionary = MinkowskiPhysics.debug_lines(space(), MinkowskiPhysics.DEBUG_ALL)
	var sum := 0
	for layer: int in layers:
		sum += layers[layer]
	check_equal(all.points.size() / 2, sum, "all layers are the sum of the layers")
	MinkowskiPhysics.debug_lines(space(), 0)


func test_normals_have_the_size() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_scene()
	await steps(5)
	for size: float in [0.25, 2.0]:
		var lines: Dictionary = MinkowskiPhysics.debug_lines(
			space(), MinkowskiPhysics.DEBUG_NORMALS, size
		)
		check_near(lines.points[0].distance_to(lines.points[1]), size, 1e-5)


func test_bad_arguments_are_refused() -> void:
	if not only_on([MINKOWSKI]):
		return
	for size: float in [0.0, -1.0, NAN, INF]:
		var ask := func() -> void:
			var lines: Dictionary = MinkowskiPhysics.debug_lines(space(), 255, size)
			check(lines.points.is_empty(), "a size of %s gives nothing" % size)
		check_refused("size must be a finite number above 0", ask)
	check_refused("space", MinkowskiPhysics.debug_lines.bind(RID(), 1))
	check_refused("layers", MinkowskiPhysics.set.bind(&"debug_view", -1))
	check_refused("layers", MinkowskiPhysics.set.bind(&"debug_view", 256))
	check_equal(MinkowskiPhysics.debug_view, 0)


func test_the_property_opens_the_view_and_closes_it() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_scene()
	await steps(2)
	check(_tree.get_first_node_in_group(GROUP) == null, "there is no view unless it is asked for")
	MinkowskiPhysics.debug_view = MinkowskiPhysics.DEBUG_CONTACTS
	MinkowskiPhysics.debug_view = MinkowskiPhysics.DEBUG_BOUNDS
	await steps(2)
	var views := _tree.get_nodes_in_group(GROUP)
	check_equal(views.size(), 1, "one view")
	var view: MeshInstance3D = views[0]
	check(drawn(view) >= 24, "the box is drawn")
	var frame: AABB = view.get_aabb()
	check(frame.grow(1e-3).encloses(AABB(Vector3(-0.5, 0, -0.5), Vector3.ONE)), str(frame))
	MinkowskiPhysics.debug_view = 0
	check_equal(drawn(view), 0, "nothing is drawn")
	check(not view.is_processing(), "nothing is done while it is closed")
	view.free()


# at 10 m/s a tick is 17 cm, and a view that is a tick ahead shows every body beside itself
func test_lines_are_where_bodies_are_drawn() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := make_scene()
	body.gravity_scale = 0.0
	body.position.y = 5.0
	body.linear_velocity = Vector3(10, 0, 0)
	var view := DebugView.new()
	view.start_layers = MinkowskiPhysics.DEBUG_ISLANDS
	add(view)
	for is_interpolated: bool in [false, true]:
		_tree.physics_interpolation = is_interpolated
		await steps(5)
		await _tree.process_frame
		view._process(0.0)
		var at := body.get_global_transform_interpolated().origin.x
		# half a way of a tick where bodies are drawn between two ticks
		var tolerance := 0.5 * 10.0 / 60.0 + 1e-3 if is_interpolated else 1e-3
		check_near(view.get_aabb().get_center().x, at, tolerance, "interpolated: %s" % is_interpolated)
	_tree.physics_interpolation = false
	MinkowskiPhysics.debug_view = 0


func test_keys_open_the_view_and_choose() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_scene()
	var view: MeshInstance3D = add(DebugView.new())
	await steps(5)
	press(KEY_4)
	check_equal(MinkowskiPhysics.debug_view, 0, "keys of layers do nothing while it is closed")
	press(KEY_F9)
	check_equal(MinkowskiPhysics.debug_view, DebugView.FIRST_LAYERS)
	check(drawn(view) > 0, "lines are there at once")
	var before := drawn(view)
	press(KEY_4)
	check_equal(MinkowskiPhysics.debug_view, DebugView.FIRST_LAYERS - MinkowskiPhysics.DEBUG_ISLANDS)
	check_equal(drawn(view), before - 24, "the box of the island is gone")
	press(KEY_F9)
	check_equal(MinkowskiPhysics.debug_view, 0)
	check_equal(drawn(view), 0)
	press(KEY_F9)
	check_equal(drawn(view), before - 24, "it comes back as it was")
	press(KEY_F9)


func test_the_layers_of_a_scene_are_shown_from_the_start() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_scene()
	await steps(2)
	var view := DebugView.new()
	view.start_layers = MinkowskiPhysics.DEBUG_NORMALS
	add(view)
	check_equal(MinkowskiPhysics.debug_view, MinkowskiPhysics.DEBUG_NORMALS)
	check_equal(drawn(view), 8)
	MinkowskiPhysics.debug_view = 0


func test_layers_are_those_of_the_engine() -> void:
	if not only_on([MINKOWSKI]):
		return
	for row: Array in DebugView.LAYERS:
		var name: String = "DEBUG_" + row[1].to_upper()
		var value := ClassDB.class_get_integer_constant(&"MinkowskiPhysics", name)
		check_equal(row[0], value, name)


func test_another_engine_is_told_so_once() -> void:
	if skip_on([MINKOWSKI]):
		return
	var first := DebugView.new()
	check(not DebugView.has_warned, "nothing is said before there is a view")
	add(first)
	check(DebugView.has_warned, "it is said")
	add(DebugView.new())
	press(KEY_F9)
	check(not first.visible and not first.is_processing(), "nothing is shown, nothing is done")
	check_refused("not the physics engine", MinkowskiPhysics.set.bind(&"debug_view", 1))
	check_equal(MinkowskiPhysics.debug_view, 0)
