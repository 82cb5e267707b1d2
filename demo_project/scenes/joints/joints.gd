# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A bridge of planks on hinges with balls rolling over it, a wheel that a motor turns, a row of
## pendulums on pins, and a weight on a spring. After a while it starts again.

const ROUND_TIME := 14.0
const PLANKS := 14

var _things: Node3D
var _time := 0.0
var _joints := 0
var _bodies := 0

@onready var _values: Label = %Values


func _ready() -> void:
	_start()


func _physics_process(delta: float) -> void:
	_time += delta
	if _time > ROUND_TIME:
		_start()
	_values.text = "%d\n%d" % [_bodies, _joints]


func _start() -> void:
	if _things != null:
		_things.queue_free()
	_things = Node3D.new()
	add_child(_things)
	_time = 0.0
	_joints = 0
	_bodies = 0
	_build_bridge(Vector3(0, 2.2, -2.0))
	_build_wheel(Vector3(-4.0, 1.3, 1.5))
	_build_pendulums(Vector3(0.0, 3.2, 1.5))
	_build_spring(Vector3(4.2, 3.4, 1.5))


func _build_bridge(middle: Vector3) -> void:
	var size := Vector3(0.55, 0.12, 1.6)
	var last: PhysicsBody3D = _add_post(middle + Vector3(-PLANKS / 2.0 * 0.6 - 0.5, -1.1, 0))
	for index in PLANKS:
		var place := middle + Vector3((index - (PLANKS - 1) / 2.0) * 0.6, 0, 0)
		var plank := _add_box(RigidBody3D.new(), size, Color("c98b6b"), place)
		plank.mass = 4.0
		_join(HingeJoint3D.new(), last, plank, place - Vector3(0.3, 0, 0))
		last = plank
	var post := _add_post(middle + Vector3(PLANKS / 2.0 * 0.6 + 0.5, -1.1, 0))
	_join(HingeJoint3D.new(), last, post, middle + Vector3(PLANKS / 2.0 * 0.6, 0, 0))
	for index in 6:
		var ball := _add_ball(0.3, Color("4d8dff"), middle + Vector3(index - 2.5, 1.0 + 0.5 * index, 0))
		ball.mass = 3.0


func _add_post(place: Vector3) -> StaticBody3D:
	return _add_box(StaticBody3D.new(), Vector3(0.9, 2.3, 1.8), Color("3b465c"), place)


func _build_wheel(place: Vector3) -> void:
	var hub := _add_box(RigidBody3D.new(), Vector3(2.2, 0.3, 0.3), Color("ffb13d"), place)
	var cross := CollisionShape3D.new()
	cross.shape = BoxShape3D.new()
	cross.shape.size = Vector3(0.3, 2.2, 0.3)
	hub.add_child(cross)
	var visual := MeshInstance3D.new()
	visual.mesh = BoxMesh.new()
	visual.mesh.size = cross.shape.size
	visual.material_override = _material(Color("ffb13d"))
	hub.add_child(visual)
	var motor := HingeJoint3D.new()
	motor.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, 2.5)
	motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 2.0)
	_join(motor, hub, null, place)
	for index in 5:
		_add_ball(0.18, Color("ff5d73"), place + Vector3(-0.9 + 0.4 * index, 2.0 + 0.5 * index, 0))


func _build_pendulums(place: Vector3) -> void:
	for index in 5:
		var top := place + Vector3((index - 2) * 0.52, 0, 0)
		var way := Vector3(0, -1.8, 0)
		if index == 0:
			way = Vector3(-1.5, -1.0, 0)
		var ball := _add_ball(0.25, Color("9a6bff"), top + way)
		ball.physics_material_override = PhysicsMaterial.new()
		ball.physics_material_override.bounce = 1.0
		ball.physics_material_override.friction = 0.0
		_join(PinJoint3D.new(), ball, null, top)
	_add_box(StaticBody3D.new(), Vector3(3.4, 0.12, 0.3), Color("3b465c"), place + Vector3.UP * 0.1)


func _build_spring(place: Vector3) -> void:
	_add_box(StaticBody3D.new(), Vector3(1.2, 0.12, 0.4), Color("3b465c"), place + Vector3.UP * 0.1)
	var weight := _add_box(RigidBody3D.new(), Vector3.ONE * 0.7, Color("3ad6c4"), place + Vector3.DOWN)
	var spring := Generic6DOFJoint3D.new()
	spring.set_flag_y(Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_LIMIT, false)
	spring.set_flag_y(Generic6DOFJoint3D.FLAG_ENABLE_LINEAR_SPRING, true)
	spring.set_param_y(Generic6DOFJoint3D.PARAM_LINEAR_SPRING_STIFFNESS, 25.0)
	spring.set_param_y(Generic6DOFJoint3D.PARAM_LINEAR_SPRING_DAMPING, 0.2)
	_join(spring, weight, null, place + Vector3.DOWN)


func _join(joint: Joint3D, a: PhysicsBody3D, b: PhysicsBody3D, place: Vector3) -> void:
	joint.position = place
	_things.add_child(joint)
	joint.node_a = joint.get_path_to(a)
	if b != null:
		joint.node_b = joint.get_path_to(b)
	_joints += 1


func _add_box(body: PhysicsBody3D, size: Vector3, color: Color, place: Vector3) -> PhysicsBody3D:
	var mesh := BoxMesh.new()
	mesh.size = size
	var shape := BoxShape3D.new()
	shape.size = size
	return _add_body(body, [mesh, shape], color, place)


func _add_ball(radius: float, color: Color, place: Vector3) -> RigidBody3D:
	var mesh := SphereMesh.new()
	mesh.radius = radius
	mesh.height = 2 * radius
	var shape := SphereShape3D.new()
	shape.radius = radius
	return _add_body(RigidBody3D.new(), [mesh, shape], color, place)


func _add_body(body: PhysicsBody3D, form: Array, color: Color, place: Vector3) -> PhysicsBody3D:
	var collision := CollisionShape3D.new()
	collision.shape = form[1]
	body.add_child(collision)
	var visual := MeshInstance3D.new()
	visual.mesh = form[0]
	visual.material_override = _material(color)
	body.add_child(visual)
	body.position = place
	_things.add_child(body)
	_bodies += int(body is RigidBody3D)
	return body


func _material(color: Color) -> StandardMaterial3D:
	var material := StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.45
	return material
