# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Runs the tests of one file inside Godot and prints one line per verdict, which
## tests/support/godot_run.py reads:
##
## [codeblock]
## #mk tests NAME...          all tests of the file that will run
## #mk begin NAME
## #mk passed NAME  |  #mk skipped NAME  |  #mk failed NAME  followed by  #mk why TEXT ...
## #mk done                   all tests have run and Godot was asked to quit
## [/codeblock]
##
## Arguments after [code]--[/code]: --engine=NAME --file=PATH [--tests=NAME,NAME...].

const ErrorLog := preload("res://tests/harness/error_log.gd")
const TestCase := preload("res://tests/harness/test_case.gd")

## The class of the server object of our engine; the engines inside Godot hide behind their base class.
const OUR_SERVER := "MinkowskiPhysicsServer3D"

var _log := ErrorLog.new()
var _engine := ""
var _file := ""
var _wanted: PackedStringArray = []


func _initialize() -> void:
	_read_arguments()
	OS.add_logger(_log)
	_run.call_deferred()


func _read_arguments() -> void:
	for argument in OS.get_cmdline_user_args():
		var value := argument.get_slice("=", 1)
		if argument.begins_with("--engine="):
			_engine = value
		elif argument.begins_with("--file="):
			_file = value
		elif argument.begins_with("--tests="):
			_wanted = value.split(",", false)


func _run() -> void:
	# nodes and servers are complete only after the first frame
	await physics_frame
	var script := _load_tests()
	if script != null and _check_engine():
		await _run_all(script)
	else:
		_finish()


func _run_all(script: GDScript) -> void:
	var names := _test_names(script)
	_say("tests", " ".join(names))
	for name in names:
		if not await _run_one(script, name):
			# what the stuck coroutine still does must not disturb the next test
			quit(1)
			return
	_finish()


func _finish() -> void:
	_log.take()
	OS.remove_logger(_log)
	_say("done", "")
	quit()


# Godot falls back to another engine without a word when a library is missing
func _check_engine() -> bool:
	var running := _running_engine()
	if running == _engine:
		return true
	_say("begin", "engine")
	_say("failed", "engine")
	_say("why", "the tests are for %s, but %s runs" % [_engine, running])
	return false


func _running_engine() -> String:
	var server := PhysicsServer3D.get_class()
	if server == OUR_SERVER:
		return TestCase.MINKOWSKI
	if server != "PhysicsServer3D":
		return server
	# Jolt gives a new box a margin, Godot Physics gives it none
	var shape := PhysicsServer3D.box_shape_create()
	var margin := PhysicsServer3D.shape_get_margin(shape)
	PhysicsServer3D.free_rid(shape)
	return TestCase.JOLT if margin > 0.0 else TestCase.GODOT_PHYSICS


func _load_tests() -> GDScript:
	var script := load(_file) as GDScript
	var why := ""
	if script == null or not script.can_instantiate():
		why = "%s does not compile" % _file.get_file()
	elif not script.new() is TestCase:
		why = "%s does not extend test_case.gd" % _file.get_file()
	elif _test_names(script).is_empty():
		why = "%s holds no tests" % _file.get_file()
	else:
		return script
	_say("begin", "load")
	_say("failed", "load")
	_say("why", why)
	for error in _log.take():
		_say("why", error)
	return null


func _test_names(script: GDScript) -> PackedStringArray:
	var names: PackedStringArray = []
	for method in script.get_script_method_list():
		var name: String = method.name
		if name.begins_with("test_") and not names.has(name):
			if _wanted.is_empty() or _wanted.has(name):
				names.append(name)
	return names


# false when the test got stuck
func _run_one(script: GDScript, name: String) -> bool:
	var case: TestCase = script.new()
	if not case.runs_on().has(_engine):
		_say("begin", name)
		_say("skipped", name)
		return true
	var orphans := Node.get_orphan_node_ids().size()
	_say("begin", name)
	case._begin(self, _log, _engine)
	var state := {"finished": false}
	_call_test(case, name, state)
	var ticks := 0
	while not state.finished and ticks < case.tick_limit():
		await physics_frame
		ticks += 1
	if not state.finished:
		_report(case, name, ["the test did not finish within %d ticks" % ticks])
		return false
	case._end()
	# freed nodes and RIDs are given back by the end of a tick; errors of that belong to this test
	await physics_frame
	await physics_frame
	_report(case, name, _orphans_since(orphans))
	return true


func _call_test(case: TestCase, name: String, state: Dictionary) -> void:
	@warning_ignore("redundant_await")
	await case.call(name)
	state.finished = true


func _orphans_since(before: int) -> PackedStringArray:
	var left := Node.get_orphan_node_ids().size() - before
	return ["the test left %d nodes outside of the tree" % left] if left > 0 else []


func _report(case: TestCase, name: String, more: PackedStringArray) -> void:
	var failures := case._verdict() + more
	if not failures.is_empty():
		_say("failed", name)
		for failure in failures:
			_say("why", failure)
	elif case._skipped:
		_say("skipped", name)
	else:
		_say("passed", name)


func _say(word: String, text: String) -> void:
	print("#mk %s %s" % [word, text.replace("\n", " | ")])
