# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## The lines by which the editor shows a shape: edges where it has edges, and the rings and profiles of what
## is round. Pairs of points, in the space of the shape.

const Handles := preload("shape_handles.gd")

## Pieces of a whole circle.
const PIECES := 48


## The lines of a shape; those of the hull that stands for it where nothing better is known.
static func of(shape: Resource) -> PackedVector3Array:
	match shape.get_class():
		"EllipsoidShape3D":
			return _ball(Vector3.ZERO, shape.radii)
		"FittedSphereShape3D":
			return _ball(shape.center, Vector3.ONE * shape.radius)
		"ConeShape3D":
			return _turned([Vector2(shape.radius, -shape.height / 2), Vector2(0, shape.height / 2)], [0])
		"TaperedCylinderShape3D":
			var bottom := Vector2(shape.bottom_radius, -shape.height / 2)
			return _turned([bottom, Vector2(shape.top_radius, shape.height / 2)], [0, 1])
		"TaperedCapsuleShape3D":
			return _tapered_capsule(shape.bottom_radius, shape.top_radius, shape.height)
		"RoundedCylinderShape3D":
			return _rounded_cylinder(shape.radius, shape.height / 2, shape.rounding)
		"RoundedBoxShape3D":
			return _rounded_box(shape.size / 2, shape.rounding)
		"MeshHullShape3D":
			return _rounded_hull(shape.get_hull(), shape.rounding)
		"MovingMeshShape3D":
			return _triangles(shape.mesh)
		"MinkowskiSumShape3D":
			return _sum(shape)
		"SeparationRayShape3D":
			return [Vector3.ZERO, Vector3.BACK * shape.length]
		"SphereShape3D":
			return _ball(Vector3.ZERO, Vector3.ONE * shape.radius)
		"BoxShape3D":
			return _box(shape.size / 2)
		"CapsuleShape3D":
			return _tapered_capsule(shape.radius, shape.radius, shape.height)
		"CylinderShape3D":
			var low := Vector2(shape.radius, -shape.height / 2)
			return _turned([low, Vector2(shape.radius, shape.height / 2)], [0, 1])
	return of_hull(shape.points, 0.0) if &"points" in shape else PackedVector3Array()


## The shapes that a sum is made of, and the ones they are made of in turn, where their handles are.
static func inside_of(shape: Resource) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	if shape.get_class() != "MinkowskiSumShape3D":
		return lines
	var places := Handles.places_in(shape)
	for side in places:
		var part: Resource = shape.get(side)
		var inner := inside_of(part) if part.get_class() == "MinkowskiSumShape3D" else of(part)
		lines.append_array(Transform3D(Basis.IDENTITY, places[side]) * inner)
	return lines


## The edges of the hull of points, or of what is within a radius of it.
static func of_hull(points: PackedVector3Array, radius: float) -> PackedVector3Array:
	return _rounded_hull(Engine.get_singleton(&"MinkowskiPhysics").convex_hull(points), radius)


## The triangles of a MinkowskiHull, three points each, moved out by a radius along their normals: what is between
## them is round.
static func faces_of(hull: RefCounted, radius: float) -> PackedVector3Array:
	var corners: PackedVector3Array = hull.points
	var numbers: PackedInt32Array = hull.triangles
	var faces: PackedVector3Array = []
	for i in range(0, numbers.size(), 3):
		var a := corners[numbers[i]]
		var b := corners[numbers[i + 1]]
		var c := corners[numbers[i + 2]]
		var out := (c - a).cross(b - a).normalized() * radius
		faces.append_array([a + out, b + out, c + out])
	return faces


static func _edges(hull: RefCounted) -> PackedVector3Array:
	var corners: PackedVector3Array = hull.points
	var lines: PackedVector3Array = []
	for corner: int in hull.edges:
		lines.append(corners[corner])
	return lines


# With a ball it is the other shape with a skin; of other sums no more is known than the hull that stands for them.
static func _sum(sum: Resource) -> PackedVector3Array:
	if not sum.get_problem():
		for pair: Array in [[sum.shape_a, sum.shape_b], [sum.shape_b, sum.shape_a]]:
			var lines := _with_skin(pair[0], pair[1].radius) if pair[1] is SphereShape3D else PackedVector3Array()
			if lines:
				return lines
	return of_hull(sum.points, 0.0)


static func _with_skin(shape: Resource, skin: float) -> PackedVector3Array:
	match shape.get_class():
		"SphereShape3D":
			return _ball(Vector3.ZERO, Vector3.ONE * (shape.radius + skin))
		"BoxShape3D":
			return _rounded_box(shape.size / 2 + Vector3.ONE * skin, skin)
		"CapsuleShape3D":
			return _tapered_capsule(shape.radius + skin, shape.radius + skin, shape.height + 2 * skin)
		"CylinderShape3D":
			return _rounded_cylinder(shape.radius + skin, shape.height / 2 + skin, skin)
		"ConvexPolygonShape3D", "FittedBoxShape3D":
			return of_hull(shape.points, skin)
		"MeshHullShape3D":
			return _rounded_hull(shape.get_hull(), shape.rounding + skin)
	return []


# Every edge twice, where the flat faces end, and the arcs between both at its ends.
static func _rounded_hull(hull: RefCounted, radius: float) -> PackedVector3Array:
	if radius == 0.0 or hull.triangles.is_empty():
		return _edges(hull)
	var normals := _normals_beside_edges(hull)
	var corners: PackedVector3Array = hull.points
	var lines: PackedVector3Array = []
	for i in range(0, hull.edges.size(), 2):
		var ends := Vector2i(hull.edges[i], hull.edges[i + 1])
		var beside: PackedVector3Array = normals[Vector2i(mini(ends.x, ends.y), maxi(ends.x, ends.y))]
		for out in beside:
			lines.append_array([corners[ends.x] + out * radius, corners[ends.y] + out * radius])
		for end: int in [ends.x, ends.y]:
			_arc_between(lines, corners[end], beside[0] * radius, beside[-1] * radius)
	return lines


# lower and higher corner of an edge -> the normals of its faces
static func _normals_beside_edges(hull: RefCounted) -> Dictionary[Vector2i, PackedVector3Array]:
	var found: Dictionary[Vector2i, PackedVector3Array] = {}
	var numbers: PackedInt32Array = hull.triangles
	var faces := faces_of(hull, 1.0)
	for i in numbers.size():
		var next := i + 1 if i % 3 < 2 else i - 2
		var edge := Vector2i(mini(numbers[i], numbers[next]), maxi(numbers[i], numbers[next]))
		if not found.has(edge):
			found[edge] = PackedVector3Array()
		found[edge].append(faces[i] - (hull.points as PackedVector3Array)[numbers[i]])
	return found


# The shorter way from one spoke to another of the same length.
static func _arc_between(
	lines: PackedVector3Array, middle: Vector3, from: Vector3, to: Vector3
) -> void:
	var angle := from.angle_to(to)
	var pieces := ceili(angle / TAU * PIECES)
	for piece in pieces:
		for end: int in [piece, piece + 1]:
			lines.append(middle + from.slerp(to, float(end) / pieces))


# An ellipse about two half axes.
static func _ring(lines: PackedVector3Array, middle: Vector3, u: Vector3, v: Vector3) -> void:
	for piece in PIECES:
		for end: int in [piece, piece + 1]:
			var angle := TAU * end / PIECES
			lines.append(middle + u * cos(angle) + v * sin(angle))


static func _box(half: Vector3) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	for axis in 3:
		for side: Vector2 in [Vector2(1, 1), Vector2(1, -1), Vector2(-1, 1), Vector2(-1, -1)]:
			var end := half
			end[(axis + 1) % 3] *= side.x
			end[(axis + 2) % 3] *= side.y
			var start := end
			start[axis] *= -1.0
			lines.append_array([start, end])
	return lines


static func _ball(middle: Vector3, radii: Vector3) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	var x := Vector3(radii.x, 0, 0)
	var y := Vector3(0, radii.y, 0)
	var z := Vector3(0, 0, radii.z)
	_ring(lines, middle, x, z)
	_ring(lines, middle, x, y)
	_ring(lines, middle, y, z)
	return lines


# A profile of radii and heights, four times about the Y axis, with rings at some of its points.
static func _turned(profile: PackedVector2Array, rings: Array) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	for ring: int in rings:
		var at := profile[ring]
		_ring(lines, Vector3(0, at.y, 0), Vector3(at.x, 0, 0), Vector3(0, 0, at.x))
	for side: Vector3 in [Vector3.RIGHT, Vector3.LEFT, Vector3.BACK, Vector3.FORWARD]:
		for i in profile.size() - 1:
			for at: Vector2 in [profile[i], profile[i + 1]]:
				lines.append(side * at.x + Vector3(0, at.y, 0))
	return lines


# An arc of a profile, from one elevation to another.
static func _arc(middle: Vector2, radius: float, from: float, to: float) -> PackedVector2Array:
	var points: PackedVector2Array = []
	var pieces := maxi(ceili(absf(to - from) / TAU * PIECES), 1)
	for i in pieces + 1:
		points.append(middle + radius * Vector2.from_angle(lerpf(from, to, float(i) / pieces)))
	return points


# Where the slope touches the balls its normal rises by the same angle; a ball inside the other is not seen.
static func _tapered_capsule(bottom: float, top: float, height: float) -> PackedVector3Array:
	var distance := maxf(height - bottom - top, 0.0)
	if distance <= absf(bottom - top):
		var middle := Vector3(0, (distance if top > bottom else -distance) / 2.0, 0)
		return _ball(middle, Vector3.ONE * maxf(bottom, top))
	var rise := asin((bottom - top) / distance)
	var profile := _arc(Vector2(0, -distance / 2.0), bottom, -PI / 2, rise)
	var ring := profile.size() - 1
	profile.append_array(_arc(Vector2(0, distance / 2.0), top, rise, PI / 2))
	return _turned(profile, [ring, ring + 1])


static func _rounded_cylinder(radius: float, half: float, wanted: float) -> PackedVector3Array:
	var rounding := minf(wanted, minf(radius, half))
	var profile := _arc(Vector2(radius - rounding, rounding - half), rounding, -PI / 2, 0)
	var ring := profile.size() - 1
	profile.append_array(_arc(Vector2(radius - rounding, half - rounding), rounding, 0, PI / 2))
	return _turned(profile, [0, ring, ring + 1, profile.size() - 1])


# Two rounded rectangles across each axis, where the flat faces end.
static func _rounded_box(half: Vector3, wanted: float) -> PackedVector3Array:
	var rounding := minf(wanted, half[half.min_axis_index()])
	var lines: PackedVector3Array = []
	for axis in 3:
		var u := (axis + 1) % 3
		var v := (axis + 2) % 3
		var corners: PackedVector2Array = []
		for quarter in 4:
			var turn := quarter * PI / 2
			var side := Vector2(-1 if quarter in [1, 2] else 1, -1 if quarter > 1 else 1)
			var middle := side * Vector2(half[u] - rounding, half[v] - rounding)
			corners.append_array(_arc(middle, rounding, turn, turn + PI / 2))
		for level: float in [half[axis] - rounding, rounding - half[axis]]:
			for i in corners.size():
				for at: Vector2 in [corners[i], corners[(i + 1) % corners.size()]]:
					var point := Vector3.ZERO
					point[axis] = level
					point[u] = at.x
					point[v] = at.y
					lines.append(point)
	return lines


static func _triangles(mesh: Mesh) -> PackedVector3Array:
	var lines: PackedVector3Array = []
	var faces := mesh.get_faces() if mesh else PackedVector3Array()
	for i in range(0, faces.size(), 3):
		for k in 3:
			lines.append(faces[i + k])
			lines.append(faces[i + (k + 1) % 3])
	return lines
