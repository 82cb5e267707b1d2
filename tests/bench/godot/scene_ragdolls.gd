# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 80 figures of 11 capsules and 10 joints fall on a floor, each turned and leaning another way: one that comes
## down upright stands on its feet until rounding has pushed it over, sooner in one engine than in another, and
## all of them at once where every place computes alike.

## Centre and half length of the bones, up from the hip; each hangs on an earlier one.
const BONES := [
	[Vector3(0, 1.0, 0), 0.12, -1],
	[Vector3(0, 1.35, 0), 0.14, 0],
	[Vector3(0, 1.7, 0), 0.08, 1],
	[Vector3(-0.35, 1.45, 0), 0.13, 1],
	[Vector3(0.35, 1.45, 0), 0.13, 1],
	[Vector3(-0.65, 1.45, 0), 0.12, 3],
	[Vector3(0.65, 1.45, 0), 0.12, 4],
	[Vector3(-0.12, 0.65, 0), 0.16, 0],
	[Vector3(0.12, 0.65, 0), 0.16, 0],
	[Vector3(-0.12, 0.25, 0), 0.15, 7],
	[Vector3(0.12, 0.25, 0), 0.15, 8],
]


func _ready() -> void:
	warm_up = 30
	add_floor()
	for i in 80:
		var turn := Basis(Vector3.UP, _random.randf() * TAU) * Basis(Vector3.RIGHT, 0.3 + _random.randf())
		_add_figure(Transform3D(turn, Vector3(i % 9 * 2 - 9, 1.0, i / 9 * 2 - 9)))


func _add_figure(place: Transform3D) -> void:
	var bodies: Array[RigidBody3D] = []
	for bone: Array in BONES:
		var body := add_rigid(capsule(0.07, 2 * bone[1]), place * bone[0])
		body.basis = place.basis
		bodies.append(body)
		if bone[2] >= 0:
			_add_joint(bodies[bone[2]], body)


func _add_joint(parent: RigidBody3D, child: RigidBody3D) -> void:
	var joint := ConeTwistJoint3D.new()
	joint.position = (parent.position + child.position) / 2
	add_child(joint)
	joint.node_a = joint.get_path_to(parent)
	joint.node_b = joint.get_path_to(child)
