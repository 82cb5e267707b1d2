# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What the Debugger shows: custom monitors of our own. The profiler of Godot's servers runs only with a debugger:
## tests/godot/process.

const FOLDER := "Minkowski Physics/"
const STAGES: Array[String] = [
	"changes", "soft bodies", "broad phase", "narrow phase", "contacts", "prepare", "solve",
	"movement", "continuous", "areas", "sleep"
]
const COUNTS: Array[String] = [
	"awake bodies", "touching pairs", "swept bodies", "pairs from cache", "GJK iterations", "EPA calls"
]


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func monitor(name: String) -> float:
	return Performance.get_custom_monitor(FOLDER + name)


## A heap of boxes on the ground.
func make_heap(count: int) -> Array[RigidBody3D]:
	var ground := StaticBody3D.new()
	var plane := CollisionShape3D.new()
	plane.shape = WorldBoundaryShape3D.new()
	ground.add_child(plane)
	add(ground)
	var bodies: Array[RigidBody3D] = []
	for i in count:
		var body := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = BoxShape3D.new()
		body.add_child(collision)
		body.position = Vector3(i % 5, 0.5 + i / 5, 0.1 * (i / 5))
		body.can_sleep = false
		add(body)
		bodies.append(body)
	return bodies


func test_every_stage_has_a_monitor() -> void:
	await steps(1)
	var names := Performance.get_custom_monitor_names()
	for name: String in STAGES + COUNTS + ["step"]:
		check(names.has(FOLDER + name), "%s is there" % name)
		check(is_finite(monitor(name)), "%s is a number" % name)


func test_times_and_counts_are_those_of_the_step() -> void:
	make_heap(50)
	await steps(3)
	var sum := 0.0
	for stage in STAGES:
		check(monitor(stage) >= 0.0, stage)
		sum += monitor(stage)
	check_near(monitor("step"), sum, 1e-9, "the step is the sum of its stages")
	check(monitor("narrow phase") + monitor("contacts") > 0.0, "contacts took time")
	check(monitor("solve") > 0.0, "the solver took time")
	# a step of fifty boxes takes far less than a second, and its parts are less than it
	check(monitor("step") < 1.0, "the step is in seconds: %s" % monitor("step"))
	check_equal(monitor("awake bodies"), 50.0)
	check(monitor("touching pairs") >= 50.0, "each box touches something")
	var shown := Performance.get_monitor(Performance.PHYSICS_3D_ACTIVE_OBJECTS)
	check_equal(int(shown), 50, "Godot's own monitor says the same")


## Boxes at rest are settled by what is kept of their pairs; a box that meets a cylinder has to be looked at.
func test_the_cache_of_pairs_is_counted() -> void:
	make_heap(20)
	await steps(60)
	check(monitor("pairs from cache") >= 20.0, "a heap at rest comes from the cache")
	var corners := PackedVector3Array()
	for i in 8:
		corners.append(Vector3(i & 1, i >> 1 & 1, i >> 2) - Vector3(0.5, 0.5, 0.5))
	var cube := ConvexPolygonShape3D.new()
	cube.points = corners
	var shapes: Array[Shape3D] = [CylinderShape3D.new(), cube]
	for i in 2:
		var body := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = shapes[i]
		body.add_child(collision)
		# the cylinder is two metres high, the cube one: a millimetre deep
		body.position = Vector3(20, 5 + 1.499 * i, 0)
		add(body)
	await steps(1)
	check(monitor("GJK iterations") > 0.0, "GJK was asked")


## EPA is asked for hulls that are deep in each other, and for nothing else here.
func test_calls_of_epa_are_counted() -> void:
	make_heap(3)
	await steps(2)
	check_equal(monitor("EPA calls"), 0.0)
	var points := PackedVector3Array()
	for i in 60:
		var y := 1.0 - (2.0 * i + 1.0) / 60.0
		var turn := 2.4 * i
		points.append(Vector3(cos(turn), 0.0, sin(turn)) * sqrt(1.0 - y * y) + Vector3(0, y, 0))
	for i in 2:
		var body := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = ConvexPolygonShape3D.new()
		collision.shape.points = points
		body.add_child(collision)
		body.position = Vector3(20 + 0.3 * i, 5, 0)
		add(body)
	await steps(1)
	check(monitor("EPA calls") >= 1.0, "two hulls, deep in each other: %s calls" % monitor("EPA calls"))


func test_a_paused_space_takes_no_time() -> void:
	make_heap(5)
	await steps(2)
	check_equal(monitor("awake bodies"), 5.0)
	var space := root.get_world_3d().space
	PhysicsServer3D.space_set_active(space, false)
	await steps(1)
	check_equal(monitor("awake bodies"), 0.0)
	check_equal(monitor("step"), 0.0)
	PhysicsServer3D.space_set_active(space, true)
	await steps(1)
