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
]
## Different in each direction, and turned.
const SCALE := Vector3(0.8, 1.3, 0.6)
## m of the shape; how far handles are dragged
const WAY := 0.08
## m; the mouse is on whole and half pixels, and a pixel of the small window is about a centimetre here
const PIXEL := 0.03


func open_shape(type: StringName, basis: Basis) -> CollisionShape3D:
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = ClassDB.instantiate(type)
	node.transform = Transform3D(basis, Vector3(0.1, 0.2, 0.1))
	body.add_child(node)
	var opened: CollisionShape3D = (await open(body)).get_child(0)
	await select(opened)
	return opened


# Drags one handle outwards; the number must grow by the way, and the other side of a pair stay.
func drag_one(node: CollisionShape3D, id: int) -> void:
	var handle := Handles.of(node.shape)[id]
	var text := "%s of %s" % [handle.title, node.shape.get_class()]
	var number := handle.read(node.shape)
	var was := node.transform
	var from := node.global_transform * handle.place
	await drag(from, node.global_transform * (handle.place + handle.along * WAY))
	# on both sides of a pair the middle follows; a rounding grows by more than its handle moves
	var ratio := 1.0 if handle.is_one_of_two() else handle.ratio
	check_near(handle.read(node.shape), number + ratio * WAY, ratio * PIXEL, text)
	var grown := handle.read(node.shape) - number
	var moved := (was.affine_inverse() * node.transform.origin).dot(handle.along)
	check_near(moved, grown / 2.0 if handle.is_one_of_two() else 0.0, 1e-4, text + ", its middle")
	await control_key(KEY_Z)
	check(handle.read(node.shape) == number, text + " is not undone")
	check(node.transform.is_equal_approx(was), text + ": the node is not back")


func drag_all(basis: Basis) -> void:
	for type in CLASSES:
		var node := await open_shape(type, basis)
		for id in Handles.of(node.shape).size():
			await drag_one(node, id)


func test_handles_change_their_number_and_undo_puts_it_back() -> void:
	await drag_all(Basis.IDENTITY)


func test_handles_follow_the_mouse_under_scales_that_differ() -> void:
	await drag_all(Basis.from_euler(Vector3(0.3, 0.2, 0.1)) * Basis.from_scale(SCALE))


func test_a_dragged_shape_is_saved_and_loaded() -> void:
	var node := await open_shape(&"ConeShape3D", Basis.IDENTITY)
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
	var node := await open_shape(&"RoundedBoxShape3D", Basis.IDENTITY)
	for id: int in [0, 6]:
		var handle := Handles.of(node.shape)[id]
		var from := node.global_transform * handle.place
		await drag(from, from - handle.along * 2.0)
		check_near(handle.read(node.shape), handle.least, 1e-6, handle.title)
		await control_key(KEY_Z)
	var rounding := Handles.of(node.shape)[6]
	var edge := node.global_transform * rounding.place
	await drag(edge, edge + rounding.along)
	check_near(node.shape.rounding, 0.5, 1e-6, "the rounding of a cube of one metre")


# two at one place are one to the mouse: whatever the numbers are, each can be taken
func test_no_handle_hides_another() -> void:
	for type in CLASSES:
		var shape: Shape3D = ClassDB.instantiate(type)
		for rounding: float in [0.0, 0.2, 0.5, 9.0]:
			if &"rounding" in shape:
				shape.set(&"rounding", rounding)
			var handles := Handles.of(shape)
			for i in handles.size():
				for j in i:
					var distance := handles[i].place.distance_to(handles[j].place)
					check(distance > WAY, "%s: %s, %s" % [type, handles[i].title, handles[j].title])


func test_a_click_on_a_handle_is_nothing_to_undo() -> void:
	var node := await open_shape(&"ConeShape3D", Basis.IDENTITY)
	var manager := EditorInterface.get_editor_undo_redo()
	var history := manager.get_history_undo_redo(manager.get_object_history_id(node))
	var version := history.get_version()
	var top := node.global_transform * Handles.of(node.shape)[0].place
	await drag(top, top)
	check(history.get_version() == version, "a step that changes nothing")
	await drag(top, top + Vector3.UP)
	check(history.get_version() == version + 1, "the handle was hit")


# the skin of a hull is drawn and dragged where it is, and other engines get it too
func test_the_rounding_of_a_hull_is_dragged() -> void:
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = MeshHullShape3D.new()
	node.shape.mesh = BoxMesh.new()
	body.add_child(node)
	node = (await open(body)).get_child(0)
	await select(node)
	await drag_one(node, 0)
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
	var node := await open_shape(&"EllipsoidShape3D", Basis.IDENTITY)
	var names: PackedStringArray = []
	for gizmo: EditorNode3DGizmo in node.get_gizmos():
		names.append(gizmo.get_plugin().get_class())
	var godots := names.find("CollisionShape3DGizmoPlugin")
	check(godots >= 0 and godots < names.size() - 1, "Godot draws first: %s" % names)
