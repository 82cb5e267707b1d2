# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## What a marble got: a number that rises and fades, and sparks; the more, the more it was worth.

# made once: rewards come and go
static var _spark := Make.ball(0.05, 8).mesh
static var _gold := Make.material(Make.AMBER)
static var _blue := Make.material(Make.BLUE)


func _init(place: Vector3, worth: int, color: Color, is_gold: bool) -> void:
	position = place
	var text := Make.label("+%d" % worth, Vector3(0, 0.5, 0.7), color)
	add_child(text)
	var sparks := CPUParticles3D.new()
	sparks.mesh = _spark
	sparks.material_override = _gold if is_gold else _blue
	sparks.amount = 6 + worth / 5
	sparks.one_shot = true
	sparks.explosiveness = 1.0
	sparks.lifetime = 0.8
	sparks.direction = Vector3.UP
	sparks.spread = 60.0
	sparks.initial_velocity_min = 2.0
	sparks.initial_velocity_max = 5.0
	sparks.emitting = true
	sparks.finished.connect(queue_free)
	add_child(sparks)


func _ready() -> void:
	var text := get_child(0) as Label3D
	var tween := text.create_tween()
	tween.tween_property(text, ^"position:y", text.position.y + 0.8, 0.7)
	tween.parallel().tween_property(text, ^"modulate:a", 0.0, 0.7)
	tween.parallel().tween_property(text, ^"outline_modulate:a", 0.0, 0.7)
