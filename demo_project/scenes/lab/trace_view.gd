# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name TraceView
extends Object
## Draws one step of an algorithm: what it knows of A - B around the origin of the difference, and where that
## is on the shapes themselves. A function per kind of step.

const POINT := Make.AMBER
const AIM := Make.CORAL
const GLASS := Color(1.0, 0.69, 0.24, 0.3)
## m; how long a direction is drawn, and half the side of a plane.
const REACH := 1.3
const PLANE := 0.9

const NAMES: Dictionary[int, String] = {
	MinkowskiTrace.KIND_SIMPLEX: "simplex",
	MinkowskiTrace.KIND_SUPPORT: "support point",
	MinkowskiTrace.KIND_FACE_ADDED: "new face",
	MinkowskiTrace.KIND_FACE_REMOVED: "old face",
	MinkowskiTrace.KIND_FACE_CHOSEN: "nearest face",
	MinkowskiTrace.KIND_AXIS: "axis",
	MinkowskiTrace.KIND_DIRECTION: "direction",
	MinkowskiTrace.KIND_ADVANCE: "ray to plane",
}

## What is to be seen of each kind, for who does not know the algorithm.
const WORDS: Dictionary[int, String] = {
	MinkowskiTrace.KIND_SIMPLEX: "Orange: points of A − B that enclose the origin, or come near it.\nRed: from the origin to the nearest place between them.",
	MinkowskiTrace.KIND_SUPPORT: "Which point of A − B is the farthest along the red arrow?\nThe orange one: a corner of A minus a corner of B.",
	MinkowskiTrace.KIND_FACE_ADDED: "Triangles inside of A − B grow towards its surface.",
	MinkowskiTrace.KIND_FACE_REMOVED: "Triangles inside of A − B grow towards its surface.",
	MinkowskiTrace.KIND_FACE_CHOSEN: "Triangles inside of A − B grow towards its surface.\nRed: the one nearest to the origin, where they grow next.",
	MinkowskiTrace.KIND_AXIS: "A and B cast shadows on the red axis.\nWhere these do not meet, the shapes do not, either.",
	MinkowskiTrace.KIND_DIRECTION: "Is all of A − B on one side of the origin along the red arrow?\nIf not, the orange point tells which arrow to try next.",
	MinkowskiTrace.KIND_ADVANCE: "The ray from the origin is the way of A.\nSo far it is free: the plane touches A − B first.",
}

## Faces come and go one by one; what is worth a look is what they are when the next one is chosen.
const SKIPPED: Array[int] = [MinkowskiTrace.KIND_FACE_ADDED, MinkowskiTrace.KIND_FACE_REMOVED]


## The steps that are shown, and always the last one.
static func steps_of(trace: MinkowskiTrace) -> Array[Dictionary]:
	var shown: Array[Dictionary] = []
	var steps := trace.steps
	for index in steps.size():
		if index == steps.size() - 1 or not SKIPPED.has(steps[index].kind as int):
			shown.append(steps[index])
	return shown


## Draws a step. [param origin] is where the origin of the difference is in the scene.
static func draw(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	match step.kind as int:
		MinkowskiTrace.KIND_SIMPLEX:
			_draw_simplex(sketch, step, origin)
		MinkowskiTrace.KIND_SUPPORT, MinkowskiTrace.KIND_DIRECTION:
			_draw_direction(sketch, step, origin)
		MinkowskiTrace.KIND_AXIS:
			_draw_direction(sketch, step, origin)
		MinkowskiTrace.KIND_ADVANCE:
			_draw_plane(sketch, step, origin)
		_:
			_draw_polytope(sketch, step, origin)


# points of the difference, and the points of A and B that they come from
static func _draw_points(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	var points: PackedVector3Array = step.points
	var on_a: PackedVector3Array = step.points_a
	var on_b: PackedVector3Array = step.points_b
	for index in points.size():
		sketch.add_dot(origin + points[index], POINT, 0.07)
		# zero where the algorithm does not know it
		if on_a[index] != on_b[index]:
			sketch.add_dot(on_a[index], POINT, 0.055)
			sketch.add_dot(on_b[index], POINT, 0.055)


static func _draw_simplex(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	var points: PackedVector3Array = step.points
	_draw_points(sketch, step, origin)
	for i in points.size():
		for k in range(i + 1, points.size()):
			sketch.add_line(origin + points[i], origin + points[k], POINT, 0.025)
			for m in range(k + 1, points.size()):
				var face: PackedVector3Array = [points[i], points[k], points[m]]
				sketch.add_faces(Transform3D(Basis(), origin) * face, GLASS)
	sketch.add_arrow(origin, step.direction as Vector3, AIM)


static func _draw_direction(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	var way := (step.direction as Vector3).normalized() * REACH
	_draw_points(sketch, step, origin)
	sketch.add_arrow(origin, way, AIM)
	if step.kind == MinkowskiTrace.KIND_AXIS:
		sketch.add_line(origin, origin - way, AIM, 0.02)


# the ray from the origin, and the plane that it has reached
static func _draw_plane(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	var at: Vector3 = origin + step.points[0]
	var normal := (step.direction as Vector3).normalized()
	sketch.add_line(origin, at, AIM, 0.025)
	sketch.add_dot(at, AIM, 0.07)
	if not normal:
		return
	var u := normal.cross(Vector3.UP if absf(normal.y) < 0.9 else Vector3.RIGHT).normalized() * PLANE
	var v := normal.cross(u)
	var quad: PackedVector3Array = [at - u - v, at + u - v, at + u + v, at - u - v, at + u + v, at - u + v]
	sketch.add_faces(quad, GLASS)
	for index: int in [0, 1, 2, 5]:
		sketch.add_line(quad[index], quad[{0: 1, 1: 2, 2: 5, 5: 0}[index]], POINT, 0.012)
	sketch.add_arrow(at, -0.5 * normal, POINT)


# the polytope inside the difference; the face of the step is the one that matters
static func _draw_polytope(sketch: Sketch, step: Dictionary, origin: Vector3) -> void:
	var place := Transform3D(Basis(), origin)
	var faces: PackedVector3Array = place * (step.faces as PackedVector3Array)
	var points: PackedVector3Array = place * (step.points as PackedVector3Array)
	sketch.add_faces(faces, GLASS)
	for first in range(0, faces.size(), 3):
		for k in 3:
			sketch.add_line(faces[first + k], faces[first + (k + 1) % 3], POINT, 0.015)
	_draw_points(sketch, step, origin)
	if points.size() == 3:
		sketch.add_faces(points, Color(AIM, 0.6))
		var normal := (points[1] - points[0]).cross(points[2] - points[0]).normalized()
		sketch.add_arrow(origin, normal * normal.dot(points[0] - origin), AIM)
