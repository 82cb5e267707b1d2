# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Bodies in roles that are less usual: move_and_collide of all kinds, locks of characters, rigid bodies as floors of
## characters, layers and materials of GridMap and CSG. The same on all engines unless a test says otherwise.


func test_every_kind_of_body_can_move_and_collide() -> void:
	var wall := make_static(make_box_shape(Vector3(1, 4, 4)), Vector3(3, 0, 0))
	var frozen := RigidBody3D.new()
	frozen.freeze = true
	frozen.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	var animated := AnimatableBody3D.new()
	animated.sync_to_physics = false
	for body: PhysicsBody3D in [frozen, animated, CharacterBody3D.new(), StaticBody3D.new()]:
		make(body, make_box_shape())
		await steps(2)
		check(body.test_move(body.transform, Vector3(5, 0, 0)), "%s: test_move" % body.get_class())
		check(not body.test_move(body.transform, Vector3(1, 0, 0)), "%s: a free way" % body.get_class())
		var hit := body.move_and_collide(Vector3(5, 0, 0))
		check(hit != null and hit.get_collider() == wall, "%s: it meets the wall" % body.get_class())
		# the wall's face is at 2.5; Godot Physics stops a 256th of the way before it
		check_near(body.position.x, 2.0, 0.025, body.get_class())
		body.free()
		await steps(1)


func test_move_and_collide_only_tests() -> void:
	make_static(make_box_shape(Vector3(1, 4, 4)), Vector3(3, 0, 0))
	var body := make_character(Vector3.ZERO, make_box_shape())
	await steps(2)
	var hit := body.move_and_collide(Vector3(5, 0, 0), true)
	check(hit != null, "met")
	check_equal(body.position, Vector3.ZERO, "and not moved")
	check_equal(hit.get_collision_count(), 1)
	check_equal(hit.get_local_shape(), body.get_child(0))
	check_near(hit.get_angle(0, Vector3.LEFT), 0.0, 0.01)


# a margin that is asked for is kept
func test_the_margin_of_move_and_collide() -> void:
	make_static(make_box_shape(Vector3(1, 4, 4)), Vector3(3, 0, 0))
	var body := make_character(Vector3.ZERO, make_box_shape())
	await steps(2)
	body.move_and_collide(Vector3(1.9, 0, 0), false, 0.001)
	for i in 4:
		body.move_and_collide(Vector3(0.1, 0, 0), false, 0.05)
	var gap := 2.0 - body.position.x
	check(gap > 0.0 and gap < 0.051, "a gap of %s" % gap)


func test_locks_of_a_character() -> void:
	var body := make_character(Vector3.ZERO)
	body.axis_lock_linear_z = true
	await steps(2)
	body.move_and_collide(Vector3(1, 0, 1))
	check_near(body.position, Vector3(1, 0, 0), 1e-5)
	body.velocity = Vector3(6, 0, 6)
	body.move_and_slide()
	check_near(body.position.z, 0.0, 1e-5)
	check(body.position.x > 1.05, "free along x")


# a character on a crate that stands, and on one that is driven by hand
func test_characters_on_rigid_bodies() -> void:
	make_ground()
	var crate := make_rigid(make_box_shape(Vector3(2, 1, 2)), Vector3(0, 0.5, 0))
	crate.mass = 50.0
	var sled := RigidBody3D.new()
	sled.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
	sled.freeze = true
	make(sled, make_box_shape(Vector3(2, 1, 2)), Vector3(10, 0.5, 0))
	await steps(60)
	var bodies: Array[CharacterBody3D] = [
		make_character(Vector3(0, 2.01, 0)), make_character(Vector3(10, 2.01, 0))
	]
	for i in 60:
		if i > 20:
			sled.position.x += 0.02
		for body in bodies:
			body.velocity = Vector3(0, body.velocity.y - 9.8 * DT, 0)
			body.move_and_slide()
		await steps(1)
	for body in bodies:
		check(body.is_on_floor(), "on it: %s" % body.position)
		check_near(body.position.y, 2.0, 0.03)
	check_near(bodies[0].position.x, 0.0, 0.01, "the crate stands")
	check_near(bodies[1].position.x - 10.0, 39 * 0.02, 0.08, "the sled carries")


## Whether a ray from above meets something in a layer.
func is_met(place: Vector3, mask: int) -> bool:
	var query := PhysicsRayQueryParameters3D.create(
		place + Vector3(0, 9, 0), place - Vector3(0, 9, 0), mask
	)
	return not root.get_world_3d().direct_space_state.intersect_ray(query).is_empty()


func make_grid() -> GridMap:
	var library := MeshLibrary.new()
	library.create_item(0)
	library.set_item_shapes(0, [make_box_shape(), Transform3D.IDENTITY])
	var grid := GridMap.new()
	grid.mesh_library = library
	grid.cell_size = Vector3.ONE
	for x in 6:
		for z in 3:
			grid.set_cell_item(Vector3i(x, 0, z), 0)
	add(grid)
	return grid


func test_layers_of_grid_maps_and_csg() -> void:
	var grid := make_grid()
	var csg := CSGBox3D.new()
	csg.use_collision = true
	csg.position = Vector3(20, 0, 0)
	add(csg)
	await steps(4)
	var places: Array[Vector3] = [Vector3(1.5, 0, 1.5), Vector3(20, 0, 0)]
	for place in places:
		check(is_met(place, 1), "in the first layer: %s" % place)
	grid.collision_layer = 4
	csg.collision_layer = 4
	await steps(4)
	for place in places:
		check(not is_met(place, 1) and is_met(place, 4), "in the third: %s" % place)
	csg.use_collision = false
	grid.clear()
	await steps(4)
	for place in places:
		check(not is_met(place, 4), "gone: %s" % place)


# they go where their nodes go, turned and scaled
func test_grid_maps_and_csg_are_moved() -> void:
	var grid := make_grid()
	var csg := CSGBox3D.new()
	csg.use_collision = true
	add(csg)
	await steps(4)
	grid.transform = Transform3D(Basis(Vector3.UP, PI / 2.0), Vector3(30, 0, 0))
	csg.transform = Transform3D(Basis.from_scale(Vector3(4, 1, 1)), Vector3(-30, 0, 0))
	await steps(3)
	# the grid reaches from 0 to 6 along x and to 3 along z; a quarter turn takes x to -z and z to x
	check(is_met(Vector3(31.5, 0, -4.5), 1), "the grid is turned")
	check(not is_met(Vector3(34.5, 0, 1.5), 1), "and no longer along x")
	check(not is_met(Vector3(4.5, 0, 1.5), 1), "nor where it was")
	check(is_met(Vector3(-31.8, 0, 0), 1), "the box is 4 m long")
	check(not is_met(Vector3.ZERO, 1), "and no longer here")


# a box slides on a grid without friction, over all its seams, and stops on one with it; seams may brake it on others
func test_the_material_of_a_grid_map() -> void:
	for friction: float in [0.0, 1.0]:
		var grid := make_grid()
		# it is read when it is set
		var material := PhysicsMaterial.new()
		material.friction = friction
		grid.physics_material = material
		var box := make_rigid(make_box_shape(Vector3(0.8, 0.4, 0.8)), Vector3(0.6, 1.2, 1.5))
		box.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		await steps(10)
		box.linear_velocity = Vector3(2, 0, 0)
		await steps(60)
		if friction == 0.0 and engine == MINKOWSKI:
			check_near(box.linear_velocity.x, 2.0, 0.02, "no seam stops it")
		elif friction == 1.0:
			check(box.linear_velocity.length() < 0.05, "it stops: %s" % box.linear_velocity)
		for child in root.get_children():
			child.free()
		await steps(1)


# a joint that gets its bodies later, other ones, and is moved with them
func test_a_joint_that_changes_its_bodies() -> void:
	var first := make_ball(Vector3(0, -1, 0))
	var second := make_ball(Vector3(3, -1, 0))
	var pin := PinJoint3D.new()
	add(pin)
	await steps(2)
	check(first.linear_velocity.y < -0.1, "nothing holds it yet")
	first.position = Vector3(0, -1, 0)
	first.linear_velocity = Vector3.ZERO
	await steps(1)
	pin.node_a = pin.get_path_to(first)
	await steps(30)
	check(first.position.length() < 1.1, "held: %s" % first.position)
	check(second.position.y < -1.5, "the other is not")
	pin.node_a = NodePath()
	if engine == GODOT_PHYSICS: # which lets it sleep on
		first.sleeping = false
	await steps(30)
	check(first.position.y < -1.5, "let go: %s" % first.position)


# vehicles: the wheels know what they stand on
func test_what_wheels_know() -> void:
	var ground := make_ground()
	var car := VehicleBody3D.new()
	car.mass = 40.0
	car.add_child(make_collision(make_box_shape(Vector3(1, 0.4, 2))))
	for place: Vector3 in [Vector3(-0.5, 0, -0.8), Vector3(0.5, 0, -0.8), Vector3(-0.5, 0, 0.8), Vector3(0.5, 0, 0.8)]:
		var wheel := VehicleWheel3D.new()
		wheel.position = place
		wheel.wheel_radius = 0.3
		wheel.wheel_rest_length = 0.15
		wheel.suspension_stiffness = 40.0
		wheel.damping_relaxation = 1.0
		wheel.damping_compression = 0.9
		car.add_child(wheel)
	car.position.y = 0.6
	add(car)
	await steps(120)
	for wheel: Node in car.find_children("*", "VehicleWheel3D", true, false):
		check(wheel.is_in_contact(), "on the ground")
		check_equal(wheel.get_contact_body(), ground)
		check_near(wheel.get_contact_normal(), Vector3.UP, 0.01)
		check_near(wheel.get_contact_point().y, 0.0, 0.01)
