# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## A rigid body that is moved by hand: place and velocities, and what impulses do to them. Its inertia is
## the same about all axes, as that of octahedra, cubes and balls.

const MASS := 1.0

var place := Transform3D()
var velocity := Vector3.ZERO
var spin := Vector3.ZERO # rad/s
var inertia := 1.0
var corners: PackedVector3Array = [] # of the hull


func move(delta: float) -> void:
	place.origin += velocity * delta
	if spin.length() > 0.0:
		place.basis = (Basis(spin.normalized(), spin.length() * delta) * place.basis).orthonormalized()


func energy() -> float:
	return 0.5 * MASS * velocity.length_squared() + 0.5 * inertia * spin.length_squared()


## What resists an impulse at a point along a direction: 1 / mass, seen from there.
func yield_at(point: Vector3, along: Vector3) -> float:
	return 1.0 / MASS + (point - place.origin).cross(along).length_squared() / inertia


func velocity_at(point: Vector3) -> Vector3:
	return velocity + spin.cross(point - place.origin)


func push(point: Vector3, impulse: Vector3) -> void:
	velocity += impulse / MASS
	spin += (point - place.origin).cross(impulse) / inertia


## Bounces off the walls of a cube without loss: on which side of a wall are the corners?
func bounce_in(half: float) -> void:
	for axis in 3:
		for side: float in [-1.0, 1.0]:
			var inward := Vector3.ZERO
			inward[axis] = -side
			var point := place * deepest_corner(-inward)
			var closing := velocity_at(point).dot(inward)
			if point[axis] * side > half and closing < 0.0:
				push(point, -2.0 * closing / yield_at(point, inward) * inward)


## The corner that is farthest along a direction outside.
func deepest_corner(outward: Vector3) -> Vector3:
	var along := outward * place.basis
	var best := corners[0]
	for corner in corners:
		if corner.dot(along) > best.dot(along):
			best = corner
	return best


## Two bodies part without loss; the normal points from this one to the other.
func collide(other: RefCounted, point: Vector3, normal: Vector3) -> void:
	var closing: float = (velocity_at(point) - other.velocity_at(point)).dot(normal)
	if closing <= 0.0:
		return
	var strength: float = 2.0 * closing / (yield_at(point, normal) + other.yield_at(point, normal))
	push(point, -strength * normal)
	other.push(point, strength * normal)
