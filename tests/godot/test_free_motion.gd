# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Bodies that touch nothing: gravity, damping, forces, impulses, spin, axis locks, teleports. All three
## engines integrate in the same way, so the same numbers hold on each:
## v = v * max(0, 1 - damp * dt) + (g + F / m) * dt, then x = x + v * dt, with dt = 1/60 s.

const DT := 1.0 / 60.0
const G := 9.8

var _space: RID


## A body with a box in the space of the test's scene that meets nobody, without gravity or damping.
func make_body(size := Vector3.ONE) -> RID:
	_space = root.get_world_3d().space
	var shape := PhysicsServer3D.box_shape_create()
	PhysicsServer3D.shape_set_data(shape, size / 2.0)
	var body := own(PhysicsServer3D.body_create())
	own(shape)
	PhysicsServer3D.body_add_shape(body, shape)
	PhysicsServer3D.body_set_mode(body, PhysicsServer3D.BODY_MODE_RIGID)
	PhysicsServer3D.body_set_collision_layer(body, 0)
	PhysicsServer3D.body_set_collision_mask(body, 0)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 0.0)
	undamp(body)
	PhysicsServer3D.body_set_space(body, _space)
	return body


func undamp(body: RID) -> void:
	for parameter: PhysicsServer3D.BodyParameter in [
		PhysicsServer3D.BODY_PARAM_LINEAR_DAMP_MODE, PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP_MODE
	]:
		PhysicsServer3D.body_set_param(body, parameter, PhysicsServer3D.BODY_DAMP_MODE_REPLACE)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_LINEAR_DAMP, 0.0)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP, 0.0)


func transform_of(body: RID) -> Transform3D:
	return PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM)


func velocity_of(body: RID) -> Vector3:
	return PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY)


func spin_of(body: RID) -> Vector3:
	return PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY)


func push(body: RID, velocity: Vector3) -> void:
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY, velocity)


func spin(body: RID, velocity: Vector3) -> void:
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_ANGULAR_VELOCITY, velocity)


# y after n steps is -g dt^2 n (n + 1) / 2
func test_free_fall_without_damping() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	for expected: float in [-0.002722, -0.008167, -0.016333, -0.027222]:
		await steps(1)
		check_near(transform_of(body).origin, Vector3(0, expected, 0), 1e-6)


func test_free_fall_for_a_second() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	await steps(60)
	check_near(velocity_of(body), Vector3(0, -G, 0), 2e-5)
	check_near(transform_of(body).origin.y, -G * DT * DT * 60.0 * 61.0 / 2.0, 2e-5)


# the space's own damping of 0.1 per second is combined with the body's 0
func test_free_fall_with_the_default_damping() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	PhysicsServer3D.body_set_param(
		body,
		PhysicsServer3D.BODY_PARAM_LINEAR_DAMP_MODE,
		PhysicsServer3D.BODY_DAMP_MODE_COMBINE
	)
	for expected: float in [-0.002722, -0.008162, -0.016315, -0.027177]:
		await steps(1)
		check_near(transform_of(body).origin, Vector3(0, expected, 0), 1e-6)


func test_gravity_scale() -> void:
	for scale: float in [0.0, 0.5, -1.0, 2.0]:
		var body := make_body()
		PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, scale)
		await steps(6)
		check_near(velocity_of(body).y, -G * scale * DT * 6.0, 1e-5, "scale %s" % scale)


# (1 - 3/60)^3 and (1 - 6/60)^3
func test_damping_is_a_factor_per_tick() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_LINEAR_DAMP, 3.0)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP, 6.0)
	push(body, Vector3(1, 0, 0))
	spin(body, Vector3(0, 1, 0))
	await steps(3)
	check_near(velocity_of(body), Vector3(0.857375, 0, 0), 1e-5)
	check_near(spin_of(body), Vector3(0, 0.729, 0), 1e-5)


func test_strong_damping_stops_and_does_not_reverse() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_LINEAR_DAMP, 100.0)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_ANGULAR_DAMP, 100.0)
	push(body, Vector3(5, 0, 0))
	spin(body, Vector3(0, 5, 0))
	await steps(2)
	check_equal(velocity_of(body), Vector3.ZERO)
	check_equal(spin_of(body), Vector3.ZERO)


func test_axis_velocity_replaces_one_component() -> void:
	var body := make_body()
	push(body, Vector3(1, 2, 3))
	PhysicsServer3D.body_set_axis_velocity(body, Vector3(0, 10, 0))
	await steps(1)
	check_near(velocity_of(body), Vector3(1, 10, 3), 1e-5)


func test_omitted_force_integration() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	PhysicsServer3D.body_set_omit_force_integration(body, true)
	check(PhysicsServer3D.body_is_omitting_force_integration(body), "the flag reads back")
	PhysicsServer3D.body_apply_central_force(body, Vector3(60, 0, 0))
	await steps(3)
	check_near(velocity_of(body), Vector3.ZERO, 1e-6, "gravity and forces are left to the user")
	PhysicsServer3D.body_apply_central_impulse(body, Vector3(0, 0, 1))
	await steps(1)
	check_near(velocity_of(body), Vector3(0, 0, 1), 1e-5, "an impulse acts")


func test_a_force_acts_for_one_tick() -> void:
	var body := make_body()
	PhysicsServer3D.body_apply_central_force(body, Vector3(60, 0, 0))
	await steps(1)
	check_near(velocity_of(body), Vector3(1, 0, 0), 1e-5)
	await steps(3)
	check_near(velocity_of(body), Vector3(1, 0, 0), 1e-5)


func test_a_constant_force_acts_every_tick() -> void:
	var body := make_body()
	PhysicsServer3D.body_add_constant_central_force(body, Vector3(60, 0, 0))
	for i in 3:
		await steps(1)
		check_near(velocity_of(body), Vector3(i + 1, 0, 0), 1e-4)
	PhysicsServer3D.body_set_constant_force(body, Vector3.ZERO)
	await steps(2)
	check_near(velocity_of(body), Vector3(3, 0, 0), 1e-4)


# with an inertia of 1/8, 1 N m s gives 8 rad/s, and 60 N m for a tick as well
func test_torques() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_INERTIA, Vector3.ONE / 8.0)
	await steps(1)
	PhysicsServer3D.body_apply_torque_impulse(body, Vector3(0, 1, 0))
	await steps(1)
	check_near(spin_of(body), Vector3(0, 8, 0), 1e-4)
	PhysicsServer3D.body_apply_torque(body, Vector3(0, -60, 0))
	await steps(1)
	check_near(spin_of(body), Vector3.ZERO, 1e-3)
	PhysicsServer3D.body_add_constant_torque(body, Vector3(0, 0, 6))
	await steps(3)
	check_near(spin_of(body), Vector3(0, 0, 2.4), 1e-3)


# m 2: v = 4 / 2; inertia 1/3, torque impulse (1,0,0) x (0,4,0) = (0,0,4), so 12 rad/s
func test_an_impulse_at_an_offset() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_INERTIA, Vector3.ONE / 3.0)
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_MASS, 2.0)
	await steps(1)
	PhysicsServer3D.body_apply_impulse(body, Vector3(0, 4, 0), Vector3(1, 0, 0))
	var state := PhysicsServer3D.body_get_direct_state(body)
	check_near(state.linear_velocity, Vector3(0, 2, 0), 1e-4, "at once")
	check_near(state.angular_velocity, Vector3(0, 0, 12), 1e-3, "at once")
	await steps(1)
	check_near(velocity_of(body), Vector3(0, 2, 0), 1e-4)
	check_near(spin_of(body), Vector3(0, 0, 12), 1e-3)


func test_spin_about_a_principal_axis_is_constant() -> void:
	for axis: Vector3 in [Vector3(1, 0, 0), Vector3(0, 0, 1)]:
		var body := make_body(Vector3(1, 2, 3))
		spin(body, axis)
		await steps(120)
		check_near(spin_of(body), axis, 1e-4)


# Godot's own engines leave out the gyroscopic torque, so there the spin of a brick is constant; with it
# the angular momentum is
func test_angular_momentum_of_a_tumbling_brick() -> void:
	var body := make_body(Vector3(1, 2, 3))
	var start := Vector3(0.3, 2.0, 0.1)
	spin(body, start)
	await steps(1)
	var before := momentum_of(body)
	await steps(119)
	if engine == "Minkowski Physics":
		check_near(momentum_of(body), before, 0.02 * before.length())
		check((spin_of(body) - start).length() > 0.1, "the spin wanders")
	else:
		check_near(spin_of(body), start, 1e-4)


func momentum_of(body: RID) -> Vector3:
	var inverse := PhysicsServer3D.body_get_direct_state(body).inverse_inertia_tensor
	return inverse.inverse() * spin_of(body)


func test_a_quarter_turn_in_a_second() -> void:
	for axis: Vector3 in [Vector3.RIGHT, Vector3.UP, Vector3.BACK, Vector3(1, 1, 1).normalized()]:
		var body := make_body()
		spin(body, axis * PI / 2.0)
		await steps(60)
		var expected := Basis(axis, PI / 2.0)
		check_near(transform_of(body).basis, expected, deg_to_rad(0.001), "about %s" % axis)


func test_axis_locks() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	PhysicsServer3D.body_set_axis_lock(body, PhysicsServer3D.BODY_AXIS_LINEAR_Y, true)
	PhysicsServer3D.body_set_axis_lock(body, PhysicsServer3D.BODY_AXIS_ANGULAR_Y, true)
	push(body, Vector3(1, 0, 0))
	PhysicsServer3D.body_apply_torque_impulse(body, Vector3(0, 1, 0))
	await steps(10)
	check_near(transform_of(body).origin, Vector3(10.0 * DT, 0, 0), 1e-4)
	check_near(spin_of(body).y, 0.0, 1e-6)


# a teleport keeps the velocity and the step that follows goes on from the new place
func test_teleport() -> void:
	var body := make_body()
	push(body, Vector3(1, 0, 0))
	await steps(1)
	PhysicsServer3D.body_set_state(
		body,
		PhysicsServer3D.BODY_STATE_TRANSFORM,
		Transform3D(Basis.IDENTITY, Vector3(10, 0, 0))
	)
	await steps(1)
	check_near(transform_of(body).origin, Vector3(10.01667, 0, 0), 1e-5)
	check_near(velocity_of(body), Vector3(1, 0, 0), 1e-5)


func test_static_bodies_do_not_move() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	PhysicsServer3D.body_set_mode(body, PhysicsServer3D.BODY_MODE_STATIC)
	push(body, Vector3(1, 0, 0))
	PhysicsServer3D.body_apply_central_impulse(body, Vector3(1, 0, 0))
	await steps(5)
	check_equal(transform_of(body).origin, Vector3.ZERO)


func test_the_direct_state_tells_gravity_and_damping() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 2.0)
	await steps(2)
	var state := PhysicsServer3D.body_get_direct_state(body)
	check_near(state.total_gravity, Vector3(0, -2.0 * G, 0), 1e-4)
	check_near(state.total_linear_damp, 0.0, 1e-6)
	check_near(state.total_angular_damp, 0.0, 1e-6)
	check_near(state.step, DT, 1e-6)
	check_near(state.inverse_mass, 1.0, 1e-6)


func test_the_space_default_area_sets_gravity() -> void:
	var body := make_body()
	PhysicsServer3D.body_set_param(body, PhysicsServer3D.BODY_PARAM_GRAVITY_SCALE, 1.0)
	var vector := PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR
	var before: Vector3 = PhysicsServer3D.area_get_param(_space, vector)
	check_near(before, Vector3(0, -1, 0), 1e-6)
	PhysicsServer3D.area_set_param(_space, vector, Vector3(1, 0, 0))
	await steps(6)
	PhysicsServer3D.area_set_param(_space, vector, before)
	check_near(velocity_of(body), Vector3(G * 0.1, 0, 0), 1e-4)
