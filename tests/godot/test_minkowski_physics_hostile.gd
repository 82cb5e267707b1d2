# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Random shapes under random maps, huge, tiny and flat ones among them: queries end, and what they return is
## finite.

const NUMBERS: Array[float] = [0.0, 1.0, -1.0, 1e-8, 1e8, 1e20, 1e38, -1e38, 0.5, 1e-40]

var _shapes: Array = [
	BoxShape3D.new(),
	SphereShape3D.new(),
	CapsuleShape3D.new(),
	CylinderShape3D.new(),
	WorldBoundaryShape3D.new(),
	HeightMapShape3D.new(),
	SeparationRayShape3D.new(),
	BoxMesh.new().create_trimesh_shape(),
	EllipsoidShape3D.new(),
	PackedVector3Array([Vector3.ZERO]),
	PackedVector3Array([Vector3.ZERO, Vector3(1e-9, 0, 0)]),
	PackedVector3Array([Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3.UP]),
]


func _number() -> float:
	return NUMBERS.pick_random() if randf() < 0.3 else randf_range(-2.0, 2.0)


func _vector() -> Vector3:
	return Vector3(_number(), _number(), _number())


func _pose() -> Transform3D:
	var basis := Basis(Vector3.UP, randf())
	if randf() < 0.5:
		basis = Basis(_vector(), _vector(), _vector())
	return Transform3D(basis, _vector())


func _check(result: MinkowskiResult, text: String) -> void:
	var fine := is_finite(result.distance) and is_finite(result.time)
	fine = fine and result.normal.is_finite() and result.point_a.is_finite()
	check(fine and result.point_b.is_finite(), "%s: %s" % [text, result])


func _ask_about_pairs() -> void:
	var a: Variant = _shapes.pick_random()
	var b: Variant = _shapes.pick_random()
	var from := _pose()
	var place := _pose()
	_check(MinkowskiPhysics.distance(a, from, b, place), "distance")
	_check(MinkowskiPhysics.penetration(a, from, b, place), "penetration")
	_check(MinkowskiPhysics.cast(a, from, b, place, _vector()), "cast")
	var to := Transform3D(from.basis, _vector())
	_check(MinkowskiPhysics.time_of_impact(a, from, b, place, to, place), "time_of_impact")
	for detector: int in 9:
		_check(MinkowskiPhysics.detect(a, from, b, place, detector), "detector %d" % detector)
	for contact in MinkowskiPhysics.contacts(a, from, b, place, 0.1):
		check(is_finite(contact.separation), "contact")
	MinkowskiPhysics.minkowski_difference(a, from, b, place, 16)
	MinkowskiPhysics.trace_epa(a, from, b, place)
	MinkowskiPhysics.trace_cast(a, from, b, place, _vector())


func _ask_about_points() -> void:
	var points: PackedVector3Array = []
	var flat: PackedVector2Array = []
	for i in randi() % 12:
		points.append(_vector())
		flat.append(Vector2(_number(), _number()))
	MinkowskiPhysics.convex_hull(points, randi() % 6)
	MinkowskiPhysics.fit_obb(points, randi() % 5)
	MinkowskiPhysics.bounding_sphere(points)
	MinkowskiPhysics.trace_hull(points)
	MinkowskiPhysics.decompose(points, randi() % 4)
	var place := Transform2D(randf(), Vector2(_number(), _number()))
	_check(MinkowskiPhysics.distance_2d(flat, place, flat, Transform2D()), "distance_2d")
	MinkowskiPhysics.minkowski_difference_2d(flat, place, flat, Transform2D())


func test_queries_end_and_are_finite() -> void:
	seed(7)
	for i in 200:
		# what is refused is said, and is no fault
		errors_of(_ask_about_pairs)
		errors_of(_ask_about_points)
	check(true, "all queries have ended")
