# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Several worlds, pause, picking with the mouse, navigation baked from shapes, and calls that come from other
## threads and from inside callbacks.


func make_collision(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


func make_body(body: PhysicsBody3D, place: Vector3, parent: Node = root) -> PhysicsBody3D:
	body.add_child(make_collision(BoxShape3D.new()))
	body.position = place
	parent.add_child(body)
	return body


func make_world() -> SubViewport:
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	add(viewport)
	return viewport


## The same tower in two worlds at the same place: neither sees the other, and one can have another gravity.
func test_worlds_do_not_meet() -> void:
	var worlds: Array[SubViewport] = [make_world(), make_world()]
	var tops: Array[RigidBody3D] = []
	for world in worlds:
		make_body(StaticBody3D.new(), Vector3.ZERO, world)
		tops.append(make_body(RigidBody3D.new(), Vector3(0, 1.5, 0), world) as RigidBody3D)
	var third := make_body(RigidBody3D.new(), Vector3(0, 1.5, 0)) as RigidBody3D
	PhysicsServer3D.area_set_param(
		worlds[1].find_world_3d().space, PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR, Vector3.UP
	)
	await steps(40)
	check_near(tops[0].position.y, 1.0, 0.03, "on the floor of its own world")
	check(tops[1].position.y > 2.5, "up in the other: %s" % tops[1].position)
	check(third.position.y < 0.0, "where no floor is, nothing stops it: %s" % third.position)
	var space := worlds[0].find_world_3d().direct_space_state
	var query := PhysicsRayQueryParameters3D.create(Vector3(0, 9, 0), Vector3(0, -9, 0))
	check_equal(space.intersect_ray(query).collider, tops[0], "a ray sees its own world")


## A joint whose bodies are in two worlds holds nothing, and says so.
func test_a_joint_of_two_worlds_holds_nothing() -> void:
	if not only_on([MINKOWSKI]):
		return
	var here := make_body(RigidBody3D.new(), Vector3.ZERO) as RigidBody3D
	var there := make_body(RigidBody3D.new(), Vector3.ZERO, make_world()) as RigidBody3D
	here.name = "Here"
	there.name = "There"
	here.freeze = true
	var pin := PinJoint3D.new()
	add(pin)
	pin.node_a = pin.get_path_to(here)
	var errors := errors_of(func() -> void: pin.node_b = pin.get_path_to(there))
	check_equal(errors.size(), 1, str(errors))
	check(str(errors).contains("Here:<") and str(errors).contains("There:<"), "%s" % errors)
	await steps(20)
	check(there.position.y < -0.3, "it falls: %s" % there.position)


## A world that is freed with everything in it while others go on.
func test_a_world_can_be_freed() -> void:
	var world := make_world()
	for i in 5:
		make_body(RigidBody3D.new(), Vector3(0, 1.2 * i, 0), world)
	var other := make_body(RigidBody3D.new(), Vector3.ZERO) as RigidBody3D
	await steps(5)
	world.free()
	await steps(5)
	check(other.linear_velocity.y < -1.0, "the others fall on")


func test_a_paused_tree_stands_still() -> void:
	var body := make_body(RigidBody3D.new(), Vector3.ZERO) as RigidBody3D
	await steps(5)
	_tree.paused = true
	await steps(1)
	var before := body.position
	await steps(5)
	_tree.paused = false
	check_equal(body.position, before, "nothing moves while the tree is paused")
	await steps(5)
	check(body.position.y < before.y, "and goes on after it")


## What a click on a viewport finds: the nearest thing that may be picked.
func test_the_mouse_picks_bodies_and_areas() -> void:
	var viewport := make_world()
	viewport.size = Vector2i(200, 200)
	viewport.physics_object_picking = true
	viewport.handle_input_locally = true
	var camera := Camera3D.new()
	camera.position.z = 5
	viewport.add_child(camera)
	camera.make_current()
	var clicked: Array[String] = []
	var far := make_body(StaticBody3D.new(), Vector3.ZERO, viewport)
	var near := make_body(StaticBody3D.new(), Vector3(0, 0, 2), viewport)
	for body: CollisionObject3D in [far, near]:
		var name := "far" if body == far else "near"
		body.input_event.connect(
			func(_c: Node, event: InputEvent, _p: Vector3, _n: Vector3, _s: int) -> void:
				if event is InputEventMouseButton:
					clicked.append(name)
		)
	await steps(3)
	viewport.notification(Node.NOTIFICATION_VP_MOUSE_ENTER)
	for round in 2:
		var click := InputEventMouseButton.new()
		click.button_index = MOUSE_BUTTON_LEFT
		click.pressed = true
		click.position = Vector2(100, 100)
		viewport.push_input(click, true)
		await steps(2)
		near.input_ray_pickable = false
	check_equal(clicked, ["near", "far"] as Array[String])


## Navigation is baked from the shapes of static bodies, which the node asks for by the server's data.
func test_navigation_is_baked_from_shapes() -> void:
	var region := NavigationRegion3D.new()
	var mesh := NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	region.navigation_mesh = mesh
	add(region)
	var ground := StaticBody3D.new()
	var box := BoxShape3D.new()
	box.size = Vector3(10, 0.5, 10)
	ground.add_child(make_collision(box))
	var map := HeightMapShape3D.new()
	map.map_width = 8
	map.map_depth = 8
	var hill := make_collision(map)
	hill.position = Vector3(12, 0.25, 0)
	ground.add_child(hill)
	region.add_child(ground)
	await steps(2)
	region.bake_navigation_mesh(false)
	var far := 0.0
	for vertex in mesh.get_vertices():
		far = maxf(far, vertex.x)
	check(mesh.get_polygon_count() > 0, "there is something to walk on")
	check(far > 9.0, "on the height map, too: %s" % far)


## Bodies that are built, changed and freed by several threads while the main thread steps.
func test_bodies_are_built_on_worker_threads() -> void:
	var space := root.get_world_3d().space
	var build := func(number: int) -> void:
		for i in 20:
			var shape := PhysicsServer3D.box_shape_create()
			PhysicsServer3D.shape_set_data(shape, Vector3.ONE * 0.5)
			var body := PhysicsServer3D.body_create()
			PhysicsServer3D.body_add_shape(body, shape)
			PhysicsServer3D.body_set_state(
				body,
				PhysicsServer3D.BODY_STATE_TRANSFORM,
				Transform3D(Basis.IDENTITY, Vector3(number, 2 * i, 0))
			)
			PhysicsServer3D.body_set_space(body, space)
			PhysicsServer3D.body_apply_central_impulse(body, Vector3(1, 0, 0))
			PhysicsServer3D.body_set_shape_disabled(body, 0, i % 2 == 0)
			PhysicsServer3D.free_rid(body)
			PhysicsServer3D.free_rid(shape)
	var witness := make_body(RigidBody3D.new(), Vector3(0, 0, 50)) as RigidBody3D
	witness.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	await steps(1)
	var start := witness.linear_velocity.y
	var group := WorkerThreadPool.add_group_task(build, 16)
	await steps(10)
	WorkerThreadPool.wait_for_group_task_completion(group)
	check_near(witness.linear_velocity.y - start, -9.8 * 10 / 60.0, 1e-3, "the step goes on")


## A node that Godot lets work in a thread of its own: it asks and pushes in every tick.
class Worker:
	extends Node
	const ROUNDS := 60
	var body := RID()
	var space := RID()
	var ticks := 0
	var hits := 0

	func _init() -> void:
		process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD

	func _physics_process(_delta: float) -> void:
		var state := PhysicsServer3D.space_get_direct_state(space)
		var own := PhysicsServer3D.body_get_direct_state(body)
		for i in ROUNDS:
			var way := PhysicsRayQueryParameters3D.create(Vector3(0, 9, 50), Vector3(0, -9, 50))
			hits += int(not state.intersect_ray(way).is_empty())
			own.collision_layer = 1 + i % 2
			own.transform = own.transform.rotated_local(Vector3.UP, 0.1)
		PhysicsServer3D.body_apply_central_impulse(body, Vector3(0.125, 0, 0))
		ticks += 1


## What several nodes ask and push at once, in _physics_process on worker threads, all comes about. Godot's own
## engines give the state of a space, and so the answers of queries, to the main thread only.
func test_nodes_work_in_threads_of_their_own() -> void:
	if not only_on([MINKOWSKI]):
		return
	make_body(StaticBody3D.new(), Vector3(0, 0, 50))
	var workers: Array[Worker] = []
	var bodies: Array[RigidBody3D] = []
	for i in 8:
		var body := make_body(RigidBody3D.new(), Vector3(0, 3 * i, 0)) as RigidBody3D
		body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		body.gravity_scale = 0.0
		bodies.append(body)
	await steps(2)
	for body in bodies:
		var worker := Worker.new()
		worker.body = body.get_rid()
		worker.space = root.get_world_3d().space
		workers.append(add(worker) as Worker)
	await steps(30)
	for i in workers.size():
		workers[i].set_physics_process(false)
	await steps(2)
	for i in workers.size():
		var worker := workers[i]
		check(worker.ticks >= 29, "it worked: %d" % worker.ticks)
		check_equal(worker.hits, worker.ticks * Worker.ROUNDS, "every ray met the box")
		var speed := worker.ticks * 0.125
		check_near(bodies[i].linear_velocity, Vector3(speed, 0, 0), 1e-3, "every push counts")


## A body whose callback does one thing to the scene.
class Actor:
	extends RigidBody3D
	var action := Callable()
	var calls := 0

	func _integrate_forces(_state: PhysicsDirectBodyState3D) -> void:
		calls += 1
		if action.is_valid():
			var once := action
			action = Callable()
			once.call()


## Everything that a callback may do to others while the server tells nodes of their bodies. Godot Physics refuses
## to disable shapes meanwhile.
func test_callbacks_may_change_the_scene() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var names: Array[String] = [
		"free itself", "free another", "add one", "move another", "disable a shape",
		"change the mode", "leave the tree", "make a joint", "ask a ray"
	]
	for number in names.size():
		var actor := make_body(Actor.new(), Vector3(0, 0, 0)) as Actor
		var other := make_body(Actor.new(), Vector3(0, 1.0, 0)) as Actor
		var late := make_body(RigidBody3D.new(), Vector3(20, 2.0, 0)) as RigidBody3D
		late.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
		await steps(2)
		var added: Array[RigidBody3D] = []
		var actions: Array[Callable] = [
			func() -> void: actor.queue_free(),
			func() -> void: other.free(),
			func() -> void:
				added.append(make_body(RigidBody3D.new(), Vector3(9, 0, 0)) as RigidBody3D),
			func() -> void: other.position = Vector3(50, 0, 0),
			func() -> void: other.get_child(0).disabled = true,
			func() -> void: other.freeze = true,
			func() -> void:
				root.remove_child(other)
				other.calls = 0,
			func() -> void:
				var pin := PinJoint3D.new()
				add(pin)
				pin.node_a = pin.get_path_to(actor)
				pin.node_b = pin.get_path_to(other),
			func() -> void:
				var query := PhysicsRayQueryParameters3D.create(Vector3(0, 9, 0), Vector3.ZERO)
				root.get_world_3d().direct_space_state.intersect_ray(query),
		]
		actor.action = actions[number]
		await steps(5)
		check(late.position.is_finite() and late.linear_velocity.y < -0.5, names[number])
		for body in added:
			check(body.linear_velocity.y < 0.0, "the new body falls")
		if number == 6:
			check_equal(other.calls, 0, "nothing is told to a body that has left")
			other.free()
		for child in root.get_children():
			child.free()
