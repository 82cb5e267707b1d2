# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A playground for a CharacterBody3D: a slope that can be walked and one that cannot, stairs, a lift, a
## turntable, a floor of many triangles without a bump, and a wall that cannot be passed. It walks a round
## by itself until a key takes over.

const Course := preload("course.gd")
const Check := preload("character_check.gd")

## Where the round goes: a place, whose height tells that it really got up, and how long it stands there (s).
const ROUTE: Array[Vector4] = [
	Vector4(-4.0, 0.0, 3.0, 0.0),
	Vector4(-4.0, 1.5, -2.6, 0.0),
	Vector4(-1.2, 1.5, -2.6, 0.0),
	Vector4(-1.2, 0.0, 3.4, 0.0),
	Vector4(2.4, 0.0, 3.4, 0.0),
	Vector4(2.0, 0.0, 0.5, 0.0),
	Vector4(2.0, 0.3, -1.5, 6.0), # up and down again with the lift
	Vector4(2.0, 0.0, 0.5, 0.0),
	Vector4(4.8, 0.1, 1.0, 2.0), # around with the turntable
	Vector4(9.0, 0.0, 1.0, 0.0), # behind the wall
	Vector4(2.4, 0.0, 3.4, 0.0),
	Vector4(-6.2, 0.0, 3.4, 0.0),
	Vector4(-6.2, 1.6, 0.6, 0.0), # up the slope that is too steep
]
const LIFT_STOP := 6
const TABLE_STOP := 8
const WALL_STOP := 9
const STEEP_STOP := 12
## rad/s.
const TABLE_SPIN := 0.8
## s; how long it pushes against the wall, and up the steep slope, before it goes on.
const PUSH_TIME := 1.5
const NEAR := 0.45
const PATIENCE := 4.0

var _walker: Walker
var _course: Course
var _target := 0
var _rounds := 0
var _idle := PATIENCE
var _pushed := 0.0
var _waited := 0.0
var _seen: Check.Seen


func _ready() -> void:
	super()
	camera.has_stick = false


func build() -> void:
	_target = 0
	_rounds = 0
	_seen = Check.Seen.new()
	_pushed = 0.0
	_waited = 0.0
	_course = Course.new()
	put(_course)
	_walker = Walker.new()
	_walker.position = Vector3(-1.2, 0.75, 4.5)
	put(_walker)


func tick(delta: float) -> void:
	_course.lift.position.y = Course.LIFT.y + 1.0 - cos(time)
	_course.table.rotation.y += TABLE_SPIN * delta
	var flat := Actions.steering()
	_idle = 0.0 if flat != Vector2.ZERO or Input.is_action_pressed(&"demo_jump") else _idle + delta
	_seen.farthest = maxf(_seen.farthest, _walker.global_position.x)
	if _idle > PATIENCE:
		_walker.wish = _along_route(delta)
	else:
		var ahead := camera.global_basis * Vector3(flat.x, 0, flat.y)
		ahead.y = 0.0
		_walker.wish = ahead.normalized() * flat.length() * Walker.SPEED
		_walker.wants_jump = Input.is_action_pressed(&"demo_jump")
	if _is_on_mesh():
		_seen.bump = maxf(_seen.bump, absf(_walker.velocity.y))


func explain() -> void:
	super()
	add_hint([&"steer"], &"walk", "walk")
	add_hint([&"demo_jump"], &"jump", "jumps")


func numbers() -> Dictionary[String, String]:
	return {
		"on": "floor" if _walker.is_on_floor() else "wall" if _walker.is_on_wall() else "air",
		"speed": "%.2f m/s" % _walker.get_real_velocity().length(),
		"places reached": str(_seen.reached),
		"behind the lift": "%.1f mm" % (1000.0 * _seen.off_lift),
		"slip on the turntable": "%.1f°" % rad_to_deg(_seen.slip),
		"bump on triangles": "%.1f mm/s" % (1000.0 * _seen.bump),
	}


func check() -> PackedStringArray:
	return Check.check(_seen, _walker, time)


# where to walk; nowhere while it stands and waits
func _along_route(delta: float) -> Vector3:
	var stop := ROUTE[_target]
	var to := Vector3(stop.x, stop.y, stop.z) - _walker.global_position
	var is_up := absf(_feet() - stop.y) < 0.2
	var is_at_wall := _target == WALL_STOP and _walker.is_on_wall()
	if _target == STEEP_STOP and absf(to.z) < 2.0:
		is_at_wall = true
		_seen.climbed = maxf(_seen.climbed, _feet())
	_pushed = _pushed + delta if is_at_wall else 0.0
	if _waited > 0.0 or Vector2(to.x, to.z).length() < NEAR and is_up or _pushed > PUSH_TIME:
		_stand(delta)
		return Vector3.ZERO
	if _target == LIFT_STOP and not _can_board():
		return Vector3.ZERO
	to.y = 0.0
	return to.normalized() * Walker.SPEED


# the first half second is for stopping
func _stand(delta: float) -> void:
	_waited += delta
	if _target == LIFT_STOP and _waited > 0.5:
		_seen.highest = maxf(_seen.highest, _feet())
		_seen.off_lift = maxf(_seen.off_lift, absf(_feet() - _course.lift.global_position.y - 0.1))
	elif _target == TABLE_STOP and _waited > 0.5:
		_measure_slip()
	if _waited < ROUTE[_target].w:
		return
	_target = (_target + 1) % ROUTE.size()
	_seen.reached += 1
	_waited = 0.0
	_walker.remove_meta(&"bearing")


func _feet() -> float:
	return _walker.global_position.y - Walker.HEIGHT / 2.0


# only a lift that comes down is worth walking to: one that leaves would end above its head
func _can_board() -> bool:
	return _feet() > 0.1 or sin(time) < 0.0 and _course.lift.position.y < Course.LIFT.y + 0.2


# how it turned around the middle of the turntable, beside how that turned
func _measure_slip() -> void:
	var out := _walker.global_position - Course.TABLE
	var bearing := atan2(-out.z, out.x)
	if not _walker.has_meta(&"bearing"):
		_walker.set_meta(&"bearing", bearing - _course.table.rotation.y)
	_seen.slip = maxf(_seen.slip, absf(angle_difference(bearing - _course.table.rotation.y, _walker.get_meta(&"bearing") as float)))


func _is_on_mesh() -> bool:
	var at := _walker.global_position
	return absf(at.x - 2.4) < 1.5 and absf(at.z - 3.4) < 1.0 and _walker.is_on_floor()
