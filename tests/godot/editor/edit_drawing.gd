# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## The lines of the gizmos in numbers: they lie on the surfaces that collide. Their pixels are looked at on a screen.

const Outline := preload("res://addons/minkowski_physics/editor/shape_outline.gd")
const Gizmo := preload("res://addons/minkowski_physics/editor/shape_gizmo.gd")
## Of the size of a shape: the middle of a straight piece of a circle of 48 is a fifth of that below it.
const OFF := 0.01
## Of the size of a shape: the radius of the ball that looks for the surface.
const PROBE := 0.001


func make_shape(type: StringName) -> Shape3D:
	var shape: Shape3D = ClassDB.instantiate(type)
	if &"mesh" in shape:
		var torus := TorusMesh.new()
		torus.rings = 12
		torus.ring_segments = 8
		shape.set(&"mesh", torus)
	if &"rounding" in shape:
		shape.set(&"rounding", 0.15)
	if type == &"MinkowskiSumShape3D":
		shape.set(&"shape_a", BoxShape3D.new())
		shape.set(&"shape_b", CylinderShape3D.new())
	return shape


# one part without the others, whose skins it is in
func make_part(parts: ConvexDecompositionShape3D) -> Shape3D:
	var sum := MinkowskiSumShape3D.new()
	sum.shape_a = ConvexPolygonShape3D.new()
	sum.shape_a.points = parts.get_part(0)
	sum.shape_b = SphereShape3D.new()
	sum.shape_b.radius = parts.rounding
	return sum


func test_every_outline_lies_on_its_shape() -> void:
	var types := ClassDB.get_inheriters_from_class("ConvexPolygonShape3D")
	check(types.size() == 12, "%d classes" % types.size())
	for type in types:
		var shape := make_shape(type)
		var size := shape.get_debug_mesh().get_aabb().get_longest_axis_size()
		var probe := SphereShape3D.new()
		probe.radius = PROBE * size
		var lines := Outline.of(shape)
		if type == "ConvexDecompositionShape3D":
			lines = Outline.of_hull(shape.get_part(0), shape.rounding)
			shape = make_part(shape)
		check(lines.size() >= 24 and lines.size() % 2 == 0, "%s has %d points" % [type, lines.size()])
		var worst := 0.0
		for i in range(0, lines.size(), 2):
			for at: Vector3 in [lines[i], (lines[i] + lines[i + 1]) / 2.0]:
				var place := Transform3D(Basis.IDENTITY, at)
				var found := MinkowskiPhysics.distance(shape, Transform3D.IDENTITY, probe, place)
				worst = maxf(worst, absf(found.distance + probe.radius))
		check(worst < OFF * size, "%s: %f of %f m" % [type, worst, size])


func test_parts_have_colours_of_their_own() -> void:
	var shape: ConvexDecompositionShape3D = make_shape(&"ConvexDecompositionShape3D")
	check(shape.part_count > 3, "%d parts" % shape.part_count)
	var hues: Array[float] = []
	for part in shape.part_count:
		var color := Gizmo.color_of_part(part, 0.4)
		check(color.s > 0.5 and is_equal_approx(color.a, 0.4), "part %d: %s" % [part, color])
		hues.append(color.h)
	hues.sort()
	for i in hues.size():
		var next: float = hues[(i + 1) % hues.size()] + (1.0 if i == hues.size() - 1 else 0.0)
		# the golden section leaves no gap under two fifths of an even share
		check(next - hues[i] > 0.4 / hues.size(), "%f and %f" % [hues[i], next])
