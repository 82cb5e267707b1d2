# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Every method of MinkowskiPhysics with each bad argument in each place: one sentence that names the method, and a
## space that stays as it was. A sentence is said only once, so no two values of a kind may be refused in the same
## words. And every method with the fewest arguments and with all: C# and other languages call by name with Variants,
## as [method Object.callv] does.

const POINTS: PackedVector3Array = [Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK]
const BROKEN_POINTS: PackedVector3Array = [Vector3.ONE, Vector3(NAN, 0, 0), Vector3.UP]
const POLYGON: PackedVector2Array = [Vector2.ZERO, Vector2.RIGHT, Vector2.DOWN]
const LOST := Transform3D(Basis.IDENTITY, Vector3(NAN, 0, 0))

var _space: RID


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


# what is no argument, by kind; the last of each is of a wrong type
func _bad() -> Dictionary[String, Array]:
	var freed := Node3D.new()
	freed.free()
	var past := PhysicsServer3D.space_create()
	PhysicsServer3D.free_rid(past)
	var body := own(PhysicsServer3D.body_create())
	var blown := Transform3D(Basis.from_scale(Vector3(INF, 1, 1)), Vector3.ZERO)
	return {
		"shape": [null, freed, 5, "box", PackedVector3Array(), BROKEN_POINTS, ArrayMesh.new(), Resource.new(), past],
		"pose": [LOST, blown, "here"],
		"path": [[], [Transform3D()], [Transform3D(), LOST], 7],
		"vector": [Vector3(NAN, 0, 0), Vector3(0, INF, 0), "up"],
		"points": [PackedVector3Array(), BROKEN_POINTS, 7],
		"faces": [PackedVector3Array(), BROKEN_POINTS, POINTS, 7],
		"flat": [PackedVector2Array(), PackedVector2Array([Vector2(NAN, 0)]), 7],
		"flat_pose": [Transform2D(0.0, Vector2(INF, 0)), 7],
		"enum": [-1, 99, 1 << 40, "gjk"],
		"layers": [-1, 256, 1 << 40, "all"],
		"count": [-1, 1 << 40, "many"],
		"size": [NAN, INF, -1.0, "wide"],
		"space": [RID(), past, body, 7],
		"flag": ["yes"],
		"state": [PackedByteArray(), PackedByteArray([1, 2, 3]), 7],
	}


# every method as kinds and arguments that it takes
func _calls() -> Dictionary[String, Array]:
	var box := BoxShape3D.new()
	var pose: Array = ["pose", Transform3D()]
	var side: Array = ["shape", box] + pose
	var pair: Array = side + side
	var flat: Array = ["flat", POLYGON, "flat_pose", Transform2D()]
	var way: Array[Transform3D] = [Transform3D(), Transform3D()]
	var path_side: Array = ["shape", box, "path", way]
	var motion: Array = ["vector", Vector3.UP]
	var space: Array = ["space", _space]
	return {
		"distance": pair,
		"penetration": pair,
		"detect": pair + ["enum", 0],
		"detect_path": path_side + path_side + ["enum", 0],
		"cast": pair + motion,
		"time_of_impact": pair + pose + pose,
		"contacts": pair + ["size", 0.1],
		"trace_gjk": pair,
		"trace_epa": pair,
		"trace_chung_wang": pair,
		"trace_sat": pair,
		"trace_cast": pair + motion,
		"trace_hull": ["points", POINTS],
		"minkowski_difference": pair + ["count", 16],
		"convex_hull": ["points", POINTS, "count", 0],
		"decompose": ["faces", BoxMesh.new().get_faces(), "count", 4, "size", 0.01, "count", 0, "flag", false],
		"fit_obb": ["points", POINTS, "enum", 0],
		"bounding_sphere": ["points", POINTS],
		"ball_pairs": ["points", POINTS, "size", 1.0, "enum", 0, "size", 0.0],
		"support": side + motion,
		"distance_2d": flat + flat + ["size", 0.0, "size", 0.0],
		"minkowski_difference_2d": flat + flat,
		"trace_2d": flat + flat,
		"profile": space,
		"debug_lines": space + ["layers", 1, "size", 0.1],
		"space_contacts": space,
		"save_state": space,
		"restore_state": space + ["state", MinkowskiPhysics.save_state(_space)],
		"state_hash": space,
		"step": space + ["size", 0.01],
		"set_debug_view": ["layers", 0],
		"get_debug_view": [],
		"is_running": [],
	}


func _arguments(call_row: Array) -> Array:
	return range(1, call_row.size(), 2).map(func(i: int) -> Variant: return call_row[i])


func _call(method: String, arguments: Array) -> void:
	MinkowskiPhysics.callv(method, arguments)


func _fill_space() -> void:
	_space = own(PhysicsServer3D.space_create())
	var body := own(PhysicsServer3D.body_create())
	PhysicsServer3D.body_set_space(body, _space)


func test_every_method_refuses_each_bad_argument_in_one_sentence() -> void:
	_fill_space()
	var calls := _calls()
	var bad := _bad()
	for method in calls:
		var fine := _arguments(calls[method])
		check_silent(method, _call.bind(method, fine))
		var before := MinkowskiPhysics.state_hash(_space)
		for i in fine.size():
			for value: Variant in bad[calls[method][2 * i]]:
				var arguments := fine.duplicate()
				arguments[i] = value
				var words := method.trim_prefix("set_")
				check_refused(words, _call.bind(method, arguments), "%s, argument %d, %s" % [method, i, value])
		check_equal(MinkowskiPhysics.state_hash(_space), before, method)


func test_no_method_is_left_out() -> void:
	_fill_space()
	var calls := _calls()
	for method in ClassDB.class_get_method_list("MinkowskiPhysics", true):
		check(calls.has(method.name), "%s is not tried" % method.name)
		check_equal(calls[method.name].size(), 2 * method.args.size(), "all arguments of %s" % method.name)


## Whether a value is what a method says that it returns.
func _check_result(method: Dictionary, result: Variant, text: String) -> void:
	check_equal(typeof(result), method.return.type, text)
	if method.return.type == TYPE_OBJECT:
		check_equal(result.get_class(), str(method.return.class_name), text)


func test_every_method_can_be_called_by_name_with_and_without_what_has_a_default() -> void:
	_fill_space()
	var calls := _calls()
	var without := 0
	for method in ClassDB.class_get_method_list("MinkowskiPhysics", true):
		var all := _arguments(calls[method.name])
		var least: int = all.size() - method.default_args.size()
		for count in range(least, all.size() + 1):
			var text := "%s with %d arguments" % [method.name, count]
			var results: Array = []
			var call := func() -> void: results.append(MinkowskiPhysics.callv(method.name, all.slice(0, count)))
			check_silent(text, call)
			_check_result(method, results[0], text)
			without += int(count < all.size())
		if least > 0:
			check_refused(method.name, _call.bind(method.name, all.slice(0, least - 1)), "too few for " + method.name)
		check_refused(method.name, _call.bind(method.name, all + [null]), "too many for " + method.name)
	check(without > 12, "%d calls without an argument" % without)


# what is left away is what the list of methods says that it is
func test_defaults_are_what_is_used() -> void:
	_fill_space()
	var calls := _calls()
	for method in ClassDB.class_get_method_list("MinkowskiPhysics", true):
		var all := _arguments(calls[method.name])
		var defaults: Array = method.default_args
		var few := all.slice(0, all.size() - defaults.size())
		if defaults.is_empty() or not method.flags & METHOD_FLAG_CONST:
			continue
		var short: Variant = MinkowskiPhysics.callv(method.name, few)
		var full: Variant = MinkowskiPhysics.callv(method.name, few + defaults)
		check_equal(_plain(short), _plain(full), method.name)


## A value that can be compared, in place of an object or of measured times.
func _plain(value: Variant) -> Variant:
	if value is Array:
		return value.map(_plain)
	if value is Dictionary:
		value.erase("time")
	if not value is Object:
		return value
	var found := {}
	for property in ClassDB.class_get_property_list(value.get_class(), true):
		found[property.name] = _plain(value.get(property.name))
	return found


# What else a C# program may hand over for an argument: its numbers are whole or not as they are written, its lists are
# arrays of Godot's, typed or not, and a shape may be an RID or points.
func _marshalled(kind: String, value: Variant) -> Array:
	match kind:
		"size":
			return [int(value)] if value == floorf(value) else []
		"count", "enum", "layers":
			return [float(value)]
		"points", "faces":
			return [Array(value), Array(Array(value), TYPE_VECTOR3, &"", null)]
		"flat":
			return [Array(value), Array(Array(value), TYPE_VECTOR2, &"", null)]
		"path":
			return [Array(value, TYPE_NIL, &"", null)]
		"shape":
			return [value.get_rid()]
	return []


func test_arguments_are_taken_as_csharp_hands_them_over() -> void:
	_fill_space()
	var calls := _calls()
	var count := 0
	for method in calls:
		var fine := _arguments(calls[method])
		var expected: Variant = _plain(MinkowskiPhysics.callv(method, fine))
		for i in fine.size():
			for value: Variant in _marshalled(calls[method][2 * i], fine[i]):
				var arguments := fine.duplicate()
				arguments[i] = value
				var text := "%s, argument %d as %s" % [method, i, type_string(typeof(value))]
				var results: Array = []
				check_silent(text, func() -> void: results.append(MinkowskiPhysics.callv(method, arguments)))
				# a step goes on from where the last one ended, and times differ
				if method not in ["step", "profile"]:
					check_equal(_plain(results[0]), expected, text)
				count += 1
	check(count > 60, "%d arguments" % count)


func test_every_property_is_read_and_written_by_name() -> void:
	var count := 0
	for property in ClassDB.class_get_property_list("MinkowskiPhysics", true):
		if property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_CATEGORY):
			continue
		var before: Variant = MinkowskiPhysics.get(property.name)
		check_equal(typeof(before), property.type, property.name)
		check_silent(property.name, func() -> void: MinkowskiPhysics.set(property.name, before))
		check_equal(MinkowskiPhysics.get(property.name), before, property.name)
		check_refused(property.name, func() -> void: MinkowskiPhysics.set(property.name, -7))
		# that is Godot's to refuse, and it does so without a word
		MinkowskiPhysics.set(property.name, "wrong")
		check_equal(MinkowskiPhysics.get(property.name), before, property.name)
		count += 1
	check(count > 0, "there are properties")
