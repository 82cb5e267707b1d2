# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
class_name Solids
extends Object
## Meshes that Godot does not offer ready made: turned on a lathe, and cut out of a plate.


## Turns a closed outline of (radius, height) points, in the order in which the outside lies to the
## right, around the Y axis.
static func lathe(outline: PackedVector2Array, sides := 32) -> ArrayMesh:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for side in sides:
		var from := TAU * side / sides
		var to := TAU * (side + 1) / sides
		for index in outline.size():
			var low := outline[index]
			var high := outline[(index + 1) % outline.size()]
			_add_quad(tool, [_turned(low, from), _turned(low, to), _turned(high, to), _turned(high, from)])
	return _finished(tool)


## Gives a flat outline, counter-clockwise in the plane z = 0, a thickness.
static func plate(outline: PackedVector2Array, thickness: float) -> ArrayMesh:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	var front := Vector3(0, 0, thickness / 2.0)
	var corners := Geometry2D.triangulate_polygon(outline)
	for index in range(0, corners.size(), 3):
		var points: Array[Vector3] = []
		for k in 3:
			var at := outline[corners[index + k]]
			points.append(Vector3(at.x, at.y, 0))
		if (points[1] - points[0]).cross(points[2] - points[0]).z > 0:
			points.reverse()
		_add_triangle(tool, [points[0] + front, points[1] + front, points[2] + front])
		_add_triangle(tool, [points[2] - front, points[1] - front, points[0] - front])
	for index in outline.size():
		var a := Vector3(outline[index].x, outline[index].y, 0)
		var next := outline[(index + 1) % outline.size()]
		var b := Vector3(next.x, next.y, 0)
		_add_quad(tool, [a - front, a + front, b + front, b - front])
	return _finished(tool)


## The outline of a gear wheel for [method plate].
static func gear(teeth: int, inner: float, outer: float) -> PackedVector2Array:
	var outline: PackedVector2Array = []
	var pitch := TAU / teeth
	for tooth in teeth:
		for corner: Vector2 in [Vector2(-0.34, inner), Vector2(-0.14, outer), Vector2(0.14, outer), Vector2(0.34, inner)]:
			outline.append(Vector2.from_angle((tooth + corner.x) * pitch) * corner.y)
	return outline


## The outline of a bowl's wall for [method lathe]: half a hollow ball, open above.
static func bowl(radius: float, wall: float, steps := 10) -> PackedVector2Array:
	var outline: PackedVector2Array = []
	for index in steps + 1:
		var turn := -PI / 2.0 + PI / 2.0 * index / steps
		outline.append(Vector2(cos(turn), sin(turn)) * radius)
	for index in steps + 1:
		var turn := -PI / 2.0 * index / steps
		outline.append(Vector2(cos(turn), sin(turn)) * (radius - wall))
	return outline


## What any convex shape looks like, sampled by its own support points.
static func of_shape(shape: Shape3D, samples := 512) -> ArrayMesh:
	var origin: PackedVector3Array = [Vector3.ZERO]
	var place := Transform3D()
	var hull := MinkowskiPhysics.minkowski_difference(shape, place, origin, place, samples)
	return smooth(hull)


## The mesh of a hull whose faces are shaded as one surface where they meet at less than
## [param angle] (rad).
static func smooth(hull: MinkowskiHull, angle := 0.6) -> ArrayMesh:
	var normals: PackedVector3Array = []
	var around: Array[PackedInt32Array] = []
	around.resize(hull.points.size())
	for first in range(0, hull.triangles.size(), 3):
		var corners := hull.triangles.slice(first, first + 3)
		var a := hull.points[corners[0]]
		# clockwise seen from outside; as long as the triangle is large, so that slivers do not count
		normals.append((hull.points[corners[2]] - a).cross(hull.points[corners[1]] - a))
		for corner in corners:
			around[corner].append(first / 3)
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for index in hull.triangles.size():
		var own := normals[index / 3]
		var sum := Vector3.ZERO
		for face in around[hull.triangles[index]]:
			if own.angle_to(normals[face]) < angle:
				sum += normals[face]
		tool.set_normal((sum if sum else own).normalized())
		tool.add_vertex(hull.points[hull.triangles[index]])
	return tool.commit()


static func _turned(at: Vector2, angle: float) -> Vector3:
	return Vector3(at.x * cos(angle), at.y, at.x * sin(angle))


static func _add_quad(tool: SurfaceTool, points: Array[Vector3]) -> void:
	_add_triangle(tool, [points[0], points[1], points[2]])
	_add_triangle(tool, [points[0], points[2], points[3]])


# those that the lathe made of a point on the axis have no area
static func _add_triangle(tool: SurfaceTool, points: Array[Vector3]) -> void:
	if (points[1] - points[0]).cross(points[2] - points[0]).length() < 1e-9:
		return
	for point in points:
		tool.add_vertex(point)


static func _finished(tool: SurfaceTool) -> ArrayMesh:
	tool.generate_normals()
	return tool.commit()
