# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends Node3D
## Ground, sky and light. A scene chooses one of a few moods; all are dark enough for the words of the card.

enum Mood { DUSK, SAND, MOSS, PLUM, STUDIO, MEADOW }

## Of each mood: the sky above and at the horizon, the ground and its lines, and the sun.
const COLORS: Dictionary[Mood, Array] = {
	Mood.DUSK: [Color(0.09, 0.115, 0.17), Color(0.25, 0.3, 0.39), Color(0.145, 0.17, 0.22), Color(0.28, 0.34, 0.43), Color("fff4df")],
	Mood.SAND: [Color(0.143, 0.122, 0.112), Color(0.383, 0.334, 0.299), Color(0.227, 0.202, 0.185), Color(0.403, 0.354, 0.312), Color("ffe6c0")],
	Mood.MOSS: [Color(0.0811, 0.12, 0.113), Color(0.26, 0.33, 0.309), Color(0.141, 0.179, 0.165), Color(0.291, 0.368, 0.333), Color("fff6d6")],
	Mood.PLUM: [Color(0.104, 0.0902, 0.143), Color(0.314, 0.272, 0.37), Color(0.173, 0.155, 0.204), Color(0.344, 0.302, 0.407), Color("ffe9e0")],
	Mood.STUDIO: [Color(0.13, 0.13, 0.14), Color(0.34, 0.345, 0.36), Color(0.2, 0.203, 0.21), Color(0.36, 0.365, 0.38), Color("ffffff")],
	Mood.MEADOW: [Color(0.12, 0.21, 0.36), Color(0.43, 0.53, 0.6), Color(0.16, 0.2, 0.17), Color(0.29, 0.36, 0.3), Color("fff0cf")],
}

@export var mood := Mood.DUSK:
	set(value):
		mood = value
		if is_node_ready():
			_apply()


func _ready() -> void:
	_apply()


# all scenes share these resources: each sets all of them
func _apply() -> void:
	var colors := COLORS[mood]
	var environment := ($WorldEnvironment as WorldEnvironment).environment
	var sky := environment.sky.sky_material as ProceduralSkyMaterial
	sky.sky_top_color = colors[0]
	sky.sky_horizon_color = colors[1]
	sky.ground_horizon_color = colors[1]
	sky.ground_bottom_color = (colors[1] as Color).darkened(0.4)
	environment.fog_light_color = colors[1]
	var ground := ($Ground as MeshInstance3D).mesh.surface_get_material(0) as ShaderMaterial
	ground.set_shader_parameter(&"paper", colors[2])
	ground.set_shader_parameter(&"ink", colors[3])
	($Sun as DirectionalLight3D).light_color = colors[4]
