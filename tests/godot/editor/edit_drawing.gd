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
		var lines := Outline.of(shape)
		if type == "ConvexDecompositionShape3D":
			lines = Outline.of_hull(shape.get_part(0), shape.rounding)
			shape = make_part(shape)
		check_on(shape, lines, type)


# how far lines are from a surface, in every place where pieces of them end, and between
func check_on(shape: Shape3D, lines: PackedVector3Array, text: String) -> void:
	var size := shape.get_debug_mesh().get_aabb().get_longest_axis_size()
	var probe := SphereShape3D.new()
	probe.radius = PROBE * size
	check(lines.size() >= 24 and lines.size() % 2 == 0, "%s has %d points" % [text, lines.size()])
	var worst := 0.0
	for i in range(0, lines.size(), 2):
		for at: Vector3 in [lines[i], (lines[i] + lines[i + 1]) / 2.0]:
			var place := Transform3D(Basis.IDENTITY, at)
			var found := MinkowskiPhysics.distance(shape, Transform3D.IDENTITY, probe, place)
			worst = maxf(worst, absf(found.distance + probe.radius))
	check(worst < OFF * size, "%s: %f of %f m" % [text, worst, size])


# whichever of the two the ball is; edges where the flat faces end are fewer than those of a hull of points
func test_a_sum_with_a_ball_is_drawn_as_the_other_with_a_skin() -> void:
	var tetrahedron := ConvexPolygonShape3D.new()
	tetrahedron.points = [Vector3.ZERO, Vector3.RIGHT, Vector3.UP, Vector3.BACK]
	var others: Array[Shape3D] = [
		BoxShape3D.new(), SphereShape3D.new(), CapsuleShape3D.new(), CylinderShape3D.new(), tetrahedron,
		make_shape(&"FittedBoxShape3D"), make_shape(&"MeshHullShape3D")
	]
	for other in others:
		for is_first: bool in [true, false]:
			var sum := MinkowskiSumShape3D.new()
			var ball := SphereShape3D.new()
			ball.radius = 0.3
			sum.shape_a = ball if is_first else other
			sum.shape_b = other if is_first else ball
			var lines := Outline.of(sum)
			check_on(sum, lines, "a ball and %s" % other.get_class())
			check(lines != Outline.of_hull(sum.points, 0.0), "%s is a hull of points" % other.get_class())


# both lie in the sum, and reach its surface where one is swept to the end of the other
func test_the_shapes_of_a_sum_are_drawn_inside_of_it() -> void:
	var sum: MinkowskiSumShape3D = make_shape(&"MinkowskiSumShape3D")
	var lines := Outline.inside_of(sum)
	check(lines.size() == Outline.of(sum.shape_a).size() + Outline.of(sum.shape_b).size(), "both")
	var probe := SphereShape3D.new()
	probe.radius = 0.001
	var farthest := -INF
	for at in lines:
		var place := Transform3D(Basis.IDENTITY, at)
		farthest = maxf(farthest, MinkowskiPhysics.distance(sum, Transform3D.IDENTITY, probe, place).distance)
	check(absf(farthest + probe.radius) < 0.002, "they end %f m from the surface" % farthest)
	check(Outline.inside_of(BoxShape3D.new()).is_empty(), "a box is made of nothing")


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
