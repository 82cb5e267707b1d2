# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Scenes with something wrong in them: one clear sentence at most, no number that is not finite, and the rest of
## the scene goes on. A witness falls beside every case; it must fall as if it were alone.
##
## Only on our engine: what the others do here, from silence to infinite positions, is theirs.

const DT := 1.0 / 60.0
const G := 9.8

var witness: RigidBody3D


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func make_collision(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


func make(body: PhysicsBody3D, shape: Shape3D, place := Vector3.ZERO) -> Node3D:
	if shape != null:
		body.add_child(make_collision(shape))
	body.position = place
	add(body)
	return body


func make_witness() -> void:
	witness = RigidBody3D.new()
	witness.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	witness.collision_mask = 0
	witness.collision_layer = 0
	make(witness, SphereShape3D.new(), Vector3(0, 1000, 500))


## Lets ticks pass; the witness must have fallen freely in them and the bodies must be somewhere.
func check_goes_on(bodies: Array, ticks := 60) -> void:
	var velocity := witness.linear_velocity.y
	await steps(ticks)
	check_near(witness.linear_velocity.y - velocity, -G * DT * ticks, 1e-3, "the witness falls")
	for body: Node3D in bodies:
		check(body.global_transform.is_finite(), "%s is somewhere" % body)


# it is said once, however often it falls asleep and wakes; what was not meant to meet anything is no news
func test_a_body_without_shape_falls() -> void:
	make_witness()
	var body := RigidBody3D.new()
	body.name = "Ghost"
	make(body, null)
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	make(StaticBody3D.new(), null)
	var area := Area3D.new()
	add(area)
	await steps(1)
	await check_goes_on([body])
	check_near(body.linear_velocity.y, witness.linear_velocity.y, 1e-3)
	body.sleeping = true
	await steps(2)
	body.sleeping = false
	await steps(2)
	var said := warnings()
	check_equal(said.size(), 1, str(said))
	check("".join(said).contains("Ghost:<RigidBody3D#"), "the warning names the node: %s" % said)


func test_a_collision_shape_without_a_shape() -> void:
	make_witness()
	var body := RigidBody3D.new()
	body.add_child(CollisionShape3D.new())
	add(body)
	await check_goes_on([body])
	check(body.global_position.y < -3.0, "it falls through everything")


## Fails the test unless there is one error and it has all the words.
func check_one_error(errors: PackedStringArray, words: PackedStringArray) -> void:
	check_equal(errors.size(), 1, str(errors))
	for word in words:
		check("".join(errors).contains(word), "'%s' is in %s" % [word, errors])


# a scene that is loaded with a bad shape in it, and one that goes bad while it is used
func test_messages_name_the_node() -> void:
	make_witness()
	var crate := RigidBody3D.new()
	crate.name = "Crate"
	var points := ConvexPolygonShape3D.new()
	points.points = PackedVector3Array([Vector3.ZERO, Vector3(1e30, 0, 0), Vector3.UP, Vector3.BACK])
	var errors := errors_of(func() -> void: crate.add_child(make_collision(points)))
	add(crate)
	check_one_error(errors, ["Crate:<RigidBody3D#", "collides with nothing"])
	var barrel := RigidBody3D.new()
	barrel.name = "Barrel"
	var shape := ConvexPolygonShape3D.new()
	shape.points = PackedVector3Array([Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK])
	make(barrel, shape)
	errors = errors_of(func() -> void: shape.points = points.points)
	check_one_error(errors, ["Barrel:<RigidBody3D#", "collides with nothing"])
	errors = errors_of(func() -> void: barrel.apply_central_impulse(Vector3(NAN, 0, 0)))
	check_one_error(errors, ["Barrel:<RigidBody3D#", "not finite"])
	await check_goes_on([crate, barrel])


# as a scene has them that is loaded, and as they become so while they are used
func test_shapes_of_no_size() -> void:
	make_witness()
	var bodies: Array = []
	var shapes: Array[Shape3D] = [BoxShape3D.new(), SphereShape3D.new(), CylinderShape3D.new()]
	for shape: Shape3D in [BoxShape3D.new(), SphereShape3D.new(), CylinderShape3D.new()]:
		check_silent("a shape that nobody uses", shrink.bind(shape))
		var body := RigidBody3D.new()
		body.name = shape.get_class()
		var loaded := errors_of(func() -> void: body.add_child(make_collision(shape)))
		check_one_error(loaded, [body.name + ":<RigidBody3D#", "collides with nothing", "zero"])
		add(body)
		bodies.append(body)
	for shape in shapes:
		var body := RigidBody3D.new()
		body.name = shape.get_class() + "Later"
		bodies.append(make(body, shape, Vector3(4 * bodies.size(), 0, 0)))
	await steps(1)
	for shape in shapes:
		var errors := errors_of(shrink.bind(shape))
		check_one_error(errors, ["%sLater:<RigidBody3D#" % shape.get_class(), "collides with nothing"])
	await check_goes_on(bodies)
	shapes[1].radius = 0.5
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = shapes[0]
	query.transform = bodies[4].global_transform
	var space := root.get_world_3d().direct_space_state
	var asked := errors_of(func() -> void: check_equal(space.intersect_shape(query), []))
	check_one_error(asked, ["intersect_shape", "BoxShape3DLater", "finds nothing"])
	query.shape = SphereShape3D.new()
	check_equal(space.intersect_shape(query).size(), 1, "a ball that has a size again is met")


func shrink(shape: Shape3D) -> void:
	if shape is BoxShape3D:
		shape.size = Vector3.ZERO
	else:
		shape.radius = 0.0


# a sheet, a pane and a rod: Jolt lets everything through them
func test_boxes_without_thickness() -> void:
	make_witness()
	var sheet := BoxShape3D.new()
	sheet.size = Vector3(4, 0, 4)
	make(StaticBody3D.new(), sheet)
	var rod := BoxShape3D.new()
	rod.size = Vector3(4, 0, 0)
	make(StaticBody3D.new(), rod, Vector3(0, 0, 9))
	var ball := make(RigidBody3D.new(), SphereShape3D.new(), Vector3(1, 2, 1)) as RigidBody3D
	var below := make(RigidBody3D.new(), SphereShape3D.new(), Vector3(0, -2, 0)) as RigidBody3D
	below.gravity_scale = -1.0
	var flat := BoxShape3D.new()
	flat.size = Vector3(1, 1, 0)
	var pane := make(RigidBody3D.new(), flat, Vector3(-1, 1, -1)) as RigidBody3D
	await check_goes_on([ball, below, pane], 90)
	check_near(ball.global_position.y, 0.5, 0.02, "it lies on the sheet")
	check_near(below.global_position.y, -0.5, 0.02, "from below, too")
	check_near(pane.global_position.y, 0.5, 0.02, "a pane stands on its edge")
	var moments := PhysicsServer3D.body_get_direct_state(pane.get_rid()).inverse_inertia.inverse()
	check_near(moments, Vector3(1, 1, 2) / 12.0, 1e-4, "as a pane of 1 kg")
	var query := PhysicsRayQueryParameters3D.create(Vector3(0, 0.5, 8), Vector3(0, -0.5, 10))
	var hit := root.get_world_3d().direct_space_state.intersect_ray(query)
	check_near(hit.get("position", Vector3.INF), Vector3(0, 0, 9), 1e-4, "a ray meets the rod")


func test_transforms_that_are_not_numbers() -> void:
	make_witness()
	var body := make(RigidBody3D.new(), BoxShape3D.new()) as RigidBody3D
	var still := make(StaticBody3D.new(), BoxShape3D.new(), Vector3(9, 0, 0))
	await steps(2)
	var rid := body.get_rid()
	for broken: Transform3D in [
		Transform3D(Basis(), Vector3(NAN, 0, 0)),
		Transform3D(Basis(), Vector3(0, INF, 0)),
		Transform3D(Basis(Vector3(NAN, 0, 0), Vector3.UP, Vector3.BACK), Vector3.ZERO)
	]:
		errors_of(
			func() -> void:
				PhysicsServer3D.body_set_state(rid, PhysicsServer3D.BODY_STATE_TRANSFORM, broken)
				PhysicsServer3D.body_set_state(
					still.get_rid(), PhysicsServer3D.BODY_STATE_TRANSFORM, broken
				)
		)
	check_refused(
		"body_set_state",
		func() -> void:
			PhysicsServer3D.body_set_state(
				rid, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY, Vector3(NAN, 0, 0)
			)
	)
	check_refused("body_apply_impulse", func() -> void: body.apply_impulse(Vector3(0, INF, 0)))
	await check_goes_on([body, still])


# mirrored, flat, turned inside out and sheared
func test_scales_that_no_body_should_have() -> void:
	make_witness()
	var ground := BoxShape3D.new()
	ground.size = Vector3(200, 1, 20)
	make(StaticBody3D.new(), ground, Vector3(0, -0.5, 0))
	var bodies: Array = []
	for scale: Vector3 in [
		Vector3(-1, 1, 1), Vector3(1, -2, 1), Vector3(-1, -1, -1), Vector3(1, 0.001, 1)
	]:
		var body := RigidBody3D.new()
		body.add_child(make_collision(BoxShape3D.new()))
		body.get_child(0).scale = scale
		body.position = Vector3(4 * bodies.size(), 1.5, 0)
		add(body)
		bodies.append(body)
	await check_goes_on(bodies, 120)
	for body: RigidBody3D in bodies:
		check(body.global_position.y > -0.1, "it rests on the floor: %s" % body.global_position)
	check_near(bodies[0].global_position.y, 0.5, 0.03, "a mirrored box is a box")
	check_near(bodies[1].global_position.y, 1.0, 0.03, "twice as high")


# a scale of zero has no geometry: Godot complains about it by itself where it inverts the matrix
func test_a_scale_of_zero() -> void:
	make_witness()
	var body := make(RigidBody3D.new(), BoxShape3D.new()) as RigidBody3D
	await steps(1)
	var flat := Transform3D(Basis.from_scale(Vector3.ZERO), Vector3(0, 5, 0))
	errors_of(
		func() -> void:
			PhysicsServer3D.body_set_state(
				body.get_rid(), PhysicsServer3D.BODY_STATE_TRANSFORM, flat
			)
	)
	var mirrored := make(StaticBody3D.new(), BoxShape3D.new(), Vector3(5, 0, 0))
	mirrored.scale = Vector3(-2, 1, 1)
	await check_goes_on([])
	var place: Transform3D = PhysicsServer3D.body_get_state(
		body.get_rid(), PhysicsServer3D.BODY_STATE_TRANSFORM
	)
	check(place.is_finite(), "it is somewhere")


func test_mass_zero_is_refused() -> void:
	make_witness()
	var body := make(RigidBody3D.new(), BoxShape3D.new()) as RigidBody3D
	await steps(1)
	var rid := body.get_rid()
	for mass: float in [0.0, -1.0, NAN]:
		check_refused(
			"the mass",
			func() -> void:
				PhysicsServer3D.body_set_param(rid, PhysicsServer3D.BODY_PARAM_MASS, mass),
			str(mass)
		)
	check_equal(PhysicsServer3D.body_get_param(rid, PhysicsServer3D.BODY_PARAM_MASS), 1.0)
	await check_goes_on([body])
	check(body.global_position.y < -3.0, "it falls")


# light and heavy without bounds: a millionth of a gram under a thousand tons
func test_masses_of_all_sizes() -> void:
	make_witness()
	var ground := BoxShape3D.new()
	ground.size = Vector3(20, 1, 20)
	make(StaticBody3D.new(), ground, Vector3(0, -0.5, 0))
	var light := make(RigidBody3D.new(), BoxShape3D.new(), Vector3(0, 0.5, 0)) as RigidBody3D
	light.mass = 1e-6
	var heavy := make(RigidBody3D.new(), BoxShape3D.new(), Vector3(0, 1.5, 0)) as RigidBody3D
	heavy.mass = 1e6
	await check_goes_on([light, heavy], 120)


func test_ten_thousand_metres_per_second() -> void:
	make_witness()
	var ground := BoxShape3D.new()
	ground.size = Vector3(20, 1, 20)
	make(StaticBody3D.new(), ground, Vector3(0, -0.5, 0))
	var fast := make(RigidBody3D.new(), BoxShape3D.new(), Vector3(0, 50, 0)) as RigidBody3D
	fast.linear_velocity = Vector3(0, -10000, 0)
	var spinning := make(RigidBody3D.new(), BoxShape3D.new(), Vector3(5, 2, 0)) as RigidBody3D
	spinning.angular_velocity = Vector3(1000, 20000, 0)
	await check_goes_on([fast, spinning])


func test_velocities_beyond_all_numbers() -> void:
	make_witness()
	var body := make(RigidBody3D.new(), BoxShape3D.new()) as RigidBody3D
	await steps(1)
	expect_error("moved beyond all numbers")
	body.linear_velocity = Vector3(3e38, 3e38, 0)
	body.constant_force = Vector3(3e38, 0, 0)
	await check_goes_on([body])


# 100 km from the origin a float knows centimetres: a box rests there within some of them
func test_a_hundred_kilometres_away() -> void:
	make_witness()
	var far := Vector3(100000, 0, -100000)
	var ground := BoxShape3D.new()
	ground.size = Vector3(20, 1, 20)
	make(StaticBody3D.new(), ground, far + Vector3(0, -0.5, 0))
	var box := make(RigidBody3D.new(), BoxShape3D.new(), far + Vector3(0, 1, 0)) as RigidBody3D
	await check_goes_on([box], 180)
	check_near(box.global_position, far + Vector3(0, 0.5, 0), 0.1)
	check(box.sleeping, "it sleeps")


func test_meshes_without_content() -> void:
	make_witness()
	var bodies: Array = []
	var empty := ConcavePolygonShape3D.new()
	bodies.append(make(StaticBody3D.new(), empty))
	bodies.append(make(RigidBody3D.new(), ConcavePolygonShape3D.new(), Vector3(3, 0, 0)))
	bodies.append(make(RigidBody3D.new(), ConvexPolygonShape3D.new(), Vector3(6, 0, 0)))
	await check_goes_on(bodies)


# points, lines and slivers among the triangles, and a hull of points on one line
func test_degenerate_triangles() -> void:
	make_witness()
	var mesh := ConcavePolygonShape3D.new()
	var a := Vector3(-5, 0, -5)
	var b := Vector3(5, 0, -5)
	var c := Vector3(5, 0, 5)
	var d := Vector3(-5, 0, 5)
	mesh.set_faces(PackedVector3Array([a, a, a, a, b, b, a, b, (a + b) / 2.0, a, b, c, a, c, d]))
	make(StaticBody3D.new(), mesh)
	var ball := make(RigidBody3D.new(), SphereShape3D.new(), Vector3(1, 1, 0.5)) as RigidBody3D
	await check_goes_on([ball], 120)
	check_near(ball.global_position.y, 0.5, 0.03, "it rests on the good triangles")
	var line := ConvexPolygonShape3D.new()
	var errors := errors_of(
		func() -> void: line.points = PackedVector3Array([a, b, (a + b) / 2.0, Vector3(NAN, 0, 0)])
	)
	check(errors.size() <= 1, "at most one sentence: %s" % [errors])
	line.points = PackedVector3Array([Vector3.LEFT, Vector3.ZERO, Vector3.RIGHT])
	var needle := make(RigidBody3D.new(), line, Vector3(-2, 0.05, 0)) as RigidBody3D
	await check_goes_on([needle], 120)
	check(needle.global_position.y > -0.1, "a needle lies on the floor")


func test_a_mesh_of_nothing_but_lines() -> void:
	make_witness()
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3.ZERO, Vector3.RIGHT, Vector3.LEFT]))
	var body := StaticBody3D.new()
	body.name = "Lines"
	var errors := errors_of(func() -> void: make(body, mesh))
	check_one_error(errors, ["Lines:<StaticBody3D#", "no triangle that has an area"])
	await check_goes_on([body])


# everything at one place: they come apart, or stay, but nobody is lost
func test_bodies_at_the_same_place() -> void:
	make_witness()
	var bodies: Array = []
	for index in 30:
		bodies.append(make(RigidBody3D.new(), BoxShape3D.new()))
	await check_goes_on(bodies, 120)


func test_an_area_of_broken_rules() -> void:
	make_witness()
	var area := Area3D.new()
	area.add_child(make_collision(SphereShape3D.new()))
	add(area)
	var rid := area.get_rid()
	for param: int in [1, 6, 8]:
		check_refused(
			"area_set_param",
			func() -> void: PhysicsServer3D.area_set_param(rid, param, NAN),
			"parameter %d" % param
		)
	PhysicsServer3D.area_set_param(rid, PhysicsServer3D.AREA_PARAM_GRAVITY_OVERRIDE_MODE, 3)
	PhysicsServer3D.area_set_param(rid, PhysicsServer3D.AREA_PARAM_GRAVITY_IS_POINT, true)
	PhysicsServer3D.area_set_param(rid, PhysicsServer3D.AREA_PARAM_GRAVITY, 1e30)
	PhysicsServer3D.area_set_param(rid, PhysicsServer3D.AREA_PARAM_GRAVITY_POINT_UNIT_DISTANCE, 1e20)
	var body := make(RigidBody3D.new(), BoxShape3D.new(), Vector3(0.1, 0, 0)) as RigidBody3D
	var errors := errors_of(func() -> void: pass)
	check_equal(errors.size(), 0)
	expect_error("moved beyond all numbers")
	await check_goes_on([body])


# what a script asks of the server directly: the sentence names the node all the same
func test_refused_parameters_name_the_node() -> void:
	make_witness()
	var crate := make(RigidBody3D.new(), SphereShape3D.new()) as RigidBody3D
	crate.name = "Crate"
	var lake := Area3D.new()
	lake.name = "Lake"
	add(lake)
	var cloth := SoftBody3D.new()
	cloth.name = "Cloth"
	cloth.mesh = PlaneMesh.new()
	add(cloth)
	var joint := own(PhysicsServer3D.joint_create())
	PhysicsServer3D.joint_make_pin(joint, crate.get_rid(), Vector3.ZERO, RID(), Vector3.ZERO)
	var server := PhysicsServer3D
	var mistakes := {
		"Crate: the mass must be":
		func() -> void:
			server.body_set_param(crate.get_rid(), PhysicsServer3D.BODY_PARAM_MASS, 0.0),
		"Crate: there is no parameter":
		func() -> void: server.body_set_param(crate.get_rid(), 77 as PhysicsServer3D.BodyParameter, 0),
		"Crate: there is no body mode":
		func() -> void: server.body_set_mode(crate.get_rid(), 9 as PhysicsServer3D.BodyMode),
		"Lake: the gravity must be":
		func() -> void:
			server.area_set_param(lake.get_rid(), PhysicsServer3D.AREA_PARAM_GRAVITY, NAN),
		"Cloth: the total mass": func() -> void: cloth.total_mass = NAN,
		"the joint of Crate and the world: parameter 0 must be":
		func() -> void:
			server.pin_joint_set_param(joint, PhysicsServer3D.PIN_JOINT_BIAS, INF),
		"Crate: a joint needs two different bodies":
		func() -> void:
			server.joint_make_pin(
				joint, crate.get_rid(), Vector3.ZERO, crate.get_rid(), Vector3.ZERO
			),
	}
	for words: String in mistakes:
		var errors := errors_of(mistakes[words])
		check_equal(errors.size(), 1, "%s: %s" % [words, errors])
		var plain := RegEx.create_from_string(":<\\w+#\\d+>").sub("".join(errors), "", true)
		check(plain.contains(words), "'%s' is in %s" % [words, errors])
	await check_goes_on([crate], 10)


## A joint node whose two ends are the same body, one whose ends are freed, and one that is freed in a tick.
func test_joints_of_one_body_and_of_freed_ones() -> void:
	make_witness()
	var body := make(RigidBody3D.new(), SphereShape3D.new()) as RigidBody3D
	body.name = "Loner"
	var other := make(RigidBody3D.new(), SphereShape3D.new(), Vector3(3, 0, 0)) as RigidBody3D
	var twice := HingeJoint3D.new()
	add(twice)
	twice.node_a = twice.get_path_to(body)
	var errors := errors_of(func() -> void: twice.node_b = twice.get_path_to(body))
	check(errors.size() <= 1, "one sentence at most: %s" % errors)
	var between := PinJoint3D.new()
	add(between)
	between.node_a = between.get_path_to(body)
	between.node_b = between.get_path_to(other)
	await steps(2)
	other.free()
	await check_goes_on([body], 20)
	check(body.linear_velocity.y < -1.0, "it falls on alone: %s" % body.linear_velocity)
	between.set_param(PinJoint3D.PARAM_BIAS, 0.2)
	between.free()
	body.free()
	await check_goes_on([], 5)
