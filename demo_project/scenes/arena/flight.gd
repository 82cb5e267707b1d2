# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Two bodies in a cube: each step they move, bounce off the walls, and part if a detector says they meet.

const Flyer := preload("flyer.gd")

## Half of the cube's side, m. Two octahedra of this radius fill one hundredth of it.
const HALF := 2.5
const RADIUS := 0.3107232506 * HALF

var flyers: Array[Flyer] = []


## Starts at a place that is always the same.
func _init() -> void:
	var random := RandomNumberGenerator.new()
	random.seed = 2718
	for index in 2:
		var flyer := Flyer.new()
		var turn := Vector3(random.randf(), random.randf(), random.randf()) * TAU
		var way := Vector3(1.0 - 2.0 * index, random.randf_range(-0.3, 0.3), random.randf_range(-0.3, 0.3))
		flyer.place = Transform3D(Basis.from_euler(turn), Vector3(2.4 * index - 1.2, 0, 0))
		flyer.velocity = way * HALF
		flyer.spin = Vector3(random.randf(), random.randf(), random.randf()) * 3.0
		flyers.append(flyer)


func move(delta: float) -> void:
	for flyer in flyers:
		flyer.move(delta)
		flyer.bounce_in(HALF)


## What a detector says about two shapes at the places of the flyers.
func detect(shapes: Array, detector: MinkowskiPhysics.Detector) -> MinkowskiResult:
	return MinkowskiPhysics.detect(shapes[0], flyers[0].place, shapes[1], flyers[1].place, detector)


## Lets the flyers part; returns the contacts.
func resolve(hulls: Array) -> Array[Dictionary]:
	var a := flyers[0].place
	var points := MinkowskiPhysics.contacts(hulls[0], a, hulls[1], flyers[1].place, 0.01)
	var middle := Vector3.ZERO
	for point in points:
		middle += point.position / points.size()
	if not points.is_empty():
		flyers[0].collide(flyers[1], middle, points[0].normal)
	return points


## Gives both flyers a body.
func dress(index: int, hull: MinkowskiHull, radius: float) -> void:
	flyers[index].corners = hull.points
	flyers[index].inertia = 0.2 * Flyer.MASS * radius * radius


func energy() -> float:
	return flyers[0].energy() + flyers[1].energy()
