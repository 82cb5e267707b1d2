# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorNode3DGizmoPlugin
## Draws the shapes of ours in the editor as they are, with handles. Godot's own gizmo would show the hull
## that stands for such a shape under another engine; it comes first, and what it drew is taken away. A shape with
## something wrong has a sign at its middle, and one in the scene tree; the inspector has the words.

const Handles := preload("shape_handles.gd")
const Outline := preload("shape_outline.gd")

const GODOT_PLUGIN := "CollisionShape3DGizmoPlugin"
const ONLY_SELECTED := "editors/3d_gizmos/gizmo_settings/show_collision_shapes_only_when_selected"
## How far the line of the mouse goes, in metres; as Godot's gizmos have it.
const REACH := 4096.0
## From part to part: the golden section, so that neighbours differ and no number of parts repeats early.
const HUE_STEP := 0.618034
## Of the opacity of a shape: what the shapes have of which it is made.
const FAINT := 0.4
## Of the sign, as Godot's gizmos of lights and cameras have it: the same on the screen from near and far.
const SIGN_SIZE := 0.035
## The sign: a triangle with an exclamation mark. Godot's own is too small to be enlarged.
const SIGN := """<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">\
<path d="M8 1.5 15 14H1z" fill="#ffdd65" stroke="#202020" stroke-linejoin="round"/>\
<path d="M7 5.5h2L8.6 10H7.4zM7 11h2v1.6H7z" fill="#202020"/></svg>"""

## What is wrong, by the number of the node whose shape it is.
var problems: Dictionary[int, String] = {}

var _undo_redo: EditorUndoRedoManager
# of the handle that is dragged: what it was, and where its node was
var _start: Handles.Handle
var _start_number: float
var _start_transform: Transform3D
# numbers of shapes -> what their parts were found for, when the scene was said to be unsaved
var _told: Dictionary[int, int] = {}


func _init(undo_redo: EditorUndoRedoManager) -> void:
	_undo_redo = undo_redo
	# Godot dims what is not selected by itself
	for part: Array in [["lines", 2.0], ["fill", 0.0625], ["lines_off", 0.0625], ["fill_off", 0.0156]]:
		add_material(part[0], _make_material(part[1]))
	# convex parts are told apart by what they fill: all their lines are a tangle
	for part: Array in [["parts", 0.5], ["parts_off", 0.0625]]:
		add_material(part[0], _make_material(part[1]))
	create_handle_material("handles")
	create_icon_material("sign", _make_sign())


func _make_material(alpha: float) -> StandardMaterial3D:
	var material := StandardMaterial3D.new()
	material.albedo_color = Color(1, 1, 1, alpha)
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.render_priority = Material.RENDER_PRIORITY_MIN + 1
	material.disable_fog = true
	material.vertex_color_use_as_albedo = true
	material.vertex_color_is_srgb = true
	return material


func _make_sign() -> Texture2D:
	var image := Image.new()
	image.load_svg_from_string(SIGN, 4.0)
	return ImageTexture.create_from_image(image)


func _get_gizmo_name() -> String:
	return "Minkowski Shapes"


# below Godot's -1: those with less are drawn later
func _get_priority() -> int:
	return -2


# Any: a shape of ours can be chosen later.
func _has_gizmo(node: Node3D) -> bool:
	return node is CollisionShape3D


func _redraw(gizmo: EditorNode3DGizmo) -> void:
	gizmo.clear()
	var node := gizmo.get_node_3d() as CollisionShape3D
	problems.erase(node.get_instance_id())
	if not is_ours(node.shape):
		return
	if node.shape.get_problem():
		problems[node.get_instance_id()] = node.shape.get_problem()
	_take_away_godots(node)
	_watch_search(node)
	var is_selected := node in EditorInterface.get_selection().get_selected_nodes()
	if EditorInterface.get_editor_settings().get_setting(ONLY_SELECTED) and not is_selected:
		return
	_draw(gizmo, node)
	if node.shape.get_problem():
		gizmo.add_unscaled_billboard(get_material("sign", gizmo), SIGN_SIZE)
	_add_handles(gizmo, node.shape)


## Whether a shape is one that the extension adds.
static func is_ours(shape: Shape3D) -> bool:
	return shape is ConvexPolygonShape3D and shape.get_class() != "ConvexPolygonShape3D"


func _take_away_godots(node: Node3D) -> void:
	for other: Node3DGizmo in node.get_gizmos():
		if other is EditorNode3DGizmo and other.get_plugin().get_class() == GODOT_PLUGIN:
			other.clear()


# Parts that the file of the scene does not have must go into it, or the game looks for them at every start.
func _watch_search(node: CollisionShape3D) -> void:
	var shape := node.shape
	if shape.get_class() != "ConvexDecompositionShape3D" or not shape.has_new_parts() or shape.part_count == 0:
		return
	var id := shape.get_instance_id()
	var found_for: int = shape.saved_parts[0]
	if _told.get(id, 0) != found_for and node.is_part_of_edited_scene():
		_told[id] = found_for
		# not while the scene is still being opened
		EditorInterface.mark_scene_as_unsaved.call_deferred()


func _draw(gizmo: EditorNode3DGizmo, node: CollisionShape3D) -> void:
	var suffix := "_off" if node.disabled else ""
	var color := Color(1, 1, 1, 0.75) if node.disabled else node.debug_color
	if node.shape.get_class() == "ConvexDecompositionShape3D":
		for part: int in node.shape.part_count:
			var points: PackedVector3Array = node.shape.get_part(part)
			var own_color := color_of_part(part, color.a)
			_draw_part(gizmo, Outline.of_hull(points, node.shape.rounding), suffix, own_color)
			if node.debug_fill:
				_fill(gizmo, _hull_faces(points, node.shape.rounding), "parts" + suffix, own_color)
		return
	_draw_part(gizmo, Outline.of(node.shape), suffix, color)
	if node in EditorInterface.get_selection().get_selected_nodes():
		_draw_part(gizmo, Outline.inside_of(node.shape), suffix, Color(color, color.a * FAINT))
	if node.debug_fill:
		_fill(gizmo, _faces(node.shape), "fill" + suffix, color)


## The colour of a convex part.
static func color_of_part(part: int, alpha: float) -> Color:
	return Color.from_hsv(fmod(part * HUE_STEP, 1.0), 0.7, 1.0, alpha)


func _draw_part(
	gizmo: EditorNode3DGizmo, lines: PackedVector3Array, suffix: String, color: Color
) -> void:
	if lines.is_empty():
		return
	gizmo.add_lines(lines, get_material("lines" + suffix, gizmo), false, color)
	gizmo.add_collision_segments(lines)


# The triangles of a shape, three points each.
func _faces(shape: Shape3D) -> PackedVector3Array:
	match shape.get_class():
		"MovingMeshShape3D":
			var mesh: Mesh = shape.mesh
			return mesh.get_faces() if mesh else PackedVector3Array()
		"MeshHullShape3D":
			return _rounded_faces(shape.get_hull(), shape.rounding)
	return _hull_faces((shape as ConvexPolygonShape3D).points, 0.0)


func _hull_faces(points: PackedVector3Array, rounding: float) -> PackedVector3Array:
	return _rounded_faces(Engine.get_singleton(&"MinkowskiPhysics").convex_hull(points), rounding)


func _rounded_faces(hull: RefCounted, rounding: float) -> PackedVector3Array:
	var skin := Outline.faces_of(hull, rounding)
	return _hull_faces(skin, 0.0) if rounding > 0.0 and skin else skin


func _fill(gizmo: EditorNode3DGizmo, faces: PackedVector3Array, material: String, color: Color) -> void:
	if faces.is_empty():
		return
	var colors: PackedColorArray = []
	colors.resize(faces.size())
	colors.fill(color)
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = faces
	arrays[Mesh.ARRAY_COLOR] = colors
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	gizmo.add_mesh(mesh, get_material(material, gizmo))


func _add_handles(gizmo: EditorNode3DGizmo, shape: Resource) -> void:
	var places: PackedVector3Array = []
	for handle in Handles.of(shape):
		places.append(handle.place)
	if not places.is_empty():
		gizmo.add_handles(places, get_material("handles"), [])


func _handle(gizmo: EditorNode3DGizmo, id: int) -> Handles.Handle:
	return Handles.of((gizmo.get_node_3d() as CollisionShape3D).shape)[id]


func _get_handle_name(gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> String:
	return _handle(gizmo, id).title


func _get_handle_value(gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> Variant:
	return _handle(gizmo, id).read()


func _begin_handle_action(gizmo: EditorNode3DGizmo, id: int, _secondary: bool) -> void:
	_start = _handle(gizmo, id)
	_start_number = _get_handle_value(gizmo, id, false)
	_start_transform = gizmo.get_node_3d().transform


func _set_handle(
	gizmo: EditorNode3DGizmo, _id: int, _secondary: bool, camera: Camera3D, mouse: Vector2
) -> void:
	var node := gizmo.get_node_3d() as CollisionShape3D
	var is_around_middle := not _start.is_one_of_two or Input.is_key_pressed(KEY_ALT)
	var ratio := _start.ratio if is_around_middle else 1.0
	var number := _start_number + ratio * _distance_dragged(node, camera, mouse)
	if EditorInterface.is_node_3d_snap_enabled():
		number = snappedf(number, EditorInterface.get_node_3d_translate_snap())
	number = clampf(number, _start.least, maxf(_start.least, _start.most))
	_start.owner.set(_start.property, _start.changed(number))
	var moved := Vector3.ZERO if is_around_middle else _start.along * (number - _start_number) / 2.0
	node.transform = _start_transform.translated_local(moved)


# How far the point of the handle's line that is nearest to the mouse is from where it was, in metres of
# the shape: the node may be scaled, differently in each direction, and flat in some.
func _distance_dragged(node: Node3D, camera: Camera3D, mouse: Vector2) -> float:
	var to_world := _start_transform
	var parent := node.get_parent_node_3d()
	if parent:
		to_world = parent.global_transform * _start_transform
	var along := to_world.basis * _start.along
	if along.is_zero_approx():
		return 0.0
	var place := to_world * _start.place
	var line := along.normalized() * REACH
	var from := camera.project_ray_origin(mouse)
	var nearest := Geometry3D.get_closest_points_between_segments(
		place - line, place + line, from, from + camera.project_ray_normal(mouse) * REACH
	)
	return (nearest[0] - place).dot(along) / along.length_squared()


func _commit_handle(
	gizmo: EditorNode3DGizmo, _id: int, _secondary: bool, restore: Variant, cancel: bool
) -> void:
	var node := gizmo.get_node_3d() as CollisionShape3D
	var owner := _start.owner
	var before: Variant = _start.changed(restore)
	if cancel:
		owner.set(_start.property, before)
		node.transform = _start_transform
		return
	if owner.get(_start.property) == before and node.transform == _start_transform:
		return # a click: there is nothing to be undone
	var title := "Change %s of %s" % [_start.title, node.shape.get_class()]
	_undo_redo.create_action(title, UndoRedo.MERGE_DISABLE, node)
	_undo_redo.add_do_property(owner, _start.property, owner.get(_start.property))
	_undo_redo.add_undo_property(owner, _start.property, before)
	if node.transform != _start_transform:
		_undo_redo.add_do_property(node, &"transform", node.transform)
		_undo_redo.add_undo_property(node, &"transform", _start_transform)
	_undo_redo.commit_action()
