# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The project settings that the engine adds.

const FOLDER := "physics/minkowski_physics_3d/"
const DEFAULTS := {
	"threads": 0,
	"contact_frequency": 60.0,
	"contact_damping_ratio": 10.0,
	"push_speed_limit": 3.0,
	"bounce_speed": 1.0,
	"contact_margin": 0.02,
	"contact_slop": 0.0,
	"recovery_iterations": 4,
	"recovery_amount": 0.4,
	"sub_steps": 0,
	"can_sleep": true,
	"continuous_collision": 0,
	"joint_world_node": 0,
	"debug_view": false,
}
## Those that are not a range of numbers.
const HINTS := {
	"can_sleep": PROPERTY_HINT_NONE,
	"debug_view": PROPERTY_HINT_NONE,
	"continuous_collision": PROPERTY_HINT_ENUM,
	"joint_world_node": PROPERTY_HINT_ENUM,
}


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func test_settings_have_defaults_and_ranges() -> void:
	var ranges := {}
	for info in ProjectSettings.get_property_list():
		if info.name.begins_with(FOLDER):
			ranges[info.name] = info
	for name: String in DEFAULTS:
		check_equal(ProjectSettings.get_setting(FOLDER + name), DEFAULTS[name], name)
		check(ranges.has(FOLDER + name), "%s is listed" % name)
		check_equal(ranges[FOLDER + name].hint, HINTS.get(name, PROPERTY_HINT_RANGE), name)


func test_values_that_cannot_be_are_refused() -> void:
	var wrong := {
		"contact_frequency": ["fast", -1.0, 1e9, NAN],
		"contact_damping_ratio": [0.0, 101.0, INF, "calm"],
		"push_speed_limit": [0.0, -3.0, NAN, Vector3.ONE],
		"bounce_speed": [-0.1, 1e6, "slow"],
		"contact_margin": [0.0, -0.1, 2.0, "wide"],
		"contact_slop": [-0.001, 1.0, INF],
		"recovery_iterations": [0, 2.5, 100],
		"recovery_amount": [0.0, 1.5, Vector3.ONE],
		"sub_steps": [-1, 1.5, 1000],
		"can_sleep": ["yes", Vector3.ONE],
		"continuous_collision": [3, "all"],
		"joint_world_node": [-1],
	}
	for name: String in wrong:
		for value: Variant in wrong[name]:
			ProjectSettings.set_setting(FOLDER + name, value)
			check_refused(
				name, func() -> void: own(PhysicsServer3D.space_create()), "%s %s" % [name, value]
			)
		ProjectSettings.set_setting(FOLDER + name, DEFAULTS[name])
	check_silent("good values", func() -> void: own(PhysicsServer3D.space_create()))


func test_bounce_speed_decides_what_bounces() -> void:
	var name := FOLDER + "bounce_speed"
	var heights: Array[float] = []
	for value: float in [1.0, 100.0]:
		ProjectSettings.set_setting(name, value)
		heights.append(await _bounce())
	ProjectSettings.set_setting(name, DEFAULTS.bounce_speed)
	check(heights[0] > 0.5, "a ball bounces: %s" % heights[0])
	check(heights[1] < 0.05, "an impact below the limit does not: %s" % heights[1])


# How high a ball of full bounce rises again in a world of its own, after a fall of 1 m.
func _bounce() -> float:
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	add(viewport)
	var ground := StaticBody3D.new()
	var ball := RigidBody3D.new()
	for body: PhysicsBody3D in [ground, ball]:
		var collision := CollisionShape3D.new()
		collision.shape = SphereShape3D.new() if body == ball else WorldBoundaryShape3D.new()
		body.add_child(collision)
		body.physics_material_override = PhysicsMaterial.new()
		body.physics_material_override.bounce = 1.0
		viewport.add_child(body)
	ball.global_position = Vector3(0, 1.5, 0)
	await steps(32)
	var highest := 0.0
	for i in 40:
		await steps(1)
		highest = maxf(highest, ball.global_position.y - 0.5)
	viewport.free()
	return highest


# A world of its own, made with a setting.
func _make_world(name: String, value: Variant) -> SubViewport:
	ProjectSettings.set_setting(FOLDER + name, value)
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	add(viewport)
	viewport.find_world_3d().space  # made now
	ProjectSettings.set_setting(FOLDER + name, DEFAULTS[name])
	return viewport


func _make_body(body: PhysicsBody3D, size: Vector3, place: Vector3, world: Node) -> PhysicsBody3D:
	var collision := CollisionShape3D.new()
	collision.shape = BoxShape3D.new()
	collision.shape.size = size
	body.add_child(collision)
	body.position = place
	world.add_child(body)
	return body


## A ribbon of five links with 50 kg at its end hangs, by two pins each, so that it is full of loops; how far below
## the true place it settles.
func _chain_error(value: int) -> float:
	var world := _make_world("sub_steps", value)
	var above: PhysicsBody3D = null
	for i in 5:
		var link := _make_body(
			RigidBody3D.new(), Vector3(0.1, 0.4, 0.1), Vector3(0, -0.25 - 0.5 * i, 0), world
		)
		link.mass = 50.0 if i == 4 else 1.0
		for side: float in [-0.2, 0.2]:
			var pin := PinJoint3D.new()
			pin.position = Vector3(side, -0.5 * i, 0)
			world.add_child(pin)
			pin.node_a = pin.get_path_to(link)
			if above != null:
				pin.node_b = pin.get_path_to(above)
		above = link
	await steps(20)
	var error := absf(above.position.y + 2.25)
	world.free()
	return error


func test_sub_steps_make_joints_stiffer() -> void:
	var coarse := await _chain_error(1)
	var fine := await _chain_error(16)
	check(fine < 0.05, "sixteen sub-steps hold: %s" % fine)
	check(coarse > 5 * fine, "one does less well: %s against %s" % [coarse, fine])


## A box that begins 1 cm deep in the floor.
func test_contact_slop_is_overlap_that_stays() -> void:
	for slop: float in [0.0, 0.02]:
		var world := _make_world("contact_slop", slop)
		_make_body(StaticBody3D.new(), Vector3(9, 1, 9), Vector3(0, -0.5, 0), world)
		var body := _make_body(RigidBody3D.new(), Vector3.ONE, Vector3(0, 0.49, 0), world)
		await steps(60)
		var expected := 0.5 if slop == 0.0 else 0.49
		check_near(body.position.y, expected, 0.001, "slop %s" % slop)
		world.free()


## How high a box that begins 0.3 m deep in a floor has come out of it after two ticks; nothing pulls it.
func _pushed_out(name: String, value: float) -> float:
	var world := _make_world(name, value)
	_make_body(StaticBody3D.new(), Vector3(9, 1, 9), Vector3(0, -0.5, 0), world)
	var body := _make_body(RigidBody3D.new(), Vector3.ONE, Vector3(0, 0.2, 0), world) as RigidBody3D
	body.gravity_scale = 0.0
	await steps(2)
	var way := body.position.y - 0.2
	world.free()
	return way


## At the limit it goes so many metres a second, for two ticks; softer contacts do not get there.
func test_what_pushes_bodies_apart() -> void:
	for limit: float in [0.5, 3.0]:
		var way := await _pushed_out("push_speed_limit", limit)
		check_near(way, limit * 2.0 / 60.0, 0.05 * limit * 2.0 / 60.0, "at most %s m/s" % limit)
	var usual := await _pushed_out("contact_frequency", DEFAULTS.contact_frequency)
	var soft := await _pushed_out("contact_frequency", 5.0)
	check(soft < 0.7 * usual, "5 Hz push less than 60: %s and %s" % [soft, usual])
	var calm := await _pushed_out("contact_damping_ratio", 100.0)
	check(calm < 0.7 * usual, "much damping is slow: %s and %s" % [calm, usual])


## Two boxes 10 cm apart, that do not come nearer, are a pair or not.
func test_contact_margin_decides_how_near_is_a_contact() -> void:
	var before := PhysicsServer3D.get_process_info(PhysicsServer3D.INFO_COLLISION_PAIRS)
	for margin: float in [0.02, 0.2]:
		var world := _make_world("contact_margin", margin)
		_make_body(StaticBody3D.new(), Vector3.ONE, Vector3(0, -1.1, 0), world)
		var body := _make_body(RigidBody3D.new(), Vector3.ONE, Vector3.ZERO, world) as RigidBody3D
		body.gravity_scale = 0.0
		await steps(2)
		var pairs := PhysicsServer3D.get_process_info(PhysicsServer3D.INFO_COLLISION_PAIRS)
		check_equal(pairs - before, 1 if margin > 0.1 else 0, "margin %s" % margin)
		world.free()


## How far a body that is 0.2 m deep in a floor is pushed out within one motion: each pass takes its part of
## what is left of the overlap and the clearance of 0.95 mm.
func test_recovery_takes_its_part_in_every_pass() -> void:
	for row: Array in [["recovery_iterations", 1, 0.4], ["recovery_amount", 1.0, 1.0]]:
		var world := _make_world(row[0], row[1])
		_make_body(StaticBody3D.new(), Vector3(9, 1, 9), Vector3(0, -0.5, 0), world)
		var body := _make_body(CharacterBody3D.new(), Vector3.ONE, Vector3(0, 0.3, 0), world)
		await steps(1)
		var motion := PhysicsTestMotionParameters3D.new()
		motion.from = body.global_transform
		var result := PhysicsTestMotionResult3D.new()
		PhysicsServer3D.body_test_motion(body.get_rid(), motion, result)
		check_near(result.get_travel(), Vector3(0, 0.20095 * row[2], 0), 1e-4, row[0])
		world.free()


func test_can_sleep_off_keeps_all_awake() -> void:
	for value: bool in [true, false]:
		var world := _make_world("can_sleep", value)
		var body := _make_body(RigidBody3D.new(), Vector3.ONE, Vector3.ZERO, world) as RigidBody3D
		body.gravity_scale = 0.0
		await steps(40)
		check_equal(body.sleeping, value, "can_sleep %s" % value)
		world.free()


## A bullet of 5 cm at 300 m/s, without the flag, against a thin wall and against a thin board that is free.
func test_continuous_collision_decides_what_stops_a_bullet() -> void:
	for policy in 3:
		for is_board: bool in [false, true]:
			var world := _make_world("continuous_collision", policy)
			var thin := Vector3(0.02, 4, 4)
			var place := Vector3(3.9, 0, 0)
			var obstacle: PhysicsBody3D = RigidBody3D.new() if is_board else StaticBody3D.new()
			_make_body(obstacle, thin, place, world)
			var bullet := (
				_make_body(RigidBody3D.new(), Vector3.ONE * 0.05, Vector3.ZERO, world) as RigidBody3D
			)
			for body: PhysicsBody3D in [obstacle, bullet]:
				if body is RigidBody3D:
					body.gravity_scale = 0.0
			bullet.linear_velocity = Vector3(300, 0, 0)
			await steps(3)
			var is_stopped := policy == 1 or (policy == 0 and not is_board)
			check_equal(
				bullet.position.x < obstacle.position.x, is_stopped, "policy %d %s" % [policy, is_board]
			)
			world.free()


## Which way a motor of +2 turns a body that is joined to the world.
func test_joint_world_node_decides_the_sign() -> void:
	for value in 3:
		var world := _make_world("joint_world_node", value)
		var body := _make_body(RigidBody3D.new(), Vector3.ONE, Vector3.ZERO, world) as RigidBody3D
		body.gravity_scale = 0.0
		var hinge := HingeJoint3D.new()
		world.add_child(hinge)
		hinge.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
		hinge.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.0)
		hinge.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 100.0)
		hinge.node_a = hinge.get_path_to(body)
		await steps(4)
		# Jolt's own setting is Node A by default
		var expected := 2.0 if value == 2 else -2.0
		check_near(body.angular_velocity.z, expected, 0.02, "setting %d" % value)
		world.free()
