# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## The project settings that the engine adds.

const FOLDER := "physics/minkowski_physics_3d/"
const DEFAULTS := {
	"threads": 0,
	"contact_frequency": 60.0,
	"contact_damping_ratio": 10.0,
	"push_speed_limit": 3.0,
	"bounce_speed": 1.0,
}


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func test_settings_have_defaults_and_ranges() -> void:
	var ranges := {}
	for info in ProjectSettings.get_property_list():
		if info.name.begins_with(FOLDER):
			ranges[info.name] = info
	for name: String in DEFAULTS:
		check_equal(ProjectSettings.get_setting(FOLDER + name), DEFAULTS[name], name)
		check(ranges.has(FOLDER + name), "%s is listed" % name)
		check_equal(ranges[FOLDER + name].hint, PROPERTY_HINT_RANGE, name)


func test_values_that_cannot_be_are_refused() -> void:
	var name := FOLDER + "contact_frequency"
	for value: Variant in ["fast", -1.0, 1e9, NAN]:
		ProjectSettings.set_setting(name, value)
		check_refused(
			"contact_frequency", func() -> void: own(PhysicsServer3D.space_create()), str(value)
		)
	ProjectSettings.set_setting(name, DEFAULTS.contact_frequency)
	check_silent("a good value", func() -> void: own(PhysicsServer3D.space_create()))


func test_bounce_speed_decides_what_bounces() -> void:
	var name := FOLDER + "bounce_speed"
	var heights: Array[float] = []
	for value: float in [1.0, 100.0]:
		ProjectSettings.set_setting(name, value)
		heights.append(await _bounce())
	ProjectSettings.set_setting(name, DEFAULTS.bounce_speed)
	check(heights[0] > 0.5, "a ball bounces: %s" % heights[0])
	check(heights[1] < 0.05, "an impact below the limit does not: %s" % heights[1])


# How high a ball of full bounce rises again in a world of its own, after a fall of 1 m.
func _bounce() -> float:
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	add(viewport)
	var ground := StaticBody3D.new()
	var ball := RigidBody3D.new()
	for body: PhysicsBody3D in [ground, ball]:
		var collision := CollisionShape3D.new()
		collision.shape = SphereShape3D.new() if body == ball else WorldBoundaryShape3D.new()
		body.add_child(collision)
		body.physics_material_override = PhysicsMaterial.new()
		body.physics_material_override.bounce = 1.0
		viewport.add_child(body)
	ball.global_position = Vector3(0, 1.5, 0)
	await steps(32)
	var highest := 0.0
	for i in 40:
		await steps(1)
		highest = maxf(highest, ball.global_position.y - 0.5)
	viewport.free()
	return highest
