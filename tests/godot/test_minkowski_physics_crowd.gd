# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Many questions in one call of the singleton: one detector along two paths, and balls in a crowd.

const METHODS: Array[int] = [
	MinkowskiPhysics.PAIRS_ALL,
	MinkowskiPhysics.PAIRS_GRID,
	MinkowskiPhysics.PAIRS_TWO_GRIDS,
	MinkowskiPhysics.PAIRS_TREE,
]


func _box() -> BoxShape3D:
	return BoxShape3D.new()


func _mesh() -> ConcavePolygonShape3D:
	return BoxMesh.new().create_trimesh_shape()


func _way(from: float, to: float, count: int) -> Array[Transform3D]:
	var way: Array[Transform3D] = []
	for i in count:
		way.append(Transform3D(Basis(), Vector3(lerpf(from, to, i / (count - 1.0)), 0, 0)))
	return way


func test_all_detectors_see_the_same_places() -> void:
	# cubes of 1 m: places 0 to 80 are from 4 m to -4 m, so 31 to 49 overlap
	var stand := _way(0.0, 0.0, 81)
	var pass_by := _way(4.0, -4.0, 81)
	var expected := PackedInt32Array(range(31, 50))
	for detector in range(MinkowskiPhysics.DETECTOR_TRIANGLES + 3):
		var is_mesh := detector >= MinkowskiPhysics.DETECTOR_TRIANGLES
		var shape: Shape3D = _mesh() if is_mesh else _box()
		var found := MinkowskiPhysics.detect_path(shape, stand, shape, pass_by, detector)
		check(found.has("time") and found.iterations > 0, "detector %d: %s" % [detector, found])
		# boxes of 1 m at a distance of 1 m touch: places 30 and 50 may be told either way
		var inner: PackedInt32Array = found.hits
		for edge: int in [30, 50]:
			if inner.has(edge):
				inner.remove_at(inner.find(edge))
		check_equal(inner, expected, "detector %d" % detector)


func test_spheres_and_trees_spare_tests_of_triangles() -> void:
	var stand := _way(0.0, 0.0, 101)
	var pass_by := _way(4.0, -4.0, 101)
	var work: Array[int] = []
	for detector: int in [
		MinkowskiPhysics.DETECTOR_TRIANGLES,
		MinkowskiPhysics.DETECTOR_SPHERE_TRIANGLES,
		MinkowskiPhysics.DETECTOR_TREES,
	]:
		var found := MinkowskiPhysics.detect_path(_mesh(), stand, _mesh(), pass_by, detector)
		work.append(found.iterations)
	check(work[0] > work[1] and work[1] > work[2], "less and less work: %s" % [work])


func test_bad_paths_are_named() -> void:
	var way := _way(0.0, 1.0, 3)
	var short := _way(0.0, 1.0, 2)
	var empty: Array[Transform3D] = []
	var broken := _way(NAN, NAN, 3)
	var calls: Dictionary[String, Callable] = {
		"path_a must hold": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_box(), empty, _box(), way),
		"as many entries": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_box(), way, _box(), short),
		"entry 0 of path_b": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_box(), way, _box(), broken),
		"shape_b": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_box(), way, null, way),
		"no detector 99": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_box(), way, _box(), way, 99),
		"does not know": func() -> Dictionary:
			return MinkowskiPhysics.detect_path(_mesh(), way, WorldBoundaryShape3D.new(), way),
	}
	for words in calls:
		check_refused(words, func() -> void: check_equal(calls[words].call(), {}, words), words)


func _crowd(count: int) -> PackedVector3Array:
	var random := RandomNumberGenerator.new()
	random.seed = 4
	var places: PackedVector3Array = []
	for i in count:
		places.append(Vector3(random.randf(), random.randf(), random.randf()) * 10.0)
	return places


func test_all_methods_find_the_same_pairs() -> void:
	var places := _crowd(1000)
	var expected: PackedInt32Array = []
	for i in places.size():
		for j in range(i + 1, places.size()):
			# not where rounding decides
			if places[i].distance_to(places[j]) < 0.6:
				expected.append_array([i, j])
	check(expected.size() > 200, "there are pairs")
	for method in METHODS:
		for cell: float in [0.0, 0.2, 100.0]:
			var found := MinkowskiPhysics.ball_pairs(places, 0.3, method, cell)
			check_equal(found.pairs, expected, "method %d, cells of %s" % [method, cell])


func test_what_methods_need_is_told() -> void:
	var places := _crowd(1000)
	var all := MinkowskiPhysics.ball_pairs(places, 0.3, MinkowskiPhysics.PAIRS_ALL)
	check_equal(all.tests, 1000 * 999 / 2)
	check_equal(all.bytes, 0)
	var grid := MinkowskiPhysics.ball_pairs(places, 0.3, MinkowskiPhysics.PAIRS_GRID)
	var two := MinkowskiPhysics.ball_pairs(places, 0.3, MinkowskiPhysics.PAIRS_TWO_GRIDS)
	var small := MinkowskiPhysics.ball_pairs(places, 0.3, MinkowskiPhysics.PAIRS_GRID, 0.2)
	check(grid.tests < all.tests / 100, "the grid spares tests: %d" % grid.tests)
	check(two.bytes > grid.bytes, "two grids need more memory")
	check(small.bytes > grid.bytes, "small cells need more memory")


func test_bad_crowds_are_named() -> void:
	var places := _crowd(3)
	var many: PackedVector3Array = []
	many.resize(65537)
	var calls: Dictionary[String, Callable] = {
		"centers must hold": func() -> Dictionary: return MinkowskiPhysics.ball_pairs([], 1.0),
		"point 0 of centers": func() -> Dictionary:
			return MinkowskiPhysics.ball_pairs([Vector3(NAN, 0, 0)], 1.0),
		"not hold more than": func() -> Dictionary: return MinkowskiPhysics.ball_pairs(many, 1.0),
		"radius must be": func() -> Dictionary: return MinkowskiPhysics.ball_pairs(places, -1.0),
		"no method 7": func() -> Dictionary: return MinkowskiPhysics.ball_pairs(places, 1.0, 7),
		"cell_size must": func() -> Dictionary:
			return MinkowskiPhysics.ball_pairs(places, 1.0, 1, NAN),
		"there are more than": func() -> Dictionary:
			return MinkowskiPhysics.ball_pairs(many.slice(0, 3000), 1.0),
	}
	for words in calls:
		check_refused(words, func() -> void: check_equal(calls[words].call(), {}, words), words)
