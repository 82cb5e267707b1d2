# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## Names that float above the bodies which are nearest to the camera, and above the one that is pointed at: by the mouse,
## or with a gamepad by the middle of the picture.

## As many as find a place in the picture where they cover no other.
const COUNT := 6
## Ticks from one choice to the next.
const EVERY := 15
const POINTED := Make.AMBER
const NEAR := Color(1, 1, 1, 0.8)
const ABOVE := Vector3(0, 0.55, 0)
const REACH := 100.0

var _bodies: Array[RigidBody3D] = []
var _tags: Dictionary[RigidBody3D, Label3D] = {}
var _pointed: RigidBody3D


func _init(bodies: Array[RigidBody3D]) -> void:
	_bodies = bodies
	# a picture for the menu is without words
	add_to_group(&"overlay")
	physics_interpolation_mode = Node.PHYSICS_INTERPOLATION_MODE_OFF


func _physics_process(_delta: float) -> void:
	if Engine.get_physics_frames() % EVERY == 0:
		choose()


func _process(_delta: float) -> void:
	for body in _tags:
		_tags[body].position = body.get_global_transform_interpolated().origin + ABOVE


## What is pointed at; null if nothing is.
func pointed_at() -> RigidBody3D:
	return _pointed


## The names that are seen.
func texts() -> PackedStringArray:
	var found: PackedStringArray = []
	for body in _tags:
		found.append(_tags[body].text)
	return found


## Looks which bodies are near now.
func choose() -> void:
	var camera := get_viewport().get_camera_3d()
	var eye := camera.global_position
	_pointed = _find_pointed(camera)
	var wanted := _bodies.duplicate()
	wanted.sort_custom(func(a: RigidBody3D, b: RigidBody3D) -> bool:
		return eye.distance_squared_to(a.global_position) < eye.distance_squared_to(b.global_position))
	if _pointed != null:
		wanted.erase(_pointed)
		wanted.push_front(_pointed)
	wanted = _apart(wanted, camera)
	for body: RigidBody3D in _tags.keys():
		if not body in wanted:
			_tags[body].free()
			_tags.erase(body)
	for body: RigidBody3D in wanted:
		if not _tags.has(body):
			_add_tag(body)
		_tags[body].modulate = POINTED if body == _pointed else NEAR
		_tags[body].pixel_size = _pixel_of(body)


## Where the names are in the picture, each with some room around it.
func places() -> Array[Rect2]:
	var found: Array[Rect2] = []
	for body in _tags:
		found.append(_place_of(body, get_viewport().get_camera_3d()))
	return found


# the first ones of those that are seen, but for what would cover another
func _apart(bodies: Array[RigidBody3D], camera: Camera3D) -> Array[RigidBody3D]:
	var kept: Array[RigidBody3D] = []
	var places: Array[Rect2] = []
	for body in bodies:
		if kept.size() == COUNT:
			break
		if camera.is_position_behind(body.global_position):
			continue
		var place := _place_of(body, camera)
		if not places.any(place.intersects):
			kept.append(body)
			places.append(place)
	return kept


func _place_of(body: RigidBody3D, camera: Camera3D) -> Rect2:
	var at := body.global_position + ABOVE
	var middle := camera.unproject_position(at)
	# px of the picture for a pixel of the text
	var scale_of := camera.unproject_position(at + camera.global_basis.x * _pixel_of(body)).distance_to(middle)
	var size := ThemeDB.fallback_font.get_string_size(body.name, HORIZONTAL_ALIGNMENT_LEFT, -1, Make.FONT_SIZE) * scale_of
	return Rect2(middle - size / 2.0, size)


func _pixel_of(body: RigidBody3D) -> float:
	return 0.0055 if body == _pointed else 0.0042


func _add_tag(body: RigidBody3D) -> void:
	var tag := Make.label(body.name, body.global_position + ABOVE)
	tag.no_depth_test = true
	_tags[body] = tag
	add_child(tag)


func _find_pointed(camera: Camera3D) -> RigidBody3D:
	var size := get_viewport().get_visible_rect().size
	var at := size / 2.0 if KeyCap.is_pad else get_viewport().get_mouse_position()
	var from := camera.project_ray_origin(at)
	var query := PhysicsRayQueryParameters3D.create(from, from + camera.project_ray_normal(at) * REACH)
	return get_world_3d().direct_space_state.intersect_ray(query).get("collider") as RigidBody3D
