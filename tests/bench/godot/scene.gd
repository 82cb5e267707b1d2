# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## What the scenes have in common: bodies in a line of code each.

## Ticks before the clock starts, and those that are measured.
var warm_up := 60
var ticks := 240
## Whether the whole tick counts: what an empty scene takes is not subtracted, where the rest would be less than noise.
var is_whole := false
## What a scene has measured itself, ms a tick: counts in place of the time of the ticks.
var spans := PackedFloat64Array()
## Bodies that can move, or what else the scene is about.
var count := 0

var _random := RandomNumberGenerator.new()


func _init() -> void:
	_random.seed = 1


func add_shape(body: CollisionObject3D, shape: Shape3D) -> void:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)


func add_static(shape: Shape3D, place := Vector3.ZERO) -> StaticBody3D:
	var body := StaticBody3D.new()
	add_shape(body, shape)
	body.position = place
	add_child(body)
	return body


func add_rigid(shape: Shape3D, place: Vector3) -> RigidBody3D:
	var body := RigidBody3D.new()
	add_shape(body, shape)
	body.position = place
	add_child(body)
	count += 1
	return body


func box(size: Vector3) -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return shape


func ball(radius: float) -> SphereShape3D:
	var shape := SphereShape3D.new()
	shape.radius = radius
	return shape


func capsule(radius: float, height: float) -> CapsuleShape3D:
	var shape := CapsuleShape3D.new()
	shape.radius = radius
	shape.height = height
	return shape


func cylinder(radius: float, height: float) -> CylinderShape3D:
	var shape := CylinderShape3D.new()
	shape.radius = radius
	shape.height = height
	return shape


## A hull of points on an ellipsoid.
func hull(points: int, radius: float) -> ConvexPolygonShape3D:
	var shape := ConvexPolygonShape3D.new()
	var places := PackedVector3Array()
	for i in points:
		var way := Vector3(_random.randfn(), _random.randfn(), _random.randfn()).normalized()
		places.append(way * radius)
	shape.points = places
	return shape


func add_floor() -> void:
	add_static(box(Vector3(400, 2, 400)), Vector3(0, -1, 0))


## Four walls around the origin, open at the top.
func add_walls(half: float, height: float) -> void:
	for side in [Vector3.LEFT, Vector3.RIGHT, Vector3.FORWARD, Vector3.BACK]:
		var size := Vector3(2 * half + 2, height, 2 * half + 2)
		size[side.abs().max_axis_index()] = 1.0
		add_static(box(size), side * (half + 0.5) + Vector3.UP * height / 2)


## Drops bodies from a grid, with gaps of a tenth; the shapes take turns. None may sleep, so that every engine has all of
## them to move to the end.
func add_pile(shapes: Array, amount: int, side: int, gap: float) -> void:
	for i in amount:
		var place := Vector3(i % side, i / (side * side), i / side % side)
		place -= Vector3(side - 1, 0, side - 1) / 2.0
		var shift := Vector3(_random.randf(), 0, _random.randf()) * 0.1
		var body := add_rigid(shapes[i % shapes.size()], (place + shift) * gap + Vector3.UP * gap)
		body.can_sleep = false


## Ground of triangles with gentle hills: cells * cells * 2 of them.
func add_hills(cells: int, size: float) -> void:
	var faces := PackedVector3Array()
	var at := func(i: int, j: int) -> Vector3:
		var x := (float(i) / cells - 0.5) * size
		var z := (float(j) / cells - 0.5) * size
		return Vector3(x, sin(x * 0.6) * cos(z * 0.5) * 0.5, z)
	for j in cells:
		for i in cells:
			faces.append_array([at.call(i, j), at.call(i + 1, j), at.call(i, j + 1)])
			faces.append_array([at.call(i + 1, j), at.call(i + 1, j + 1), at.call(i, j + 1)])
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(faces)
	add_static(shape)


## 2000 bodies, boxes and balls by turns, at rest in a field.
func add_field() -> void:
	add_floor()
	for i in 2000:
		var shape: Shape3D = box(Vector3.ONE) if i % 2 else ball(0.5)
		add_rigid(shape, Vector3(i % 45 * 2 - 45, 0.5, i / 45 * 2 - 45))
