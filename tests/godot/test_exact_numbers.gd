# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Numbers that can be worked out beforehand: where things come to rest, how far they get, when they are told of. Where
## Godot's own engines are less exact, the comment of the test says by how much.


func tick_limit() -> int:
	return 3000


func is_ours() -> bool:
	return engine == MINKOWSKI


func walk(body: CharacterBody3D, velocity: Vector3, ticks: int) -> void:
	for i in ticks:
		body.velocity = Vector3(velocity.x, body.velocity.y - 9.8 * DT, velocity.z)
		body.move_and_slide()
		await steps(1)


func ask_way(body: PhysicsBody3D, motion: Vector3) -> PhysicsTestMotionResult3D:
	var asked := PhysicsTestMotionParameters3D.new()
	asked.from = body.global_transform
	asked.motion = motion
	var result := PhysicsTestMotionResult3D.new()
	PhysicsServer3D.body_test_motion(body.get_rid(), asked, result)
	return result


# M15: a capsule falls 3 m from 2.5 m onto a slope of 45 degrees: it meets the face at 2.5 - 0.5 - 0.5 sqrt 2 m; M21:
# and the same question has the same answer, to the last bit
func test_a_fall_onto_a_slope() -> void:
	var slab := make_static(make_box_shape(Vector3(20, 1, 20)), Vector3.ZERO, Vector3(0, 0, 45))
	slab.position = -slab.basis.y * 0.5
	var body := make_character(Vector3(0, 2.5, 0))
	await steps(2)
	var first := ask_way(body, Vector3(0, -3, 0))
	check_near(first.get_collision_safe_fraction(), 0.4309, 0.001 if is_ours() else 5e-3)
	check_near(first.get_collision_normal(), Vector3(-sqrt(0.5), sqrt(0.5), 0), 1e-3)
	var second := ask_way(body, Vector3(0, -3, 0))
	check_equal(second.get_travel(), first.get_travel())
	check_equal(second.get_collision_point(), first.get_collision_point())
	check_equal(second.get_collision_depth(), first.get_collision_depth())


# C01, C02
func test_a_character_that_stands_does_not_drift() -> void:
	make_ground()
	var body := make_character(Vector3(0, 1.5, 0))
	await walk(body, Vector3.ZERO, 60)
	check(body.is_on_floor(), "on the floor")
	check(body.position.y > 1.0 and body.position.y < 1.0011, "at %s" % body.position.y)
	var place := body.position
	await walk(body, Vector3.ZERO, 120)
	check_near(body.position, place, 1e-6, "2 s later")


# C04, C05: into a wall, and along it
func test_a_character_at_a_wall() -> void:
	make_ground()
	make_static(make_box_shape(Vector3(1, 6, 60)), Vector3(2.5, 3, 0))
	var body := make_character(Vector3(0, 1.001, 0))
	await walk(body, Vector3(3, 0, 0), 60)
	var gap := 1.5 - body.position.x
	check(gap > -1e-4 and gap < (0.002 if is_ours() else 0.01), "%s before the wall" % gap)
	check_near(body.velocity.x, 0.0, 1e-4)
	var start := body.position.z
	await walk(body, Vector3(3, 0, 3), 60)
	check_near(body.position.z - start, 3.0, 1e-3 if is_ours() else 0.01, "along it")


# C11: a lift takes a character up and down; there is never more than a millimetre between them
func test_a_character_on_a_lift() -> void:
	var lift := AnimatableBody3D.new()
	lift.sync_to_physics = false
	make(lift, make_box_shape(Vector3(4, 1, 4)), Vector3(0, -0.5, 0))
	var body := make_character(Vector3(0, 1.001, 0))
	await walk(body, Vector3.ZERO, 5)
	for speed: float in [3.0, -1.8]:
		for i in 60:
			# the server takes the lift there after the character has moved
			var top := lift.position.y + 0.5
			lift.position.y += speed * DT
			body.velocity = Vector3(0, -9.8 * DT, 0)
			body.move_and_slide()
			await steps(1)
			# the node's safe margin, and the rounding of metres
			var gap := body.position.y - 1.0 - top
			check(gap > 0.0 and gap < 1.01e-3, "tick %d: a gap of %s at %s m/s" % [i, gap, speed])
			check(body.is_on_floor(), "tick %d: on it" % i)


# S05: what comes back into the tree somewhere else was put there, not moved; Godot Physics has it at 600 m/s
func test_a_platform_that_comes_back_has_no_velocity() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var platform := AnimatableBody3D.new()
	platform.sync_to_physics = false
	make(platform, make_box_shape())
	await steps(3)
	root.remove_child(platform)
	platform.position = Vector3(10, 0, 0)
	root.add_child(platform)
	for i in 3:
		await steps(1)
		var state := PhysicsServer3D.body_get_direct_state(platform.get_rid())
		check_near(state.linear_velocity, Vector3.ZERO, 1e-5)


# S17: from below one side of a mesh lets everything through
func test_one_sided_meshes_let_bodies_through_from_behind() -> void:
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3(-9, 0, -9), Vector3(9, 0, -9), Vector3(0, 0, 9)]))
	make_static(mesh)
	var ball := make_ball(Vector3(0, -2, 0))
	ball.gravity_scale = 0.0
	ball.linear_velocity = Vector3(0, 4, 0)
	await steps(60)
	check(ball.position.y > 1.0, "it passes: %s" % ball.position)


# D11: friction holds a box on 30 degrees, and it falls asleep
func test_friction_holds_a_box_for_good() -> void:
	var slope := make_static(make_box_shape(Vector3(20, 1, 20)), Vector3.ZERO, Vector3(0, 0, 30))
	var box := RigidBody3D.new()
	box.rotation_degrees.z = 30
	make(box, make_box_shape(), slope.basis.y)
	await steps(60)
	var place := box.position
	await steps(200)
	check_near(box.position, place, 1e-4 if is_ours() else 2e-3)
	check(box.sleeping, "it sleeps")


# D14: the heights at rest; Godot's own engines let things sink in by more than a centimetre
func test_heights_at_rest() -> void:
	make_ground()
	var lying := CapsuleShape3D.new()
	lying.radius = 0.25
	lying.height = 2.0
	var cylinder := CylinderShape3D.new()
	cylinder.height = 1.0
	var heights: Array[float] = [0.5, 0.5, 0.5, 0.25]
	var shapes: Array[Shape3D] = [make_box_shape(), SphereShape3D.new(), cylinder, lying]
	var bodies: Array[RigidBody3D] = []
	for i in 4:
		var body := RigidBody3D.new()
		if i == 3:
			body.rotation_degrees.z = 90
		bodies.append(make(body, shapes[i], Vector3(4 * i, heights[i] + 1.0, 0)) as RigidBody3D)
	await steps(180)
	for i in 4:
		check_near(bodies[i].position.y, heights[i], 1e-3 if is_ours() else 0.025, shapes[i].get_class())


# D15: ten boxes for ten seconds; with Godot's own engines they are one to nine centimetres lower, and lean
func test_a_stack_of_ten() -> void:
	make_ground()
	var boxes: Array[RigidBody3D] = []
	for i in 10:
		boxes.append(make_rigid(make_box_shape(), Vector3(0, 0.5 + i, 0)))
	await steps(600)
	var top := boxes[9]
	check(top.position.y > (9.49 if is_ours() else 9.35), "the top is at %s" % top.position.y)
	var lean := Vector2(top.position.x, top.position.z).length()
	check(lean < (0.01 if is_ours() else 0.05), "straight but for %s" % lean)
	check(top.sleeping, "asleep")


# D16: a bullet of 300 m/s stops at the face of a wall
func test_where_a_bullet_stops() -> void:
	make_static(make_box_shape(Vector3(0.1, 6, 6)), Vector3(5.05, 0, 0))
	var ball := SphereShape3D.new()
	ball.radius = 0.1
	var bullet := make_rigid(ball)
	bullet.continuous_cd = true
	bullet.gravity_scale = 0.0
	bullet.linear_velocity = Vector3(300, 0, 0)
	var farthest := 0.0
	for i in 30:
		await steps(1)
		farthest = maxf(farthest, bullet.position.x)
	check_near(farthest, 4.9, 0.003 if is_ours() else 0.03, "its centre")


# K01: a box that falls a tenth of a metre is told of its floor in the tick in which the floor takes its momentum.
# Godot Physics tells the impulse a tick later
func test_the_tick_of_a_contact() -> void:
	make_ground()
	var box := make_rigid(make_box_shape(), Vector3(0, 0.6, 0))
	box.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	box.contact_monitor = true
	box.max_contacts_reported = 8
	var entered: Array[int] = []
	var tick := [0]
	box.body_entered.connect(func(_body: Node) -> void: entered.append(tick[0]))
	for i in 30:
		var speed := -box.linear_velocity.y
		tick[0] = i
		await steps(1)
		var state := PhysicsServer3D.body_get_direct_state(box.get_rid())
		if state.get_contact_count() == 0:
			continue
		check_equal(entered, [i] as Array[int], "the signal came in this tick")
		var sum := 0.0
		for k in state.get_contact_count():
			sum += state.get_contact_impulse(k).y
		if is_ours():
			check(sum >= speed * 0.99, "an impulse of %s for %s m/s" % [sum, speed])
		return
	check(false, "it never touched")


# F07: the sphere mesh has vertices twice along its seam; as a body it has no seam
func test_a_soft_ball_has_no_seam() -> void:
	if not only_on([MINKOWSKI]):
		return
	var ball := SoftBody3D.new()
	var mesh := SphereMesh.new()
	mesh.radial_segments = 12
	mesh.rings = 8
	ball.mesh = mesh
	ball.pressure_coefficient = 0.0
	add(ball)
	await steps(20)
	var arrays := mesh.get_mesh_arrays()
	var points: PackedVector3Array = arrays[Mesh.ARRAY_VERTEX]
	var first := {}
	var pairs := 0
	for i in points.size():
		var key := points[i].snapped(Vector3.ONE * 1e-4)
		if first.has(key):
			pairs += 1
			check_equal(ball.get_point_transform(i), ball.get_point_transform(first[key]))
		first[key] = i
	check(pairs > 8, "the mesh has a seam of %d points" % pairs)


# F10: how far cloth sags does not hang on the tick
func test_cloth_sags_alike_at_other_tick_rates() -> void:
	if not only_on([MINKOWSKI]):
		return
	var sags: Array[float] = []
	for rate: int in [60, 120]:
		Engine.physics_ticks_per_second = rate
		var cloth := SoftBody3D.new()
		var mesh := PlaneMesh.new()
		mesh.subdivide_depth = 3
		mesh.subdivide_width = 3
		cloth.mesh = mesh
		for point: int in [0, 4]:
			cloth.set_point_pinned(point, true)
		cloth.damping_coefficient = 0.1
		add(cloth)
		await steps(rate * 4)
		var low := 0.0
		for i in 25:
			low = minf(low, cloth.get_point_transform(i).y)
		sags.append(low)
		cloth.free()
	Engine.physics_ticks_per_second = 60
	check(sags[0] < -1.5, "it hangs: %s" % [sags])
	check_near(sags[1], sags[0], 0.05 * absf(sags[0]))


## An area of 2 m at the origin and a box of 1 m beside it, with a gap.
func overlap_with_gap(gap: float) -> bool:
	var area := make_area()
	var body := make_floating_rigid(Vector3(1.5 + gap, 0, 0))
	await steps(3)
	var is_inside := area.overlaps_body(body)
	area.free()
	body.free()
	return is_inside


# a touch counts, but not with Jolt; a centimetre does not
func test_areas_and_what_only_touches() -> void:
	if engine != JOLT:
		check(await overlap_with_gap(0.0), "touching")
	check(not await overlap_with_gap(0.01), "1 cm away")
	check(await overlap_with_gap(-0.01), "1 cm inside")


# exceptions are for collisions, not for areas; soft bodies are told of to nobody
func test_areas_ignore_exceptions_and_soft_bodies() -> void:
	var area := make_area()
	var body := make_floating_rigid()
	PhysicsServer3D.body_add_collision_exception(body.get_rid(), area.get_rid())
	var cloth := SoftBody3D.new()
	cloth.mesh = PlaneMesh.new()
	add(cloth)
	await steps(4)
	check_equal(area.get_overlapping_bodies(), [body] as Array[Node3D])
