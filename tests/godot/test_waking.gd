# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Everything that must wake a body that sleeps: what happens below it, to it, and to what it is joined with. Godot's
## own engines leave it asleep in many of these cases, so the tests run on ours alone.


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func tick_limit() -> int:
	return 4000


## A box that sleeps on a body; below it, on request, another kind of floor.
func make_sleeper(ground: PhysicsBody3D, turn := 0.0) -> RigidBody3D:
	ground.rotation_degrees.z = turn
	make(ground, make_box_shape(Vector3(20, 1, 20)))
	var box := RigidBody3D.new()
	box.rotation_degrees.z = turn
	make(box, make_box_shape(), ground.basis.y)
	await steps(150)
	check(box.sleeping, "it sleeps at the start")
	return box


## Runs a change of the scene and fails the test unless the sleeper moves within a second.
func check_wakes(box: RigidBody3D, name: String, change: Callable, least := 0.02) -> void:
	var place := box.position
	change.call()
	await steps(60)
	check(box.position.distance_to(place) > least, "%s: moved by %s" % [name, box.position.distance_to(place)])
	for child in root.get_children():
		child.free()
	await steps(1)


func test_what_the_floor_does() -> void:
	var ground := StaticBody3D.new()
	var box := await make_sleeper(ground)
	await check_wakes(box, "belt", func() -> void: ground.constant_linear_velocity = Vector3(2, 0, 0))
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "turntable", func() -> void: ground.constant_angular_velocity = Vector3(0, 1, 0), 0.0)
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "layer", func() -> void: ground.collision_layer = 0)
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "exception", func() -> void: box.add_collision_exception_with(ground))
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "removed", func() -> void: root.remove_child(ground); ground.queue_free())
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "resized", func() -> void: ground.get_child(0).shape.size.y = 0.5)
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "shape moved", func() -> void: ground.get_child(0).position.y = -0.5)
	ground = StaticBody3D.new()
	box = await make_sleeper(ground)
	await check_wakes(box, "turned", func() -> void: ground.rotation_degrees.z = 50.0)


func test_what_a_platform_does() -> void:
	for is_synced: bool in [true, false]:
		var lift := AnimatableBody3D.new()
		lift.sync_to_physics = is_synced
		var box := await make_sleeper(lift)
		var rise := func() -> void:
			for i in 30:
				lift.position += Vector3(0.01, 0.01, 0)
				await steps(1)
		await check_wakes(box, "a lift, synced %s" % is_synced, rise)


# a box on a slope that friction held
func test_friction_that_goes_away() -> void:
	var ground := StaticBody3D.new()
	ground.physics_material_override = PhysicsMaterial.new()
	var box := await make_sleeper(ground, 20.0)
	await check_wakes(box, "the floor's", func() -> void: ground.physics_material_override.friction = 0.0)
	ground = StaticBody3D.new()
	box = await make_sleeper(ground, 20.0)
	var slip := func() -> void:
		box.physics_material_override = PhysicsMaterial.new()
		box.physics_material_override.friction = 0.0
	await check_wakes(box, "its own", slip)


func test_what_comes_near() -> void:
	var box := await make_sleeper(StaticBody3D.new())
	await check_wakes(box, "a body hits it", func() -> void: make_ball(Vector3(-3, 1, 0)).linear_velocity = Vector3(20, 2, 0))
	box = await make_sleeper(StaticBody3D.new())
	var appear := func() -> void: make_static(make_box_shape(), box.position + Vector3(0.8, 0, 0))
	await check_wakes(box, "a wall appears in it", appear)
	box = await make_sleeper(StaticBody3D.new())
	var lift := func() -> void:
		var area := make_area(box.position)
		area.gravity_space_override = Area3D.SPACE_OVERRIDE_REPLACE
		area.gravity_direction = Vector3.UP
	await check_wakes(box, "an area lifts it", lift)


func test_its_own_properties() -> void:
	var changes: Dictionary[String, Callable] = {
		"gravity_scale": func(b: RigidBody3D) -> void: b.gravity_scale = -1.0,
		"constant_torque": func(b: RigidBody3D) -> void: b.constant_torque = Vector3(0, 0, 20),
		"lost its shape": func(b: RigidBody3D) -> void: b.get_child(0).disabled = true,
		"grew": func(b: RigidBody3D) -> void: b.get_child(0).shape.size = Vector3.ONE * 2.0,
		"mask": func(b: RigidBody3D) -> void:
			b.collision_mask = 0
			b.collision_layer = 0,
		"centre of mass": func(b: RigidBody3D) -> void:
			b.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
			b.center_of_mass = Vector3(2, 0, 0),
		"moved": func(b: RigidBody3D) -> void: b.position += Vector3(1, 1, 0),
	}
	for name in changes:
		var box := await make_sleeper(StaticBody3D.new())
		await check_wakes(box, name, changes[name].bind(box))


func test_what_joints_do() -> void:
	var box := await make_sleeper(StaticBody3D.new())
	var motor := HingeJoint3D.new()
	motor.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 3.0)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 100.0)
	# about a post beside it, so that the floor does not hinder it
	var attach := func() -> void:
		motor.position = box.position + Vector3(2, 0, 0)
		motor.rotation_degrees.x = 90
		add(motor)
		motor.node_a = motor.get_path_to(box)
	await check_wakes(box, "a joint is made", attach, 1.0)
	# a box that hangs asleep from a pin, which is taken away
	var hanging := make_rigid(make_box_shape(), Vector3(0, 3, 0))
	var pin := PinJoint3D.new()
	pin.position = Vector3(0, 4, 0)
	add(pin)
	pin.node_a = pin.get_path_to(hanging)
	await steps(150)
	check(hanging.sleeping, "it hangs and sleeps")
	await check_wakes(hanging, "the joint is freed", func() -> void: pin.free())


# a motor that is switched on, and a body that it turns
func test_a_motor_that_is_switched_on() -> void:
	var body := make_floating_rigid()
	var hinge := HingeJoint3D.new()
	hinge.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.0)
	hinge.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 100.0)
	add(hinge)
	hinge.node_a = hinge.get_path_to(body)
	await steps(100)
	check(body.sleeping, "it sleeps")
	hinge.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	await steps(10)
	check_near(absf(body.angular_velocity.z), 2.0, 0.05, "it turns")
