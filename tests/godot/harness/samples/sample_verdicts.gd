# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Tests with known verdicts; the word after test_ is the verdict that the harness must give.


func test_passed_plain() -> void:
	check(true, "true is true")
	check_equal(Vector3(1, 2, 3), Vector3(1, 2, 3))
	check_equal({"a": [1, NAN]}.size(), 1)
	check_near(Transform3D.IDENTITY.translated(Vector3(0, 1e-4, 0)), Transform3D.IDENTITY, 2e-4)


func test_passed_after_steps() -> void:
	var before := Engine.get_physics_frames()
	await steps(5)
	check_equal(Engine.get_physics_frames() - before, 5)


func test_passed_with_expected_errors() -> void:
	expect_error("one two")
	expect_error("three", 2)
	push_error("three")
	push_error("zero one two")
	await steps(1)
	push_error("three")
	check_refused("four", func() -> void: push_error("four"))
	check_silent("nothing", func() -> void: pass)


func test_passed_with_warning() -> void:
	push_warning("a warning is no failure")
	check(true, "")


func test_passed_with_owned_rid() -> void:
	var body := own(PhysicsServer3D.body_create())
	check(body.is_valid(), "the body exists")


func test_skipped_here() -> void:
	if not only_on([MINKOWSKI]):
		return
	check(false, "must not be reached")


func test_skipped_there() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	check(false, "must not be reached")


func test_failed_check() -> void:
	check(false, "the reason")


func test_failed_equal() -> void:
	check_equal(1, 1.0)


func test_failed_near() -> void:
	check_near(Vector3(0, 0, 0.01), Vector3.ZERO, 0.001)


func test_failed_near_nan() -> void:
	check_near(NAN, 0.0, INF)


func test_failed_near_type() -> void:
	check_near(1.0, Vector3.ONE, 10.0)


func test_failed_after_steps() -> void:
	await steps(3)
	check(false, "late")


func test_failed_without_check() -> void:
	await steps(1)


func test_failed_unexpected_error() -> void:
	check(true, "")
	push_error("unexpected")


func test_failed_engine_error() -> void:
	check(true, "")
	PhysicsServer3D.body_set_mode(RID(), PhysicsServer3D.BODY_MODE_STATIC)


func test_failed_missing_error() -> void:
	check(true, "")
	expect_error("never printed")


func test_failed_refused_twice() -> void:
	check_refused(
		"again",
		func() -> void:
			push_error("again")
			push_error("again")
	)


func test_failed_script_error() -> void:
	check(true, "")
	var nothing: Variant = null
	nothing.call_me()


func test_failed_script_error_after_steps() -> void:
	check(true, "")
	await steps(2)
	var nothing: Variant = null
	nothing.call_me()


func test_passed_root_is_empty() -> void:
	check_equal(root.get_child_count(), 0)
	add(Node3D.new())
