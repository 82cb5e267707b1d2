# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Herd
extends MultiMeshInstance3D
## Draws many bodies of one form at once. A mesh of its own for each of thousands would keep the graphics driver
## busier than the physics.

var _form: Make.Form
var _bodies: Array[RigidBody3D] = []


## All bodies stay within [param room].
func _init(form: Make.Form, color: Color, room: AABB) -> void:
	_form = form
	multimesh = MultiMesh.new()
	multimesh.transform_format = MultiMesh.TRANSFORM_3D
	multimesh.physics_interpolation_quality = MultiMesh.INTERP_QUALITY_FAST
	multimesh.mesh = form.mesh
	# else it is computed anew after every move
	multimesh.custom_aabb = room
	material_override = Make.material(color)


## Makes one more body, which has to be put into the tree.
func add(place: Transform3D, mass := 1.0) -> RigidBody3D:
	var body := RigidBody3D.new()
	body.mass = mass
	body.transform = place
	var collision := CollisionShape3D.new()
	collision.shape = _form.shape
	body.add_child(collision)
	_bodies.append(body)
	return body


## Draws a body that somebody else made, a sibling of this node.
func adopt(body: RigidBody3D) -> void:
	_bodies.append(body)


## Shows all that were added; before, there is nothing to see.
func finish() -> void:
	multimesh.instance_count = _bodies.size()
	for index in _bodies.size():
		multimesh.set_instance_transform(index, _bodies[index].transform)
	multimesh.reset_instances_physics_interpolation()


# those that sleep are where they were
func _physics_process(_delta: float) -> void:
	for index in multimesh.instance_count:
		var body := _bodies[index]
		if not body.sleeping:
			multimesh.set_instance_transform(index, body.transform)
