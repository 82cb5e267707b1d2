# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Shapes as scenes use them: height maps of any size and with holes, planes without an end, meshes on moving
## bodies, GridMap and CSG with thousands of pieces, scale and shear, and shapes that change in the middle of a game.


func make_shape_node(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


func make(body: PhysicsBody3D, shape: Shape3D, place := Vector3.ZERO) -> PhysicsBody3D:
	body.add_child(make_shape_node(shape))
	body.position = place
	add(body)
	return body


func make_ball(place: Vector3, radius := 0.5) -> RigidBody3D:
	var shape := SphereShape3D.new()
	shape.radius = radius
	return make(RigidBody3D.new(), shape, place) as RigidBody3D


## Where a ray straight down from a height of 50 m meets something; NAN if nowhere.
func height_at(x: float, z: float) -> float:
	var query := PhysicsRayQueryParameters3D.create(Vector3(x, 50, z), Vector3(x, -50, z))
	var hit := root.get_world_3d().direct_space_state.intersect_ray(query)
	return hit.position.y if hit else NAN


# 9 points along x and 4 along z: 8 m by 3 m, a slope along x
func test_a_height_map_that_is_not_square() -> void:
	var map := HeightMapShape3D.new()
	map.map_width = 9
	map.map_depth = 4
	var data := PackedFloat32Array()
	for z in 4:
		for x in 9:
			data.append(0.25 * x)
	map.map_data = data
	make(StaticBody3D.new(), map)
	var ball := make_ball(Vector3(2, 5, 1))
	await steps(2)
	for place: Vector2 in [Vector2(-4 + 0.01, 0), Vector2(3.9, 1.4), Vector2(0.3, -1.4)]:
		check_near(height_at(place.x, place.y), 0.25 * (place.x + 4), 1e-3, str(place))
	check(is_nan(height_at(0, 1.6)), "beyond its depth there is nothing")
	check(is_nan(height_at(4.2, 0)), "nor beyond its width")
	await steps(50)
	# on the slope: r / cos above it, while it rolls down
	var clearance := ball.position.y - 0.25 * (ball.position.x + 4)
	check_near(clearance, 0.5 * sqrt(1 + 0.25 * 0.25), 0.01, "it lies on the map")


# the four cells around a point that is NAN are not there; Godot Physics has no holes
func test_a_height_map_with_a_hole() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var map := HeightMapShape3D.new()
	map.map_width = 7
	map.map_depth = 7
	var data := PackedFloat32Array()
	data.resize(49)
	data[3 * 7 + 3] = NAN
	map.map_data = data
	make(StaticBody3D.new(), map)
	var through := make_ball(Vector3(0, 1, 0), 0.2)
	var beside := make_ball(Vector3(2.5, 1, 2.5), 0.2)
	await steps(60)
	check(is_nan(height_at(0.6, -0.6)), "a ray goes through the hole")
	check(through.position.y < -1.0, "a ball falls through it: %s" % through.position)
	check_near(beside.position.y, 0.2, 0.01, "and rests beside it")


# Jolt's planes end after 2 km
func test_a_plane_has_no_end() -> void:
	if skip_on([JOLT]):
		return
	make(StaticBody3D.new(), WorldBoundaryShape3D.new())
	var far := make_ball(Vector3(20000, 0.6, -15000))
	await steps(30)
	check_near(far.position.y, 0.5, 0.02, "a ball lies on it 25 km away")
	check_near(height_at(20010, -15000), 0.0, 1e-2)


# Godot's own engines let meshes of moving bodies pass other meshes; on a plane Godot Physics lets them sink
func test_a_mesh_on_a_moving_body() -> void:
	if not only_on([MINKOWSKI]):
		return
	make(StaticBody3D.new(), WorldBoundaryShape3D.new())
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(BoxMesh.new().get_faces())
	var lower := make(RigidBody3D.new(), mesh, Vector3(0, 0.6, 0)) as RigidBody3D
	var upper := make(RigidBody3D.new(), mesh, Vector3(0.1, 1.8, 0.1)) as RigidBody3D
	await steps(90)
	check_near(lower.position.y, 0.5, 0.01, "a mesh lies on the ground")
	check_near(upper.position.y, 1.5, 0.02, "and one on the other")


func test_a_grid_map_of_thousands_of_cells() -> void:
	var library := MeshLibrary.new()
	library.create_item(0)
	var box := BoxShape3D.new()
	box.size = Vector3.ONE
	library.set_item_shapes(0, [box, Transform3D.IDENTITY])
	var grid := GridMap.new()
	grid.mesh_library = library
	grid.cell_size = Vector3.ONE
	for x in range(-25, 25):
		for z in range(-25, 25):
			grid.set_cell_item(Vector3i(x, 0, z), 0)
	add(grid)
	await steps(3)
	var balls: Array[RigidBody3D] = []
	for i in 10:
		balls.append(make_ball(Vector3(-20.25 + 4 * i, 1.6, 0.5 * i), 0.4))
	await steps(40)
	check_near(height_at(3.3, 4.4), 1.0, 1e-3, "the top of the cells")
	for ball in balls:
		check_near(ball.position.y, 1.4, 0.02, "balls lie on 2500 cells")
	# a cell that is taken away leaves a hole
	grid.set_cell_item(Vector3i(3, 0, 4), GridMap.INVALID_CELL_ITEM)
	await steps(3)
	check(is_nan(height_at(3.5, 4.5)), "no cell any more")
	check_near(height_at(4.5, 4.5), 1.0, 1e-3, "its neighbour is there")


func test_csg_collides_and_changes() -> void:
	var floor_box := CSGBox3D.new()
	floor_box.size = Vector3(10, 1, 10)
	floor_box.use_collision = true
	var hole := CSGCylinder3D.new()
	hole.operation = CSGShape3D.OPERATION_SUBTRACTION
	hole.radius = 1.0
	hole.height = 3.0
	floor_box.add_child(hole)
	add(floor_box)
	await steps(4)
	var through := make_ball(Vector3(0, 1.2, 0), 0.4)
	var beside := make_ball(Vector3(3, 1.2, 0), 0.4)
	await steps(50)
	check(through.position.y < -1.0, "through the hole: %s" % through.position)
	check_near(beside.position.y, 0.9, 0.03, "beside it")
	if engine == JOLT: # which wakes nobody when the ground changes
		return
	hole.position.x = 3
	await steps(40)
	check(beside.position.y < 0.5, "the hole has come to it: %s" % beside.position)


# a sphere that is stretched and sheared is what a ray and a resting box make of it; Jolt replaces it by a sphere
func test_scale_and_shear_are_exact() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := StaticBody3D.new()
	var stretched := make_shape_node(SphereShape3D.new())
	stretched.transform = Transform3D(Basis.from_scale(Vector3(4, 2, 1)), Vector3.ZERO)
	body.add_child(stretched)
	var sheared := make_shape_node(BoxShape3D.new())
	# y leans over along x by 1 for 1
	sheared.transform = Transform3D(
		Basis(Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 0, 1)), Vector3(20, 0, 0)
	)
	body.add_child(sheared)
	add(body)
	await steps(2)
	check_near(height_at(0, 0), 1.0, 1e-4, "half of 2")
	# x^2 / 4 + y^2 = 1 for the half axes 2 and 1
	check_near(height_at(1.0, 0), sqrt(1 - 0.25), 1e-4, "an ellipsoid")
	# the top of the box goes from 20 to 21, its left side from (19, -0.5) to (20, 0.5)
	check_near(height_at(20.5, 0), 0.5, 1e-4, "on the top")
	check_near(height_at(19.5, 0), 0.0, 1e-4, "on the side that leans")
	check(is_nan(height_at(21.2, 0)), "beyond the top")


## How high the middle of a ball is that touches an ellipse with the half axes a and 1 above a place x of its middle.
func height_on_ellipse(a: float, radius: float, x: float) -> float:
	var low := 0.0
	var high := PI / 2
	var middle := Vector2.ZERO
	for i in 40:
		var angle := (low + high) / 2
		var normal := Vector2(cos(angle) / a, sin(angle)).normalized()
		middle = Vector2(a * cos(angle), sin(angle)) + radius * normal
		if middle.x > x:
			low = angle
		else:
			high = angle
	return middle.y


# balls on a stretched sphere and on sheared boxes lie as high as geometry has it. Jolt makes a sphere of the ellipsoid,
# balls sink into both with Godot Physics
func test_balls_rest_on_scale_and_shear() -> void:
	if not only_on([MINKOWSKI]):
		return
	var body := StaticBody3D.new()
	var sphere := make_shape_node(SphereShape3D.new())
	sphere.transform = Transform3D(Basis.from_scale(Vector3(4, 2, 1)), Vector3.ZERO)
	body.add_child(sphere)
	var slab := BoxShape3D.new()
	slab.size = Vector3(4, 1, 4)
	# one whose top rises by 1 for 4, one that leans over by 1 for 1
	var columns: Array[Basis] = [
		Basis(Vector3(1, 0.25, 0), Vector3.UP, Vector3.BACK), Basis(Vector3.RIGHT, Vector3(1, 1, 0), Vector3.BACK)
	]
	for i in 2:
		var sheared := make_shape_node(slab)
		sheared.transform = Transform3D(columns[i], Vector3(20 + 20 * i, 0, 0))
		body.add_child(sheared)
	add(body)
	var places: Array[Vector3] = [
		Vector3(0, 1.5, 0),
		Vector3(1, height_on_ellipse(2.0, 0.5, 1.0), 0),
		# on a slope of 1 for 4 a ball is r / cos above it
		Vector3(20, 0.5 + 0.5 * sqrt(1 + 0.25 * 0.25), 0),
		# beyond where the top would be without the shear
		Vector3(42.2, 1.0, 0),
	]
	for place in places:
		var ball := make_ball(place + Vector3(0, 0.1, 0))
		ball.axis_lock_linear_x = true
		ball.axis_lock_linear_z = true
		await steps(60)
		check_near(ball.position, place, 1e-4)
		ball.free()


# half the height of the shape times the scale along y; Godot Physics takes the scale away, Jolt can do boxes only
func test_bodies_with_any_scale_lie_at_their_half_height() -> void:
	if not only_on([MINKOWSKI]):
		return
	make(StaticBody3D.new(), WorldBoundaryShape3D.new())
	var rows := [
		[BoxShape3D.new(), Vector3(2, 3, 1), 1.5],
		[SphereShape3D.new(), Vector3(3, 1.5, 2), 0.75],
		[CapsuleShape3D.new(), Vector3(1, 0.5, 2), 0.5],
		[CylinderShape3D.new(), Vector3(1, 0.5, 2), 0.5],
	]
	var bodies: Array[PhysicsBody3D] = []
	for row: Array in rows:
		var body := RigidBody3D.new()
		body.scale = row[1]
		bodies.append(make(body, row[0], Vector3(8 * bodies.size(), row[2] + 0.1, 0)))
	await steps(90)
	for i in rows.size():
		check_near(bodies[i].position.y, rows[i][2], 2e-4, rows[i][0].get_class())
		check_near(bodies[i].scale, rows[i][1], 1e-5, "it keeps its scale")


# a mesh that is mirrored keeps its front where it is drawn; Godot Physics has it on the other side for bodies
func test_a_mirrored_mesh_keeps_its_front() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var mesh := ConcavePolygonShape3D.new()
	mesh.set_faces(PackedVector3Array([Vector3(-5, 0, -5), Vector3(5, 0, -5), Vector3(0, 0, 5)]))
	var balls: Array[RigidBody3D] = []
	for scale: Vector3 in [Vector3(-1, 1, 1), Vector3(-1, 1, -1), Vector3(1, -1, 1)]:
		var place := Vector3(20 * balls.size(), 0, 0)
		var body := make(StaticBody3D.new(), mesh, place)
		body.get_child(0).scale = scale
		balls.append(make_ball(place + Vector3(0, 0.6, 0)))
	await steps(40)
	check_near(balls[0].position.y, 0.5, 0.02, "mirrored sideways")
	check_near(balls[1].position.y, 0.5, 0.02, "turned")
	check(balls[2].position.y < -1.0, "upside down it lets through: %s" % balls[2].position)
	check_near(height_at(0.5, 0.5), 0.0, 1e-4)
	check(is_nan(height_at(40.5, 0.5)), "nor is it there for a ray from above")


# legs that hold a rigid body up, with and without a shape besides; Godot Physics lets them through a plane
func test_rigid_bodies_stand_on_separation_rays() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(20, 1, 20)
	make(StaticBody3D.new(), slab, Vector3(0, -0.5, 0))
	var ray := SeparationRayShape3D.new()
	ray.length = 1.5
	var bodies: Array[RigidBody3D] = []
	for has_box: bool in [false, true]:
		var body := make(RigidBody3D.new(), ray, Vector3(3 * bodies.size(), 1.8, 0)) as RigidBody3D
		body.get_child(0).rotation_degrees.x = 90
		body.lock_rotation = true
		if has_box:
			body.add_child(make_shape_node(BoxShape3D.new()))
		bodies.append(body)
	await steps(60)
	for body in bodies:
		check_near(body.position.y, 1.5, 0.015, "on its leg")


# Godot's own engines do not wake who lies on a shape that changes
func test_shapes_change_while_the_game_runs() -> void:
	if not only_on([MINKOWSKI]):
		return
	var box := BoxShape3D.new()
	box.size = Vector3(4, 1, 4)
	var pedestal := make(StaticBody3D.new(), box)
	var ball := make_ball(Vector3(0, 1.05, 0))
	await steps(20)
	check_near(ball.position.y, 1.0, 0.02)
	# lower, then another kind, then none
	box.size.y = 0.5
	await steps(40)
	check_near(ball.position.y, 0.75, 0.03, "it follows a box that shrinks")
	var other := CylinderShape3D.new()
	other.height = 0.2
	other.radius = 2.0
	pedestal.get_child(0).shape = other
	await steps(40)
	check_near(ball.position.y, 0.6, 0.03, "and a shape of another kind")
	pedestal.get_child(0).disabled = true
	await steps(30)
	check(ball.position.y < 0.0, "and falls when there is none: %s" % ball.position)


# a leg without friction on a slope of 20 degrees: pushed along itself it stays, pushed along the slope's normal it goes
# with g sin cos / 2 = 1.57 m in the first second, less the fall to the ground
func test_separation_rays_slide_on_slopes_if_they_are_told_to() -> void:
	var slab := BoxShape3D.new()
	slab.size = Vector3(40, 1, 40)
	make(StaticBody3D.new(), slab).rotation_degrees.z = -20
	for slides: bool in [false, true]:
		var ray := SeparationRayShape3D.new()
		ray.slide_on_slope = slides
		var body := RigidBody3D.new()
		body.lock_rotation = true
		body.physics_material_override = PhysicsMaterial.new()
		body.physics_material_override.friction = 0.0
		make(body, ray, Vector3(0, 1.6, 0))
		body.get_child(0).rotation_degrees.x = 90
		await steps(60)
		check_near(body.position.x, 1.51 if slides else 0.0, 0.05, "slide_on_slope %s" % slides)
		body.free()
