# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 200 characters walk over hills and into each other.

var _characters: Array[CharacterBody3D] = []


func _ready() -> void:
	add_hills(60, 60.0)
	for i in 200:
		var character := CharacterBody3D.new()
		add_shape(character, capsule(0.4, 1.8))
		character.position = Vector3(i % 15 * 2 - 15, 2.5, i / 15 * 2 - 13)
		add_child(character)
		_characters.append(character)
		count += 1


func _physics_process(delta: float) -> void:
	for i in _characters.size():
		var character := _characters[i]
		var way := Vector3(sin(i * 1.7), 0, cos(i * 1.7)) * 3.0
		var fall := character.velocity.y - 9.8 * delta
		character.velocity = way + Vector3.UP * (0.0 if character.is_on_floor() else fall)
		character.move_and_slide()
