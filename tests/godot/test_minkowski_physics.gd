# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Queries of the singleton about two shapes. They need no physics engine of ours, so every test runs
## under each.

## m; distances of shapes of a metre, some metres from the origin, in single precision
const TOLERANCE := 1e-5
const ALL: Array[int] = [
	MinkowskiPhysics.DETECTOR_GJK,
	MinkowskiPhysics.DETECTOR_GJK_JOHNSON,
	MinkowskiPhysics.DETECTOR_EPA,
	MinkowskiPhysics.DETECTOR_CHUNG_WANG,
	MinkowskiPhysics.DETECTOR_SAT,
	MinkowskiPhysics.DETECTOR_PLANES,
	MinkowskiPhysics.DETECTOR_TRIANGLES,
]


func _box(size := Vector3.ONE) -> BoxShape3D:
	var box := BoxShape3D.new()
	box.size = size
	return box


func _ball(radius := 0.5) -> SphereShape3D:
	var ball := SphereShape3D.new()
	ball.radius = radius
	return ball


func _at(x: float, y := 0.0, z := 0.0) -> Transform3D:
	return Transform3D(Basis.IDENTITY, Vector3(x, y, z))


# A box as a concave shape.
func _mesh(size := Vector3.ONE) -> ConcavePolygonShape3D:
	var mesh := BoxMesh.new()
	mesh.size = size
	return mesh.create_trimesh_shape()


func test_box_and_ball_are_as_far_apart_as_their_surfaces() -> void:
	var result := MinkowskiPhysics.distance(_box(), _at(0), _ball(), _at(3))
	check_equal(result.status, MinkowskiResult.STATUS_CONVERGED)
	check_near(result.distance, 2.0, TOLERANCE)
	check(result.lower <= 2.0 + TOLERANCE and result.upper >= 2.0 - TOLERANCE, "bounds hold")
	check_near(result.normal, Vector3.RIGHT, TOLERANCE)
	check_near(result.point_a, Vector3(0.5, 0, 0), 1e-3)
	check_near(result.point_b, Vector3(2.5, 0, 0), 1e-3)
	check(not result.overlapping, "they are apart")
	check(result.iterations > 0, "it took steps")


func test_overlapping_boxes_have_the_shortest_way_out() -> void:
	# 0.1 m along x, 0.4 along y
	var result := MinkowskiPhysics.penetration(_box(), _at(0), _box(), _at(0.9, 0.6))
	check(result.overlapping, "they overlap")
	check_near(result.distance, -0.1, TOLERANCE)
	check_near(result.normal, Vector3.RIGHT, 1e-4)
	check_near(result.point_b - result.point_a, -0.1 * Vector3.RIGHT, 1e-4)
	var apart := MinkowskiPhysics.penetration(_box(), _at(0), _box(), _at(5))
	check_equal(apart.status, MinkowskiResult.STATUS_FREE)
	check(not apart.overlapping, "they are apart")


func test_scale_is_exact() -> void:
	# a ball of 0.5 m stretched to 2 m along x
	var stretched := Transform3D(Basis.from_scale(Vector3(4, 1, 1)), Vector3.ZERO)
	var result := MinkowskiPhysics.distance(_ball(), stretched, _ball(), _at(5))
	check_near(result.distance, 2.5, TOLERANCE)


func test_every_kind_of_shape_is_known() -> void:
	var capsule := CapsuleShape3D.new()
	capsule.radius = 0.5
	capsule.height = 2.0
	var cylinder := CylinderShape3D.new()
	cylinder.radius = 0.5
	cylinder.height = 2.0
	var convex := ConvexPolygonShape3D.new()
	convex.points = [Vector3(0, -1, 0), Vector3(1, 1, 0), Vector3(-1, 1, 1), Vector3(-1, 1, -1)]
	var map := HeightMapShape3D.new()
	var ground := WorldBoundaryShape3D.new()
	# shape and height of its top or bottom, seen from a ball of 0.5 m at y = 4 or at y = -4
	var tops := {_box(): 0.5, _ball(): 0.5, capsule: 1.0, cylinder: 1.0, convex: 1.0}
	tops.merge({map: 0.0, ground: 0.0, _mesh(): 0.5})
	for shape: Shape3D in tops:
		var result := MinkowskiPhysics.distance(shape, _at(0), _ball(), _at(0, 4))
		check_near(result.distance, 3.5 - tops[shape], 1e-4, shape.get_class())
		check_near(result.normal, Vector3.UP, 1e-3, shape.get_class())
		var turned := MinkowskiPhysics.distance(_ball(), _at(0, 4), shape, _at(0))
		check_near(turned.distance, result.distance, 1e-5, shape.get_class())
		check_near(turned.normal, Vector3.DOWN, 1e-3, shape.get_class())


## One of each kind, and how high it is above its origin there.
func _tops() -> Dictionary[Shape3D, float]:
	var convex := ConvexPolygonShape3D.new()
	convex.points = [Vector3(0, -1, 0), Vector3(1, 1, 0), Vector3(-1, 1, 1), Vector3(-1, 1, -1)]
	var tops: Dictionary[Shape3D, float] = {_box(): 0.5, _ball(): 0.5, convex: 1.0, _mesh(): 0.5}
	tops.merge({HeightMapShape3D.new(): 0.0, WorldBoundaryShape3D.new(): 0.0})
	for type: StringName in [
		&"CapsuleShape3D", &"CylinderShape3D", &"ConeShape3D", &"TaperedCylinderShape3D",
		&"RoundedCylinderShape3D",
	]:
		var shape: Shape3D = ClassDB.instantiate(type)
		shape.set(&"height", 2.0)
		tops[shape] = 1.0
	for type: StringName in [
		&"MeshHullShape3D", &"FittedBoxShape3D", &"ConvexDecompositionShape3D", &"MovingMeshShape3D",
	]:
		var shape: Shape3D = ClassDB.instantiate(type)
		shape.set(&"mesh", BoxMesh.new())
		tops[shape] = 0.5
	var fitted := FittedSphereShape3D.new()
	fitted.mesh = BoxMesh.new()
	var sum := MinkowskiSumShape3D.new()
	sum.shape_a = _box()
	sum.shape_b = _ball()
	tops.merge({fitted: sqrt(0.75), sum: 1.0, RoundedBoxShape3D.new(): 0.5})
	var egg := EllipsoidShape3D.new()
	tops[egg] = egg.radii.y
	var drop := TaperedCapsuleShape3D.new() # its origin is midway between the middles of its balls
	tops[drop] = (drop.height - drop.bottom_radius + drop.top_radius) / 2.0
	return tops


## A ball of 0.5 m above a shape, in both orders: its way down of 8 m, and itself 5 cm in the shape.
func test_every_query_knows_every_kind() -> void:
	var tops := _tops()
	for shape in tops:
		var name := shape.get_class()
		var touching := tops[shape] + 0.5
		var ball := _ball()
		var high := _at(0, 4)
		var deep := _at(0, touching - 0.05)
		var expected := (4.0 - touching) / 8.0
		var down := MinkowskiPhysics.cast(ball, high, shape, _at(0), Vector3(0, -8, 0))
		var up := MinkowskiPhysics.cast(shape, _at(0), ball, high, Vector3(0, 8, 0))
		var falls := MinkowskiPhysics.time_of_impact(ball, high, shape, _at(0), _at(0, -4), _at(0))
		var rises := MinkowskiPhysics.time_of_impact(shape, _at(0), ball, high, _at(0, 8), high)
		for result: MinkowskiResult in [down, up, falls, rises]:
			var text := "%s, %d" % [name, [down, up, falls, rises].find(result)]
			check_equal(result.status, MinkowskiResult.STATUS_HIT, text)
			check_near(result.time, expected, 1e-3, text)
			check(result.time <= expected + 1e-6, "never late: %s" % text)
			check_near(result.normal, Vector3.DOWN if result in [down, falls] else Vector3.UP, 1e-2, text)
		_check_depths(name, [ball, deep, shape, _at(0)], Vector3.DOWN)
		_check_depths(name, [shape, _at(0), ball, deep], Vector3.UP)


func _check_depths(name: String, pair: Array, normal: Vector3) -> void:
	var result: MinkowskiResult = MinkowskiPhysics.penetration.callv(pair)
	check(result.overlapping, name)
	check_near(result.distance, -0.05, 1e-4, name)
	check_near(result.normal, normal, 1e-2, name)
	var contacts: Array[Dictionary] = MinkowskiPhysics.contacts.callv(pair)
	var deepest := INF
	for contact in contacts:
		deepest = minf(deepest, contact.separation)
		check_near(contact.normal, normal, 1e-2, "contact of %s" % name)
	check_near(deepest, -0.05, 1e-4, "%d contacts of %s" % [contacts.size(), name])


func test_rids_and_points_stand_for_shapes() -> void:
	var box := _box()
	var points: PackedVector3Array = []
	for i in 8:
		points.append(Vector3(i & 1, (i >> 1) & 1, i >> 2) - Vector3.ONE / 2)
	for shape: Variant in [box, box.get_rid(), points]:
		var result := MinkowskiPhysics.distance(shape, _at(0), _ball(), _at(3))
		check_near(result.distance, 2.0, TOLERANCE, str(shape))


func test_nearest_triangles_of_meshes_are_named() -> void:
	var result := MinkowskiPhysics.distance(_mesh(), _at(0), _mesh(), _at(3))
	check_near(result.distance, 2.0, TOLERANCE)
	check(result.index_a < 12 and result.index_b < 12, "triangles of a box")


func test_detectors_agree() -> void:
	for x: float in [0.25, 0.95, 1.05, 3.0]:
		for detector in ALL:
			var result := MinkowskiPhysics.detect(_box(), _at(0), _box(), _at(x), detector)
			check(result.is_valid(), "detector %d" % detector)
			check_equal(result.overlapping, x < 1.0, "detector %d at %s" % [detector, x])
	for detector: int in [0, 1, 2]:
		var result := MinkowskiPhysics.detect(_box(), _at(0), _box(), _at(3), detector)
		check_near(result.distance, 2.0, TOLERANCE, "detector %d" % detector)
	for detector: int in [MinkowskiPhysics.DETECTOR_EPA, MinkowskiPhysics.DETECTOR_SAT]:
		var result := MinkowskiPhysics.detect(_box(), _at(0), _box(), _at(0.75), detector)
		check_near(result.distance, -0.25, TOLERANCE, "detector %d" % detector)


func test_detector_that_does_not_know_a_shape_says_so() -> void:
	var sat := MinkowskiPhysics.DETECTOR_SAT
	var result := MinkowskiPhysics.detect(_box(), _at(0), _ball(), _at(3), sat)
	check_equal(result.status, MinkowskiResult.STATUS_UNSUPPORTED)
	check(not result.is_valid(), "no answer")
	check_equal(
		MinkowskiPhysics.detect(_mesh(), _at(0), _ball(), _at(3)).status,
		MinkowskiResult.STATUS_UNSUPPORTED
	)


func test_cast_stops_at_the_surface() -> void:
	var result := MinkowskiPhysics.cast(_ball(), _at(0), _box(), _at(5), Vector3(8, 0, 0))
	check_equal(result.status, MinkowskiResult.STATUS_HIT)
	check(result.hit, "it is hit")
	# the surfaces are 4 m apart
	check_near(result.time, 0.5, 1e-5)
	check(result.time <= 0.5, "never late")
	check_near(result.normal, Vector3.RIGHT, 1e-3)
	var free := MinkowskiPhysics.cast(_ball(), _at(0), _box(), _at(5), Vector3(3, 0, 0))
	check_equal(free.status, MinkowskiResult.STATUS_FREE)
	check_equal(free.time, 1.0)
	var inside := MinkowskiPhysics.cast(_ball(), _at(4.75), _box(), _at(5), Vector3(1, 0, 0))
	check_equal(inside.status, MinkowskiResult.STATUS_OVERLAPPING)


func test_turning_rod_is_seen_to_hit() -> void:
	# a rod of 4 m turns by 90 degrees about y and meets a ball beside it: its side, at distance 1 m from
	# the axis, reaches the ball when the angle has left atan-like room only; neither end pose touches
	var rod := _box(Vector3(4, 0.2, 0.2))
	var end := Transform3D(Basis(Vector3.UP, PI / 2), Vector3.ZERO)
	var ball := _ball(0.1)
	var place := _at(1.0, 0.0, -1.0)
	check(MinkowskiPhysics.distance(rod, _at(0), ball, place).distance > 0.5, "free at the start")
	check(MinkowskiPhysics.distance(rod, end, ball, place).distance > 0.5, "free at the end")
	var result := MinkowskiPhysics.time_of_impact(rod, _at(0), ball, place, end, place)
	check_equal(result.status, MinkowskiResult.STATUS_HIT)
	# the rod's middle line is at 45 degrees when it points at the ball; it is touched when the line is
	# still asin(0.2 / sqrt 2) away
	var expected := (PI / 4 - asin(0.2 / sqrt(2.0))) / (PI / 2)
	check_near(result.time, expected, 1e-3)
	check(result.time <= result.time_late, "bracketed")


func test_contacts_of_a_resting_box_are_four() -> void:
	var contacts := MinkowskiPhysics.contacts(_box(), _at(0), _box(Vector3(4, 1, 4)), _at(0, -0.99))
	check_equal(contacts.size(), 4)
	for contact in contacts:
		check_near(contact.separation, -0.01, 1e-4)
		check_near(contact.normal, Vector3.DOWN, 1e-4)
		check_near(contact.point_b - contact.point_a, 0.01 * Vector3.UP, 1e-4)
		check_near(absf(contact.position.x), 0.5, 1e-3)
	check_equal(MinkowskiPhysics.contacts(_box(), _at(0), _box(), _at(0, 3)).size(), 0)
	check(MinkowskiPhysics.contacts(_box(), _at(0), _box(), _at(0, 1.5), 1.0).size() > 0, "margin")


func test_support_is_the_farthest_point() -> void:
	var point := MinkowskiPhysics.support(_ball(), _at(1, 2, 3), Vector3(0, 10, 0))
	check_near(point, Vector3(1, 2.5, 3), TOLERANCE)
	point = MinkowskiPhysics.support(_box(Vector3(2, 4, 6)), _at(0), Vector3(1, -1, 1))
	check_near(point, Vector3(1, -2, 3), TOLERANCE)


func test_bad_arguments_are_named_and_give_an_invalid_result() -> void:
	var box := _box()
	var nan := _at(NAN)
	var calls: Dictionary[String, Callable] = {
		"distance: shape_a": func() -> Variant:
			return MinkowskiPhysics.distance(null, _at(0), box, _at(0)),
		"penetration: shape_b": func() -> Variant:
			return MinkowskiPhysics.penetration(box, _at(0), 5, _at(0)),
		"distance: transform_b": func() -> Variant:
			return MinkowskiPhysics.distance(box, _at(0), box, nan),
		"cast: motion": func() -> Variant:
			return MinkowskiPhysics.cast(box, _at(0), box, _at(3), Vector3(INF, 0, 0)),
		"time_of_impact: transform_a_end must": func() -> Variant:
			return MinkowskiPhysics.time_of_impact(
				box, _at(0), box, _at(3), Transform3D().scaled(Vector3.ONE * 2), _at(3)
			),
		"time_of_impact: transform_b_end must be finite": func() -> Variant:
			return MinkowskiPhysics.time_of_impact(box, _at(0), box, _at(3), _at(0), nan),
		"detect: there is no detector": func() -> Variant:
			@warning_ignore("int_as_enum_without_cast")
			return MinkowskiPhysics.detect(box, _at(0), box, _at(3), 99),
		"distance: shape_b are points": func() -> Variant:
			return MinkowskiPhysics.distance(box, _at(0), PackedVector3Array(), _at(0)),
	}
	for words in calls:
		var results: Array[MinkowskiResult] = []
		check_refused(words, func() -> void: results.append(calls[words].call()), words)
		check_equal(results[0].status, MinkowskiResult.STATUS_INVALID, words)
	check_refused(
		"contacts: margin",
		func() -> void:
			check_equal(MinkowskiPhysics.contacts(box, _at(0), box, _at(0), -1.0).size(), 0)
	)
	check_refused(
		"support: shape must be convex",
		func() -> void: MinkowskiPhysics.support(WorldBoundaryShape3D.new(), _at(0), Vector3.UP)
	)


func test_two_planes_have_no_distance() -> void:
	var plane := WorldBoundaryShape3D.new()
	var result := MinkowskiPhysics.distance(plane, _at(0), plane, _at(0))
	check_equal(result.status, MinkowskiResult.STATUS_UNSUPPORTED)


func test_profile_tells_the_time_of_each_stage() -> void:
	if not only_on([MINKOWSKI]):
		return
	var space := root.get_world_3d().space
	await steps(3)
	# nothing is awake: the clock is not even asked
	check_equal(MinkowskiPhysics.profile(space).total, 0.0)
	# a heap in itself takes far longer than the microsecond that the clock knows
	for i in 100:
		var body := RigidBody3D.new()
		var collision := CollisionShape3D.new()
		collision.shape = SphereShape3D.new()
		body.add_child(collision)
		body.position = Vector3(i % 5, i / 25, i / 5 % 5) * 0.9
		add(body)
	await steps(3)
	var profile := MinkowskiPhysics.profile(space)
	check(profile.has("solve") and profile.has("narrow phase"), str(profile.keys()))
	check(profile.total > 0.0, "it took time: %s" % profile.total)


func test_shapes_of_ours_are_exact() -> void:
	var egg := EllipsoidShape3D.new()
	egg.radii = Vector3(1, 2, 3)
	var result := MinkowskiPhysics.distance(egg, _at(0), _ball(), _at(0, 0, 5))
	check_near(result.distance, 1.5, TOLERANCE)


# A box that falls in a space of its own, which Godot does not step.
func _falling_space() -> RID:
	var space := own(PhysicsServer3D.space_create())
	var shape := own(PhysicsServer3D.box_shape_create())
	var body := own(PhysicsServer3D.body_create())
	PhysicsServer3D.shape_set_data(shape, Vector3.ONE)
	PhysicsServer3D.body_add_shape(body, shape)
	PhysicsServer3D.body_set_space(body, space)
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY, Vector3.ONE)
	return space


func test_space_goes_back_and_takes_the_same_way_again() -> void:
	if not only_on([MINKOWSKI]):
		return
	var space := _falling_space()
	check(MinkowskiPhysics.step(space, 1.0 / 60.0), "a step")
	var state := MinkowskiPhysics.save_state(space)
	var before := MinkowskiPhysics.state_hash(space)
	check(state.size() > 0, "there is a state")
	for i in 10:
		MinkowskiPhysics.step(space, 1.0 / 60.0)
	var after := MinkowskiPhysics.state_hash(space)
	check(after != before, "it moved")
	check(MinkowskiPhysics.restore_state(space, state), "it goes back")
	check_equal(MinkowskiPhysics.state_hash(space), before)
	for i in 10:
		MinkowskiPhysics.step(space, 1.0 / 60.0)
	check_equal(MinkowskiPhysics.state_hash(space), after)


func test_wrong_states_and_spaces_are_refused() -> void:
	if not only_on([MINKOWSKI]):
		return
	var space := _falling_space()
	var before := MinkowskiPhysics.state_hash(space)
	for state: PackedByteArray in [[], [1, 2, 3]]:
		var errors := errors_of(
			func() -> void: check(not MinkowskiPhysics.restore_state(space, state), "refused")
		)
		check(errors.size() <= 1, "one sentence: %s" % errors)
	check_equal(MinkowskiPhysics.state_hash(space), before)
	check_equal(errors_of(func() -> void: MinkowskiPhysics.save_state(RID())).size(), 1)
	check_equal(errors_of(func() -> void: MinkowskiPhysics.step(space, NAN)).size(), 1)
	check_equal(MinkowskiPhysics.state_hash(space), before)


func test_profile_needs_our_engine() -> void:
	if skip_on([MINKOWSKI]):
		return
	check_refused(
		"save_state: Minkowski Physics is not",
		func() -> void: check_equal(MinkowskiPhysics.save_state(RID()).size(), 0)
	)
	check_refused(
		"profile: Minkowski Physics is not",
		func() -> void: check_equal(MinkowskiPhysics.profile(root.get_world_3d().space), {})
	)
