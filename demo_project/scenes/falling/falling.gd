# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Five bodies are let go at the same moment. Ghosts stay behind at equal times, as in a photograph
## with a strobe light, so a still picture shows the whole fall.

const HEIGHT := 12.0
const LANE_WIDTH := 3.2
## s; after the fall the picture stands still until the round is over.
const FALL_TIME := 1.5
## Ticks between two ghosts: 0.2 s.
const GHOST_TICKS := 12
## Ticks between two changes of a label.
const LABEL_TICKS := 3


## One body of the scene and how it differs from the others.
class Lane:
	var title := ""
	var color := Color.WHITE
	var form: Make.Form
	var linear_damp := 0.0
	var gravity_scale := 1.0
	var velocity := Vector3.ZERO
	var spin := Vector3.ZERO
	var body: RigidBody3D
	var label: Label3D


var _lanes: Array[Lane] = []
# steps made since the bodies were let go; the first tick comes before the first step
var _ticks := -1
# m; where the free one really is, and where the law of fall wants it
var _measured := 0.0
var _law := 0.0

@onready var _gravity: float = ProjectSettings.get_setting("physics/3d/default_gravity")


func build() -> void:
	_lanes = [
		_make_lane("free fall", Make.TEAL, Make.ball(0.42)),
		_make_lane("damping 0.5", Make.BLUE, Make.ball(0.42)),
		_make_lane("damping 2", Make.VIOLET, Make.ball(0.42)),
		_make_lane("half gravity", Make.AMBER, Make.ball(0.42)),
		_make_lane("thrown with spin", Make.CORAL, Make.box(Vector3(1.1, 0.7, 0.35))),
	]
	_lanes[1].linear_damp = 0.5
	_lanes[2].linear_damp = 2.0
	_lanes[3].gravity_scale = 0.5
	_lanes[4].velocity = Vector3(1.2, 1.5, 0.0)
	_lanes[4].spin = Vector3(1.5, 0.5, -5.0)
	_ticks = -1
	for index in _lanes.size():
		var lane := _lanes[index]
		lane.label = Make.label("", _start_of(index) + Vector3(0.0, 1.05, 0.0), lane.color.lightened(0.35))
		lane.label.pixel_size = 0.0085
		put(lane.label)
		lane.body = _make_body(lane)
		lane.body.position = _start_of(index)
		put(lane.body)
		_add_ghost(lane)


func tick(_delta: float) -> void:
	_ticks += 1
	if _fallen_for() > FALL_TIME:
		return
	for lane in _lanes:
		if _ticks % GHOST_TICKS == 0:
			_add_ghost(lane)
		if _ticks % LABEL_TICKS == 0:
			lane.label.text = "%s\n%.2f m" % [lane.title, HEIGHT - lane.body.global_position.y]
		lane.body.freeze = is_equal_approx(_fallen_for(), FALL_TIME)
	_measured = HEIGHT - _lanes[0].body.global_position.y
	_law = 0.5 * _gravity * _fallen_for() ** 2


func numbers() -> Dictionary[String, String]:
	# velocity is stepped before position, so the path leads by half a tick
	var lead := 0.5 * _gravity * _fallen_for() / Engine.physics_ticks_per_second
	return {
		"free fall after": "%.2f s" % _fallen_for(),
		"measured": "%.4f m" % _measured,
		"law of fall ½ g t²": "%.4f m" % _law,
		"difference": "%.4f m" % (_measured - _law),
		"stepping ½ g t Δt": "%.4f m" % lead,
	}


func check() -> PackedStringArray:
	var lead := 0.5 * _gravity * FALL_TIME / Engine.physics_ticks_per_second
	# 0.1 mm: what is left of 11 m in single precision after 90 steps
	if absf(_measured - _law - lead) > 1e-4:
		return ["the ball fell %.4f m, not %.4f m" % [_measured, _law + lead]]
	return []


func _fallen_for() -> float:
	return clampf(_ticks / float(Engine.physics_ticks_per_second), 0.0, FALL_TIME)


func _start_of(index: int) -> Vector3:
	return Vector3((index - (_lanes.size() - 1) / 2.0) * LANE_WIDTH, HEIGHT, 0.0)


func _make_body(lane: Lane) -> RigidBody3D:
	var body := RigidBody3D.new()
	body.can_sleep = false
	body.gravity_scale = lane.gravity_scale
	body.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	body.linear_damp = lane.linear_damp
	body.linear_velocity = lane.velocity
	body.angular_velocity = lane.spin
	Make.dress(body, lane.form, lane.color)
	return body


func _add_ghost(lane: Lane) -> void:
	var ghost := Make.visual(lane.form.mesh, Color(lane.color, 0.22))
	ghost.material_override.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	ghost.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	put(ghost)
	ghost.global_transform = lane.body.global_transform


func _make_lane(title: String, color: Color, form: Make.Form) -> Lane:
	var lane := Lane.new()
	lane.title = title
	lane.color = color
	lane.form = form
	return lane
