# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## The bodies of two flyers, as triangles and as hulls.

const Flight := preload("flight.gd")
const Octahedron := preload("octahedron.gd")
const View := preload("flyer_view.gd")

const NAMES: Array[String] = ["octahedra", "two cubes", "cube and ball", "two balls"]

var meshes: Array[ConcavePolygonShape3D] = []
var hulls: Array[ConvexPolygonShape3D] = []
var outlines: Array[MinkowskiHull] = []


## [param size] is how finely the faces of octahedra are cut.
func _init(kind: int, size: int) -> void:
	for index in 2:
		var faces := _faces(kind, index, size)
		meshes.append(ConcavePolygonShape3D.new())
		meshes[index].set_faces(faces)
		outlines.append(MinkowskiPhysics.convex_hull(faces))
		hulls.append(outlines[index].create_shape())


func triangles(index: int) -> int:
	return meshes[index].get_faces().size() / 3


## What a detector is asked about: some know convex shapes only.
func shapes_for(detector: int) -> Array:
	return hulls if detector in [MinkowskiPhysics.DETECTOR_GJK, MinkowskiPhysics.DETECTOR_SAT] else meshes


static func _faces(kind: int, index: int, size: int) -> PackedVector3Array:
	if kind == 0:
		return Octahedron.faces(Flight.RADIUS, size)
	if kind == 1 or kind == 2 and index == 0:
		return Make.box(Vector3.ONE * Flight.RADIUS).mesh.get_faces()
	var ball := SphereMesh.new()
	ball.radius = 0.8 * Flight.RADIUS
	ball.height = 1.6 * Flight.RADIUS
	ball.radial_segments = 64
	ball.rings = 31
	return View.without_slivers(ball.get_faces())
