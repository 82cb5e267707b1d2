# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Mass, centre of mass and inertia of RigidBody3D: from every shape, from several, under scale, given by hand,
## and what impulses do with them. Godot Physics takes the box around a shape for many; that is said where it
## matters.

const DT := 1.0 / 60.0


func make_collision(shape: Shape3D, place := Vector3.ZERO) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	collision.position = place
	return collision


func make_body(shapes: Array[CollisionShape3D], mass := 1.0) -> RigidBody3D:
	var body := RigidBody3D.new()
	for collision in shapes:
		body.add_child(collision)
	body.mass = mass
	body.gravity_scale = 0.0
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.collision_mask = 0
	body.collision_layer = 0
	add(body)
	return body


func make_box(size: Vector3, place := Vector3.ZERO) -> CollisionShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return make_collision(shape, place)


func make_hull(points: Array) -> CollisionShape3D:
	var shape := ConvexPolygonShape3D.new()
	shape.points = PackedVector3Array(points)
	return make_collision(shape)


func make_cube_points(center := Vector3.ZERO) -> Array:
	var points := []
	for i in 8:
		var corner := Vector3(i & 1, (i >> 1) & 1, (i >> 2) & 1) * 2.0 - Vector3.ONE
		points.append(corner + center)
	return points


func state_of(body: RigidBody3D) -> PhysicsDirectBodyState3D:
	return PhysicsServer3D.body_get_direct_state(body.get_rid())


## Moments about the axes of a body that has not turned.
func moments_of(body: RigidBody3D) -> Vector3:
	var tensor := state_of(body).inverse_inertia_tensor.inverse()
	return Vector3(tensor.x.x, tensor.y.y, tensor.z.z)


func check_mass(body: RigidBody3D, center: Vector3, moments: Vector3, text: String) -> void:
	check_near(state_of(body).center_of_mass_local, center, 1e-4, text + ", centre")
	check_near(moments_of(body), moments, 1e-3, text + ", moments")


# by the formulas of solids: box m/12 (b^2 + c^2), ball 2/5 r^2, cylinder 1/2 r^2 and (3 r^2 + h^2) / 12
func test_simple_shapes() -> void:
	var ball := SphereShape3D.new()
	ball.radius = 1.0
	var cylinder := CylinderShape3D.new()
	cylinder.radius = 1.0
	cylinder.height = 2.0
	var capsule := CapsuleShape3D.new()
	capsule.radius = 0.5
	capsule.height = 2.0
	var box := make_body([make_box(Vector3(2, 4, 6))])
	var round_body := make_body([make_collision(ball)])
	var cube := make_body([make_hull(make_cube_points())])
	var can := make_body([make_collision(cylinder)])
	var pill := make_body([make_collision(capsule)])
	await steps(2)
	check_mass(box, Vector3.ZERO, Vector3(52, 40, 20) / 12.0, "box")
	check_mass(round_body, Vector3.ZERO, Vector3.ONE * 0.4, "ball")
	check_mass(cube, Vector3.ZERO, Vector3.ONE * 2.0 / 3.0, "cube of points")
	# Godot Physics: the boxes around them
	if engine != GODOT_PHYSICS:
		check_mass(can, Vector3.ZERO, Vector3(7.0 / 12.0, 0.5, 7.0 / 12.0), "cylinder")
		check_mass(pill, Vector3.ZERO, Vector3(0.3025, 0.1150, 0.3025), "capsule")


func test_a_body_without_shapes() -> void:
	var body := make_body([])
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE, "nothing")


# Godot Physics has the centre of points at the origin
func test_points_away_from_the_origin() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var cube := make_body([make_hull(make_cube_points(Vector3(5, 0, 0)))])
	var corner := make_body([make_hull([Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK])])
	await steps(2)
	check_mass(cube, Vector3(5, 0, 0), Vector3.ONE * 2.0 / 3.0, "cube")
	check_near(state_of(corner).center_of_mass_local, Vector3.ONE * 0.25, 1e-4, "tetrahedron")


# a mesh that is closed weighs as a solid; Godot's own engines have a placeholder
func test_a_closed_mesh() -> void:
	if not only_on([MINKOWSKI]):
		return
	var mesh := BoxMesh.new()
	mesh.size = Vector3(2, 4, 6)
	var body := make_body([make_collision(mesh.create_trimesh_shape())])
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3(52, 40, 20) / 12.0, "mesh of a box")


# volumes 1 and 3 at x = -1 and 1: centre 0.5. Moments of 10 kg by the sum of both, each about that centre
func test_two_shapes() -> void:
	var body := make_body(
		[make_box(Vector3.ONE, Vector3.LEFT), make_box(Vector3(1, 3, 1), Vector3.RIGHT)], 10.0
	)
	await steps(2)
	check_mass(body, Vector3(0.5, 0, 0), Vector3(20.0 / 3.0, 85.0 / 6.0 - 5.0, 85.0 / 6.0), "two")
	body.get_child(1).disabled = true
	await steps(2)
	check_mass(body, Vector3.LEFT, Vector3.ONE * 10.0 / 6.0, "one")


# Steiner's theorem: m d^2 more. Godot Physics leaves the moments alone
func test_a_centre_that_is_given() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_body([make_box(Vector3.ONE)], 6.0)
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(0, 2, 0)
	await steps(2)
	check_mass(body, Vector3(0, 2, 0), Vector3(25, 1, 25), "6 kg, 2 m")
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_AUTO
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE, "back")


# aside of both boxes: products of inertia, m dx dy, turn the axes. What is asked for is about them, in the axes of
# the world. Godot Physics hears of a centre only with the next change of a shape
func test_a_centre_that_turns_the_axes() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_body(
		[make_box(Vector3.ONE, Vector3.LEFT), make_box(Vector3(1, 3, 1), Vector3.RIGHT)], 10.0
	)
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(0, 2, 0)
	await steps(2)
	var tensor := state_of(body).inverse_inertia_tensor.inverse()
	var expected := Basis(Vector3(140.0 / 3, 10, 0), Vector3(10, 35.0 / 3, 0), Vector3(0, 0, 170.0 / 3))
	check_near(tensor, expected, 1e-3)
	# 10 N s at a metre from the centre: the spin has a part about the other axis
	body.apply_impulse(Vector3(0, 0, 10), Vector3(0, 3, 0))
	check_near(state_of(body).angular_velocity, expected.inverse() * Vector3(10, 0, 0), 1e-4)
	# a moment that is given clears the products that it has a part in
	body.inertia = Vector3(1, 0, 0)
	await steps(1)
	tensor = state_of(body).inverse_inertia_tensor.inverse()
	var bare := body.basis.transposed() * tensor * body.basis
	check_near(bare, Basis.from_scale(Vector3(1, 35.0 / 3, 170.0 / 3)), 1e-2)


# the same body turned: its centre is told in the axes of the world from its origin, its principal axes as a basis in
# the world about which its tensor has no products
func test_centre_and_axes_of_a_turned_body() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_body(
		[make_box(Vector3.ONE, Vector3.LEFT), make_box(Vector3(1, 3, 1), Vector3.RIGHT)], 10.0
	)
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(0, 2, 0)
	body.transform = Transform3D(Basis(Vector3(1, 2, -1).normalized(), 0.8), Vector3(5, -3, 2))
	await steps(2)
	var state := state_of(body)
	check_near(state.center_of_mass, body.basis * Vector3(0, 2, 0), 1e-5)
	check_near(state.center_of_mass_local, Vector3(0, 2, 0), 1e-5)
	var axes := state.principal_inertia_axes
	check_near(axes * axes.transposed(), Basis.IDENTITY, 1e-5, "a rotation")
	check_near(axes.determinant(), 1.0, 1e-5, "right-handed")
	var bare := axes.transposed() * state.inverse_inertia_tensor.inverse() * axes
	for row in 3:
		for column in 3:
			if row != column:
				check_near(bare[column][row], 0.0, 1e-3, "product %d %d" % [row, column])
			elif engine == MINKOWSKI:
				# Jolt's moments are those about other axes
				check_near(bare[row][row] * state.inverse_inertia[row], 1.0, 1e-4, "moment %d" % row)


# a corner of a cube: m/10 about the edges, with products. Godot Physics takes the box around it
func test_a_tetrahedron_has_products() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var corner := make_body([make_hull([Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK])])
	await steps(2)
	var tensor := state_of(corner).inverse_inertia_tensor.inverse()
	var row := Vector3(0.075, 0.0125, 0.0125)
	check_near(tensor, Basis(row, Vector3(row.y, row.x, row.y), Vector3(row.y, row.y, row.x)), 1e-4)


func test_moments_that_are_given() -> void:
	var body := make_body([make_box(Vector3.ONE)], 6.0)
	body.inertia = Vector3(1, 2, 3)
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3(1, 2, 3), "all")
	body.inertia = Vector3(0, 5, 0)
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3(1, 5, 1), "one")
	body.inertia = Vector3.ZERO
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE, "back")


# a scaled collision shape, and a scaled body, are larger; Godot Physics leaves scale out
func test_scale() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var body := make_body([make_box(Vector3.ONE)])
	body.get_child(0).scale = Vector3.ONE * 2.0
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE * 2.0 / 3.0, "shape")
	body.get_child(0).scale = Vector3.ONE
	body.scale = Vector3.ONE * 2.0
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE * 2.0 / 3.0, "body")


# a change of the mass scales the moments
func test_mass() -> void:
	var body := make_body([make_box(Vector3.ONE)])
	await steps(2)
	body.mass = 12.0
	await steps(2)
	check_mass(body, Vector3.ZERO, Vector3.ONE * 2.0, "12 kg")
	check_near(state_of(body).inverse_mass, 1.0 / 12.0, 1e-6)


# I02: an offset is from the origin of the body, in the axes of the world
func test_impulses_at_an_offset() -> void:
	var body := make_body([make_box(Vector3.ONE)], 2.0)
	await steps(2)
	body.apply_impulse(Vector3(0, 4, 0), Vector3(1, 0, 0))
	var state := state_of(body)
	check_near(state.linear_velocity, Vector3(0, 2, 0), 1e-5)
	check_near(state.angular_velocity, Vector3(0, 0, 12), 1e-4)
	var turned := make_body([make_box(Vector3.ONE)], 2.0)
	turned.rotation_degrees = Vector3(0, 90, 0)
	await steps(2)
	turned.apply_impulse(Vector3(0, 4, 0), Vector3(1, 0, 0))
	check_near(state_of(turned).angular_velocity, Vector3(0, 0, 12), 1e-3)


# with its centre at x = 1, an impulse there does not turn it
func test_impulses_act_about_the_centre_of_mass() -> void:
	var body := make_body([make_box(Vector3.ONE)], 2.0)
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(1, 0, 0)
	await steps(2)
	body.apply_impulse(Vector3(0, 4, 0), Vector3(1, 0, 0))
	check_near(state_of(body).angular_velocity, Vector3.ZERO, 1e-5)
	body.apply_central_impulse(Vector3(0, 4, 0))
	check_near(state_of(body).angular_velocity, Vector3.ZERO, 1e-5)
	check_near(state_of(body).linear_velocity, Vector3(0, 4, 0), 1e-5)


# I04: it turns about its centre
func test_velocity_at_a_point() -> void:
	var body := make_body([make_box(Vector3.ONE)])
	body.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	body.center_of_mass = Vector3(1, 0, 0)
	await steps(2)
	body.angular_velocity = Vector3(0, 0, 2)
	await steps(1)
	var state := state_of(body)
	check_near(state.get_velocity_at_local_position(Vector3(2, 0, 0)), Vector3(0, 2, 0), 0.1)
	check_near(body.linear_velocity, Vector3.ZERO, 1e-5)
	# a quarter turn about x = 1 brings the origin below it
	await steps(46)
	check_near(body.global_position, Vector3(1, -1, 0), 0.06)


# I03: every way to apply a force, for one tick, on 2 kg with moments of 1/3
# a shape that is added counts at once, whatever is asked first; in Godot Physics from the next step on
func test_a_new_shape_counts_at_once() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var half := Vector3(0.5, 0, 0)
	var asked: Array[Callable] = [
		func(body: RigidBody3D) -> void:
			check_near(state_of(body).center_of_mass_local, half, 1e-4)
			check_near(state_of(body).inverse_inertia.inverse(), Vector3(1.0 / 6.0, 5.0 / 12.0, 5.0 / 12.0), 1e-4),
		func(body: RigidBody3D) -> void:
			check_near(1.0 / state_of(body).inverse_inertia_tensor.x.x, 1.0 / 6.0, 1e-4)
			check_near(1.0 / state_of(body).inverse_inertia_tensor.y.y, 5.0 / 12.0, 1e-4),
		func(body: RigidBody3D) -> void:
			var velocity := state_of(body).get_velocity_at_local_position(Vector3.ZERO)
			check_near(velocity, Vector3(0, -1, 0), 1e-4),
		func(body: RigidBody3D) -> void:
			body.apply_impulse(Vector3(0, 1, 0), half)
			check_near(state_of(body).angular_velocity, Vector3(0, 0, 2), 1e-4)
			check_near(state_of(body).linear_velocity, Vector3(0, 1, 0), 1e-4),
		func(body: RigidBody3D) -> void:
			var question := PhysicsShapeQueryParameters3D.new()
			question.shape = SphereShape3D.new()
			question.transform.origin = Vector3(0.0, 0.9, 0)
			var found := root.get_world_3d().direct_space_state.get_rest_info(question)
			check_equal(found.rid, body.get_rid())
			var arm: Vector3 = found.point - half
			check_near(found.linear_velocity, Vector3(-2.0 * arm.y, 2.0 * arm.x, 0), 1e-4),
		func(body: RigidBody3D) -> void:
			await steps(1)
			check_near(state_of(body).center_of_mass_local, half, 1e-4)
			check_near(body.linear_velocity, Vector3.ZERO, 1e-4),
	]
	for question in asked:
		var body := make_body([make_box(Vector3.ONE)])
		body.collision_layer = 1
		await steps(2)
		PhysicsServer3D.body_set_state(
			body.get_rid(), PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY, Vector3(0, 0, 2)
		)
		body.add_child(make_box(Vector3.ONE, Vector3.RIGHT))
		await question.call(body)
		body.free()


func test_forces() -> void:
	var body := make_body([make_box(Vector3.ONE)], 2.0)
	await steps(2)
	body.apply_central_force(Vector3(120, 0, 0))
	await steps(2)
	check_near(body.linear_velocity, Vector3(1, 0, 0), 1e-5, "central force")
	body.apply_force(Vector3(0, 120, 0), Vector3(0, 0, 0.1))
	await steps(2)
	check_near(body.linear_velocity, Vector3(1, 1, 0), 1e-5, "force")
	check_near(body.angular_velocity, Vector3(-0.6, 0, 0), 1e-4, "force at an offset")
	body.apply_torque(Vector3(12, 0, 0))
	await steps(2)
	check_near(body.angular_velocity, Vector3.ZERO, 1e-4, "torque")
	body.apply_torque_impulse(Vector3(0, 0, 1))
	await steps(2)
	check_near(body.angular_velocity, Vector3(0, 0, 3), 1e-4, "impulse of torque")
	body.set_axis_velocity(Vector3(0, 5, 0))
	await steps(2)
	check_near(body.linear_velocity, Vector3(1, 5, 0), 1e-4, "axis velocity")


func test_constant_forces() -> void:
	var body := make_body([make_box(Vector3.ONE)], 2.0)
	await steps(2)
	body.add_constant_central_force(Vector3(12, 0, 0))
	body.add_constant_torque(Vector3(0, 2, 0))
	await steps(11)
	check_near(body.linear_velocity, Vector3(1, 0, 0), 0.11)
	body.constant_force = Vector3.ZERO
	body.constant_torque = Vector3.ZERO
	await steps(2)
	var before := body.linear_velocity
	var spin := body.angular_velocity
	await steps(5)
	check_near(body.linear_velocity, before, 1e-5)
	check_near(body.angular_velocity, spin, 1e-5)
	body.add_constant_force(Vector3(0, 0, 12), Vector3(1, 0, 0))
	check_near(body.constant_force, Vector3(0, 0, 12), 1e-5)
	check_near(body.constant_torque, Vector3(0, -12, 0), 1e-4)


class Pusher:
	extends RigidBody3D
	var seen := {}

	func _integrate_forces(state: PhysicsDirectBodyState3D) -> void:
		seen.gravity = state.total_gravity
		seen.step = state.step
		seen.mass = state.inverse_mass
		seen.space = state.get_space_state() != null
		if custom_integrator:
			state.linear_velocity += Vector3(1, 0, 0)
			state.integrate_forces()


# D06: what a custom integrator wants of the usual it calls itself
func test_integrate_forces() -> void:
	var body := Pusher.new()
	body.add_child(make_box(Vector3.ONE))
	body.custom_integrator = true
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	add(body)
	await steps(2)
	check_near(body.seen.gravity, Vector3(0, -9.8, 0), 1e-4)
	check_near(body.seen.step, DT, 1e-6)
	check_near(body.seen.mass, 1.0, 1e-6)
	check(body.seen.space, "there is a space to ask")
	var before := body.linear_velocity
	await steps(3)
	check_near(body.linear_velocity - before, Vector3(3, -3.0 * 9.8 * DT, 0), 1e-3)
