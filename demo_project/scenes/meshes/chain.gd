# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A chain of rings that hang in each other, each a concave mesh. The first one is moved back and forth, so that the
## others swing; nothing but their triangles holds them.

const RINGS := 7
## m from ring to ring, and from which distance on one has come off.
const PITCH := 0.56
const APART := 0.75
## m and rad/s; the way of the first ring.
const WAY := 0.5
const PACE := 1.3

var rings: Array[RigidBody3D] = []

var _pin: MeshInstance3D


func _init() -> void:
	var torus := TorusMesh.new()
	torus.inner_radius = 0.3
	torus.outer_radius = 0.5
	torus.rings = 24
	torus.ring_segments = 10
	var form := Make.triangles(torus)
	for index in RINGS:
		var ring := Make.rigid(form, Make.COLORS[index % 5], Vector3.DOWN * PITCH * index)
		# every ring stands across the one above
		ring.basis = Basis(Vector3.UP, PI / 2.0 * (index % 2)) * Basis(Vector3.RIGHT, PI / 2.0)
		ring.can_sleep = false
		rings.append(ring)
		add_child(ring)
	rings[0].freeze = true
	rings[0].freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC


func _ready() -> void:
	_show_rail()


## Moves the first ring to where it is after so many seconds.
func swing(time: float) -> void:
	rings[0].position.x = WAY * sin(PACE * time)
	_pin.position.x = rings[0].position.x


## How many rings hang in each other, from the first one on.
func linked() -> int:
	for index in range(1, RINGS):
		if rings[index].position.distance_to(rings[index - 1].position) > APART:
			return index
	return RINGS


## Sentences about rings that are not where they should be.
func check() -> PackedStringArray:
	if linked() < RINGS:
		return ["only %d rings are in the chain" % linked()]
	var last := rings[-1].position
	if absf(last.x) > 2.5 or absf(last.z) > 0.5:
		return ["the last ring swings to %s" % last]
	return []


# a pin that goes along a rail on a post; only to be seen
func _show_rail() -> void:
	_pin = Make.visual(Make.cylinder(0.07, 0.9).mesh, Make.SLATE.lightened(0.2))
	_pin.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2.0), Vector3(0, 0.23, -0.35))
	add_child(_pin)
	var rail := Make.visual(Make.box(Vector3(2.0 * WAY + 0.5, 0.16, 0.16)).mesh, Make.SLATE)
	rail.position = Vector3(0, 0.23, -0.8)
	add_child(rail)
	var high := position.y + 0.3
	var post := Make.visual(Make.box(Vector3(0.16, high, 0.16)).mesh, Make.SLATE)
	post.position = Vector3(0, 0.3 - high / 2.0, -0.8)
	add_child(post)
