# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name SpaceView
extends "res://addons/minkowski_physics/debug_view.gd"
## The debug view of a space that no World3D has, at the place of the node above it. It shows what that of the scene
## shows, and leaves keys and list to it.

var _space: RID


func _init(space: RID) -> void:
	super()
	_space = space
	has_keys = false


func _ready() -> void:
	super()
	global_transform = (get_parent() as Node3D).global_transform


func _ask(layers: int) -> Dictionary:
	return _physics.debug_lines(_space, layers, size)


func _make_list() -> void:
	super()
	(_list.get_parent() as CanvasLayer).hide()
