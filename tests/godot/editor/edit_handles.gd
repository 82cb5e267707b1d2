# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## Every handle of every shape is dragged with the mouse, undone, done again, saved and loaded.

const Handles := preload("res://addons/minkowski_physics/editor/shape_handles.gd")
const Outline := preload("res://addons/minkowski_physics/editor/shape_outline.gd")
const CLASSES: Array[StringName] = [
	&"EllipsoidShape3D",
	&"ConeShape3D",
	&"TaperedCapsuleShape3D",
	&"TaperedCylinderShape3D",
	&"RoundedBoxShape3D",
	&"RoundedCylinderShape3D",
	&"MeshHullShape3D",
	&"FittedBoxShape3D",
	&"FittedSphereShape3D",
	&"ConvexDecompositionShape3D",
]
## What sums are made of, each with the one after it.
const PARTS: Array[StringName] = [
	&"BoxShape3D",
	&"SphereShape3D",
	&"CapsuleShape3D",
	&"CylinderShape3D",
	&"ConeShape3D",
	&"RoundedBoxShape3D",
	&"FittedBoxShape3D",
	&"SeparationRayShape3D",
]
## Different in each direction, and turned.
const SCALE := Vector3(0.8, 1.3, 0.6)
## m of the shape; how far handles are dragged
const WAY := 0.08
## m; the mouse is on whole and half pixels, and a pixel of the small window is about a centimetre here
const PIXEL := 0.03
## Pixels; Godot takes the nearest handle to the camera of those that are less than 9.5 away from the mouse
const APART := 10.0


## A shape with all that it needs.
func make_shape(type: StringName) -> Shape3D:
	var shape: Shape3D = ClassDB.instantiate(type)
	if &"mesh" in shape:
		var prism := PrismMesh.new()
		prism.size = Vector3(1.0, 0.8, 1.2)
		prism.left_to_right = 0.2
		shape.set(&"mesh", prism)
	return shape


func make_sum(a: Shape3D, b: Shape3D) -> MinkowskiSumShape3D:
	var sum := MinkowskiSumShape3D.new()
	sum.shape_a = a
	sum.shape_b = b
	return sum


func make_sums() -> Array[MinkowskiSumShape3D]:
	var sums: Array[MinkowskiSumShape3D] = []
	for i in PARTS.size():
		sums.append(make_sum(make_shape(PARTS[i]), make_shape(PARTS[(i + 1) % PARTS.size()])))
	return sums


func open_shape(shape: Shape3D, basis: Basis) -> CollisionShape3D:
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = shape
	node.transform = Transform3D(basis, Vector3(0.1, 0.2, 0.1))
	body.add_child(node)
	var opened: CollisionShape3D = (await open(body)).get_child(0)
	await select(opened)
	return opened


# Drags one handle outwards; the number must grow by the way, the handle stay under the mouse, and the other side of a
# pair where it is.
func drag_one(node: CollisionShape3D, id: int) -> void:
	var handle := Handles.of(node.shape)[id]
	var text := "%s of %s" % [handle.title, node.shape.get_class()]
	var number := handle.read()
	var was := node.transform
	var from := node.global_transform * handle.place
	await drag(from, node.global_transform * (handle.place + handle.along * WAY))
	# on both sides of a pair the middle follows; a rounding grows by more than its handle moves
	var ratio := 1.0 if handle.is_one_of_two else handle.ratio
	check_near(handle.read(), number + ratio * WAY, ratio * PIXEL, text)
	var grown := handle.read() - number
	var moved := (was.affine_inverse() * node.transform.origin).dot(handle.along)
	check_near(moved, grown / 2.0 if handle.is_one_of_two else 0.0, 1e-4, text + ", its middle")
	var place := was.affine_inverse() * node.transform * Handles.of(node.shape)[id].place
	check_near((place - handle.place).dot(handle.along), WAY, PIXEL, text + ", its place")
	await control_key(KEY_Z)
	check(handle.read() == number, text + " is not undone")
	check(node.transform.is_equal_approx(was), text + ": the node is not back")
	check(Handles.of(node.shape)[id].place.is_equal_approx(handle.place), text + ": the handle is not back")


# Turns a node until on the screen no handle is before another, as one would turn the view.
func turn_until_seen(node: CollisionShape3D) -> void:
	var basis := node.basis
	for turn in 30:
		node.basis = Basis(Vector3.UP, 0.05 * turn) * basis
		if nearest_on_screen(node) > APART:
			return
	check(false, "no view shows all handles of %s" % node.shape)


# Pixels between the two handles that are seen closest to each other.
func nearest_on_screen(node: CollisionShape3D) -> float:
	var nearest := INF
	var places: PackedVector2Array = []
	for handle in Handles.of(node.shape):
		places.append(on_screen(node.global_transform * handle.place))
	for i in places.size():
		for j in i:
			nearest = minf(nearest, places[i].distance_to(places[j]))
	return nearest


func drag_every(shape: Shape3D, basis: Basis) -> void:
	var node := await open_shape(shape, basis)
	var count := Handles.of(node.shape).size()
	check(count > 0, "%s has no handles" % node.shape.get_class())
	await turn_until_seen(node)
	for id in count:
		await drag_one(node, id)


func drag_all(basis: Basis) -> void:
	for type in CLASSES:
		await drag_every(make_shape(type), basis)


func test_handles_change_their_number_and_undo_puts_it_back() -> void:
	await drag_all(Basis.IDENTITY)


func test_handles_follow_the_mouse_under_scales_that_differ() -> void:
	await drag_all(Basis.from_euler(Vector3(0.3, 0.2, 0.1)) * Basis.from_scale(SCALE))


func test_handles_of_a_sum_are_those_of_its_shapes() -> void:
	for sum in make_sums():
		await drag_every(sum, Basis.IDENTITY)


func test_handles_of_a_sum_follow_the_mouse_under_scales_that_differ() -> void:
	for sum in make_sums():
		await drag_every(sum, Basis.from_euler(Vector3(0.3, 0.2, 0.1)) * Basis.from_scale(SCALE))


# the farther half of a sum of sums, and of a shape that is in it twice
func test_a_side_of_a_sum_stays_when_the_other_is_dragged() -> void:
	var inner := make_sum(make_shape(&"BoxShape3D"), make_shape(&"ConeShape3D"))
	var node := await open_shape(make_sum(make_shape(&"SphereShape3D"), inner), Basis.IDENTITY)
	var dragged := 0
	for id in Handles.of(node.shape).size():
		var handle := Handles.of(node.shape)[id]
		if handle.is_one_of_two:
			var behind := MinkowskiPhysics.support(node.shape, node.transform, -handle.along)
			var from := node.global_transform * handle.place
			await drag(from, from + handle.along * WAY)
			var now := MinkowskiPhysics.support(node.shape, node.transform, -handle.along)
			check_near((now - behind).dot(handle.along), 0.0, 1e-4, handle.title)
			dragged += 1
	check(dragged == 8, "%d pairs of sides of a box and a cone" % dragged)


func test_a_sum_of_a_shape_with_itself_grows_on_both_sides() -> void:
	var box := make_shape(&"BoxShape3D")
	var node := await open_shape(make_sum(box, box), Basis.IDENTITY)
	check(Handles.of(node.shape).size() == 6, "the handles of one box")
	await drag_one(node, 0)


func test_what_is_no_sum_has_no_handles() -> void:
	for other: Shape3D in [null, WorldBoundaryShape3D.new(), make_shape(&"ConvexDecompositionShape3D")]:
		var node := await open_shape(make_sum(BoxShape3D.new(), other), Basis.IDENTITY)
		check(not node.shape.get_problem().is_empty(), "it is no sum")
		check(Handles.of(node.shape).is_empty(), "a sum with %s" % other)
		check(Outline.inside_of(node.shape).is_empty(), "it is made of nothing")
	check(Handles.of(MovingMeshShape3D.new()).is_empty(), "triangles have no numbers")
	for type: StringName in [&"FittedBoxShape3D", &"FittedSphereShape3D", &"ConvexDecompositionShape3D"]:
		check(Handles.of(ClassDB.instantiate(type)).is_empty(), "%s without a mesh" % type)


# Godot's capsule changes its other number by itself where there is no room, which undo would not put back
func test_a_capsule_in_a_sum_keeps_room_for_its_caps() -> void:
	var sum := make_sum(make_shape(&"CapsuleShape3D"), make_shape(&"BoxShape3D"))
	sum.shape_a.height = 1.2
	var node := await open_shape(sum, Basis.IDENTITY)
	for id: int in [0, 2]:
		var handle := Handles.of(node.shape)[id]
		var from := node.global_transform * handle.place
		await drag(from, from + handle.along * (-2.0 if id == 0 else 2.0))
		check_near(node.shape.shape_a.height, 1.0 if id == 0 else 1.2, 1e-4, "height")
		check_near(node.shape.shape_a.radius, 0.5 if id == 0 else 0.6, 1e-4, "radius")
		await control_key(KEY_Z)
		check_near(node.shape.shape_a.height, 1.2, 1e-4, "height as it was")
		check_near(node.shape.shape_a.radius, 0.5, 1e-4, "radius as it was")


func test_a_padding_and_a_part_of_a_sum_are_saved_and_loaded() -> void:
	var node := await open_shape(make_sum(BoxShape3D.new(), make_shape(&"FittedBoxShape3D")), Basis.IDENTITY)
	for id: int in [0, 6]:
		var handle := Handles.of(node.shape)[id]
		var from := node.global_transform * handle.place
		await drag(from, from + handle.along * 0.3)
	var size: Vector3 = node.shape.shape_a.size
	var padding: float = node.shape.shape_b.padding
	check(size.x > 1.2 and padding > 0.2, "%s, %f" % [size, padding])
	node = (await save_and_reopen()).get_child(0)
	check(node.shape.shape_a.size.is_equal_approx(size), "%s" % node.shape.shape_a.size)
	check_near(node.shape.shape_b.padding, padding, 1e-6, "the padding that was saved")


func test_a_dragged_shape_is_saved_and_loaded() -> void:
	var node := await open_shape(make_shape(&"ConeShape3D"), Basis.IDENTITY)
	var top := Handles.of(node.shape)[0]
	await drag(node.global_transform * top.place, node.global_transform * (top.place + top.along))
	var height: float = node.shape.height
	var was := node.transform
	check(height > 1.5, "the cone is %f high" % height)
	node = (await save_and_reopen()).get_child(0)
	check_near(node.shape.height, height, 1e-6, "the height that was saved")
	check(node.transform.is_equal_approx(was), "the node is where it was")


# the number keeps what the resource takes, and nothing is said in the log
func test_handles_stop_at_the_least_and_the_most() -> void:
	var node := await open_shape(make_shape(&"RoundedBoxShape3D"), Basis.IDENTITY)
	for id: int in [0, 6]:
		var handle := Handles.of(node.shape)[id]
		var from := node.global_transform * handle.place
		await drag(from, from - handle.along * 2.0)
		check_near(handle.read(), handle.least, 1e-6, handle.title)
		await control_key(KEY_Z)
	var rounding := Handles.of(node.shape)[6]
	var edge := node.global_transform * rounding.place
	await drag(edge, edge + rounding.along)
	check_near(node.shape.rounding, 0.5, 1e-6, "the rounding of a cube of one metre")


# two at one place are one to the mouse: whatever the numbers are, each can be taken
func test_no_handle_hides_another() -> void:
	for type in CLASSES:
		var shape := make_shape(type)
		for rounding: float in [0.0, 0.2, 0.5, 9.0]:
			if &"rounding" in shape:
				shape.set(&"rounding", rounding)
			check_apart(shape)
	for a in PARTS:
		for b in PARTS:
			check_apart(make_sum(make_shape(a), make_shape(b)))


func check_apart(shape: Shape3D) -> void:
	var handles := Handles.of(shape)
	for i in handles.size():
		for j in i:
			var distance := handles[i].place.distance_to(handles[j].place)
			check(distance > WAY, "%s: %s, %s" % [shape.get_class(), handles[i].title, handles[j].title])


# a scale of 0 is typed easily; the log is checked by whoever started the editor
func test_handles_of_a_flat_node_are_dragged_where_it_has_a_size() -> void:
	var scales: Array[Vector3] = [Vector3(-1, -2, 0.5)]
	# Jolt Physics itself warns of what is flat
	if ProjectSettings.get_setting("physics/3d/physics_engine") != "Jolt Physics":
		scales.append_array([Vector3(0, 1, 1), Vector3(1, 0, 1), Vector3.ZERO])
	for scale in scales:
		var node := await open_shape(make_shape(&"ConeShape3D"), Basis.IDENTITY)
		node.scale = scale
		await frames(2)
		for id: int in [0, 2]: # the top and the radius at the bottom
			var handle := Handles.of(node.shape)[id]
			var number := handle.read()
			var along := (node.basis * handle.along).abs()
			var from := node.global_transform * handle.place
			var way := signf(scale[along.max_axis_index()]) * handle.along if along else handle.along
			await drag(from, from + way * 0.2)
			var size := absf(scale.y if id == 0 else scale.x)
			check_near(handle.read() - number, 0.2 / size if size > 0.0 else 0.0, PIXEL, "%s at %s" % [handle.title, scale])
			await control_key(KEY_Z)


func test_a_click_on_a_handle_is_nothing_to_undo() -> void:
	var node := await open_shape(make_shape(&"ConeShape3D"), Basis.IDENTITY)
	var manager := EditorInterface.get_editor_undo_redo()
	var history := manager.get_history_undo_redo(manager.get_object_history_id(node))
	var version := history.get_version()
	var top := node.global_transform * Handles.of(node.shape)[0].place
	await drag(top, top)
	check(history.get_version() == version, "a step that changes nothing")
	await drag(top, top + Vector3.UP)
	check(history.get_version() == version + 1, "the handle was hit")


# the skin of a hull is drawn and dragged where it is, and other engines get it too
func test_the_rounding_of_a_hull_is_drawn() -> void:
	var hull := MeshHullShape3D.new()
	hull.mesh = BoxMesh.new()
	var node := await open_shape(hull, Basis.IDENTITY)
	node.shape.rounding = 0.25
	check_near(Handles.of(node.shape)[0].place.x, 0.75, 1e-4, "the handle is on the skin")
	var farthest := 0.0
	for point in Outline.of(node.shape):
		farthest = maxf(farthest, point.length())
	# the middle of an arc about a corner of the cube, from one face to another
	var out := 0.5 + 0.25 * sqrt(0.5)
	# a millimetre: the arc is drawn in straight pieces
	check_near(farthest, Vector3(out, out, 0.5).length(), 1e-3, "the skin is drawn")


func test_the_hull_that_godot_would_draw_is_taken_away() -> void:
	var node := await open_shape(make_shape(&"EllipsoidShape3D"), Basis.IDENTITY)
	var names: PackedStringArray = []
	for gizmo: EditorNode3DGizmo in node.get_gizmos():
		names.append(gizmo.get_plugin().get_class())
	var godots := names.find("CollisionShape3DGizmoPlugin")
	check(godots >= 0 and godots < names.size() - 1, "Godot draws first: %s" % names)
