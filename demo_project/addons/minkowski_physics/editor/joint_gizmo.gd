# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorNode3DGizmoPlugin
## Draws the joint nodes of ours: the anchors and what is between them, and lines to the bodies. The anchors of a
## DistanceJoint3D can be dragged.

## m; half the size of the cross that marks an anchor
const CROSS := 0.1
const ANCHORS: Array[StringName] = [&"anchor_a", &"anchor_b"]
## m; of a dash, and of the gap after it
const DASH := 0.08
## so that a rope across a landscape is not slow to draw
const MOST_DASHES := 256
const SPRING_TURNS := 8
const SPRING_POINTS := 12  # of a turn

var _undo_redo: EditorUndoRedoManager


func _init(undo_redo: EditorUndoRedoManager) -> void:
	_undo_redo = undo_redo
	create_material("joint", Color(0.6, 0.8, 1.0))
	create_material("body", Color(0.6, 0.8, 1.0, 0.4))
	create_handle_material("handles")


func _get_gizmo_name() -> String:
	return "Minkowski Joints"


func _has_gizmo(node: Node3D) -> bool:
	return node.get_class() in ["FixedJoint3D", "DistanceJoint3D"]


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var node := gizmo.get_node_3d()
	var places := _anchors(node)
	var lines: PackedVector3Array = []
	for place in places:
		for axis: Vector3 in [Vector3.RIGHT, Vector3.UP, Vector3.BACK]:
			lines.append_array([place - axis * CROSS, place + axis * CROSS])
	if places.size() == 2:
		lines.append_array(_between(node.mode, places))
		gizmo.add_handles(places, get_material("handles"), [])
	gizmo.add_lines(lines, get_material("joint", gizmo))
	gizmo.add_collision_segments(lines)
	var ways := _to_bodies(node, places)
	if not ways.is_empty():
		gizmo.add_lines(ways, get_material("body", gizmo))


# One place for a joint that holds at its origin.
func _anchors(node: Node3D) -> PackedVector3Array:
	if node.get_class() == "DistanceJoint3D":
		return [node.anchor_a, node.anchor_b]
	return [Vector3.ZERO]


# From the anchors to the origins of the bodies that are there, in the space of the joint.
func _to_bodies(node: Node3D, places: PackedVector3Array) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	var paths: Array[NodePath] = [node.node_a, node.node_b]
	for side in 2:
		var body: Node3D = null if paths[side].is_empty() else node.get_node_or_null(paths[side])
		if body and node.is_inside_tree() and not _is_flat(node):
			lines.append(places[mini(side, places.size() - 1)])
			lines.append(node.global_transform.affine_inverse() * body.global_position)
	return lines


# a rope may hang loose and is dashed, a rod is one line
func _between(mode: int, ends: PackedVector3Array) -> PackedVector3Array:
	match mode:
		0:
			return _dashes(ends)
		2:
			return _spring(ends)
	return ends


func _dashes(ends: PackedVector3Array) -> PackedVector3Array:
	var count := clampi(roundi(ends[0].distance_to(ends[1]) / (2.0 * DASH)), 1, MOST_DASHES)
	var points: PackedVector3Array = []
	for i in 2 * count:
		points.append(ends[0].lerp(ends[1], i / (2.0 * count - 1.0)))
	return points


func _spring(ends: PackedVector3Array) -> PackedVector3Array:
	var along := ends[1] - ends[0]
	if along.is_zero_approx():
		return []
	var side := along.cross(Vector3.UP if absf(along.normalized().y) < 0.9 else Vector3.RIGHT)
	side = side.normalized() * CROSS
	var points: PackedVector3Array = [ends[0]]
	var count := SPRING_TURNS * SPRING_POINTS
	for i in range(1, count):
		var turned := side.rotated(along.normalized(), TAU * i / SPRING_POINTS)
		points.append_array([ends[0] + along * i / count + turned, ends[0] + along * i / count + turned])
	points.append(ends[1])
	return points


func _get_handle_name(_gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> String:
	return ANCHORS[id].capitalize()


func _get_handle_value(gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> Variant:
	return gizmo.get_node_3d().get(ANCHORS[id])


# The anchor stays in the plane through it that faces the camera.
func _set_handle(
	gizmo: EditorNode3DGizmo, id: int, _secondary: bool, camera: Camera3D, mouse: Vector2
) -> void:
	var node := gizmo.get_node_3d()
	var anchor: Vector3 = node.get(ANCHORS[id])
	var forward := -camera.global_basis.z
	var plane := Plane(forward, node.global_transform * anchor)
	var hit: Variant = plane.intersects_ray(
		camera.project_ray_origin(mouse), camera.project_ray_normal(mouse)
	)
	if hit == null or _is_flat(node):
		return
	anchor = node.global_transform.affine_inverse() * (hit as Vector3)
	if EditorInterface.is_node_3d_snap_enabled():
		anchor = anchor.snappedf(EditorInterface.get_node_3d_translate_snap())
	node.set(ANCHORS[id], anchor)


func _commit_handle(
	gizmo: EditorNode3DGizmo, id: int, _secondary: bool, restore: Variant, cancel: bool
) -> void:
	var node := gizmo.get_node_3d()
	if cancel:
		node.set(ANCHORS[id], restore)
		return
	if node.get(ANCHORS[id]) == restore:
		return # there is nothing to be undone
	_undo_redo.create_action("Move %s" % ANCHORS[id].capitalize(), UndoRedo.MERGE_DISABLE, node)
	_undo_redo.add_do_property(node, ANCHORS[id], node.get(ANCHORS[id]))
	_undo_redo.add_undo_property(node, ANCHORS[id], restore)
	_undo_redo.commit_action()


# Nothing of the world is anywhere in the space of a node without a volume.
func _is_flat(node: Node3D) -> bool:
	return node.global_basis.determinant() == 0.0
