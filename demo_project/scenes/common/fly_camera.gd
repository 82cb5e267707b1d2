# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name FlyCamera
extends Camera3D
## Flies: the right mouse button or the right stick turns, WASD and the left stick move, Q and E or the
## triggers go down and up, Shift is fast, the wheel goes nearer and further away. In a window that is narrower than
## the scenes are made for, it sees as much to the sides, and more above and below.

## m/s; four times as much with Shift.
@export var speed := 6.0

## Whether the left stick flies; a scene in which something is steered takes it away.
var has_stick := true

const TURN_PER_PIXEL := 0.004
const TURN_PER_SECOND := 2.0
const FAST := 4.0
const WHEEL_STEP := 0.8
## Width by height of the window that the scenes are made for.
const ASPECT := 16.0 / 9.0

var _start := Transform3D()
var _start_fov := 0.0


func _ready() -> void:
	_start = transform
	process_mode = Node.PROCESS_MODE_ALWAYS
	physics_interpolation_mode = Node.PHYSICS_INTERPOLATION_MODE_OFF
	_start_fov = fov
	get_viewport().size_changed.connect(_fit)
	_fit()


func _fit() -> void:
	var size := get_viewport().get_visible_rect().size
	var wider := maxf(1.0, ASPECT * size.y / size.x)
	fov = rad_to_deg(2.0 * atan(wider * tan(deg_to_rad(_start_fov) / 2.0)))


## Goes back to where the scene put it.
func reset() -> void:
	transform = _start


func _unhandled_input(event: InputEvent) -> void:
	var motion := event as InputEventMouseMotion
	if motion != null and motion.button_mask & MOUSE_BUTTON_MASK_RIGHT:
		_turn(motion.relative * TURN_PER_PIXEL)
	var button := event as InputEventMouseButton
	if button != null and button.pressed:
		if button.button_index == MOUSE_BUTTON_WHEEL_UP:
			translate_object_local(Vector3.FORWARD * WHEEL_STEP)
		elif button.button_index == MOUSE_BUTTON_WHEEL_DOWN:
			translate_object_local(Vector3.BACK * WHEEL_STEP)


func _process(delta: float) -> void:
	# the picture may stand still or crawl, the camera does not
	var real := delta / maxf(Engine.time_scale, 0.01)
	var look := Input.get_vector(&"look_left", &"look_right", &"look_up", &"look_down")
	_turn(look * TURN_PER_SECOND * real)
	var flat := Input.get_vector(&"fly_left", &"fly_right", &"fly_forward", &"fly_back")
	if has_stick:
		flat = (flat + Actions.stick()).limit_length()
	var way := Vector3(flat.x, Input.get_axis(&"fly_down", &"fly_up"), flat.y)
	var pace := speed * (FAST if Input.is_physical_key_pressed(KEY_SHIFT) else 1.0)
	translate_object_local(way * pace * real)


func _turn(amount: Vector2) -> void:
	rotation.y -= amount.x
	rotation.x = clampf(rotation.x - amount.y, -1.5, 1.5)
