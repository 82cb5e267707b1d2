# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Models
extends Object
## Concave models, made of what [Solids] turns and cuts: closed surfaces, about two metres large, around the
## origin.


## A gate with a round arch, in the plane z = 0.
static func gate(thickness := 0.6) -> ArrayMesh:
	var outline: PackedVector2Array = [Vector2(-1.25, -1.25), Vector2(-0.75, -1.25)]
	for index in 13:
		outline.append(Vector2(0, 0.1) + Vector2.from_angle(PI - PI * index / 12.0) * 0.75)
	outline.append_array([Vector2(0.75, -1.25), Vector2(1.25, -1.25), Vector2(1.25, 1.25), Vector2(-1.25, 1.25)])
	return Solids.plate(outline, thickness)


## An aeroplane that flies along +X.
static func aeroplane() -> ArrayMesh:
	return joined(aeroplane_pieces())


## What it is made of: a body turned on a lathe, wings, a tail and a fin, and where each is.
static func aeroplane_pieces() -> Dictionary[ArrayMesh, Transform3D]:
	var body: PackedVector2Array = []
	for index in 13:
		var at := -1.0 + 2.0 * index / 12.0
		body.append(Vector2(0.2 * sqrt(maxf(1.0 - at * at, 0.0)) * (1.0 + 0.35 * at), 1.3 * at))
	var wings: PackedVector2Array = [
		Vector2(0.4, 0), Vector2(-0.2, 1.25), Vector2(-0.48, 1.25),
		Vector2(-0.2, 0), Vector2(-0.48, -1.25), Vector2(-0.2, -1.25),
	]
	var fin: PackedVector2Array = [Vector2(-0.7, 0.05), Vector2(-1.05, 0.6), Vector2(-1.28, 0.6), Vector2(-1.2, 0.02)]
	var lying := Basis(Vector3.RIGHT, -PI / 2.0)
	return {
		Solids.lathe(body, 16): Transform3D(Basis(Vector3.BACK, -PI / 2.0), Vector3.ZERO),
		Solids.plate(wings, 0.07): Transform3D(lying, Vector3.ZERO),
		Solids.plate(_scaled(wings, 0.38), 0.05): Transform3D(lying, Vector3(-1.05, 0.06, 0)),
		Solids.plate(fin, 0.05): Transform3D(),
	}


## A ring that lies flat.
static func ring(inner := 0.6, outer := 1.1) -> ArrayMesh:
	var outline: PackedVector2Array = []
	var middle := (inner + outer) / 2.0
	for index in 6:
		outline.append(Vector2(middle, 0) + Vector2.from_angle(TAU * (index + 0.5) / 6.0) * (outer - middle))
	return Solids.lathe(outline, 16)


static func bowl() -> ArrayMesh:
	return Solids.lathe(Solids.bowl(1.1, 0.16, 6), 20)


## A tub with flat walls.
static func tub(sides := 8) -> ArrayMesh:
	var outline: PackedVector2Array = [
		Vector2(0, -0.6), Vector2(0.8, -0.6), Vector2(1.15, 0.6), Vector2(1.0, 0.6), Vector2(0.68, -0.45), Vector2(0, -0.45),
	]
	return Solids.lathe(outline, sides)


## Several closed surfaces as one mesh: mesh -> where it is.
static func joined(pieces: Dictionary[ArrayMesh, Transform3D]) -> ArrayMesh:
	var tool := SurfaceTool.new()
	for piece in pieces:
		tool.append_from(piece, 0, pieces[piece])
	return tool.commit()


## The corners of a mesh, each once.
static func points_of(mesh: Mesh) -> PackedVector3Array:
	var found: Dictionary[Vector3, bool] = {}
	for point in mesh.get_faces():
		found[point.snappedf(1e-4)] = true
	return PackedVector3Array(found.keys())


static func _scaled(outline: PackedVector2Array, by: float) -> PackedVector2Array:
	return Transform2D(0.0, Vector2.ONE * by, 0.0, Vector2.ZERO) * outline
