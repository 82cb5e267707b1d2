# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## What tests with scenes of nodes share: bodies, areas and characters in a line of code each.

const DT := 1.0 / 60.0


func make_box_shape(size := Vector3.ONE) -> BoxShape3D:
	var box := BoxShape3D.new()
	box.size = size
	return box


func make_collision(shape: Shape3D) -> CollisionShape3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	return collision


## Adds a body or an area with a shape to the scene and returns it.
func make(object: CollisionObject3D, shape: Shape3D, place := Vector3.ZERO) -> CollisionObject3D:
	object.add_child(make_collision(shape))
	object.position = place
	add(object)
	return object


## A static body; the turn is in degrees about the axes, as the inspector has it.
func make_static(shape: Shape3D, place := Vector3.ZERO, turn := Vector3.ZERO) -> StaticBody3D:
	var body := StaticBody3D.new()
	body.rotation_degrees = turn
	return make(body, shape, place)


func make_rigid(shape: Shape3D, place := Vector3.ZERO) -> RigidBody3D:
	return make(RigidBody3D.new(), shape, place)


func make_ball(place := Vector3.ZERO) -> RigidBody3D:
	return make_rigid(SphereShape3D.new(), place)


## A box of 100 m whose top is y = 0.
func make_ground() -> StaticBody3D:
	return make_static(make_box_shape(Vector3(100, 1, 100)), Vector3(0, -0.5, 0))


## A capsule of radius 0.5 and height 2, or another shape, whose middle is at a point.
func make_character(place: Vector3, shape: Shape3D = CapsuleShape3D.new()) -> CharacterBody3D:
	return make(CharacterBody3D.new(), shape, place)


## An area that is a cube with this half size.
func make_area(place := Vector3.ZERO, half := 1.0) -> Area3D:
	return make(Area3D.new(), make_box_shape(Vector3.ONE * 2.0 * half), place)


## A cube that floats and collides with nothing, so that only areas take notice of it.
func make_floating(body: PhysicsBody3D, place := Vector3.ZERO, name := "body") -> PhysicsBody3D:
	body.name = name
	body.collision_mask = 0
	if body is RigidBody3D:
		body.gravity_scale = 0.0
	return make(body, make_box_shape(), place)


func make_floating_rigid(place := Vector3.ZERO, name := "body") -> RigidBody3D:
	return make_floating(RigidBody3D.new(), place, name)


## The gravity that acts on a body, as its direct state tells it.
func gravity_of(body: PhysicsBody3D) -> Vector3:
	return PhysicsServer3D.body_get_direct_state(body.get_rid()).total_gravity
