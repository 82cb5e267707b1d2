# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Joint nodes that Godot does not have: exact on our engine, the nearest joint that others have on those.

## m; what soft joints of the other engines give way
const GIVE := 0.03


func make_body(place: Vector3, name := "Body") -> RigidBody3D:
	var body := RigidBody3D.new()
	var collision := CollisionShape3D.new()
	collision.shape = BoxShape3D.new()
	(collision.shape as BoxShape3D).size = Vector3.ONE * 0.4
	body.add_child(collision)
	body.position = place
	body.name = name
	body.linear_damp = 0.0
	add(body)
	return body


func join(joint: Node3D, a: Node, b: Node, place: Vector3) -> Node3D:
	joint.position = place
	joint.node_a = NodePath("../" + a.name) if a else NodePath()
	joint.node_b = NodePath("../" + b.name) if b else NodePath()
	add(joint)
	return joint


# A body below the origin that swings from the side, and a joint to the world at the origin.
func hang(mode: DistanceJoint3D.Mode, length := 0.0) -> RigidBody3D:
	var body := make_body(Vector3(1, 0, 0))
	var joint := DistanceJoint3D.new()
	joint.mode = mode
	joint.anchor_b = Vector3(1, 0, 0)
	joint.length = length
	join(joint, null, body, Vector3.ZERO)
	return body


func test_fixed_bodies_fall_as_one() -> void:
	var a := make_body(Vector3(0, 5, 0), "A")
	var b := make_body(Vector3(1, 5, 0), "B")
	b.mass = 5.0
	join(FixedJoint3D.new(), a, b, Vector3(0.5, 5, 0))
	a.angular_velocity = Vector3(0, 3, 2)
	await steps(60)
	var relative := a.transform.affine_inverse() * b.transform
	check(a.position.y < 2.0, "they fall")
	check_near(relative.origin, Vector3(1, 0, 0), GIVE, "the place of one seen from the other")
	check_near(relative.basis, Basis.IDENTITY, 2.0 * GIVE, "the turn of one seen from the other")


func test_fixed_to_the_world_holds_still() -> void:
	var body := make_body(Vector3(0, 5, 0))
	join(FixedJoint3D.new(), body, null, Vector3(1, 5, 0))
	await steps(60)
	check_near(body.position, Vector3(0, 5, 0), GIVE)


func test_rope_is_slack_until_it_is_taut() -> void:
	var body := hang(DistanceJoint3D.MODE_ROPE, 3.0)
	await steps(20)
	# a third of a second of free fall: 0.5 * 9.8 / 9
	check_near(body.position.y, -0.544, 0.1, "it falls freely at first")
	check_near(body.position.x, 1.0, 1e-3)
	var longest := 0.0
	for step in 120:
		await steps(1)
		longest = maxf(longest, body.position.length())
	# elsewhere it is held in a cube
	check(longest < 3.0 * (1.02 if engine == MINKOWSKI else sqrt(3.0) + 0.1), "%f long" % longest)
	check(longest > 2.9, "only %f long" % longest)


func test_rod_keeps_its_length_while_it_swings() -> void:
	var body := hang(DistanceJoint3D.MODE_ROD)
	var lowest := 0.0
	for step in 60:
		await steps(1)
		lowest = minf(lowest, body.position.y)
		check_near(body.position.length(), 1.0, GIVE, "the length after %d steps" % step)
	check(lowest < -0.9, "it swings down to %f" % lowest)


func test_rod_pushes_too() -> void:
	if not only_on([MINKOWSKI]):
		return
	var a := make_body(Vector3(0, 5, 0), "A")
	var b := make_body(Vector3(0, 4, 0), "B")
	a.gravity_scale = 0.0
	b.gravity_scale = 0.0
	var joint := DistanceJoint3D.new()
	joint.mode = DistanceJoint3D.MODE_ROD
	join(joint, a, b, Vector3(0, 5, 0))
	a.linear_velocity = Vector3(0, -2, 0)
	await steps(30)
	check_near(a.position.distance_to(b.position), 1.0, 0.01)
	check_near(b.linear_velocity.y, -1.0, 0.05, "both have half of the speed")


func test_spring_rests_where_it_bears_the_weight() -> void:
	if skip_on([GODOT_PHYSICS]):  # its 6DOF joint has no springs
		return
	var body := make_body(Vector3(0, -1, 0))
	var joint := DistanceJoint3D.new()
	joint.mode = DistanceJoint3D.MODE_SPRING
	joint.stiffness = 40.0
	joint.damping = 10.0
	join(joint, null, body, Vector3.ZERO)
	await steps(300)
	# m g / k = 9.8 / 40 below its length
	check_near(body.position.y, -1.0 - 9.8 / 40.0, 0.02)


func test_spring_between_two_bodies_finds_its_length() -> void:
	if skip_on([GODOT_PHYSICS]):
		return
	var a := make_body(Vector3(0, 5, 0), "A")
	var b := make_body(Vector3(1, 5, 0), "B")
	a.gravity_scale = 0.0
	b.gravity_scale = 0.0
	var joint := DistanceJoint3D.new()
	joint.mode = DistanceJoint3D.MODE_SPRING
	joint.anchor_b = Vector3(1, 0, 0)
	joint.length = 2.0
	joint.damping = 20.0
	join(joint, a, b, Vector3(0, 5, 0))
	await steps(240)
	check_near(b.position - a.position, Vector3(2, 0, 0), 0.02)


func test_joint_lets_go_and_holds_again() -> void:
	var body := hang(DistanceJoint3D.MODE_ROD)
	await steps(2)
	var joint: DistanceJoint3D = root.get_child(1)
	check(joint.is_attached(), "attached")
	joint.detach()
	check(not joint.is_attached(), "detached")
	var before := body.position.y
	await steps(60)
	# it falls freely: 4.9 m in a second, and swings no more
	check(before - body.position.y > 4.0, "it falls")
	joint.anchor_b = body.position
	check(joint.is_attached(), "a property that changes attaches it again")
	var length := body.position.length()
	await steps(60)
	check_near(body.position.length(), length, 0.1, "held again")


func test_bodies_that_leave_take_their_joint_along() -> void:
	var a := make_body(Vector3(0, 5, 0), "A")
	var b := make_body(Vector3(1, 5, 0), "B")
	var joint: FixedJoint3D = join(FixedJoint3D.new(), a, b, Vector3(0.5, 5, 0))
	await steps(2)
	root.remove_child(b)
	check(not joint.is_attached(), "the joint has let go")
	await steps(2)
	root.add_child(b)
	joint.attach()
	check(joint.is_attached(), "and holds again")
	await steps(2)
	b.free()
	check(not joint.is_attached(), "a body that is freed")
	await steps(2)
	joint.free()
	await steps(2)
	check(is_instance_valid(a), "the other body is left")


func test_joint_freed_before_its_bodies() -> void:
	var a := make_body(Vector3(0, 5, 0), "A")
	var b := make_body(Vector3(1, 5, 0), "B")
	var joint := join(FixedJoint3D.new(), a, b, Vector3(0.5, 5, 0))
	await steps(2)
	joint.free()
	a.free()
	b.free()
	await steps(2)
	check(root.get_child_count() == 0, "all are gone")


func test_bad_bodies_are_refused_and_warned_of() -> void:
	var body := make_body(Vector3.ZERO)
	var joint := FixedJoint3D.new()
	add(joint)
	check(joint.get_problem().contains("joins nothing"), joint.get_problem())
	joint.node_a = NodePath("../Body")
	check_equal(joint.get_problem(), "", "one body is enough")
	expect_error("are the same body")
	joint.node_b = NodePath("../Body")
	check(joint.get_problem().contains("same"), joint.get_problem())
	expect_error("leads to no PhysicsBody3D")
	joint.node_b = NodePath("../Nothing")
	check(joint.get_problem().contains("node_b"), joint.get_problem())
	check(not joint.is_attached(), "it holds nothing")
	joint.node_b = NodePath()
	check(joint.is_attached(), "it holds again")
	await steps(1)
	check(body.is_inside_tree(), "the body is left")


func test_collisions_between_the_bodies() -> void:
	for excludes: bool in [true, false]:
		var a := make_body(Vector3(0, 5, 0), "A%s" % excludes)
		var b := make_body(Vector3(0.3, 5, 0), "B%s" % excludes)
		a.gravity_scale = 0.0
		b.gravity_scale = 0.0
		var joint := DistanceJoint3D.new()
		joint.mode = DistanceJoint3D.MODE_ROPE
		joint.length = 5.0
		joint.exclude_nodes_from_collision = excludes
		join(joint, a, b, Vector3(0, 5, 0))
		await steps(60)
		var distance := a.position.distance_to(b.position)
		check((distance < 0.31) == excludes, "%s: %f apart" % [excludes, distance])
		for node: Node in [joint, a, b]:
			node.free()


# the inspector shows what has an effect, and a scene keeps all of it
func test_only_a_spring_shows_its_stiffness() -> void:
	var joint := DistanceJoint3D.new()
	var changes: Array[int] = [0]
	joint.property_list_changed.connect(func() -> void: changes[0] += 1)
	for mode: DistanceJoint3D.Mode in [DistanceJoint3D.MODE_ROD, DistanceJoint3D.MODE_SPRING, DistanceJoint3D.MODE_ROPE]:
		joint.mode = mode
		for property in joint.get_property_list():
			if property.name in ["stiffness", "damping", "length"]:
				var is_shown: bool = property.usage & PROPERTY_USAGE_EDITOR
				var text := "%s in mode %d" % [property.name, mode]
				check_equal(is_shown, property.name == "length" or mode == DistanceJoint3D.MODE_SPRING, text)
				check(property.usage & PROPERTY_USAGE_STORAGE, text)
	check_equal(changes[0], 3, "the inspector is told")
	joint.stiffness = 50.0
	check_equal(joint.stiffness, 50.0, "a script may set it first")
	joint.free()


func test_joints_are_saved_with_their_properties() -> void:
	var scene := Node3D.new()
	var joint := DistanceJoint3D.new()
	joint.mode = DistanceJoint3D.MODE_SPRING
	joint.anchor_b = Vector3(1, 2, 3)
	joint.node_a = NodePath("../X")
	scene.add_child(joint)
	joint.owner = scene
	var packed := PackedScene.new()
	packed.pack(scene)
	scene.free()
	var made := packed.instantiate()
	var copy: DistanceJoint3D = made.get_child(0)
	check_equal(copy.mode, DistanceJoint3D.MODE_SPRING)
	check_equal(copy.anchor_b, Vector3(1, 2, 3))
	check_equal(copy.node_a, NodePath("../X"))
	made.free()
