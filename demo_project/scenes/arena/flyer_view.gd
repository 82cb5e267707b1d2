# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## Shows a body of the arena: its triangles, the edges of its hull and its bounding ball; also the cube
## around it, and contacts with their normals.

const Octahedron := preload("octahedron.gd")

## Of the smallest ball around it, m.
var radius := 0.0


func _init(faces: PackedVector3Array, hull: MinkowskiHull, color: Color) -> void:
	radius = MinkowskiPhysics.bounding_sphere(faces).radius
	add_child(Make.visual(Octahedron.mesh(faces), color))
	add_child(_lines(Octahedron.wires(faces), Color(0.04, 0.05, 0.08)))
	var edges := SurfaceTool.new()
	edges.begin(Mesh.PRIMITIVE_LINES)
	for index in hull.edges:
		edges.add_vertex(1.02 * hull.points[index])
	add_child(_lines(edges.commit(), color.lightened(0.6)))
	var ball := Make.visual(Make.ball(radius).mesh, Color(color, 0.1))
	ball.material_override.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	ball.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(ball)


## The edges of a cube.
static func make_cube(center: Vector3, half: float) -> Node3D:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_LINES)
	for corner in 8:
		for axis in 3:
			if not corner >> axis & 1:
				for end: int in [corner, corner | 1 << axis]:
					tool.add_vertex((2.0 * Vector3(end & 1, end >> 1 & 1, end >> 2) - Vector3.ONE) * half)
	var cube := _lines(tool.commit(), Color(0.55, 0.65, 0.85))
	cube.position = center
	return cube


## An empty picture of contacts.
static func make_contacts() -> MeshInstance3D:
	var seen := _lines(ImmediateMesh.new(), Color("ffd166"))
	seen.material_override.no_depth_test = true
	return seen


## Draws each contact as a cross and its normal as an arrow.
static func draw_contacts(lines: ImmediateMesh, contacts: Array[Dictionary]) -> void:
	lines.clear_surfaces()
	if contacts.is_empty():
		return
	lines.surface_begin(Mesh.PRIMITIVE_LINES)
	for contact in contacts:
		var at: Vector3 = contact.position
		var tip: Vector3 = at + 0.9 * contact.normal
		var side: Vector3 = contact.normal.cross(Vector3.UP if absf(contact.normal.y) < 0.9 else Vector3.RIGHT)
		var ends: Array[Vector3] = [at, tip]
		for sign_of: float in [-1.0, 1.0]:
			ends.append_array([tip, tip - 0.18 * contact.normal + 0.1 * sign_of * side])
		for axis in 3:
			var arm := Vector3.ZERO
			arm[axis] = 0.1
			ends.append_array([at - arm, at + arm])
		for end in ends:
			lines.surface_add_vertex(end)
	lines.surface_end()


## Without the triangles at the poles of a ball that have no area.
static func without_slivers(faces: PackedVector3Array) -> PackedVector3Array:
	var kept: PackedVector3Array = []
	for index in range(0, faces.size(), 3):
		var across := (faces[index + 1] - faces[index]).cross(faces[index + 2] - faces[index])
		if across.length() > 1e-6:
			kept.append_array(faces.slice(index, index + 3))
	return kept


static func _lines(mesh: Mesh, color: Color) -> MeshInstance3D:
	var seen := MeshInstance3D.new()
	seen.mesh = mesh
	seen.material_override = StandardMaterial3D.new()
	seen.material_override.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	seen.material_override.albedo_color = color
	seen.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	return seen
