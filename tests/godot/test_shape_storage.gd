# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Shapes give back exactly the data they were given and refuse what makes no shape.

const RADIUS_AND_HEIGHT := {"radius": 0.25, "height": 1.5}


func make_shape(kind: String) -> RID:
	return own(server.call(kind + "_shape_create"))


## A valid payload for each kind of shape.
func payloads() -> Dictionary[String, Variant]:
	return {
		"world_boundary": Plane(Vector3(0, 1, 0), 2.5),
		"separation_ray": {"length": 1.25, "slide_on_slope": true},
		"sphere": 0.75,
		"box": Vector3(0.5, 1.0, 1.5),
		"capsule": RADIUS_AND_HEIGHT.duplicate(),
		"cylinder": RADIUS_AND_HEIGHT.duplicate(),
		"convex_polygon": PackedVector3Array(
			[Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
		),
		"concave_polygon":
		{
			"faces": PackedVector3Array([Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)]),
			"backface_collision": true,
		},
		"heightmap": heightmap(3, 2, [0.0, 1.0, 2.0, -1.0, 0.5, 0.25]),
	}


func heightmap(width: int, depth: int, heights: Array) -> Dictionary:
	var numbers: Variant = PackedFloat32Array(heights)
	if OS.has_feature("double"):
		numbers = PackedFloat64Array(heights)
	return {
		"width": width,
		"depth": depth,
		"heights": numbers,
		"min_height": -1.0,
		"max_height": 2.0,
	}


func with(payload: Dictionary, key: String, value: Variant) -> Dictionary:
	var changed := payload.duplicate()
	changed[key] = value
	return changed


func without(payload: Dictionary, key: String) -> Dictionary:
	var changed := payload.duplicate()
	changed.erase(key)
	return changed


func check_data_refused(kind: String, values: Array) -> void:
	var shape := make_shape(kind)
	server.shape_set_data(shape, payloads()[kind])
	for value: Variant in values:
		check_kept("shape_set_data", [shape, value], server.shape_get_data.bind(shape))


func test_types() -> void:
	var types: Dictionary[String, int] = {
		"world_boundary": server.SHAPE_WORLD_BOUNDARY,
		"separation_ray": server.SHAPE_SEPARATION_RAY,
		"sphere": server.SHAPE_SPHERE,
		"box": server.SHAPE_BOX,
		"capsule": server.SHAPE_CAPSULE,
		"cylinder": server.SHAPE_CYLINDER,
		"convex_polygon": server.SHAPE_CONVEX_POLYGON,
		"concave_polygon": server.SHAPE_CONCAVE_POLYGON,
		"heightmap": server.SHAPE_HEIGHTMAP,
		"custom": server.SHAPE_CUSTOM,
	}
	for kind in types:
		check_equal(int(server.shape_get_type(make_shape(kind))), types[kind], kind)


func test_data_round_trip() -> void:
	for kind in payloads():
		var shape := make_shape(kind)
		check_round_trip("shape_set_data", "shape_get_data", [shape], payloads()[kind])
		check_round_trip("shape_set_data", "shape_get_data", [shape], payloads()[kind])


func test_data_is_a_copy() -> void:
	var shape := make_shape("concave_polygon")
	var given: Dictionary = payloads().concave_polygon
	server.shape_set_data(shape, given)
	given.faces[0] = Vector3(100, 0, 0)
	given.backface_collision = false
	check_equal(server.shape_get_data(shape), payloads().concave_polygon, "the caller's dictionary")
	var answer: Dictionary = server.shape_get_data(shape)
	answer.backface_collision = false
	check_equal(server.shape_get_data(shape), payloads().concave_polygon, "the answer's dictionary")


func test_resources_store_their_data() -> void:
	var box := BoxShape3D.new()
	box.size = Vector3(2, 4, 6)
	check_equal(server.shape_get_data(box.get_rid()), Vector3(1, 2, 3))
	var capsule := CapsuleShape3D.new()
	capsule.radius = 0.25
	capsule.height = 3.0
	check_equal(server.shape_get_data(capsule.get_rid()), {"radius": 0.25, "height": 3.0})
	var map := HeightMapShape3D.new()
	map.map_width = 3
	map.map_depth = 4
	var data: Dictionary = server.shape_get_data(map.get_rid())
	check_equal(data.width, 3)
	check_equal(data.depth, 4)
	check_equal(data.heights.size(), 12)


# a shape without a size is no geometry, but it is kept
func test_sizes_of_zero_are_kept() -> void:
	var sizes := {
		"sphere": 0.0,
		"box": Vector3(1, 0, 1),
		"capsule": {"radius": 0.0, "height": 1.0},
		"cylinder": {"radius": 1.0, "height": 0.0},
		"separation_ray": {"length": 0.0, "slide_on_slope": true},
	}
	for kind: String in sizes:
		check_round_trip("shape_set_data", "shape_get_data", [make_shape(kind)], sizes[kind])


func test_empty_meshes_are_fine() -> void:
	var convex := make_shape("convex_polygon")
	check_round_trip("shape_set_data", "shape_get_data", [convex], PackedVector3Array())
	var concave := make_shape("concave_polygon")
	var empty := {"faces": PackedVector3Array(), "backface_collision": false}
	check_round_trip("shape_set_data", "shape_get_data", [concave], empty)


func test_heightmap_holes() -> void:
	var shape := make_shape("heightmap")
	server.shape_set_data(shape, heightmap(2, 2, [0.0, NAN, 1.0, 2.0]))
	var heights: Variant = server.shape_get_data(shape).heights
	check(is_nan(heights[1]), "a NaN is a hole and stays one")
	check_equal(heights[2], 1.0)


func test_margin() -> void:
	for kind in payloads():
		var shape := make_shape(kind)
		check_near(server.shape_get_margin(shape), 0.04, 1e-7, kind)
		check_round_trip("shape_set_margin", "shape_get_margin", [shape], 0.25)
		for value: float in [NAN, INF, -1.0]:
			check_kept("shape_set_margin", [shape, value], server.shape_get_margin.bind(shape))


func test_wrong_types() -> void:
	var values := [
		null, true, "text", &"name", Vector2(1, 1), Vector3i.ONE, Basis(), Transform3D(), RID(),
		[], {}, PackedFloat32Array([1.0]), PackedVector2Array([Vector2.ONE]), 1, 1.0, Vector3.ONE,
		Plane(Vector3.UP, 1.0), PackedVector3Array([Vector3.ONE]), root, Callable(), NodePath("a"),
	]
	for kind in payloads():
		var good: Variant = payloads()[kind]
		var wrong := values.filter(
			func(value: Variant) -> bool:
				var number := value is int and good is float
				return typeof(value) != typeof(good) and not number
		)
		check_data_refused(kind, wrong)


func test_sizes_that_make_no_shape() -> void:
	check_data_refused("sphere", [-1.0, NAN, INF, -INF])
	check_data_refused("box", broken_vectors() + [Vector3(1, 1, -1), Vector3(0, -1, 0)])
	check_data_refused("world_boundary", [Plane(0, 0, 0, 1), Plane(NAN, 1, 0, 0), Plane(0, 1, 0, INF)])


func test_dictionaries_that_make_no_shape() -> void:
	var ray: Dictionary = payloads().separation_ray
	for value: Variant in [-1.0, NAN, INF, "long", null]:
		check_data_refused("separation_ray", [with(ray, "length", value)])
	check_data_refused("separation_ray", [without(ray, "length")])
	for kind: String in ["capsule", "cylinder"]:
		for key: String in RADIUS_AND_HEIGHT:
			check_data_refused(kind, [without(RADIUS_AND_HEIGHT, key)])
			for value: Variant in [-1.0, NAN, INF, "wide", null]:
				check_data_refused(kind, [with(RADIUS_AND_HEIGHT, key, value)])


func test_points_that_make_no_shape() -> void:
	for broken in broken_vectors():
		var points := PackedVector3Array([Vector3.ZERO, broken, Vector3.UP])
		check_data_refused("convex_polygon", [points])
		check_data_refused("concave_polygon", [{"faces": points, "backface_collision": false}])
	var four := PackedVector3Array([Vector3.ZERO, Vector3.UP, Vector3.RIGHT, Vector3.BACK])
	check_data_refused("concave_polygon", [{"faces": four, "backface_collision": false}])
	check_data_refused("concave_polygon", [{"faces": [Vector3.ZERO], "backface_collision": false}])
	check_data_refused("concave_polygon", [{"backface_collision": false}])


func test_maps_that_make_no_shape() -> void:
	var map: Dictionary = payloads().heightmap
	for key: String in ["width", "depth", "heights"]:
		check_data_refused("heightmap", [without(map, key), with(map, key, "text")])
	for value: int in [0, 1, -3, 4, 1 << 40]:
		check_data_refused("heightmap", [with(map, "width", value), with(map, "depth", value)])
	for value: float in [INF, -INF]:
		check_data_refused("heightmap", [heightmap(3, 2, [0.0, 1.0, value, 0.0, 0.0, 0.0])])


func test_many_points() -> void:
	var points := PackedVector3Array()
	for i in 30000:
		points.append(Vector3(sin(i), cos(i), i * 1e-3))
	var shape := make_shape("concave_polygon")
	var data := {"faces": points, "backface_collision": false}
	check_round_trip("shape_set_data", "shape_get_data", [shape], data)
