# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A wall of horizontal lines, one per metre below the starting height, with numbers at its left side.

const TOP := 12
const HALF_WIDTH := 8.6


func _ready() -> void:
	for metres in TOP + 1:
		var strong := metres % 2 == 0
		_add_line(float(TOP - metres), strong)
		if strong:
			_add_number(metres)


func _add_line(height: float, strong: bool) -> void:
	var line := MeshInstance3D.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3(2.0 * HALF_WIDTH, 0.022 if strong else 0.012, 0.01)
	line.mesh = mesh
	var material := StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	material.albedo_color = Color(0.72, 0.8, 0.93, 0.5 if strong else 0.22)
	line.material_override = material
	line.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	line.position = Vector3(0.0, height, 0.0)
	add_child(line)


func _add_number(metres: int) -> void:
	var label := Label3D.new()
	label.text = "%d m" % metres
	label.font_size = 44
	label.outline_size = 10
	label.outline_modulate = Color(0.05, 0.06, 0.09, 0.8)
	label.pixel_size = 0.0072
	label.modulate = Color(0.8, 0.86, 0.95)
	label.horizontal_alignment = HORIZONTAL_ALIGNMENT_RIGHT
	label.position = Vector3(-HALF_WIDTH - 0.15, maxf(TOP - metres, 0.25), 0.0)
	label.offset.x = -50.0
	add_child(label)
