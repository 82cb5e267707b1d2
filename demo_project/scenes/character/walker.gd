# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Walker
extends CharacterBody3D
## A capsule that walks, jumps and rides platforms: move_and_slide as in every Godot project, with a
## ray below that finds steps.

const SPEED := 4.0
const JUMP := 4.6
const GRAVITY := 12.0
const RADIUS := 0.3
const HEIGHT := 1.4
## N.
const PUSH := 40.0

## m/s along the ground; set by whoever steers.
var wish := Vector3.ZERO
var wants_jump := false

var _face := Node3D.new()


func _init() -> void:
	Make.dress(self, Make.capsule(RADIUS, HEIGHT), Make.AMBER)
	var visor := Make.visual(Make.capsule(0.1, 0.46).mesh, Make.SLATE.darkened(0.4))
	visor.transform = Transform3D(Basis(Vector3.BACK, PI / 2.0), Vector3(0, 0.36, -0.24))
	_face.add_child(visor)
	add_child(_face)
	floor_snap_length = 0.35
	floor_max_angle = deg_to_rad(46.0)


func _physics_process(delta: float) -> void:
	velocity.x = move_toward(velocity.x, wish.x, 30.0 * delta)
	velocity.z = move_toward(velocity.z, wish.z, 30.0 * delta)
	if is_on_floor():
		velocity.y = JUMP if wants_jump else minf(velocity.y, 0.0)
	else:
		velocity.y -= GRAVITY * delta
	wants_jump = false
	var before := global_position
	move_and_slide()
	if is_on_floor() or is_on_wall():
		_climb(before, delta)
	_push(delta)
	if wish:
		_face.basis = _face.basis.slerp(Basis.looking_at(wish), minf(12.0 * delta, 1.0))


# a character moves nothing by itself: what it walks into gets a push
func _push(delta: float) -> void:
	for index in get_slide_collision_count():
		var hit := get_slide_collision(index)
		var body := hit.get_collider() as RigidBody3D
		if body != null and wish:
			body.apply_impulse(-hit.get_normal() * PUSH * delta, hit.get_position() - body.global_position)


# where a low edge stopped the walk: up, ahead, and down again, if there is ground to stand on
func _climb(before: Vector3, delta: float) -> void:
	var walked := global_position - before
	var flat := Vector3(wish.x, 0, wish.z) * delta
	if flat.is_zero_approx() or Vector3(walked.x, 0, walked.z).length() > 0.5 * flat.length():
		return
	var step := Vector3.UP * 0.32
	var ahead := flat.normalized() * 0.12
	if test_move(global_transform, step) or test_move(global_transform.translated(step), ahead):
		return
	var ground := KinematicCollision3D.new()
	var above := global_transform.translated(step + ahead)
	if test_move(above, -step, ground) and ground.get_normal().y > 0.7:
		global_position = above.origin + ground.get_travel()
