# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name LabShapes
extends Object
## The shapes that can be compared in the lab, and the algorithms.

const DETECTORS: Dictionary[String, int] = {
	"GJK": MinkowskiPhysics.DETECTOR_GJK,
	"GJK, Johnson": MinkowskiPhysics.DETECTOR_GJK_JOHNSON,
	"EPA": MinkowskiPhysics.DETECTOR_EPA,
	"Chung-Wang": MinkowskiPhysics.DETECTOR_CHUNG_WANG,
	"SAT": MinkowskiPhysics.DETECTOR_SAT,
	"planes": MinkowskiPhysics.DETECTOR_PLANES,
	"triangles": MinkowskiPhysics.DETECTOR_TRIANGLES,
}


## Those that can be chosen; up to the cast they can be watched, the others only answer.
enum Algorithm { GJK, EPA, CHUNG_WANG, SAT, RAY_CAST, JOHNSON, PLANES, TRIANGLES }

const ALGORITHMS: PackedStringArray = [
	"GJK", "EPA", "Chung-Wang", "SAT", "ray cast", "GJK, Johnson", "planes", "triangles",
]


static func forms() -> Dictionary[String, Make.Form]:
	var cone := ConeShape3D.new()
	cone.radius = 0.7
	cone.height = 1.3
	var egg := EllipsoidShape3D.new()
	egg.radii = Vector3(0.8, 0.5, 0.6)
	return {
		"box": Make.box(Vector3(1.3, 0.9, 1.1)),
		"crystal": Make.crystal(0.75, 1.3, 6),
		"tetrahedron": Make.hull([Vector3(0, 0.9, 0), Vector3(-0.8, -0.5, 0.5), Vector3(0.8, -0.5, 0.5), Vector3(0, -0.5, -0.9)]),
		"ball": Make.ball(0.65),
		"capsule": Make.capsule(0.4, 1.5),
		"cylinder": Make.cylinder(0.6, 1.1),
		"cone": Make.solid(cone),
		"ellipsoid": Make.solid(egg),
	}


## One of the two bodies: it stays where it is put, passes through everything, and points inside of it can be seen.
static func body(form: Make.Form, index: int, place: Vector3) -> RigidBody3D:
	var color: Color = [Make.TEAL, Make.VIOLET][index]
	var made := Make.rigid(form, color, place)
	made.rotation = [Vector3(0.3, 0.5, 0.15), Vector3(-0.4, 0.3, 0.6)][index]
	made.gravity_scale = 0.0
	made.linear_damp = 8.0
	made.angular_damp = 8.0
	made.collision_layer = 2
	made.collision_mask = 0
	made.find_children("*", "MeshInstance3D", false, false)[0].material_override = Make.glass(color, 0.62)
	var label := Make.label("AB"[index], Vector3.ZERO, color.lightened(0.4))
	label.no_depth_test = true
	made.add_child(label)
	return made


## Whether a shape has only flat faces, so that axes and planes know it. Cones and ellipsoids inherit from
## ConvexPolygonShape3D, so the class itself is asked for.
static func is_flat(shape: Shape3D) -> bool:
	return shape.get_class() in ["BoxShape3D", "ConvexPolygonShape3D"]


## Records how an algorithm works on a pair; null if it does not know these shapes.
static func trace(algorithm: Algorithm, a: Shape3D, place_a: Transform3D, b: Shape3D, place_b: Transform3D, motion: Vector3) -> MinkowskiTrace:
	match algorithm:
		Algorithm.GJK:
			return MinkowskiPhysics.trace_gjk(a, place_a, b, place_b)
		Algorithm.EPA:
			return MinkowskiPhysics.trace_epa(a, place_a, b, place_b)
		Algorithm.CHUNG_WANG:
			return MinkowskiPhysics.trace_chung_wang(a, place_a, b, place_b)
		Algorithm.SAT when is_flat(a) and is_flat(b):
			return MinkowskiPhysics.trace_sat(a, place_a, b, place_b)
		Algorithm.RAY_CAST:
			return MinkowskiPhysics.trace_cast(a, place_a, b, place_b, motion)
	return null


## Whether an answer has points: one on each surface, or one that both shapes have in common.
static func has_points(answer: MinkowskiResult) -> bool:
	return answer.is_valid() and (answer.point_a != Vector3.ZERO or answer.point_b != Vector3.ZERO)


## What an algorithm says in a few letters: its number, then its steps.
static func words(answer: MinkowskiResult) -> String:
	if not answer.is_valid():
		return "—"
	var steps := " · %d steps" % answer.iterations
	if answer.overlapping:
		return ("overlap" if answer.lower < -1e3 or answer.distance == 0.0 else "%.4f m" % answer.distance) + steps
	return ("apart" if answer.distance == 0.0 else "%.4f m" % answer.distance) + steps
