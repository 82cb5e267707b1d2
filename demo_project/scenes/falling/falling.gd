# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## Five bodies are let go at the same moment. Ghosts stay behind at equal times, as in a photograph
## with a strobe light, so a still picture shows the whole fall.

const HEIGHT := 12.0
const LANE_WIDTH := 3.2
## s; after the fall the picture stands still for a while, then it starts again.
const FALL_TIME := 1.5
const REST_TIME := 1.75
## Ticks between two ghosts: 0.2 s.
const GHOST_TICKS := 12


## One body of the scene and how it differs from the others.
class Lane:
	var title := ""
	var color := Color.WHITE
	var mesh: Mesh
	var shape: Shape3D
	var linear_damp := 0.0
	var gravity_scale := 1.0
	var velocity := Vector3.ZERO
	var spin := Vector3.ZERO
	var body: RigidBody3D
	var label: Label3D


var _lanes: Array[Lane] = []
var _ghosts: Node3D
# steps made since the bodies were let go; below zero before the first time
var _ticks := -1

@onready var _names: Label = %Names
@onready var _values: Label = %Values
@onready var _gravity: float = ProjectSettings.get_setting("physics/3d/default_gravity")


func _ready() -> void:
	_lanes = [
		_make_lane("free fall", Color("3ad6c4"), _ball()),
		_make_lane("damping 0.5", Color("4d8dff"), _ball()),
		_make_lane("damping 2", Color("9a6bff"), _ball()),
		_make_lane("half gravity", Color("ffb13d"), _ball()),
		_make_lane("thrown with spin", Color("ff5d73"), _brick()),
	]
	_lanes[1].linear_damp = 0.5
	_lanes[2].linear_damp = 2.0
	_lanes[3].gravity_scale = 0.5
	_lanes[4].velocity = Vector3(1.2, 3.0, 0.0)
	_lanes[4].spin = Vector3(1.5, 0.5, -5.0)
	for index in _lanes.size():
		_add_label(index)


func _physics_process(_delta: float) -> void:
	if _ticks < 0:
		_start()
		return
	_ticks += 1
	var time := _ticks / float(Engine.physics_ticks_per_second)
	if time > FALL_TIME + REST_TIME:
		_start()
		return
	if time > FALL_TIME:
		return
	if _ticks % GHOST_TICKS == 0:
		for lane in _lanes:
			_add_ghost(lane)
	_show_numbers(time)
	if is_equal_approx(time, FALL_TIME):
		for lane in _lanes:
			lane.body.freeze = true


func _start() -> void:
	if _ghosts != null:
		_ghosts.queue_free()
	_ghosts = Node3D.new()
	add_child(_ghosts)
	_ticks = 0
	for index in _lanes.size():
		var lane := _lanes[index]
		if lane.body != null:
			lane.body.queue_free()
		lane.body = _make_body(lane)
		lane.body.position = _start_of(index)
		add_child(lane.body)
		_add_ghost(lane)


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
	var collision := CollisionShape3D.new()
	collision.shape = lane.shape
	body.add_child(collision)
	body.add_child(_make_visual(lane, 1.0))
	return body


func _make_visual(lane: Lane, opacity: float) -> MeshInstance3D:
	var visual := MeshInstance3D.new()
	visual.mesh = lane.mesh
	var material := StandardMaterial3D.new()
	material.albedo_color = Color(lane.color, opacity)
	material.roughness = 0.35
	if opacity < 1.0:
		material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
		visual.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	visual.material_override = material
	return visual


func _add_ghost(lane: Lane) -> void:
	var ghost := _make_visual(lane, 0.22)
	_ghosts.add_child(ghost)
	ghost.global_transform = lane.body.global_transform


func _make_lane(title: String, color: Color, form: Array) -> Lane:
	var lane := Lane.new()
	lane.title = title
	lane.color = color
	lane.mesh = form[0]
	lane.shape = form[1]
	return lane


# a mesh and the shape that goes with it
func _ball() -> Array:
	var mesh := SphereMesh.new()
	mesh.radius = 0.42
	mesh.height = 0.84
	var shape := SphereShape3D.new()
	shape.radius = 0.42
	return [mesh, shape]


func _brick() -> Array:
	var mesh := BoxMesh.new()
	mesh.size = Vector3(1.1, 0.7, 0.35)
	var shape := BoxShape3D.new()
	shape.size = mesh.size
	return [mesh, shape]


func _add_label(index: int) -> void:
	var label := Label3D.new()
	label.position = _start_of(index) + Vector3(0.0, 1.25, 0.0)
	label.billboard = BaseMaterial3D.BILLBOARD_ENABLED
	label.modulate = _lanes[index].color.lightened(0.35)
	label.outline_modulate = Color(0.05, 0.06, 0.09, 0.9)
	label.font_size = 56
	label.outline_size = 14
	label.pixel_size = 0.0072
	label.text = _lanes[index].title
	_lanes[index].label = label
	add_child(label)


func _show_numbers(time: float) -> void:
	for lane in _lanes:
		var fallen := HEIGHT - lane.body.global_position.y
		lane.label.text = "%s\n%.2f m" % [lane.title, fallen]
	var measured := HEIGHT - _lanes[0].body.global_position.y
	var law := 0.5 * _gravity * time * time
	# velocity is stepped before position, so the path leads by half a tick
	var lead := 0.5 * _gravity * time / Engine.physics_ticks_per_second
	_names.text = "free fall after\nmeasured\nlaw of fall ½ g t²\ndifference\nstepping ½ g t Δt"
	_values.text = (
		"%.2f s\n%.4f m\n%.4f m\n%.4f m\n%.4f m" % [time, measured, law, measured - law, lead]
	)
