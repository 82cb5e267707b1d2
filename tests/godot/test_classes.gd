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
