# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## A playground for a CharacterBody3D: a slope that can be walked and one that cannot, stairs, a lift, a
## turntable, a floor of many triangles without a bump, and a wall that cannot be passed. It walks a round
## by itself until a key takes over.

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
]
const LIFT_STOP := 6
const TABLE_STOP := 8
const WALL_STOP := 9
const LIFT := Vector3(2.0, 0.15, -1.5)
const TABLE := Vector3(5.4, 0.05, 0.6)
## rad/s.
const TABLE_SPIN := 0.8
const WALL := 7.4
## s; how long it pushes against the wall before it goes on.
const PUSH_TIME := 1.5
const NEAR := 0.45
const PATIENCE := 4.0
## What is where.
const LABELS: Dictionary[Vector3, String] = {
	Vector3(-5.9, 2.2, 0.6): "57°, too steep", Vector3(-4.0, 2.0, -0.6): "23°", Vector3(-1.2, 2.1, -0.9): "stairs",
	Vector3(2.0, 2.9, -1.5): "lift", Vector3(5.4, 0.9, -0.6): "turntable", Vector3(7.0, 2.4, 1.0): "wall, 2 cm",
	Vector3(2.4, 0.35, 4.9): "864 triangles",
}
const STAIRS := 6
const RISE := 0.25
## rad; how steep the slope is that can be walked.
const TILT := 0.4
## m; where the deck begins that slope and stairs lead to, at the height DECK.
const DECK := 1.5
const DECK_END := 1.0 - 0.5 * DECK / tan(TILT)

var _walker: Walker
var _target := 0
var _rounds := 0
var _idle := PATIENCE
var _lift: AnimatableBody3D
var _table: AnimatableBody3D
var _bump := 0.0
var _reached := 0
var _pushed := 0.0
var _waited := 0.0
var _farthest := 0.0
var _highest := 0.0 # m; with the lift
var _off_lift := 0.0 # m; between its feet and the lift
var _slip := 0.0 # rad; how much more or less it turned than the turntable it stood on


func _ready() -> void:
	super()
	camera.has_stick = false


func build() -> void:
	_target = 0
	_rounds = 0
	_reached = 0
	_pushed = 0.0
	_waited = 0.0
	_farthest = 0.0
	_highest = 0.0
	_off_lift = 0.0
	_slip = 0.0
	_bump = 0.0
	_build_slope()
	_build_stairs()
	_build_machines()
	_build_mesh_floor()
	put(Make.fixed(Make.box(Vector3(0.02, 2.0, 3.0)), Make.CORAL, Vector3(WALL, 1.0, 1.0)))
	_build_crates()
	_build_labels()
	_walker = Walker.new()
	_walker.position = Vector3(-1.2, 0.75, 4.5)
	put(_walker)


func tick(delta: float) -> void:
	_lift.position.y = LIFT.y + 1.0 - cos(time)
	_table.rotation.y += TABLE_SPIN * delta
	var flat := Actions.steering()
	_idle = 0.0 if flat != Vector2.ZERO or Input.is_action_pressed(&"demo_jump") else _idle + delta
	_farthest = maxf(_farthest, _walker.global_position.x)
	if _idle > PATIENCE:
		_walker.wish = _along_route(delta)
	else:
		var ahead := camera.global_basis * Vector3(flat.x, 0, flat.y)
		ahead.y = 0.0
		_walker.wish = ahead.normalized() * flat.length() * Walker.SPEED
		_walker.wants_jump = Input.is_action_pressed(&"demo_jump")
	if _is_on_mesh():
		_bump = maxf(_bump, absf(_walker.velocity.y))


func explain() -> void:
	super()
	add_hint([&"steer"], &"walk", "walk")
	add_hint([&"demo_jump"], &"jump", "jumps")


func numbers() -> Dictionary[String, String]:
	return {
		"on": "floor" if _walker.is_on_floor() else "wall" if _walker.is_on_wall() else "air",
		"speed": "%.2f m/s" % _walker.get_real_velocity().length(),
		"places reached": str(_reached),
		"behind the lift": "%.1f mm" % (1000.0 * _off_lift),
		"slip on the turntable": "%.3f rad" % _slip,
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
	if time > 40.0 and _highest < 2.2:
		wrong.append("the lift took it only to %.2f m" % _highest)
	# a character is one tick behind what it stands on: at 1 m/s 17 mm, at 0.8 rad/s 0.013 rad
	if _off_lift > 0.02:
		wrong.append("it was %.1f mm off the lift" % (1000.0 * _off_lift))
	if _slip > 0.03:
		wrong.append("it slipped by %.3f rad on the turntable" % _slip)
	return wrong + _check_wall()


# also a step of twenty metres ends there: the way counts, not where it leads to
func _check_wall() -> PackedStringArray:
	var from := Vector3(WALL - 1.0, Walker.HEIGHT / 2.0 + 0.05, ROUTE[WALL_STOP].z)
	var hit := KinematicCollision3D.new()
	if not _walker.test_move(Transform3D(Basis(), from), Vector3(20, 0, 0), hit):
		return ["it could walk through the wall"]
	# it is 2 cm thick, and a body keeps a millimetre away
	if absf(hit.get_travel().x - (0.989 - Walker.RADIUS)) > 0.001:
		return ["a step into the wall ends after %.3f m" % hit.get_travel().x]
	return []


# where to walk; nowhere while it stands and waits
func _along_route(delta: float) -> Vector3:
	var stop := ROUTE[_target]
	var to := Vector3(stop.x, stop.y, stop.z) - _walker.global_position
	var is_up := absf(_feet() - stop.y) < 0.2
	var is_at_wall := _target == WALL_STOP and _walker.is_on_wall()
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
		_highest = maxf(_highest, _feet())
		_off_lift = maxf(_off_lift, absf(_feet() - _lift.global_position.y - 0.1))
	elif _target == TABLE_STOP and _waited > 0.5:
		_measure_slip()
	if _waited < ROUTE[_target].w:
		return
	_target = (_target + 1) % ROUTE.size()
	_reached += 1
	_waited = 0.0
	_walker.remove_meta(&"bearing")


func _feet() -> float:
	return _walker.global_position.y - Walker.HEIGHT / 2.0


# only a lift that comes down is worth walking to: one that leaves would end above its head
func _can_board() -> bool:
	return _feet() > 0.1 or sin(time) < 0.0 and _lift.position.y < LIFT.y + 0.2


# how it turned around the middle of the turntable, beside how that turned
func _measure_slip() -> void:
	var out := _walker.global_position - TABLE
	var bearing := atan2(-out.z, out.x)
	if not _walker.has_meta(&"bearing"):
		_walker.set_meta(&"bearing", bearing - _table.rotation.y)
	_slip = maxf(_slip, absf(angle_difference(bearing - _table.rotation.y, _walker.get_meta(&"bearing") as float)))


func _is_on_mesh() -> bool:
	var at := _walker.global_position
	return absf(at.x - 2.4) < 1.5 and absf(at.z - 3.4) < 1.0 and _walker.is_on_floor()


func _build_slope() -> void:
	var slope := Make.fixed(Make.box(Vector3(1.6, 0.2, DECK / sin(TILT))), Make.TEAL, Vector3.ZERO)
	slope.rotation.x = TILT
	slope.position = Vector3(-4.0, 0.5 * DECK, 1.0) - slope.basis.y * 0.1
	put(slope)
	var deep := DECK_END + 3.4
	put(Make.fixed(Make.box(Vector3(4.4, 0.2, deep)), Make.SLATE, Vector3(-2.6, DECK - 0.1, DECK_END - deep / 2.0)))
	# too steep to walk up
	var steep := Make.fixed(Make.box(Vector3(1.2, 0.2, 2.4)), Make.CORAL, Vector3(-6.2, 0.8, 1.0))
	steep.rotation.x = 1.0
	put(steep)


func _build_stairs() -> void:
	for index in STAIRS:
		var height := DECK - RISE * index
		var at := Vector3(-1.2, height / 2.0, DECK_END + 0.25 + 0.5 * index)
		put(Make.fixed(Make.box(Vector3(1.6, height, 0.5)), Make.BLUE, at))


func _build_machines() -> void:
	_lift = AnimatableBody3D.new()
	_lift.position = LIFT
	Make.dress(_lift, Make.box(Vector3(1.8, 0.2, 1.8)), Make.VIOLET)
	put(_lift)
	_table = AnimatableBody3D.new()
	_table.position = TABLE
	Make.dress(_table, Make.cylinder(1.6, 0.1), Make.VIOLET)
	put(_table)


# to be pushed about, off the way of the round
func _build_crates() -> void:
	for index in 3:
		var at := Vector3(4.9 + 0.8 * (index % 2), 0.3 + 0.6 * floorf(index / 2.0), 4.4)
		put(Make.rigid(Make.box(Vector3.ONE * 0.6), Make.CLAY, at, 3.0))
	put(Make.rigid(Make.ball(0.3), Make.TEAL, Vector3(6.6, 0.3, 4.6), 1.0))


func _build_labels() -> void:
	for place in LABELS:
		var text := Make.label(LABELS[place], place)
		text.pixel_size = 0.005
		put(text)


# flush with the ground, of small triangles: an engine with ghost edges stumbles here
func _build_mesh_floor() -> void:
	var plane := PlaneMesh.new()
	plane.size = Vector2(3.6, 2.6)
	plane.subdivide_width = 23
	plane.subdivide_depth = 17
	var floor_body := Make.fixed(Make.triangles(plane), Make.SLATE.lightened(0.2), Vector3(2.4, 0.005, 3.4))
	put(floor_body)
	var edges := Sketch.new()
	put(edges)
	var faces := plane.get_faces()
	for index in range(0, faces.size(), 3):
		for corner in 3:
			var from := floor_body.position + faces[index + corner]
			edges.add_line(from, floor_body.position + faces[index + (corner + 1) % 3], Make.SLATE, 0.004)
	edges.finish()
