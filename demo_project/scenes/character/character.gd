# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A playground for a CharacterBody3D: a slope that can be walked and one that cannot, stairs, a lift, a
## turntable, a floor of many triangles without a bump, and a wall that cannot be passed. It walks a round
## by itself until a key takes over.

## Where the round goes; the height tells that it really got up.
const ROUTE: Array[Vector3] = [
	Vector3(-4.0, 0.0, 3.0),
	Vector3(-4.0, 1.5, -2.6),
	Vector3(-1.2, 1.5, -2.6),
	Vector3(-1.2, 0.0, 3.4),
	Vector3(2.4, 0.0, 3.4),
	Vector3(5.4, 0.1, 0.6),
	Vector3(9.0, 0.0, 1.0), # behind the wall
	Vector3(2.4, 0.0, 3.4),
]
const WALL := 7.4
## s; how long it pushes against the wall before it goes on.
const PUSH_TIME := 1.5
const NEAR := 0.45
const PATIENCE := 4.0
const STAIRS := 6
const RISE := 0.25

var _walker: Walker
var _target := 0
var _rounds := 0
var _idle := PATIENCE
var _lift: AnimatableBody3D
var _table: AnimatableBody3D
var _bump := 0.0
var _reached := 0
var _pushed := 0.0
var _farthest := 0.0


func build() -> void:
	_target = 0
	_rounds = 0
	_reached = 0
	_pushed = 0.0
	_farthest = 0.0
	_bump = 0.0
	_build_slope()
	_build_stairs()
	_build_machines()
	_build_mesh_floor()
	put(Make.fixed(Make.box(Vector3(0.02, 2.0, 3.0)), Make.CORAL, Vector3(WALL, 1.0, 1.0)))
	_walker = Walker.new()
	_walker.position = Vector3(-1.2, 0.75, 4.5)
	put(_walker)


func tick(delta: float) -> void:
	_lift.position.y = 0.15 + 1.0 - cos(time)
	_table.rotation.y += 0.8 * delta
	var flat := Input.get_vector(&"ui_left", &"ui_right", &"ui_up", &"ui_down")
	_idle = 0.0 if flat != Vector2.ZERO or Input.is_action_pressed(&"ui_accept") else _idle + delta
	_farthest = maxf(_farthest, _walker.global_position.x)
	if _idle > PATIENCE:
		_walker.wish = _along_route(delta)
	else:
		var ahead := camera.global_basis * Vector3(flat.x, 0, flat.y)
		ahead.y = 0.0
		_walker.wish = ahead.normalized() * flat.length() * Walker.SPEED
		_walker.wants_jump = Input.is_action_pressed(&"ui_accept")
	if _is_on_mesh():
		_bump = maxf(_bump, absf(_walker.velocity.y))


func keys() -> Dictionary[String, String]:
	return {"arrows": "walk", "Enter": "jumps"}


func numbers() -> Dictionary[String, String]:
	return {
		"on": "floor" if _walker.is_on_floor() else "wall" if _walker.is_on_wall() else "air",
		"speed": "%.2f m/s" % _walker.get_real_velocity().length(),
		"places reached": str(_reached),
		"bump on triangles": "%.4f m/s" % _bump,
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if time > 4.0 and _reached < int(time / 4.0):
		wrong.append("the walker reached only %d places in %.0f s" % [_reached, time])
	if _bump > 0.01:
		wrong.append("a flat floor of triangles threw it up with %.3f m/s" % _bump)
	if _farthest > WALL - Walker.RADIUS + 0.01:
		wrong.append("it went into the wall, to %.3f m" % _farthest)
	return wrong + _check_wall()


# also a step of twenty metres ends there: the way counts, not where it leads to
func _check_wall() -> PackedStringArray:
	var from := Vector3(WALL - 1.0, Walker.HEIGHT / 2.0 + 0.05, ROUTE[6].z)
	var hit := KinematicCollision3D.new()
	if not _walker.test_move(Transform3D(Basis(), from), Vector3(20, 0, 0), hit):
		return ["it could walk through the wall"]
	# it is 2 cm thick, and a body keeps a millimetre away
	if absf(hit.get_travel().x - (0.989 - Walker.RADIUS)) > 0.001:
		return ["a step into the wall ends after %.3f m" % hit.get_travel().x]
	return []


func _along_route(delta: float) -> Vector3:
	var to := ROUTE[_target] - _walker.global_position
	var height := _walker.global_position.y - Walker.HEIGHT / 2.0
	var is_up := absf(height - ROUTE[_target].y) < 0.2
	var is_at_wall := ROUTE[_target].x > WALL and _walker.is_on_wall()
	_pushed = _pushed + delta if is_at_wall else 0.0
	if Vector2(to.x, to.z).length() < NEAR and is_up or _pushed > PUSH_TIME:
		_target = (_target + 1) % ROUTE.size()
		_reached += 1
	to.y = 0.0
	return to.normalized() * Walker.SPEED


func _is_on_mesh() -> bool:
	var at := _walker.global_position
	return absf(at.x - 2.4) < 1.5 and absf(at.z - 3.4) < 1.0 and _walker.is_on_floor()


func _build_slope() -> void:
	var angle := 0.4
	var long := 1.5 / sin(angle)
	var slope := Make.fixed(Make.box(Vector3(1.6, 0.2, long)), Make.TEAL, Vector3.ZERO)
	slope.rotation.x = angle
	slope.position = Vector3(-4.0, 0.75, 1.0) - slope.basis.y * 0.1
	put(slope)
	var end := 1.0 - cos(angle) * long / 2.0
	var deck := end + 3.4
	put(Make.fixed(Make.box(Vector3(4.4, 0.2, deck)), Make.SLATE, Vector3(-2.6, 1.4, end - deck / 2.0)))
	# too steep to walk up
	var steep := Make.fixed(Make.box(Vector3(1.2, 0.2, 2.4)), Make.CORAL, Vector3(-6.2, 0.8, 1.0))
	steep.rotation.x = 1.0
	put(steep)


func _build_stairs() -> void:
	for index in STAIRS:
		var height := 1.5 - RISE * index
		var at := Vector3(-1.2, height / 2.0, -0.9 + 0.5 * index)
		put(Make.fixed(Make.box(Vector3(1.6, height, 0.5)), Make.BLUE, at))


func _build_machines() -> void:
	_lift = AnimatableBody3D.new()
	_lift.position = Vector3(2.0, 0.15, -1.5)
	Make.dress(_lift, Make.box(Vector3(1.8, 0.2, 1.8)), Make.VIOLET)
	put(_lift)
	_table = AnimatableBody3D.new()
	_table.position = Vector3(5.4, 0.05, 0.6)
	Make.dress(_table, Make.cylinder(1.6, 0.1), Make.VIOLET)
	put(_table)


# flush with the ground, of small triangles: an engine with ghost edges stumbles here
func _build_mesh_floor() -> void:
	var plane := PlaneMesh.new()
	plane.size = Vector2(3.6, 2.6)
	plane.subdivide_width = 23
	plane.subdivide_depth = 17
	var floor_body := Make.fixed(Make.triangles(plane), Make.SLATE.lightened(0.2), Vector3(2.4, 0.005, 3.4))
	put(floor_body)
