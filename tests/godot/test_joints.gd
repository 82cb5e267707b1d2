# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/joint_case.gd"
## The five joint nodes, between two bodies and to the world. A test names the engines that do what it asks;
## the others are left out where they are known to differ:
## Godot Physics rounds angles of limits, has no 6DOF springs and linear motors and turns its motors 16 times too
## strong; Jolt has no angular limits of sliders and pyramids instead of cones.


func test_hinge_motor_turns_a_against_b() -> void:
	var a := rig(hinge_motor(2.0, 10.0), true)
	var b := rig(hinge_motor(2.0, 10.0), false)
	await steps(60)
	check_near(a.angular_velocity, Vector3(0, 0, 2), 0.01, "A is rigid")
	check_near(b.angular_velocity, Vector3(0, 0, -2), 0.01, "B is rigid")


func test_hinge_motor_shares_its_speed_between_free_bodies() -> void:
	var a := rigid_cube()
	var b := rigid_cube(Vector3(0.5, 0, 0))
	b.position = STILL
	join(hinge_motor(2.0, 10.0), a, b)
	await steps(60)
	check_near(a.angular_velocity.z, 1.0, 0.01, "A")
	check_near(b.angular_velocity.z, -1.0, 0.01, "B")


func test_hinge_motor_impulse_is_per_tick() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var cube := rig(hinge_motor(100.0, 0.01), true)
	await steps(60)
	check_near(cube.angular_velocity.z, 3.6, 0.07, "60 ticks of 0.01 N m s on 1/6 kg m^2")


func test_hinge_limits() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for is_a: bool in [true, false]:
		var cube := rig(hinge(-30, 60), is_a)
		await push(cube, STILL, Vector3(0, 0, 3), 120)
		check_near(turned(cube).z, 60.0 if is_a else 30.0, 0.2, "up, A is rigid: %s" % is_a)
		await push(cube, STILL, Vector3(0, 0, -3), 120)
		check_near(turned(cube).z, -30.0 if is_a else -60.0, 0.2, "down, A is rigid: %s" % is_a)


func test_hinge_equal_limits_lock_and_crossed_ones_free() -> void:
	var locked := rig(hinge(0, 0), true)
	await push(locked, STILL, Vector3(0, 0, 1), 60)
	check_near(turned(locked).z, 0.0, 0.5, "locked")
	var free := rig(hinge(30, -30), true)
	await push(free, STILL, Vector3(0, 0, 0.1), 60)
	check_near(free.angular_velocity.z, 0.6, 0.02, "free")


func test_slider_limits() -> void:
	for is_a: bool in [true, false]:
		var cube := rig(slider(-0.5, 1.0), is_a)
		await push(cube, Vector3(3, 0, 0), STILL, 120)
		check_near(cube.position, Vector3(0.5 if is_a else 1.0, 0, 0), 0.005, "A is rigid: %s" % is_a)
		await push(cube, Vector3(-3, 0, 0), STILL, 120)
		check_near(cube.position, Vector3(-1.0 if is_a else -0.5, 0, 0), 0.005, "A is rigid: %s" % is_a)


func test_slider_slides_and_holds() -> void:
	var cube := rig(slider(10.0, -10.0), false)
	await push(cube, Vector3(3, 2, -2), Vector3(0, 1, 1), 60)
	check_near(cube.position.x, 1.525, 0.03, "half of 3 m/s^2 t^2")
	check_near(Vector2(cube.position.y, cube.position.z).length(), 0.0, 0.01, "sideways")
	check_near(turned(cube), STILL, 0.5, "turning")


func test_slider_angular_limits() -> void:
	if not only_on([MINKOWSKI]):
		return
	var joint := slider(-1.0, 1.0)
	joint.set_param(SliderJoint3D.PARAM_ANGULAR_LIMIT_LOWER, deg_to_rad(-20))
	joint.set_param(SliderJoint3D.PARAM_ANGULAR_LIMIT_UPPER, deg_to_rad(40))
	var cube := rig(joint, false)
	await push(cube, STILL, Vector3(3, 0, 0), 120)
	check_near(turned(cube), Vector3(40, 0, 0), 0.3, "up")
	await push(cube, STILL, Vector3(-3, 0, 0), 120)
	check_near(turned(cube), Vector3(-20, 0, 0), 0.3, "down")


func test_cone_twist_spans() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for torque: Vector3 in [Vector3(3, 0, 0), Vector3(-3, 0, 0), Vector3(0, 3, 0), Vector3(0, 0, -3)]:
		var cube := rig(cone(30, 20), true)
		await push(cube, STILL, torque, 120)
		var span := 20.0 if torque.x != 0 else 30.0
		check_near(turned(cube), torque.normalized() * span, 0.3, "%s" % torque)


func test_cone_is_round() -> void:
	if not only_on([MINKOWSKI]):
		return
	var cube := rig(cone(30, 20), true)
	await push(cube, STILL, Vector3(0, 3, 3), 180)
	check_near(cube.basis.x.angle_to(Vector3.RIGHT), deg_to_rad(30), deg_to_rad(0.3), "lean")


func test_6dof_locked_is_rigid() -> void:
	var cube := rig(Generic6DOFJoint3D.new(), true)
	await push(cube, Vector3(3, -2, 1), Vector3(1, 1, -1), 60)
	check_near(cube.position, STILL, 0.01, "place")
	check_near(turned(cube), STILL, 1.0, "turn")


func test_6dof_linear_limits() -> void:
	for is_a: bool in [true, false]:
		var joint := Generic6DOFJoint3D.new()
		set_6dof(joint, 1, Generic6DOFJoint3D.PARAM_LINEAR_LOWER_LIMIT, -0.5)
		set_6dof(joint, 1, Generic6DOFJoint3D.PARAM_LINEAR_UPPER_LIMIT, 1.0)
		var cube := rig(joint, is_a)
		await push(cube, Vector3(0, 3, 0), STILL, 120)
		check_near(cube.position, Vector3(0, 0.5 if is_a else 1.0, 0), 0.01, "A is rigid: %s" % is_a)
		await push(cube, Vector3(0, -3, 0), STILL, 120)
		check_near(cube.position, Vector3(0, -1.0 if is_a else -0.5, 0), 0.01, "A is rigid: %s" % is_a)


func test_6dof_angular_limits() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for axis in 3:
		for is_a: bool in [true, false]:
			var joint := Generic6DOFJoint3D.new()
			set_6dof(joint, axis, Generic6DOFJoint3D.PARAM_ANGULAR_LOWER_LIMIT, deg_to_rad(-20))
			set_6dof(joint, axis, Generic6DOFJoint3D.PARAM_ANGULAR_UPPER_LIMIT, deg_to_rad(40))
			var cube := rig(joint, is_a)
			var way := Vector3.ZERO
			way[axis] = 1.0
			await push(cube, STILL, way * 3.0, 90)
			check_near(turned(cube), way * (40.0 if is_a else 20.0), 0.3, "%d up, %s" % [axis, is_a])
			await push(cube, STILL, way * -3.0, 90)
			check_near(turned(cube), way * (-20.0 if is_a else -40.0), 0.3, "%d down, %s" % [axis, is_a])


func test_6dof_motors() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for is_a: bool in [true, false]:
		var joint := Generic6DOFJoint3D.new()
		flag_6dof(joint, 0, Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_LIMIT, false)
		flag_6dof(joint, 0, Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_MOTOR, true)
		set_6dof(joint, 0, Generic6DOFJoint3D.PARAM_LINEAR_MOTOR_TARGET_VELOCITY, 2.0)
		set_6dof(joint, 0, Generic6DOFJoint3D.PARAM_LINEAR_MOTOR_FORCE_LIMIT, 100.0)
		var cube := rig(joint, is_a)
		await steps(60)
		check_near(cube.linear_velocity.x, -2.0 if is_a else 2.0, 0.02, "linear, A is rigid: %s" % is_a)
		var turning := Generic6DOFJoint3D.new()
		flag_6dof(turning, 2, Generic6DOFJoint3D.FLAG_ENABLE_ANGULAR_LIMIT, false)
		flag_6dof(turning, 2, Generic6DOFJoint3D.FLAG_ENABLE_MOTOR, true)
		set_6dof(turning, 2, Generic6DOFJoint3D.PARAM_ANGULAR_MOTOR_TARGET_VELOCITY, 2.0)
		var other := rig(turning, is_a)
		await steps(60)
		check_near(other.angular_velocity.z, 2.0 if is_a else -2.0, 0.02, "angular, A is rigid: %s" % is_a)


func test_6dof_springs_settle_at_their_equilibrium() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var linear := Generic6DOFJoint3D.new()
	flag_6dof(linear, 0, Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_LIMIT, false)
	flag_6dof(linear, 0, Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_SPRING, true)
	set_6dof(linear, 0, Generic6DOFJoint3D.PARAM_LINEAR_SPRING_STIFFNESS, 100.0)
	set_6dof(linear, 0, Generic6DOFJoint3D.PARAM_LINEAR_SPRING_DAMPING, 5.0)
	set_6dof(linear, 0, Generic6DOFJoint3D.PARAM_LINEAR_SPRING_EQUILIBRIUM_POINT, 0.5)
	var moved := rig(linear, false)
	var angular := Generic6DOFJoint3D.new()
	flag_6dof(angular, 2, Generic6DOFJoint3D.FLAG_ENABLE_ANGULAR_LIMIT, false)
	flag_6dof(angular, 2, Generic6DOFJoint3D.FLAG_ENABLE_ANGULAR_SPRING, true)
	set_6dof(angular, 2, Generic6DOFJoint3D.PARAM_ANGULAR_SPRING_STIFFNESS, 100.0)
	set_6dof(angular, 2, Generic6DOFJoint3D.PARAM_ANGULAR_SPRING_DAMPING, 5.0)
	set_6dof(angular, 2, Generic6DOFJoint3D.PARAM_ANGULAR_SPRING_EQUILIBRIUM_POINT, 0.5)
	var turning := rig(angular, true)
	await steps(180)
	check_near(moved.position.x, 0.5, 0.002, "B moves to the rest")
	check_near(turned(turning).z, rad_to_deg(0.5), 0.2, "A turns to the rest")


func test_joint_to_the_world_has_the_world_as_a() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	for is_a: bool in [true, false]:
		var cube := rigid_cube()
		cube.collision_layer = 0
		join(hinge_motor(2.0, 10.0), cube if is_a else null, null if is_a else cube)
		await steps(30)
		check_near(cube.angular_velocity, Vector3(0, 0, -2), 0.01, "node_a: %s" % is_a)
		check_near(cube.position, STILL, 0.001, "place")


func test_pin_pendulum() -> void:
	var ball := rigid_cube(Vector3(0, -1, 0))
	ball.gravity_scale = 1.0
	ball.linear_velocity = Vector3(2, 0, 0)
	join(PinJoint3D.new(), ball, null)
	await steps(60)
	check_near(ball.to_global(Vector3(0, 1, 0)), STILL, 0.02, "anchor")
	check_near(ball.position.length(), 1.0, 0.02, "length")
	# J20: a period and a part of the next
	check_near(ball.position, Vector3(0.181, -0.984, 0), 0.01, "where it is")
	if engine == MINKOWSKI:
		check_near(ball.to_global(Vector3(0, 1, 0)), STILL, 0.001, "its anchor hardly gives")


func test_pendulum_keeps_its_height() -> void:
	if not only_on([MINKOWSKI]):
		return
	var ball := rigid_cube(Vector3(1, 0, 0))
	ball.gravity_scale = 1.0
	join(PinJoint3D.new(), ball, null)
	var highest := -1.0
	for i in 480:
		await steps(1)
		if i >= 300:
			highest = maxf(highest, ball.position.y)
	check(highest > -0.02 and highest < 0.01, "the height after 8 s is %f, not 0" % highest)


func test_pin_impulse_clamp_lets_go() -> void:
	if not only_on([MINKOWSKI]):
		return
	var cube := rigid_cube()
	cube.gravity_scale = 1.0
	var joint := PinJoint3D.new()
	joint.set_param(PinJoint3D.PARAM_IMPULSE_CLAMP, 0.01)
	join(joint, cube, null)
	await steps(60)
	check(cube.position.y < -3.0, "it falls, to %f" % cube.position.y)


func test_soft_pin_gives() -> void:
	if not only_on([MINKOWSKI]):
		return
	var cube := rigid_cube()
	cube.gravity_scale = 1.0
	var joint := PinJoint3D.new()
	joint.set_param(PinJoint3D.PARAM_BIAS, 0.3 * sqrt(1.0 / 60.0))
	join(joint, cube, null)
	await steps(240)
	check_near(cube.position.y, -9.8 / pow(TAU, 2), 0.005, "a spring of 1 Hz")


func test_freed_body_releases_its_partner() -> void:
	var cube := rigid_cube(Vector3(0, -1, 0))
	cube.gravity_scale = 1.0
	var base := static_ball()
	join(PinJoint3D.new(), base, cube)
	await steps(30)
	check_near(cube.position.y, -1.0, 0.02, "held")
	base.free()
	await steps(30)
	check(cube.position.y < -1.5, "it falls, to %f" % cube.position.y)


func test_freed_joint_releases_its_bodies() -> void:
	var cube := rigid_cube(Vector3(0, -1, 0))
	cube.gravity_scale = 1.0
	var joint := join(PinJoint3D.new(), cube, null)
	await steps(30)
	joint.free()
	await steps(30)
	check(cube.position.y < -1.5, "it falls, to %f" % cube.position.y)


func test_joined_bodies_do_not_collide() -> void:
	var a := rigid_cube()
	var b := rigid_cube(Vector3(0.9, 0, 0))
	join(PinJoint3D.new(), a, b, Vector3(0.45, 0, 0))
	await steps(60)
	check_near(a.position.distance_to(b.position), 0.9, 0.005, "they overlap in peace")


func test_body_that_leaves_the_tree_comes_back_joined() -> void:
	if not only_on([MINKOWSKI]):
		return
	var server := PhysicsServer3D
	var space := root.get_world_3d().space
	var shape := own(server.box_shape_create())
	server.shape_set_data(shape, Vector3(0.5, 0.5, 0.5))
	var body := own(server.body_create())
	server.body_add_shape(body, shape)
	server.body_set_space(body, space)
	var joint := own(server.joint_create())
	server.joint_make_pin(joint, body, Vector3(0, 1, 0), RID(), Vector3(0, 1, 0))
	await steps(30)
	var place := func() -> float:
		return server.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM).origin.y
	check_near(place.call(), 0.0, 0.002, "held")
	server.body_set_space(body, RID())
	server.body_set_space(body, space)
	await steps(30)
	check_near(place.call(), 0.0, 0.002, "held after it came back")
	server.joint_clear(joint)
	await steps(30)
	check(place.call() < -1.0, "free")


func test_joint_of_a_freed_body_takes_parameters_in_peace() -> void:
	if not only_on([MINKOWSKI]):
		return
	var server := PhysicsServer3D
	var body := server.body_create()
	server.body_set_space(body, root.get_world_3d().space)
	var joint := own(server.joint_create())
	server.joint_make_hinge(joint, body, Transform3D(), RID(), Transform3D())
	await steps(2)
	server.free_rid(body)
	server.hinge_joint_set_param(joint, PhysicsServer3D.HINGE_JOINT_BIAS, 0.1)
	server.hinge_joint_set_flag(joint, PhysicsServer3D.HINGE_JOINT_FLAG_USE_LIMIT, true)
	server.joint_set_solver_priority(joint, 5)
	await steps(2)
	check_near(server.hinge_joint_get_param(joint, PhysicsServer3D.HINGE_JOINT_BIAS), 0.1, 1e-6, "kept")


## What a script puts elsewhere comes back to its joint, and no faster than gravity makes it: 2 m above where it hangs
## it would have 6.3 m/s more. Godot Physics flings it with 139 m/s.
func test_body_put_elsewhere_comes_back_to_its_joint() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var joints: Array[Joint3D] = [PinJoint3D.new(), ConeTwistJoint3D.new(), PinJoint3D.new()]
	var bodies: Array[RigidBody3D] = []
	for i in joints.size():
		var place := Vector3(50 * i, 0, 0)
		var cube := rigid_cube(place + Vector3(0, -1, 0))
		cube.gravity_scale = 1.0
		join(joints[i], static_ball(place), cube, place)
		bodies.append(cube)
	await steps(10)
	for cube in bodies:
		cube.position += Vector3(3, 1, 5) * (1 + cube.get_index() % 2)
	var fastest := 0.0
	for i in 60:
		await steps(1)
		for cube in bodies:
			fastest = maxf(fastest, maxf(cube.linear_velocity.length(), cube.angular_velocity.length()))
	check(fastest < 8.0, "it comes back, at most at %s m/s" % fastest)
	for i in bodies.size():
		check_near(bodies[i].to_global(Vector3(0, 1, 0)), Vector3(50 * i, 0, 0), 0.01, "joint %d" % i)


## A door on two hinges and a rope between two hooks: what is pulled out of them comes back, nobody flies off. In Godot
## Physics they do, and Jolt's rope is stretched for longer.
func test_body_pulled_out_of_a_ring_comes_back() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var door := rigid_cube(Vector3(0.5, 0, 20))
	for y: float in [-0.4, 0.4]:
		join(HingeJoint3D.new(), door, null, Vector3(0, y, 20)).rotation_degrees.x = 90
	var links: Array[RigidBody3D] = []
	for i in 10:
		links.append(rigid_cube(Vector3(i, 0, 0)))
		links[i].get_child(0).shape.size = Vector3(0.9, 0.1, 0.1)
		links[i].gravity_scale = 1.0
		join(PinJoint3D.new(), links[i], links[i - 1] if i > 0 else null, Vector3(i - 0.5, 0, 0))
	join(PinJoint3D.new(), links[9], null, Vector3(9.5, 0, 0))
	await steps(10)
	door.position += Vector3(4, 3, 2)
	links[5].position += Vector3(0, 10, 10)
	var fastest := 0.0
	for i in 120:
		await steps(1)
		for body: RigidBody3D in links + [door]:
			fastest = maxf(fastest, body.linear_velocity.length())
	check(fastest < 20.0, "at most at %s m/s" % fastest)
	check_near(door.to_global(Vector3(-0.5, 0, 0)), Vector3(0, 0, 20), 0.02, "the door")
	for i in range(1, 10):
		var gap := links[i].to_global(Vector3(-0.5, 0, 0)) - links[i - 1].to_global(Vector3(0.5, 0, 0))
		check(gap.length() < (0.15 if engine == JOLT else 0.05), "link %d: %s" % [i, gap])


func test_chain_holds_a_hundred_kilograms() -> void:
	if not only_on([MINKOWSKI]):
		return
	var last: RigidBody3D = null
	for i in 11:
		var link := rigid_cube(Vector3(0, -0.25 - 0.5 * i, 0))
		link.gravity_scale = 1.0
		link.mass = 1.0 if i < 10 else 100.0
		(link.get_child(0) as CollisionShape3D).shape.size = Vector3(0.1, 0.4, 0.1)
		join(PinJoint3D.new(), link, last, Vector3(0, -0.5 * i, 0))
		last = link
	await steps(600)
	check_near(last.position.y, -5.25, 0.05, "its links do not stretch")
	check(last.linear_velocity.length() < 0.1, "at rest")
