# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A world of its own: a space that Godot does not step, bodies without nodes, and meshes that show them.

const STEP := 1.0 / 60.0

var space := PhysicsServer3D.space_create()

var _bodies: Array[RID] = []
var _forms: Array[Make.Form] = [] # their shapes live as long as they do
var _seen: Array[MeshInstance3D] = []


func _init() -> void:
	var gravity: float = ProjectSettings.get_setting("physics/3d/default_gravity")
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY, gravity)
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY_VECTOR, Vector3.DOWN)


func _ready() -> void:
	if PhysicsEngine.is_ours():
		add_child(SpaceView.new(space))


func _exit_tree() -> void:
	for body in _bodies:
		PhysicsServer3D.free_rid(body)
	PhysicsServer3D.free_rid(space)


## Adds a body; one that is fixed is not kicked.
func add(form: Make.Form, color: Color, place: Transform3D, is_fixed := false) -> void:
	var body := PhysicsServer3D.body_create()
	var mode := PhysicsServer3D.BODY_MODE_STATIC if is_fixed else PhysicsServer3D.BODY_MODE_RIGID
	PhysicsServer3D.body_set_mode(body, mode)
	PhysicsServer3D.body_add_shape(body, form.shape.get_rid())
	PhysicsServer3D.body_set_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM, place)
	PhysicsServer3D.body_set_space(body, space)
	var seen := Make.visual(form.mesh, color)
	seen.transform = place
	add_child(seen)
	_bodies.append(body)
	_forms.append(form)
	_seen.append(seen)


## Throws everything away from a point.
func kick(from: Vector3) -> void:
	for body in _bodies:
		if PhysicsServer3D.body_get_mode(body) != PhysicsServer3D.BODY_MODE_RIGID:
			continue
		var away := _place(body).origin - from
		var strength := 7.0 / (1.0 + away.length_squared())
		PhysicsServer3D.body_apply_central_impulse(body, away.normalized() * strength)


func step() -> void:
	MinkowskiPhysics.step(space, STEP)


func state_hash() -> int:
	return MinkowskiPhysics.state_hash(space)


## Moves the meshes to where the bodies are.
func show_bodies() -> void:
	for index in _bodies.size():
		_seen[index].transform = _place(_bodies[index])


## The places of all bodies, in the order in which they were added.
func places() -> PackedVector3Array:
	var found: PackedVector3Array = []
	for body in _bodies:
		found.append(_place(body).origin)
	return found


func _place(body: RID) -> Transform3D:
	return PhysicsServer3D.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM)
