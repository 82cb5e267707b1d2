# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## What a file of tests extends. Every `func test_*()` is one test and gets an object of its own, with an
## empty [member root] in the tree. A test may be a coroutine: [code]await steps(3)[/code] lets three
## physics ticks pass.
##
## A test fails when a check fails, when it makes no check at all, when an error is printed that it did
## not expect, when an expected error does not come, and when it leaves nodes behind.

const MINKOWSKI := "Minkowski Physics"
const JOLT := "Jolt Physics"
const GODOT_PHYSICS := "GodotPhysics3D"

const ErrorLog := preload("res://tests/harness/error_log.gd")

## The root of the test's own scene; freed with all it holds after the test.
var root: Node3D
## The name of the physics engine that runs, as in the project setting.
var engine := ""

var _tree: SceneTree
var _log: ErrorLog
var _checks := 0
var _failures: PackedStringArray = []
var _skipped := false
var _expected_errors: PackedStringArray = []
var _errors: PackedStringArray = []
var _owned: Array[RID] = []


## The engines on which the tests of a file make sense; override it to restrict a whole file.
func runs_on() -> PackedStringArray:
	return [MINKOWSKI, JOLT, GODOT_PHYSICS]


## How many ticks a test may take before it counts as stuck; override it for long ones.
func tick_limit() -> int:
	return 1200


## Lets physics ticks pass. Afterwards the results of exactly that many steps can be seen.
func steps(count: int) -> void:
	for i in count:
		await _tree.physics_frame


## Whether one of the named engines runs; if not, the test counts as skipped and should return.
func only_on(engines: PackedStringArray) -> bool:
	if not engines.has(engine):
		_skipped = true
	return not _skipped


## Whether the test is left out because one of the named engines runs; it should return then.
func skip_on(engines: PackedStringArray) -> bool:
	if engines.has(engine):
		_skipped = true
	return _skipped


## Hands a RID of the physics server to the harness, which frees it after the test; returns it.
func own(rid: RID) -> RID:
	_owned.append(rid)
	return rid


## Adds a node to the test's scene and returns it.
func add(node: Node) -> Node:
	root.add_child(node)
	return node


## Fails the test unless the condition holds; the text says what should be so.
func check(condition: bool, text: String) -> bool:
	_checks += 1
	if not condition:
		_fail(text)
	return condition


## Fails the test unless both values are of the same type and equal.
func check_equal(actual: Variant, expected: Variant, text := "") -> bool:
	var same := is_same(actual, expected)
	if not same and typeof(actual) == typeof(expected):
		same = actual == expected
	return check(same, _compare(text, actual, expected, ""))


## Fails the test unless two numbers, vectors, quaternions, bases or transforms agree; the tolerance is
## the largest difference of any component.
func check_near(actual: Variant, expected: Variant, tolerance: float, text := "") -> bool:
	var difference := _difference(actual, expected)
	var note := " (difference %s, allowed %s)" % [difference, tolerance]
	return check(difference <= tolerance, _compare(text, actual, expected, note))


## Announces that an error whose text contains the given words will be printed, a number of times.
func expect_error(words: String, times := 1) -> void:
	for i in times:
		_expected_errors.append(words)


## Runs an action and returns the errors it printed; they do not count against the test.
func errors_of(action: Callable) -> PackedStringArray:
	_errors.append_array(_log.take())
	action.call()
	return _log.take()


## Returns the warnings since the last call, or since the test began.
func warnings() -> PackedStringArray:
	return _log.take_warnings()


## Fails the test unless the action prints exactly one error and that contains the given words.
func check_refused(words: String, action: Callable, text := "") -> bool:
	var errors := errors_of(action)
	var count := 0
	for error in errors:
		count += int(error.contains(words))
	var fine := count == 1 and errors.size() == 1
	return check(
		fine, "%s: expected one error with '%s', got %s" % [text if text else words, words, errors]
	)


## Fails the test if the action prints an error.
func check_silent(text: String, action: Callable) -> bool:
	var errors := errors_of(action)
	return check(errors.is_empty(), "%s: expected no error, got %s" % [text, errors])


func _compare(text: String, actual: Variant, expected: Variant, note: String) -> String:
	var values := "expected %s, got %s%s" % [_show(expected), _show(actual), note]
	return values if text.is_empty() else "%s: %s" % [text, values]


func _show(value: Variant) -> String:
	return "%s %s" % [type_string(typeof(value)), var_to_str(value)]


func _fail(text: String) -> void:
	_failures.append("%s: %s" % [_place(), text])


# the innermost line of the test's own file; the lines of the harness say nothing about the cause
func _place() -> String:
	for backtrace in Engine.capture_script_backtraces():
		for frame in backtrace.get_frame_count():
			var file := backtrace.get_frame_file(frame)
			if file.get_base_dir() != "res://tests/harness":
				return "%s:%d" % [file.get_file(), backtrace.get_frame_line(frame)]
	return "unknown place"


func _numbers(value: Variant) -> PackedFloat64Array:
	match typeof(value):
		TYPE_INT, TYPE_FLOAT:
			return [value]
		TYPE_VECTOR3:
			return [value.x, value.y, value.z]
		TYPE_QUATERNION:
			return [value.x, value.y, value.z, value.w]
		TYPE_BASIS:
			return _numbers(value.x) + _numbers(value.y) + _numbers(value.z)
		TYPE_TRANSFORM3D:
			return _numbers(value.basis) + _numbers(value.origin)
	return []


# NaN, which is within no tolerance, when the values cannot be compared
func _difference(actual: Variant, expected: Variant) -> float:
	var left := _numbers(actual)
	var right := _numbers(expected)
	if left.is_empty() or left.size() != right.size():
		return NAN
	var largest := 0.0
	for i in left.size():
		var difference := absf(left[i] - right[i])
		if is_nan(difference):
			return NAN
		largest = maxf(largest, difference)
	return largest


# called by the harness: begins with an empty scene and an empty log
func _begin(tree: SceneTree, log: ErrorLog, engine_name: String) -> void:
	_tree = tree
	_log = log
	engine = engine_name
	_log.take()
	_log.take_warnings()
	root = Node3D.new()
	root.name = "Test"
	_tree.root.add_child(root)


# called by the harness: frees what the test made
func _end() -> void:
	root.free()
	for rid in _owned:
		PhysicsServer3D.free_rid(rid)
	_owned.clear()


# called by the harness: what is wrong, empty when the test passed
func _verdict() -> PackedStringArray:
	var failures := _failures.duplicate()
	var errors := _errors + _log.take()
	for words in _expected_errors:
		var found := false
		for i in errors.size():
			if errors[i].contains(words):
				errors.remove_at(i)
				found = true
				break
		if not found:
			failures.append("an error with '%s' was expected and did not come" % words)
	for error in errors:
		failures.append("unexpected %s" % error)
	if _checks == 0 and not _skipped and failures.is_empty():
		failures.append("the test makes no check")
	return failures
