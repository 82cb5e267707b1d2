# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## Shapes of all kinds on a mesh of 20 000 triangles.


func _ready() -> void:
	add_hills(100, 40.0)
	add_walls(20.0, 10.0)
	var shapes := [
		box(Vector3.ONE), ball(0.5), capsule(0.3, 1.2), cylinder(0.5, 1.0), hull(20, 0.6)
	]
	add_pile(shapes, 1000, 18, 1.6)
