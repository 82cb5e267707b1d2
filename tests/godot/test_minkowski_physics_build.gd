# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What the singleton builds: hulls, boxes, balls, parts, differences; and algorithms step by step.


func _box(size := Vector3.ONE) -> BoxShape3D:
	var box := BoxShape3D.new()
	box.size = size
	return box


func _at(x: float, y := 0.0, z := 0.0) -> Transform3D:
	return Transform3D(Basis.IDENTITY, Vector3(x, y, z))


func _corners(size := Vector3.ONE) -> PackedVector3Array:
	var points: PackedVector3Array = []
	for i in 8:
		points.append(size * (Vector3(i & 1, (i >> 1) & 1, i >> 2) - Vector3.ONE / 2))
	return points


func test_hull_of_a_box_with_points_inside() -> void:
	var points := _corners(Vector3(1, 2, 3))
	points.append(Vector3.ZERO)
	points.append(Vector3(0.1, 0.2, 0.3))
	var hull := MinkowskiPhysics.convex_hull(points)
	check(hull.is_valid(), "there is a hull")
	check_equal(hull.points.size(), 8)
	check_equal(hull.triangles.size(), 36)
	check_equal(hull.edges.size(), 24)
	check_equal(hull.dimension, 3)
	check_near(hull.volume, 6.0, 1e-5)
	for i in 8:
		check_equal(hull.points[i], points[hull.sources[i]])


func test_hull_makes_a_mesh_and_a_shape() -> void:
	var hull := MinkowskiPhysics.convex_hull(_corners())
	var mesh := hull.create_mesh()
	check_equal(mesh.get_surface_count(), 1)
	check_near(mesh.get_aabb().size, Vector3.ONE, 1e-6)
	var arrays := mesh.surface_get_arrays(0)
	var vertices: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var normals: PackedVector3Array = arrays[Mesh.ARRAY_NORMAL]
	for i in vertices.size():
		check(normals[i].dot(vertices[i]) > 0.4, "normals point outwards")
	# clockwise seen from outside, as Godot wants it
	var across := (vertices[2] - vertices[0]).cross(vertices[1] - vertices[0])
	check(across.dot(normals[0]) > 0.0, "front faces look outwards")
	check_equal(hull.create_shape().points.size(), 8)


func test_budget_limits_the_hull() -> void:
	var points: PackedVector3Array = []
	for i in 200:
		points.append(Vector3(sin(i * 1.7), cos(i * 2.3), sin(i * 0.9 + 1)).normalized())
	var full := MinkowskiPhysics.convex_hull(points)
	var small := MinkowskiPhysics.convex_hull(points, 20)
	check(full.points.size() > 100, "all corners: %d" % full.points.size())
	check(small.points.size() <= 20, "the budget: %d" % small.points.size())
	check(small.error > 0.0, "what was left out is told: %s" % small.error)
	for budget: int in [1, 3, 4]:
		check_equal(MinkowskiPhysics.convex_hull(points, budget).points.size(), 4, "a volume needs four")


func test_flat_and_empty_hulls_are_told() -> void:
	var flat := MinkowskiPhysics.convex_hull([Vector3.ZERO, Vector3.RIGHT, Vector3.UP])
	check_equal(flat.dimension, 2)
	check_equal(flat.volume, 0.0)
	check_refused(
		"convex_hull: points",
		func() -> void: check(not MinkowskiPhysics.convex_hull([]).is_valid(), "no hull")
	)
	check_refused(
		"convex_hull: point 1",
		func() -> void:
			check(not MinkowskiPhysics.convex_hull([Vector3.ZERO, Vector3(NAN, 0, 0)]).is_valid(), "")
	)
	check_refused(
		"convex_hull: max_vertices",
		func() -> void: check(not MinkowskiPhysics.convex_hull(_corners(), -1).is_valid(), "")
	)


func test_four_covariance_modes_and_the_tightest_box() -> void:
	# a turned box with a cloud of points in one corner, which pulls the covariance of points alone
	var turn := Basis(Vector3(1, 2, 3).normalized(), 0.7)
	var points: PackedVector3Array = []
	for corner in _corners(Vector3(2, 4, 8)):
		points.append(turn * corner + Vector3(10, 0, 0))
	for i in 300:
		var near := Vector3(0.9 - 0.001 * i, 1.9 - 0.0005 * i, 3.9)
		points.append(turn * near + Vector3(10, 0, 0))
	var volumes: Dictionary[int, float] = {}
	for mode: int in 5:
		var fit := MinkowskiPhysics.fit_obb(points, mode)
		volumes[mode] = fit.volume
		var inverse: Transform3D = fit.transform.affine_inverse()
		for point in points:
			var local: Vector3 = (inverse * point).abs() * 2.0
			check(local.x <= fit.size.x * 1.00001 + 1e-5, "mode %d holds all points" % mode)
			check(local.y <= fit.size.y * 1.00001 + 1e-5, "mode %d holds all points" % mode)
			check(local.z <= fit.size.z * 1.00001 + 1e-5, "mode %d holds all points" % mode)
	var surface: float = volumes[MinkowskiPhysics.FIT_HULL_SURFACE]
	check_near(volumes[MinkowskiPhysics.FIT_TIGHT], 64.0, 1e-2)
	check_near(surface, 64.0, 1e-2, "the surface does not see the cloud")
	check(volumes[MinkowskiPhysics.FIT_POINTS] > 1.05 * surface, "points do: %s" % volumes)
	check(volumes[MinkowskiPhysics.FIT_HULL_POINTS] >= surface - 1e-3, "hull points: %s" % volumes)
	check(volumes[MinkowskiPhysics.FIT_HULL_EDGES] >= surface - 1e-3, "hull edges: %s" % volumes)
	check_refused(
		"fit_obb: there is no mode",
		func() -> void:
			@warning_ignore("int_as_enum_without_cast")
			check_equal(MinkowskiPhysics.fit_obb(points, 7), {})
	)


func test_smallest_ball_around_points() -> void:
	var ball := MinkowskiPhysics.bounding_sphere(_corners(Vector3(2, 2, 2)))
	check_near(ball.radius, sqrt(3.0), 1e-5)
	check_near(ball.center, Vector3.ZERO, 1e-5)
	check(ball.support.size() >= 2, "corners fix it")


func test_l_shape_is_cut_into_convex_parts() -> void:
	# two boxes as one closed L of 3 m^3
	var faces: PackedVector3Array = []
	var outline: PackedVector2Array = [
		Vector2(0, 0), Vector2(2, 0), Vector2(2, 1), Vector2(1, 1), Vector2(1, 2), Vector2(0, 2)
	]
	var triangles := Geometry2D.triangulate_polygon(outline)
	for i in range(0, triangles.size(), 3):
		var p := outline[triangles[i]]
		var q := outline[triangles[i + 1]]
		var r := outline[triangles[i + 2]]
		if (q - p).cross(r - p) > 0.0:
			var swap := q
			q = r
			r = swap
		# clockwise seen from +z is a front face there
		faces.append_array([Vector3(p.x, p.y, 1), Vector3(q.x, q.y, 1), Vector3(r.x, r.y, 1)])
		faces.append_array([Vector3(p.x, p.y, 0), Vector3(r.x, r.y, 0), Vector3(q.x, q.y, 0)])
	for i in 6:
		var p := outline[i]
		var q := outline[(i + 1) % 6]
		var low_p := Vector3(p.x, p.y, 0)
		var low_q := Vector3(q.x, q.y, 0)
		var up := Vector3(0, 0, 1)
		faces.append_array([low_p, low_p + up, low_q])
		faces.append_array([low_q, low_p + up, low_q + up])
	var parts := MinkowskiPhysics.decompose(faces)
	check_equal(parts.size(), 2)
	var volume := 0.0
	for part in parts:
		volume += part.volume
		check_near(part.concavity, 0.0, 1e-4)
	check_near(volume, 3.0, 1e-3)
	check_equal(MinkowskiPhysics.decompose(faces, 1).size(), 1)
	check_refused(
		"decompose: max_concavity",
		func() -> void: check_equal(MinkowskiPhysics.decompose(faces, 4, NAN).size(), 0)
	)


func test_difference_of_two_boxes_is_a_box() -> void:
	# A - B of boxes of 1 and 2 m whose centres are 5 m apart: a box of 3 m around -5
	var hull := MinkowskiPhysics.minkowski_difference(
		_box(), _at(0), _box(Vector3.ONE * 2), _at(5)
	)
	check_equal(hull.points.size(), 8)
	check_near(hull.volume, 27.0, 1e-3)
	check_near(hull.create_mesh().get_aabb().get_center(), Vector3(-5, 0, 0), 1e-5)


func test_difference_holds_the_origin_if_and_only_if_shapes_overlap() -> void:
	var ball := SphereShape3D.new()
	for x: float in [0.5, 0.9, 1.2, 4.0]:
		var hull := MinkowskiPhysics.minkowski_difference(_box(), _at(0), ball, _at(x))
		var nearest := MinkowskiPhysics.distance(
			hull.points, _at(0), PackedVector3Array([Vector3.ZERO]), _at(0)
		)
		# the ball is sampled, so the difference is a little too small
		var direct := MinkowskiPhysics.distance(_box(), _at(0), ball, _at(x))
		check_near(nearest.distance, direct.distance, 0.01, "at %s" % x)
		check_equal(nearest.overlapping, direct.overlapping, "at %s" % x)
	check_refused(
		"minkowski_difference: samples",
		func() -> void:
			check(
				not MinkowskiPhysics.minkowski_difference(_box(), _at(0), ball, _at(0), 2).is_valid(), ""
			)
	)


func test_gjk_can_be_watched() -> void:
	var trace := MinkowskiPhysics.trace_gjk(_box(), _at(0), _box(), _at(3, 0.25))
	check(trace.get_step_count() >= 2, "steps: %d" % trace.get_step_count())
	check_near(trace.result.distance, 2.0, 1e-5)
	var last := Vector3.INF
	for i in trace.get_step_count():
		var step := trace.steps[i]
		if step.kind != MinkowskiTrace.KIND_SIMPLEX:
			continue
		check_equal(step.points.size(), step.points_a.size())
		for k: int in step.points.size():
			# a point of the difference is one of A minus one of B
			check_near(step.points[k], step.points_a[k] - step.points_b[k], 1e-5)
			check(absf(step.points_a[k].x) <= 0.5 + 1e-6, "of A")
			check(absf(step.points_b[k].x - 3.0) <= 0.5 + 1e-6, "of B")
		check(step.direction.length() <= last.length() + 1e-6, "the nearest point comes nearer")
		last = step.direction
		var corners: int = step.points.size()
		check_equal(trace.get_lines(i).size(), corners * (corners - 1))
	check_near(last.length(), 2.0, 1e-5)


func test_epa_can_be_watched() -> void:
	var trace := MinkowskiPhysics.trace_epa(_box(), _at(0), _box(), _at(0.7, 0.1, 0.2))
	check_near(trace.result.distance, -0.3, 1e-5)
	var faces := 0
	for step in trace.steps:
		faces = maxi(faces, step.faces.size() / 3)
		check_equal(step.faces.size() % 3, 0)
	check(faces >= 4, "a polytope has at least four faces: %d" % faces)
	check_equal(trace.missed, 0)


func test_chung_wang_and_sat_can_be_watched() -> void:
	var chung_wang := MinkowskiPhysics.trace_chung_wang(_box(), _at(0), _box(), _at(3))
	check(chung_wang.get_step_count() > 0, "steps of Chung-Wang")
	check(not chung_wang.result.overlapping, "apart")
	var sat := MinkowskiPhysics.trace_sat(_box(), _at(0), _box(), _at(0.5))
	check(sat.get_step_count() > 0, "steps of SAT")
	for step in sat.steps:
		check_equal(step.kind, MinkowskiTrace.KIND_AXIS)
		check_near(step.direction.length(), 1.0, 1e-4)


# a ball and a turned box among them: the order of the pair and the frame of A do not matter
func test_cast_can_be_watched() -> void:
	var motion := Vector3(8, 0, 0)
	var turned := Transform3D(Basis(Vector3(1, 1, 0).normalized(), 0.7), Vector3(0, 0.3, 0))
	for a: Shape3D in [_box(), SphereShape3D.new()]:
		for b: Shape3D in [_box(), SphereShape3D.new()]:
			var trace := MinkowskiPhysics.trace_cast(a, turned, b, _at(5), motion)
			var result := MinkowskiPhysics.cast(a, turned, b, _at(5), motion)
			check_equal(trace.result.time, result.time)
			var moves := trace.steps.filter(
				func(step: Dictionary) -> bool: return step.kind == MinkowskiTrace.KIND_ADVANCE
			)
			var is_formula := a is SphereShape3D and b is SphereShape3D
			check_equal(moves.is_empty(), is_formula)
			for step: Dictionary in moves:
				check_near(step.points[0], -step.lower * motion, 1e-4)
				check(step.lower <= result.time + 1e-6, "never later than the touch")
			if not is_formula:
				check_near(moves[-1].lower, result.time, 1e-4)
			for step in trace.steps:
				for k: int in step.points.size():
					if step.kind != MinkowskiTrace.KIND_ADVANCE:
						check_near(step.points[k], step.points_a[k] - step.points_b[k], 1e-5)
						check(step.points_b[k].distance_to(Vector3(5, 0, 0)) < 0.9, "of B")
	check_refused(
		"trace_cast: motion",
		func() -> void:
			var trace := MinkowskiPhysics.trace_cast(_box(), _at(0), _box(), _at(3), Vector3.INF)
			check_equal(trace.get_step_count(), 0)
	)


func test_hull_can_be_watched() -> void:
	var points := _corners()
	points.append(Vector3.ZERO)
	var trace := MinkowskiPhysics.trace_hull(points)
	check_equal(trace.steps[0].kind, MinkowskiTrace.KIND_HULL_START)
	var added := 0
	var inside := 0
	for step in trace.steps:
		added += int(step.kind == MinkowskiTrace.KIND_HULL_ADD)
		inside += int(step.kind == MinkowskiTrace.KIND_HULL_INSIDE)
	check_equal(added, 5, "three corners were there at the start")
	check_equal(inside, 1)
	check_equal(trace.steps[-1].faces.size(), 36)
	check_refused(
		"get_lines: step", func() -> void: check_equal(trace.get_lines(-1).size(), 0)
	)


func test_trace_of_an_unknown_shape_is_refused() -> void:
	check_refused(
		"trace_sat: this algorithm",
		func() -> void:
			var trace := MinkowskiPhysics.trace_sat(_box(), _at(0), SphereShape3D.new(), _at(1))
			check_equal(trace.get_step_count(), 0)
			check_equal(trace.result.status, MinkowskiResult.STATUS_UNSUPPORTED)
	)
