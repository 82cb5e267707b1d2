# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## What a model turns on, to be seen only: a disc on the ground, and a rod up to the model.

const RADIUS := 0.75


## [param high] is where the middle of the model is, m.
func _init(high: float, color: Color) -> void:
	var disc := Make.visual(Make.cylinder(RADIUS, 0.12).mesh, Make.SLATE)
	disc.position.y = 0.06
	add_child(disc)
	var far := RADIUS + 0.04
	var rim: PackedVector2Array = [Vector2(RADIUS, 0.02), Vector2(far, 0.02), Vector2(far, 0.1), Vector2(RADIUS, 0.1)]
	add_child(Make.visual(Solids.lathe(rim, 48), color))
	var rod := Make.visual(Make.cylinder(0.035, high, 12).mesh, Make.SLATE.lightened(0.4))
	rod.position.y = high / 2.0
	add_child(rod)
