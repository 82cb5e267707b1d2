# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The classes that the extension adds, whichever engine runs.


func test_singleton_is_there_and_knows_whether_the_engine_runs() -> void:
	check(Engine.has_singleton("MinkowskiPhysics"), "the singleton is registered")
	check_equal(MinkowskiPhysics.is_running(), engine == MINKOWSKI)


func test_result_of_no_query_is_invalid() -> void:
	var result := MinkowskiResult.new()
	check_equal(result.status, MinkowskiResult.STATUS_INVALID)
	check(not result.is_valid(), "no query was made")
	check_equal(result.get_status_text(), "invalid")
	check(str(result).begins_with("<MinkowskiResult invalid"), str(result))
	check_equal(result.get_reference_count(), 1)


func test_properties_are_typed_and_read_only() -> void:
	var result := MinkowskiResult.new()
	check_equal(result.distance, 0.0)
	check_equal(result.normal, Vector3.ZERO)
	check_equal(result.hit, false)
	check_equal(result.iterations, 0)
	result.set("distance", 5.0)
	check_equal(result.get_distance(), 0.0, "the setter does not exist")


func test_every_class_can_be_made_and_freed() -> void:
	var count := 0
	for name in ClassDB.get_class_list():
		if not name.begins_with("Minkowski") or not ClassDB.can_instantiate(name):
			continue
		var object: Object = ClassDB.instantiate(name)
		check(object != null, name)
		check_equal(object.get_class(), str(name))
		if not object is RefCounted:
			object.free()
		count += 1
	check(count >= 2, "there are classes: %d" % count)


func own_classes() -> PackedStringArray:
	var found: PackedStringArray = []
	for name in ClassDB.get_class_list():
		if ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION and not name.ends_with("Server3D"):
			if not name.begins_with("MinkowskiPhysicsDirect"):
				found.append(name)
	return found


# so that GDScript completes and checks what is typed, and other languages know what to expect
func test_arguments_and_results_are_typed() -> void:
	var count := 0
	for type in own_classes():
		for method in ClassDB.class_get_method_list(type, true):
			for value: Dictionary in method.args + [method.return]:
				var text := "%s.%s: %s" % [type, method.name, value.name]
				if value.type == TYPE_NIL and value.name:
					check(value.usage & PROPERTY_USAGE_NIL_IS_VARIANT, text)
				if value.type == TYPE_OBJECT:
					check(ClassDB.class_exists(value.class_name), text)
				if value.type == TYPE_ARRAY and method.name != "get_saved_parts" and value.name != "saved_parts":
					check(value.hint == PROPERTY_HINT_ARRAY_TYPE and value.hint_string, text)
				if value.usage & PROPERTY_USAGE_CLASS_IS_ENUM:
					var parts: PackedStringArray = value.class_name.split(".")
					check(ClassDB.class_has_enum(parts[0], parts[1]), text)
				count += 1
	check(count > 200, "%d arguments and results" % count)


func test_arguments_that_may_be_left_away_have_a_default() -> void:
	check_equal(ClassDB.class_get_method_argument_count(&"MinkowskiPhysics", &"contacts"), 5)
	var expected := {
		&"contacts": [0.0],
		&"detect": [MinkowskiPhysics.DETECTOR_GJK],
		&"fit_obb": [MinkowskiPhysics.FIT_TIGHT],
		&"decompose": [16, 0.01, 0, false],
		&"minkowski_difference": [256],
	}
	for method in ClassDB.class_get_method_list(&"MinkowskiPhysics", true):
		if expected.has(method.name):
			check_equal(method.default_args, expected[method.name], method.name)


func test_lengths_say_their_unit() -> void:
	var lengths := {
		&"DistanceJoint3D": [&"anchor_a", &"anchor_b", &"length"],
		&"MeshHullShape3D": [&"rounding", &"error"],
		&"FittedBoxShape3D": [&"padding", &"box_size"],
		&"FittedSphereShape3D": [&"padding", &"center", &"radius"],
		&"ConvexDecompositionShape3D": [&"tolerance", &"rounding"],
		&"ConeShape3D": [&"radius", &"height"],
	}
	for type: StringName in lengths:
		for property in ClassDB.class_get_property_list(type, true):
			if lengths[type].has(StringName(property.name)):
				check(property.hint_string.ends_with("suffix:m"), "%s.%s" % [type, property.name])
