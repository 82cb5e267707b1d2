# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## The course of the race, the same for every engine: a heap for the time of a tick, a tower for how deep
## bodies sink into each other, a pendulum and a spinning box for energy, shots at a thin plate for misses.
## It stands alone: other engines run it in a project that has nothing else.

signal finished

const HEAP := 400
const HEAP_BOX := 0.36
const HEAP_BALL := 0.2
const TOWER := 10
const BLOCK := 0.5
const ROPE := 1.5
const HOOK := Vector3(1.6, 3.4, 1.4)
const SHOTS := 16
const SHOT_EVERY := 12
const PLATE_X := 7.0
const SPIN_SIZE := Vector3(0.3, 0.6, 1.0)

var ticks := 600
## By tick: ms, and energy in parts of that at the start.
var times: PackedFloat64Array = []
var pendulum: PackedFloat64Array = []
var spinning: PackedFloat64Array = []
## m; how far a block of the tower is in the next, and shots that got through, so far.
var sinks: PackedFloat64Array = []
var misses: PackedFloat64Array = []
var fired := 0
var missed := 0
## Of the pendulum.
var bob: RigidBody3D
## Half of them boxes, half of them balls.
var heap: Array[Node] = []

var _tower: Array[RigidBody3D] = []
var _top: RigidBody3D
var _shot: RigidBody3D
var _last := 0
var _gravity: float = ProjectSettings.get_setting("physics/3d/default_gravity", 9.8)


func _ready() -> void:
	var ground := WorldBoundaryShape3D.new()
	_add_static(ground, Vector3.ZERO)
	_build_heap(Vector3(-2.6, 0, -1.0))
	for index in TOWER:
		_tower.append(_add_rigid(_box(Vector3.ONE * BLOCK), Vector3(2.2, BLOCK * (index + 0.5), -1.6)))
	_build_pendulum(HOOK)
	_top = _add_rigid(_box(SPIN_SIZE), Vector3(4.6, 3.2, -1.2))
	_top.gravity_scale = 0.0
	_top.angular_velocity = Vector3(0.1, 6.0, 0.1)
	_free(_top)
	_add_static(_box(Vector3(0.02, 2.0, 1.6)), Vector3(PLATE_X, 1.0, 1.2))


func _physics_process(_delta: float) -> void:
	var now := Time.get_ticks_usec()
	if _last > 0 and times.size() < ticks:
		_measure((now - _last) / 1000.0)
	if times.size() == ticks and _last > 0:
		_last = -1
		finished.emit()
	elif _last >= 0:
		_last = now


## Everything that was measured.
func result() -> Dictionary:
	return {
		"engine": engine_name(),
		"times": times,
		"pendulum": pendulum,
		"spinning": spinning,
		"sunk": sunk(),
		"sinks": sinks,
		"misses": misses,
		"fired": fired,
		"missed": missed,
	}


## m; how much lower the tower is than its blocks are high, for each of its joints.
func sunk() -> float:
	return (BLOCK * (TOWER - 0.5) - _tower[TOWER - 1].position.y) / TOWER


## Of the spinning box: its energy in parts of that at the start, as it was last measured.
func spin() -> float:
	return spinning[-1] if spinning else 1.0


## The name of the engine that runs; those inside Godot differ in the margin of a new box.
static func engine_name() -> String:
	if PhysicsServer3D.get_class() == "MinkowskiPhysicsServer3D":
		return "Minkowski Physics"
	var shape := PhysicsServer3D.box_shape_create()
	var margin := PhysicsServer3D.shape_get_margin(shape)
	PhysicsServer3D.free_rid(shape)
	return "Jolt Physics" if margin > 0.0 else "Godot Physics"


func _measure(time: float) -> void:
	times.append(time)
	pendulum.append(_bob_energy())
	spinning.append(_top_energy())
	sinks.append(sunk())
	misses.append(missed)
	if times.size() % SHOT_EVERY == 0:
		_judge_shot()
		if fired < SHOTS:
			_fire()


# potential and kinetic, of what it had at the height of the hook
func _bob_energy() -> float:
	var height := bob.position.y - (HOOK.y - ROPE)
	return (_gravity * height + 0.5 * bob.linear_velocity.length_squared()) / (_gravity * ROPE)


func _top_energy() -> float:
	var square := SPIN_SIZE * SPIN_SIZE
	var inertia := Vector3(square.y + square.z, square.x + square.z, square.x + square.y) / 12.0
	var start := _local_energy(inertia, Vector3(0.1, 6.0, 0.1))
	return _local_energy(inertia, _top.angular_velocity * _top.basis) / start


static func _local_energy(inertia: Vector3, spin: Vector3) -> float:
	return 0.5 * inertia.dot(spin * spin)


func _fire() -> void:
	var shape := SphereShape3D.new()
	shape.radius = 0.05
	_shot = _add_rigid(shape, Vector3(PLATE_X - 3.0, 1.0, 1.2))
	_shot.gravity_scale = 0.0
	_shot.continuous_cd = true
	_shot.linear_velocity = Vector3(50.0 + 60.0 * fired, 0, 0)
	fired += 1


func _judge_shot() -> void:
	if _shot != null:
		missed += int(_shot.position.x > PLATE_X)
		_shot.queue_free()
		_shot = null


func _build_heap(place: Vector3) -> void:
	for turn in 4:
		var wall := _add_static(_box(Vector3(5.0, 2.0, 0.3)), Vector3.ZERO)
		var around := Basis(Vector3.UP, turn * PI / 2.0)
		wall.transform = Transform3D(around, place + around * Vector3(0, 1.0, -2.4))
	for index in HEAP:
		var cell := Vector3(index % 8 - 3.5, index / 64, index / 8 % 8 - 3.5) * 0.5
		var shape: Shape3D = _box(Vector3.ONE * HEAP_BOX)
		if index % 2 == 1:
			shape = SphereShape3D.new()
			shape.radius = HEAP_BALL
		var body := _add_rigid(shape, place + cell + Vector3(0, 0.5, 0))
		body.rotation = Vector3(index, 0.7 * index, 0)
		heap.append(body)


func _build_pendulum(hook: Vector3) -> void:
	var shape := SphereShape3D.new()
	shape.radius = 0.2
	bob = _add_rigid(shape, hook + Vector3(ROPE, 0, 0))
	_free(bob)
	var joint := PinJoint3D.new()
	joint.position = hook
	add_child(joint)
	joint.node_a = joint.get_path_to(bob)


# nothing brakes it
static func _free(body: RigidBody3D) -> void:
	body.can_sleep = false
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE


func _add_rigid(shape: Shape3D, place: Vector3) -> RigidBody3D:
	var body := RigidBody3D.new()
	_add(body, shape, place)
	return body


func _add_static(shape: Shape3D, place: Vector3) -> StaticBody3D:
	var body := StaticBody3D.new()
	_add(body, shape, place)
	return body


func _add(body: PhysicsBody3D, shape: Shape3D, place: Vector3) -> void:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	add_child(body)


static func _box(size: Vector3) -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return shape
