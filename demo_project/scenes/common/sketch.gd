# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Sketch
extends Node3D
## Lines, dots, arrows and see-through faces, drawn anew whenever they change: [method clear], add, then
## [method finish]. Lines are thin rods, so that they can be seen at any size of the picture.

const TURNED_LINE := Vector3.RIGHT # used where a line is along Y itself

var _lines := MultiMeshInstance3D.new()
var _dots := MultiMeshInstance3D.new()
var _faces := MeshInstance3D.new()
var _places: Dictionary[MultiMeshInstance3D, Array] = {}
var _colors: Dictionary[MultiMeshInstance3D, PackedColorArray] = {}
var _triangles: PackedVector3Array = []
var _tints: PackedColorArray = []


func _init() -> void:
	physics_interpolation_mode = Node.PHYSICS_INTERPOLATION_MODE_OFF
	var rod := CylinderMesh.new()
	rod.top_radius = 1.0
	rod.bottom_radius = 1.0
	rod.height = 1.0
	rod.radial_segments = 6
	rod.rings = 0
	var ball := SphereMesh.new()
	ball.radius = 1.0
	ball.height = 2.0
	ball.radial_segments = 16
	ball.rings = 8
	_set_up(_lines, rod)
	_set_up(_dots, ball)
	_faces.mesh = ArrayMesh.new()
	_faces.material_override = _make_paint(true)
	_faces.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(_faces)
	clear()


func clear() -> void:
	for which: MultiMeshInstance3D in [_lines, _dots]:
		_places[which] = []
		_colors[which] = PackedColorArray()
	_triangles.clear()
	_tints.clear()


func add_line(from: Vector3, to: Vector3, color: Color, radius := 0.015) -> void:
	var way := to - from
	var length := way.length()
	if length < 1e-6:
		return
	var y := way / length
	var side := Vector3.UP if absf(y.y) < 0.9 else TURNED_LINE
	var x := side.cross(y).normalized()
	var basis := Basis(x * radius, way, x.cross(y) * radius)
	_add(_lines, Transform3D(basis, (from + to) / 2.0), color)


## Two points per line.
func add_lines(points: PackedVector3Array, color: Color, radius := 0.015) -> void:
	for index in range(0, points.size() - 1, 2):
		add_line(points[index], points[index + 1], color, radius)


func add_dot(at: Vector3, color: Color, radius := 0.06) -> void:
	_add(_dots, Transform3D(Basis().scaled(Vector3.ONE * radius), at), color)


## A line with a dot at its end.
func add_arrow(from: Vector3, way: Vector3, color: Color, radius := 0.02) -> void:
	add_line(from, from + way, color, radius)
	add_dot(from + way, color, 2.5 * radius)


## Three points per triangle; an alpha below 1 lets through what is behind.
func add_faces(points: PackedVector3Array, color: Color) -> void:
	_triangles.append_array(points)
	for point in points:
		_tints.append(color)


## Shows what was added since [method clear].
func finish() -> void:
	for which: MultiMeshInstance3D in [_lines, _dots]:
		var many := which.multimesh
		var count := _places[which].size()
		# room only grows: to make it anew in every tick would keep the graphics driver busy
		if count > many.instance_count:
			many.instance_count = nearest_po2(count)
		many.visible_instance_count = count
		for index in count:
			many.set_instance_transform(index, _places[which][index])
			many.set_instance_color(index, _colors[which][index])
	var mesh := _faces.mesh as ArrayMesh
	mesh.clear_surfaces()
	if not _triangles.is_empty():
		var arrays := []
		arrays.resize(Mesh.ARRAY_MAX)
		arrays[Mesh.ARRAY_VERTEX] = _triangles
		arrays[Mesh.ARRAY_COLOR] = _tints
		mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)


func _add(which: MultiMeshInstance3D, place: Transform3D, color: Color) -> void:
	_places[which].append(place)
	_colors[which].append(color)


func _set_up(which: MultiMeshInstance3D, mesh: Mesh) -> void:
	which.multimesh = MultiMesh.new()
	which.multimesh.transform_format = MultiMesh.TRANSFORM_3D
	which.multimesh.use_colors = true
	which.multimesh.mesh = mesh
	which.material_override = _make_paint(false)
	which.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(which)


static func _make_paint(is_glass: bool) -> StandardMaterial3D:
	var paint := StandardMaterial3D.new()
	paint.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	paint.vertex_color_use_as_albedo = true
	paint.vertex_color_is_srgb = true
	if is_glass:
		paint.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
		paint.cull_mode = BaseMaterial3D.CULL_DISABLED
	return paint
