# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What a viewport finds below the mouse: who is entered and left, clicked, where and on which shape; and the ray that a
## click makes, which meets only what may be picked.


## A world of its own, seen by a camera at z = 5 that looks at the origin.
func make_viewport() -> SubViewport:
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	viewport.size = Vector2i(200, 200)
	viewport.physics_object_picking = true
	viewport.handle_input_locally = true
	add(viewport)
	var camera := Camera3D.new()
	camera.position.z = 5
	viewport.add_child(camera)
	camera.make_current()
	viewport.notification(Node.NOTIFICATION_VP_MOUSE_ENTER)
	return viewport


func put(object: CollisionObject3D, viewport: SubViewport, place := Vector3.ZERO) -> CollisionObject3D:
	object.add_child(make_collision(make_box_shape()))
	object.position = place
	viewport.add_child(object)
	return object


func move_mouse(viewport: SubViewport, place: Vector2) -> void:
	var motion := InputEventMouseMotion.new()
	motion.position = place
	viewport.push_input(motion, true)
	await steps(2)


func click(viewport: SubViewport, place: Vector2) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = true
	event.position = place
	viewport.push_input(event, true)
	await steps(2)


func test_the_mouse_enters_and_leaves() -> void:
	var viewport := make_viewport()
	var log: Array[String] = []
	for object: CollisionObject3D in [StaticBody3D.new(), RigidBody3D.new(), Area3D.new()]:
		if object is RigidBody3D:
			object.gravity_scale = 0.0
		var name := object.get_class()
		object.mouse_entered.connect(func() -> void: log.append("+" + name))
		object.mouse_exited.connect(func() -> void: log.append("-" + name))
		put(object, viewport)
		await steps(2)
		await move_mouse(viewport, Vector2(5, 5))
		check_equal(log, [] as Array[String], "beside the " + name)
		await move_mouse(viewport, Vector2(100, 100))
		check_equal(log, ["+" + name] as Array[String])
		await move_mouse(viewport, Vector2(5, 5))
		check_equal(log, ["+" + name, "-" + name] as Array[String])
		log.clear()
		object.free()


# the camera's ray meets the front of the box of the second shape, half a metre right of the middle
func test_a_click_tells_where() -> void:
	var viewport := make_viewport()
	var body := put(StaticBody3D.new(), viewport, Vector3(-20, 0, 0)) as StaticBody3D
	var second := make_collision(make_box_shape(Vector3(2, 2, 2)))
	second.position.x = 20.0
	body.add_child(second)
	var told := {}
	body.input_event.connect(
		func(camera: Node, event: InputEvent, place: Vector3, normal: Vector3, shape: int) -> void:
			if event is InputEventMouseButton:
				told.merge({"camera": camera, "place": place, "normal": normal, "shape": shape})
	)
	await steps(2)
	await click(viewport, Vector2(110, 100))
	check_equal(told.get("camera"), viewport.get_camera_3d())
	check_equal(told.get("shape"), 1)
	check_near(told.get("normal", Vector3.ZERO), Vector3.BACK, 1e-4)
	check_near(told.get("place", Vector3.ZERO).z, 1.0, 1e-3)
	check_near(told.get("place", Vector3.ZERO).y, 0.0, 1e-3)
	check(told.get("place", Vector3.ZERO).x > 0.1, "right of the middle")


func test_areas_are_clicked_and_those_that_may_not_are_not() -> void:
	var viewport := make_viewport()
	var clicked: Array[String] = []
	var area := put(Area3D.new(), viewport, Vector3(0, 0, 2))
	var body := put(StaticBody3D.new(), viewport)
	for object: CollisionObject3D in [area, body]:
		var name := object.get_class()
		object.input_event.connect(
			func(_c: Node, event: InputEvent, _p: Vector3, _n: Vector3, _s: int) -> void:
				if event is InputEventMouseButton:
					clicked.append(name)
		)
	await steps(2)
	await click(viewport, Vector2(100, 100))
	area.input_ray_pickable = false
	await click(viewport, Vector2(100, 100))
	body.input_ray_pickable = false
	await click(viewport, Vector2(100, 100))
	area.input_ray_pickable = true
	area.collision_layer = 0
	await click(viewport, Vector2(100, 100))
	# Godot asks for all layers, but there must be one
	check_equal(clicked, ["Area3D", "StaticBody3D"] as Array[String])


# the mouse stays where it is
func test_a_rigid_body_that_moves_is_found_where_it_is() -> void:
	var viewport := make_viewport()
	var body := RigidBody3D.new()
	body.gravity_scale = 0.0
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	var log: Array[String] = []
	body.mouse_entered.connect(func() -> void: log.append("+"))
	body.mouse_exited.connect(func() -> void: log.append("-"))
	put(body, viewport, Vector3(-3, 0, 0))
	await steps(2)
	await move_mouse(viewport, Vector2(100, 100))
	body.linear_velocity = Vector3(6, 0, 0)
	# the mouse stands still while the body passes below it
	for i in 60:
		await move_mouse(viewport, Vector2(100, 100 + i % 2))
	check_equal(log, ["+", "-"] as Array[String])
