# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What the tests of the server's storage share: one living item of each kind, every bound method with
## the kind of RID it wants, arguments for it, and a picture of all that can be read back.
##
## These tests are about our own server's promises (nothing changes on a mistake, one sentence says
## why), so they run on it alone.

## The server, under a short name.
var server := PhysicsServer3D

## Values that no number of the server may take.
const NOT_FINITE: PackedFloat64Array = [NAN, INF, -INF]

## The beginnings of method names and the kind of item whose RID is the first argument. The first
## match counts, so longer beginnings come first.
const KINDS: Dictionary[String, String] = {
	"soft_body_": "soft_body",
	"body_": "body",
	"area_": "area",
	"space_": "space",
	"shape_": "shape",
	"pin_joint_": "pin_joint",
	"hinge_joint_": "hinge_joint",
	"slider_joint_": "slider_joint",
	"cone_twist_joint_": "cone_twist_joint",
	"generic_6dof_joint_": "generic_6dof_joint",
	"joint_": "joint",
}

## The values of the numbered parameters that a getter can be asked for.
const NUMBERS: Dictionary[String, int] = {
	"PhysicsServer3D.SpaceParameter": 8,
	"PhysicsServer3D.AreaParameter": 14,
	"PhysicsServer3D.BodyParameter": 10,
	"PhysicsServer3D.BodyState": 5,
	"PhysicsServer3D.PinJointParam": 3,
	"PhysicsServer3D.HingeJointParam": 8,
	"PhysicsServer3D.HingeJointFlag": 2,
	"PhysicsServer3D.SliderJointParam": 22,
	"PhysicsServer3D.ConeTwistJointParam": 5,
	"PhysicsServer3D.G6DOFJointAxisParam": 22,
	"PhysicsServer3D.G6DOFJointAxisFlag": 6,
	"Vector3.Axis": 3,
}

# the server says each sentence once per process
static var _said: Dictionary[String, bool] = {}


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


## One living item of each kind, freed after the test.
func make_items() -> Dictionary[String, RID]:
	var items: Dictionary[String, RID] = {
		"body": own(server.body_create()),
		"soft_body": own(server.soft_body_create()),
		"area": own(server.area_create()),
		"space": own(server.space_create()),
		"shape": own(server.box_shape_create()),
		"joint": own(server.joint_create()),
	}
	server.shape_set_data(items.shape, Vector3.ONE)
	server.body_add_shape(items.body, items.shape)
	server.area_add_shape(items.area, items.shape)
	for kind: String in ["pin", "hinge", "slider", "cone_twist", "generic_6dof"]:
		items[kind + "_joint"] = make_joint(kind, items.body)
	return items


## A joint of a type between a body and the world.
func make_joint(kind: String, body: RID) -> RID:
	var joint := own(server.joint_create())
	var frame: Variant = Vector3.ZERO if kind == "pin" else Transform3D.IDENTITY
	server.call("joint_make_" + kind, joint, body, frame, RID(), frame)
	return joint


## All methods that PhysicsServer3D shows to scripts, as ClassDB describes them.
func server_methods() -> Array[Dictionary]:
	return ClassDB.class_get_method_list("PhysicsServer3D", true)


## The kind of item whose RID a method takes first; empty when it takes none.
func kind_of(method: Dictionary) -> String:
	var arguments: Array = method.args
	if arguments.is_empty() or arguments[0].type != TYPE_RID:
		return ""
	for beginning in KINDS:
		if method.name.begins_with(beginning):
			return KINDS[beginning]
	return "any"


## Harmless arguments for a method: the items where RIDs are wanted, else zeros.
func arguments_for(method: Dictionary, items: Dictionary[String, RID]) -> Array:
	var values := []
	for argument: Dictionary in method.args:
		values.append(_value_for(argument, items))
	if kind_of(method) in items:
		values[0] = items[kind_of(method)]
	return values


func _value_for(argument: Dictionary, items: Dictionary[String, RID]) -> Variant:
	match int(argument.type):
		TYPE_RID:
			return items.get(argument.name, items.body)
		TYPE_INT:
			return 1 if argument.class_name == "PhysicsServer3D.BodyAxis" else 0
		TYPE_TRANSFORM3D:
			return Transform3D.IDENTITY
		TYPE_OBJECT:
			return _object_for(argument.class_name)
	return type_convert(null, int(argument.type)) if argument.type != TYPE_CALLABLE else Callable()


func _object_for(name: StringName) -> Object:
	match name:
		&"PhysicsTestMotionParameters3D":
			return PhysicsTestMotionParameters3D.new()
		&"PhysicsTestMotionResult3D":
			return PhysicsTestMotionResult3D.new()
	return null


## Everything that can be read back of the items, by getter, item and parameters.
func snapshot(items: Dictionary[String, RID]) -> Dictionary:
	var picture := {}
	for method in server_methods():
		var is_getter: bool = method.name.contains("_get_") or method.name.contains("_is_")
		if not is_getter or method["return"].type == TYPE_OBJECT or not kind_of(method) in items:
			continue
		for numbers: Array in _numbers_of(method):
			var value: Variant = server.callv(method.name, [items[kind_of(method)]] + numbers)
			picture["%s %s" % [method.name, numbers]] = value
	return picture


# all combinations of the numbers that a getter takes after the RID; none where points or shapes are missing
func _numbers_of(method: Dictionary) -> Array:
	var combinations := [[]]
	for argument: Dictionary in method.args.slice(1):
		var values: Array = range(NUMBERS.get(argument.class_name, 1))
		if argument.class_name == "PhysicsServer3D.BodyAxis":
			values = [1, 2, 4, 8, 16, 32]
		elif argument.name == "point_index":
			return []
		var longer := []
		for combination: Array in combinations:
			for value: int in values:
				longer.append(combination + [value])
		combinations = longer
	return combinations


## Fails the test if an action is not refused with a sentence that contains the words. The server says
## the same sentence only once, so silence is fine when the same was told, of the same arguments, before.
func check_refused_once(words: String, action: Callable, told := [], text := "") -> bool:
	var errors := errors_of(action)
	var fine := errors.size() == 1 and errors[0].contains(words)
	var key := "%s %s" % [words, told_of(told)]
	if errors.is_empty() and _said.has(key):
		fine = true
	_said[key] = true
	return check(fine, "%s: expected an error with '%s', got %s" % [text, words, errors])


## Fails the test unless a call is refused and a getter's answer stays what it was. The sentence tells of
## all arguments, or of those that are given.
func check_kept(method: String, arguments: Array, getter: Callable, told := arguments) -> bool:
	var before: Variant = getter.call()
	var text := "%s %s" % [method, arguments.slice(1)]
	var refused := check_refused_once(
		method, func() -> void: server.callv(method, arguments), told, text
	)
	return check_equal(getter.call(), before, "kept after %s" % text) and refused


## What a sentence tells of arguments: numbers and RIDs, wherever they stand, and of all else what type it
## has and whether it is finite.
func told_of(arguments: Array) -> String:
	var words: PackedStringArray = []
	for value: Variant in arguments:
		match typeof(value):
			TYPE_INT, TYPE_FLOAT:
				words.append(str(float(value)))
			TYPE_BOOL, TYPE_RID:
				words.append(str(value))
			TYPE_VECTOR3, TYPE_TRANSFORM3D:
				words.append("%s %s" % [type_string(typeof(value)), value.is_finite()])
			_:
				words.append(type_string(typeof(value)))
	words.sort()
	return " ".join(words)


## Fails the test unless a setter's value can be read back exactly.
func check_round_trip(setter: String, getter: String, arguments: Array, value: Variant) -> bool:
	server.callv(setter, arguments + [value])
	var text := "%s %s" % [setter, arguments.slice(1)]
	return check_equal(server.callv(getter, arguments), value, text)


## A Transform3D with one number that is not finite, at each of the twelve places.
func broken_transforms(value: float) -> Array[Transform3D]:
	var broken: Array[Transform3D] = []
	for column in 4:
		for row in 3:
			var transform := Transform3D.IDENTITY
			if column < 3:
				transform.basis[column][row] = value
			else:
				transform.origin[row] = value
			broken.append(transform)
	return broken


## Vectors with one number that is not finite, at each of the three places.
func broken_vectors() -> Array[Vector3]:
	var broken: Array[Vector3] = []
	for value in NOT_FINITE:
		for axis in 3:
			var vector := Vector3.ONE
			vector[axis] = value
			broken.append(vector)
	return broken
