# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://bench/scene.gd"
## 5000 bodies that meet nothing: what it costs to tell nodes where they are.


func _ready() -> void:
	warm_up = 10
	ticks = 120
	for i in 5000:
		add_rigid(box(Vector3.ONE), Vector3(i % 70 * 3, i / 4900 * 3, i / 70 % 70 * 3))
