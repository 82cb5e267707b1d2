# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The singleton's queries in the plane.

const SQUARE: PackedVector2Array = [
	Vector2(-0.5, -0.5), Vector2(0.5, -0.5), Vector2(0.5, 0.5), Vector2(-0.5, 0.5)
]
const POINT: PackedVector2Array = [Vector2.ZERO]


func _at(x: float, y := 0.0, angle := 0.0) -> Transform2D:
	return Transform2D(angle, Vector2(x, y))


func test_squares_are_as_far_apart_as_their_edges() -> void:
	var result := MinkowskiPhysics.distance_2d(SQUARE, _at(0), SQUARE, _at(3, 0.25))
	check_equal(result.status, MinkowskiResult.STATUS_CONVERGED)
	check_near(result.distance, 2.0, 1e-5)
	check_near(result.normal, Vector3.RIGHT, 1e-5)
	check_near(result.point_b - result.point_a, Vector3(2, 0, 0), 1e-5)


func test_overlapping_squares_have_the_shortest_way_out() -> void:
	var result := MinkowskiPhysics.distance_2d(SQUARE, _at(0), SQUARE, _at(0.9, 0.4))
	check(result.overlapping, "they overlap")
	check_near(result.distance, -0.1, 1e-5)
	check_near(result.normal, Vector3.RIGHT, 1e-5)
	check_near(result.point_b - result.point_a, Vector3(-0.1, 0, 0), 1e-5)


func test_discs_are_points_with_a_radius() -> void:
	var result := MinkowskiPhysics.distance_2d(POINT, _at(0), POINT, _at(3, 4), 1.0, 2.0)
	check_near(result.distance, 2.0, 1e-5)
	check_near(result.normal, Vector3(0.6, 0.8, 0), 1e-5)
	result = MinkowskiPhysics.distance_2d(SQUARE, _at(0), POINT, _at(0.9), 0.0, 0.5)
	check_near(result.distance, -0.1, 1e-5)


func test_turned_square_meets_with_its_corner() -> void:
	# the corner of a square turned by 45 degrees is 0.7071 m from its centre
	var result := MinkowskiPhysics.distance_2d(SQUARE, _at(0), SQUARE, _at(3, 0, PI / 4))
	check_near(result.distance, 2.5 - sqrt(0.5), 1e-5)


func test_difference_of_two_squares_is_a_square() -> void:
	var outline := MinkowskiPhysics.minkowski_difference_2d(SQUARE, _at(0), SQUARE, _at(3))
	check_equal(outline.size(), 4)
	check(not Geometry2D.is_polygon_clockwise(outline), "counter-clockwise")
	for corner in outline:
		check_near(absf(corner.x + 3.0), 1.0, 1e-6)
		check_near(absf(corner.y), 1.0, 1e-6)


func test_gjk_and_epa_can_be_watched() -> void:
	var trace := MinkowskiPhysics.trace_2d(SQUARE, _at(0), SQUARE, _at(0.9, 0.4))
	check_near(trace.result.distance, -0.1, 1e-5)
	var simplices := 0
	var edges := 0
	for step in trace.steps:
		simplices += int(step.kind == MinkowskiTrace.KIND_SIMPLEX)
		edges += int(step.kind == MinkowskiTrace.KIND_FACE_CHOSEN)
		for point: Vector3 in step.points:
			check_equal(point.z, 0.0)
	check(simplices > 0 and edges > 0, "GJK took %d steps, EPA %d" % [simplices, edges])


func test_bad_arguments_are_named() -> void:
	var none := PackedVector2Array()
	check_refused(
		"distance_2d: polygon_b",
		func() -> void:
			var result := MinkowskiPhysics.distance_2d(SQUARE, _at(0), none, _at(0))
			check_equal(result.status, MinkowskiResult.STATUS_INVALID)
	)
	check_refused(
		"distance_2d: radius_a",
		func() -> void: MinkowskiPhysics.distance_2d(SQUARE, _at(0), SQUARE, _at(3), -1.0)
	)
	check_refused(
		"distance_2d: transform_a",
		func() -> void: MinkowskiPhysics.distance_2d(SQUARE, _at(NAN), SQUARE, _at(3))
	)
	check_refused(
		"minkowski_difference_2d: polygon_a",
		func() -> void:
			var empty := MinkowskiPhysics.minkowski_difference_2d(none, _at(0), SQUARE, _at(0))
			check_equal(empty.size(), 0)
	)
