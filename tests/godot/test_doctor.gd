# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The shape doctor: each finding on a scene that has it, its cure, and no finding on a good scene.

const Doctor := preload("res://addons/minkowski_physics/editor/doctor.gd")
const Triangles := preload("res://addons/minkowski_physics/editor/triangles.gd")


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func make(body: CollisionObject3D, shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	add(body)
	return collision


func faces_of(mesh: Mesh) -> ConcavePolygonShape3D:
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(mesh.get_faces())
	return shape


## The only finding of a check, null if it is not the only one of the scene.
func only(check_name: StringName) -> Doctor.Finding:
	var findings := Doctor.inspect(root)
	if not check(findings.size() == 1, "one finding, got %s" % [texts(findings)]):
		return null
	check_equal(findings[0].check, check_name)
	return findings[0]


func texts(findings: Array) -> PackedStringArray:
	var found: PackedStringArray = []
	for finding: Doctor.Finding in findings:
		found.append("%s %s: %s" % [finding.check, finding.node.name, finding.text])
	return found


## Applies the cure of a finding; then nothing is wrong any more.
func check_cured(finding: Doctor.Finding) -> void:
	if finding == null or not check(finding.is_curable(), "there is a cure"):
		return
	Doctor.apply(finding)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "cured by '%s'" % finding.cure)


func test_every_check_has_a_function_and_a_title() -> void:
	var methods: PackedStringArray = []
	for method: Dictionary in (Doctor as Script).get_script_method_list():
		methods.append(method.name)
	for row: StringName in Doctor.CHECKS:
		check(methods.has(Doctor.CHECKS[row][0]), "%s has its function" % row)
		check(not Doctor.CHECKS[row][1].is_empty(), "%s has a title" % row)


func test_a_good_scene_has_no_findings() -> void:
	make(StaticBody3D.new(), WorldBoundaryShape3D.new())
	make(StaticBody3D.new(), faces_of(TorusMesh.new()))
	make(StaticBody3D.new(), faces_of(PlaneMesh.new()))
	make(StaticBody3D.new(), faces_of(SphereMesh.new()))
	make(StaticBody3D.new(), HeightMapShape3D.new())
	make(RigidBody3D.new(), BoxShape3D.new())
	make(RigidBody3D.new(), SphereShape3D.new())
	make(RigidBody3D.new(), CylinderShape3D.new())
	make(RigidBody3D.new(), CapsuleMesh.new().create_convex_shape())
	make(CharacterBody3D.new(), CapsuleShape3D.new())
	make(Area3D.new(), BoxShape3D.new())
	for shape: Shape3D in [
		EllipsoidShape3D.new(),
		ConeShape3D.new(),
		RoundedBoxShape3D.new(),
		RoundedCylinderShape3D.new(),
		TaperedCapsuleShape3D.new(),
		TaperedCylinderShape3D.new(),
	]:
		make(RigidBody3D.new(), shape)
	var solid := MovingMeshShape3D.new()
	solid.mesh = SphereMesh.new()
	make(RigidBody3D.new(), solid)
	var ball := SoftBody3D.new()
	ball.mesh = SphereMesh.new()
	ball.pressure_coefficient = 0.5
	add(ball)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray())
	# what cannot be looked at is not looked at: no shape, no tree
	add(CollisionShape3D.new())
	check_equal(texts(Doctor.inspect(root)), PackedStringArray())
	var outside := StaticBody3D.new()
	outside.add_child(CollisionShape3D.new())
	outside.get_child(0).shape = BoxShape3D.new()
	check_silent("outside of the tree", Doctor.inspect.bind(outside))
	outside.free()


func test_what_a_shape_says_of_itself() -> void:
	var box := RoundedBoxShape3D.new()
	box.rounding = 3.0
	var node := make(RigidBody3D.new(), box)
	var finding := only(&"problem")
	check_equal(finding.node, node)
	check_equal(finding.text, box.get_problem())
	box.rounding = 0.1
	node.shape = FittedSphereShape3D.new()
	check(only(&"problem").text.contains("no mesh"), "there is no mesh")


func test_a_shape_without_a_mesh_takes_the_one_beside_it() -> void:
	var node := make(RigidBody3D.new(), MeshHullShape3D.new())
	check(not only(&"problem").is_curable(), "there is no mesh beside it")
	var model := MeshInstance3D.new()
	model.name = "Model"
	model.mesh = BoxMesh.new()
	model.position = Vector3(1, 2, 3)
	node.get_parent().add_child(model)
	var finding := only(&"problem")
	check(finding.cure.contains("Model"), finding.cure)
	check_cured(finding)
	check_equal(node.shape.vertex_count, 8, "the corners of the box")
	check_equal(node.position, model.position, "it is where the mesh is seen")


func test_slivers() -> void:
	var points := PlaneMesh.new().get_faces()
	# 2 m long, half a millimetre high
	points.append_array([Vector3(0, 1, 0), Vector3(2, 1, 0), Vector3(1, 1, 0.0005)])
	# a triangle that is a point, which nothing can hit
	points.append_array([Vector3.ONE, Vector3.ONE, Vector3.ONE])
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(points)
	var node := make(StaticBody3D.new(), shape)
	var finding := only(&"sliver")
	check(finding.text.begins_with("1 of 4"), finding.text)
	check_equal(finding.node, node)
	check_cured(finding)
	check_equal(node.shape.get_faces().size(), 9)
	check_equal(shape.get_faces().size(), 12, "the shape that others may share is as it was")


func test_a_large_sliver_is_said_and_left() -> void:
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces([Vector3.ZERO, Vector3(100, 0, 0), Vector3(50, 0, 0.05)])
	make(StaticBody3D.new(), shape)
	check(not only(&"sliver").is_curable(), "a gap of 5 cm is not made")


func test_one_flipped_triangle() -> void:
	var points := BoxMesh.new().get_faces()
	var kept := points[1]
	points[1] = points[2]
	points[2] = kept
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(points)
	var node := make(StaticBody3D.new(), shape)
	var finding := only(&"winding")
	check(finding.text.begins_with("1 of 12"), finding.text)
	check_cured(finding)
	check_near(Triangles.new(node.shape.get_faces()).volume(), 1.0, 1e-5)


func test_a_mesh_that_is_inside_out() -> void:
	var box := Triangles.new(BoxMesh.new().get_faces())
	check_near(box.volume(), 1.0, 1e-5, "Godot's own meshes are seen from outside")
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(box.turned_round(PackedInt32Array(range(box.count()))))
	make(StaticBody3D.new(), shape)
	var finding := only(&"winding")
	check(finding.text.begins_with("12 of 12"), finding.text)
	check_cured(finding)


func test_flipped_triangles_of_an_open_mesh_are_the_fewer_ones() -> void:
	var plane := PlaneMesh.new()
	plane.subdivide_width = 3
	var triangles := Triangles.new(plane.get_faces())
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(triangles.turned_round([0, 5]))
	make(StaticBody3D.new(), shape)
	check_cured(only(&"winding"))


func test_an_open_mesh_as_a_solid() -> void:
	var shape := MovingMeshShape3D.new()
	shape.mesh = PlaneMesh.new()
	make(StaticBody3D.new(), shape)
	check_cured(only(&"open_solid"))
	check(not shape.solid, "it is thin now")


func test_an_open_mesh_under_pressure() -> void:
	var body := SoftBody3D.new()
	body.mesh = PlaneMesh.new()
	body.pressure_coefficient = 0.5
	add(body)
	check_cured(only(&"open_solid"))


func test_shapes_without_thickness() -> void:
	var box := BoxShape3D.new()
	box.size = Vector3(1, 1e-5, 2)
	var ball := SphereShape3D.new()
	ball.radius = 1e-5
	var hull := ConvexPolygonShape3D.new()
	hull.points = [Vector3(0, 1, 0), Vector3(2, 1, 0), Vector3(2, 1, 3), Vector3(0, 1, 3)]
	for shape: Shape3D in [box, ball, hull]:
		var node := make(StaticBody3D.new(), shape)
		check_cured(only(&"thin"))
		node.get_parent().free()
	check_equal(box.size, Vector3(1, Doctor.CURED, 2), "only what was too thin")
	var line := ConvexPolygonShape3D.new()
	line.points = [Vector3.ZERO, Vector3.ONE, 2.0 * Vector3.ONE]
	make(StaticBody3D.new(), line)
	check(not only(&"thin").is_curable(), "a line has no side to be thick on")


func test_shapes_of_a_flat_mesh_have_no_thickness_until_they_have_a_skin() -> void:
	for type: StringName in [&"MeshHullShape3D", &"FittedBoxShape3D", &"ConvexDecompositionShape3D"]:
		var shape: Shape3D = ClassDB.instantiate(type)
		shape.set(&"mesh", PlaneMesh.new())
		var node := make(StaticBody3D.new(), shape)
		check_cured(only(&"thin"))
		var size := shape.get_debug_mesh().get_aabb().size
		check_near(size[size.min_axis_index()], Doctor.CURED, 1e-4, "%s is as thick as was said" % type)
		node.get_parent().free()
	var sum := MinkowskiSumShape3D.new()
	for side: StringName in [&"shape_a", &"shape_b"]:
		var flat := MeshHullShape3D.new()
		flat.mesh = PlaneMesh.new()
		sum.set(side, flat)
	make(StaticBody3D.new(), sum)
	check(not only(&"thin").is_curable(), "which of the two is to be thick nobody knows")
	sum.shape_b = SphereShape3D.new()
	check_equal(Doctor.inspect(root).size(), 0, "a plate with a skin")


func test_scales() -> void:
	for scale: Vector3 in [Vector3.ONE * 0.001, Vector3.ONE * 1000.0, Vector3(1, 200, 1)]:
		var node := make(StaticBody3D.new(), BoxShape3D.new())
		node.scale = scale
		check_cured(only(&"scale"))
		check_near(node.shape.size, scale, 1e-4 * scale.y, "the size is the same")
		node.get_parent().free()
	var flat := make(StaticBody3D.new(), BoxShape3D.new())
	flat.scale = Vector3(1, 0, 1)
	check(not only(&"scale").is_curable(), "nobody knows what it should be")


func test_tiny_and_huge_bodies() -> void:
	for radius: float in [0.002, 2000.0]:
		var ball := SphereShape3D.new()
		ball.radius = radius
		var body := RigidBody3D.new()
		make(body, ball)
		check_equal(only(&"scale").node, body.get_child(0))
		body.free()
		make(StaticBody3D.new(), ball)
		check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "static ones may be so")
		root.get_child(0).free()


func test_layers_that_never_meet() -> void:
	make(StaticBody3D.new(), BoxShape3D.new())
	var body := RigidBody3D.new()
	body.collision_layer = 2
	body.collision_mask = 4
	make(body, BoxShape3D.new())
	var findings := Doctor.inspect(root)
	check_equal(findings.size(), 2, "neither meets anything: %s" % [texts(findings)])
	check_equal(findings[1].node, body)
	check_cured(findings[1])
	check_equal(body.collision_mask, 5)


func body_on(body: CollisionObject3D, name: String, layer: int, mask: int) -> CollisionObject3D:
	body.name = name
	body.collision_layer = layer
	body.collision_mask = mask
	make(body, BoxShape3D.new())
	return body


func test_two_layers_that_never_meet_each_other() -> void:
	body_on(StaticBody3D.new(), "Floor", 1, 0)
	var crate := body_on(RigidBody3D.new(), "Crate", 2, 1)
	var ghost := body_on(CharacterBody3D.new(), "Ghost", 4, 1)
	var finding := only(&"layer_pairs")
	check_equal([finding.node, finding.text], [crate, "never meets Ghost"])
	check(not finding.is_curable(), "it may be meant")
	body_on(CharacterBody3D.new(), "Spook", 4, 1)
	body_on(RigidBody3D.new(), "Box", 2, 1)
	check_equal(only(&"layer_pairs").text, "as 1 more of its layer and mask, never meets Ghost and 1 more")
	ghost.collision_mask = 3
	check_equal(Doctor.inspect(root).size(), 2, "the ghost meets crates, but the other meets neither")
	root.get_node("Spook").collision_mask = 7
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "one of both that sees the other is enough")


func test_what_nothing_stops_may_pass_through_another() -> void:
	body_on(RigidBody3D.new(), "Crate", 1, 1)
	body_on(StaticBody3D.new(), "Floor", 1, 0)
	for body: CollisionObject3D in [StaticBody3D.new(), AnimatableBody3D.new(), Area3D.new()]:
		body_on(body, body.get_class(), 2, 0 if body is PhysicsBody3D else 1)
	var crate: RigidBody3D = root.get_node("Crate")
	crate.collision_mask = 3
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "floors and areas pass through each other")
	var shield := StaticBody3D.new()
	shield.collision_layer = 4
	shield.collision_mask = 0
	crate.add_child(shield)
	var ray := RayCast3D.new()
	ray.collision_mask = 4
	add(ray)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "a body and what it carries")


func test_cloth_meets_what_lies_below_it() -> void:
	var cloth := SoftBody3D.new()
	cloth.mesh = PlaneMesh.new()
	cloth.collision_mask = 2
	add(cloth)
	body_on(StaticBody3D.new(), "Table", 2, 0)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "the table is not alone")
	cloth.collision_mask = 4
	check_equal(Doctor.inspect(root).size(), 2, "neither meets anything")


func test_a_polygon_without_depth_and_one_of_another_scale() -> void:
	var body := StaticBody3D.new()
	var polygon := CollisionPolygon3D.new()
	polygon.polygon = [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1)]
	polygon.depth = 0.0
	body.add_child(polygon)
	add(body)
	check_cured(only(&"thin"))
	check_near(polygon.depth, Doctor.CURED, 1e-6)
	polygon.scale = Vector3.ONE * 1000.0
	check_equal(only(&"scale").node, polygon)
	polygon.scale = Vector3.ONE * 0.05
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "small, but it does not move")
	body.free()
	var mover := RigidBody3D.new()
	polygon = CollisionPolygon3D.new()
	polygon.polygon = [Vector2(0, 0), Vector2(0.001, 0), Vector2(0, 0.001)]
	polygon.depth = 0.002
	mover.add_child(polygon)
	add(mover)
	check_equal(only(&"scale").text, "a moving body of 2.0 mm")


func test_a_grid_has_the_faults_of_the_shapes_in_its_cells() -> void:
	var thin := BoxShape3D.new()
	thin.size = Vector3(1, 1e-5, 1)
	var library := MeshLibrary.new()
	for item: int in [3, 7]:
		library.create_item(item)
		library.set_item_shapes(item, [thin, Transform3D()])
	library.set_item_shapes(7, [BoxShape3D.new(), Transform3D()])
	var map := GridMap.new()
	map.mesh_library = library
	add(map)
	map.set_cell_item(Vector3i.ZERO, 7)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "an item that lies nowhere")
	map.set_cell_item(Vector3i.ONE, 3)
	map.set_cell_item(Vector3i.RIGHT, 3)
	var finding := only(&"thin")
	check_equal(finding.node, map)
	check(not finding.is_curable(), "the shape is the library's")


func test_what_godot_makes_bodies_of_has_layers() -> void:
	var csg := CSGBox3D.new()
	csg.collision_layer = 2
	add(csg)
	body_on(StaticBody3D.new(), "Floor", 4, 2)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "it does not collide")
	csg.use_collision = true
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "the floor sees it")
	csg.collision_layer = 1
	check_equal(Doctor.inspect(root).size(), 2, "neither sees the other")


# a level has so many triangles; what grows as their square would take minutes
func test_many_slivers_are_removed_in_no_time() -> void:
	var points: PackedVector3Array = []
	for i in 20000:
		points.append_array([Vector3(0, i, 0), Vector3(2, i, 0), Vector3(1, i, 0.0005)])
	var triangles := Triangles.new(points)
	var slivers := triangles.slivers()
	check_equal(slivers.size(), 20000)
	slivers.resize(19999)
	var start := Time.get_ticks_msec()
	check_equal(triangles.without(slivers), points.slice(-3), "the last one is left")
	var taken := Time.get_ticks_msec() - start
	# ms; about 20 on one core, and 10000 if each triangle were looked for among all
	check(taken < 2000, "%d ms" % taken)


func test_a_ray_is_somebody_to_meet() -> void:
	for layer: int in [1, 2]:
		var body := StaticBody3D.new()
		body.collision_layer = layer
		body.collision_mask = 0
		make(body, BoxShape3D.new())
	check_equal(Doctor.inspect(root).size(), 2)
	var ray := RayCast3D.new()
	ray.collision_mask = 3
	add(ray)
	check_equal(texts(Doctor.inspect(root)), PackedStringArray())


func test_thin_meshes_on_moving_bodies() -> void:
	var closed := make(RigidBody3D.new(), faces_of(BoxMesh.new()))
	check_equal(texts(Doctor.inspect(root)), PackedStringArray(), "closed triangles are solid")
	closed.shape.backface_collision = true
	check_cured(only(&"moving_mesh"))
	check(not closed.shape.backface_collision, "one side is left")
	closed.get_parent().free()
	var open := make(RigidBody3D.new(), faces_of(PrismMesh.new()))
	var points: PackedVector3Array = open.shape.get_faces()
	open.shape.set_faces(points.slice(3))
	check_cured(only(&"moving_mesh"))
	check_equal(open.shape.get_class(), "ConvexPolygonShape3D")
	open.get_parent().free()
	var shape := MovingMeshShape3D.new()
	shape.mesh = BoxMesh.new()
	shape.solid = false
	make(RigidBody3D.new(), shape)
	check_cured(only(&"moving_mesh"))
	check(shape.solid, "it is solid now")
