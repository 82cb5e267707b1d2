# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Crane
extends RefCounted
## A boom on a hinge with a motor, a rope of links on pins, and a ball that is fifty times as heavy as a
## link: the rope must not stretch. It swings against a wall of bricks.

const LINKS := 9
const LINK := 0.26
const HEIGHT := 4.2
const REACH := 2.6
## m; how far the boom goes behind the post, to the middle of its counterweight.
const BACK := 0.75
## rad, rad/s.
const SWING := 1.1
const SPEED := 0.55
const BRICK := Vector3(0.5, 0.3, 0.28)

var boom: RigidBody3D
var ball: RigidBody3D
var links: Array[RigidBody3D] = []
var bricks: Array[RigidBody3D] = []

var _motor: HingeJoint3D
var _walls: Array[Vector3] = []


func _init(scene: DemoScene, place: Vector3) -> void:
	var top := place + Vector3.UP * HEIGHT
	scene.put(Make.fixed(Make.box(Vector3(0.35, HEIGHT - 0.1, 0.35)), Make.SLATE, place + Vector3.UP * (HEIGHT / 2.0 - 0.05)))
	boom = Make.rigid(Make.box(Vector3(REACH + 0.15 + BACK, 0.16, 0.2)), Make.AMBER, top, 20.0)
	boom.transform = Transform3D(Basis(Vector3.UP, SWING), top)
	for node in boom.get_children():
		(node as Node3D).position.x = (REACH + 0.15 - BACK) / 2.0
	Make.dress(boom, Make.box(Vector3(0.7, 0.5, 0.5)), Make.SLATE, Transform3D(Basis(), Vector3(-BACK, 0, 0)))
	boom.can_sleep = false
	scene.put(boom)
	_motor = HingeJoint3D.new()
	_motor.basis = Basis(Vector3.RIGHT, -PI / 2.0)
	_motor.set_flag(HingeJoint3D.FLAG_ENABLE_MOTOR, true)
	_motor.set_param(HingeJoint3D.PARAM_MOTOR_MAX_IMPULSE, 60.0)
	scene.join(_motor, boom, null, top)
	_build_rope(scene, boom.to_global(Vector3(REACH, 0, 0)))
	_build_wall(scene, place + Vector3(REACH - 0.3, 0, 0.1))


## Swings from one side to the other.
func drive(time: float) -> void:
	var wanted := SWING * cos(SPEED * time)
	var angle := atan2(-boom.global_basis.x.z, boom.global_basis.x.x)
	var speed := 3.0 * angle_difference(angle, wanted) - SWING * SPEED * sin(SPEED * time)
	_motor.set_param(HingeJoint3D.PARAM_MOTOR_TARGET_VELOCITY, -speed)


## m; how much longer the rope is than its links.
func stretch() -> float:
	var longest := 0.0
	for index in LINKS - 1:
		var end := links[index].to_global(Vector3.DOWN * LINK / 2.0)
		longest = maxf(longest, end.distance_to(links[index + 1].to_global(Vector3.UP * LINK / 2.0)))
	return longest


## How many bricks are not where they were built.
func fallen() -> int:
	var count := 0
	for index in bricks.size():
		count += int(bricks[index].global_position.distance_to(_walls[index]) > 0.25)
	return count


func _build_rope(scene: DemoScene, from: Vector3) -> void:
	var last: PhysicsBody3D = boom
	for index in LINKS:
		var place := from + Vector3.DOWN * LINK * (index + 0.5)
		var link := Make.rigid(Make.capsule(0.05, LINK), Make.CLAY, place, 0.3)
		scene.put(link)
		links.append(link)
		scene.join(PinJoint3D.new(), last, link, place + Vector3.UP * LINK / 2.0)
		last = link
	var end := from + Vector3.DOWN * LINK * LINKS
	ball = Make.rigid(Make.ball(0.36), Make.CORAL, end + Vector3.DOWN * 0.36, 15.0)
	ball.can_sleep = false
	scene.put(ball)
	scene.join(PinJoint3D.new(), last, ball, end)


func _build_wall(scene: DemoScene, middle: Vector3) -> void:
	for row in 7:
		for index in 4:
			var aside := (index - 1.5 + 0.5 * (row % 2)) * BRICK.x
			var at := middle + Vector3(aside, BRICK.y * (row + 0.5), 0)
			var brick := Make.rigid(Make.box(BRICK * 0.99), Make.CLAY.darkened(0.1 * (index % 2)), at, 0.5)
			scene.put(brick)
			bricks.append(brick)
			_walls.append(at)
