# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Grabber
extends Node3D
## The left mouse button takes hold of a rigid body and pulls it along, as if by a rubber band; a
## gamepad's right shoulder button does so in the middle of the picture.

## 1/s; how fast the held point follows. With damping at the critical value it does not swing.
const FOLLOW := 14.0
const REACH := 200.0

var _body: RigidBody3D
var _hold := Vector3() # in the body
var _depth := 0.0 # m in front of the camera
var _band := MeshInstance3D.new()
var _lines := ImmediateMesh.new()


func _ready() -> void:
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.albedo_color = Color("ffd166")
	_band.mesh = _lines
	_band.material_override = material
	_band.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(_band)


func _unhandled_input(event: InputEvent) -> void:
	var button := event as InputEventMouseButton
	var is_left := button != null and button.button_index == MOUSE_BUTTON_LEFT
	if is_left and button.pressed or event.is_action_pressed(&"demo_grab"):
		_take()
	elif is_left or event.is_action_released(&"demo_grab"):
		_body = null


## The body that is held, null if none.
func held() -> RigidBody3D:
	return _body if is_instance_valid(_body) else null


func _physics_process(_delta: float) -> void:
	_lines.clear_surfaces()
	if held() == null or get_tree().paused:
		return
	var target := _ray(_depth)[1]
	var arm := _body.global_basis * _hold
	var point := _body.global_position + arm
	var velocity := _body.linear_velocity + _body.angular_velocity.cross(arm)
	var pull := (target - point) * FOLLOW * FOLLOW - velocity * 2.0 * FOLLOW
	_body.apply_force(pull * _body.mass, arm)
	_lines.surface_begin(Mesh.PRIMITIVE_LINES)
	_lines.surface_add_vertex(point)
	_lines.surface_add_vertex(target)
	_lines.surface_end()


func _take() -> void:
	var ends := _ray(REACH)
	var query := PhysicsRayQueryParameters3D.create(ends[0], ends[1])
	var hit := get_world_3d().direct_space_state.intersect_ray(query)
	var body := hit.get("collider") as RigidBody3D
	if body == null or body.freeze:
		return
	_body = body
	_hold = body.global_transform.affine_inverse() * (hit.position as Vector3)
	var camera := get_viewport().get_camera_3d()
	_depth = (hit.position as Vector3).distance_to(camera.global_position)


# where the pointer points: from the camera to that distance
func _ray(distance: float) -> PackedVector3Array:
	var camera := get_viewport().get_camera_3d()
	var size := get_viewport().get_visible_rect().size
	var is_pad := Input.is_action_pressed(&"demo_grab")
	var at := size / 2.0 if is_pad else get_viewport().get_mouse_position()
	var origin := camera.project_ray_origin(at)
	return [origin, origin + camera.project_ray_normal(at) * distance]
