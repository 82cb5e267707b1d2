# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name PartsModel
extends RefCounted
## A concave model and the convex parts that it is cut into: a body to collide with, each part in a colour of
## its own.

## m; hollows that are not deeper are left filled.
const TOLERANCE := 0.01
const MAX_VERTICES := 32

var title := ""
## All triangles, and those of each closed surface that the model is made of.
var faces: PackedVector3Array
var surfaces: Array[PackedVector3Array] = []
var hulls: Array[MinkowskiHull] = []

var _seen: Array[MeshInstance3D] = []


func _init(own_title: String, pieces: Dictionary[ArrayMesh, Transform3D]) -> void:
	title = own_title
	for piece in pieces:
		surfaces.append(pieces[piece] * piece.get_faces())
		faces.append_array(surfaces[-1])


## Cuts the model, or merges the cells of a grid, into at most so many parts. Surfaces that only run into each
## other are cut one by one, if there are parts enough: no edge says where one ends.
func cut(max_parts: int, is_merged: bool) -> void:
	hulls.clear()
	var pieces := surfaces
	if is_merged or max_parts < surfaces.size():
		pieces = [faces]
	for piece in pieces:
		var share := max_parts / pieces.size()
		hulls.append_array(MinkowskiPhysics.decompose(piece, share, TOLERANCE, MAX_VERTICES, is_merged))


## Gives a body the parts.
func dress(body: CollisionObject3D) -> void:
	_seen.clear()
	for index in hulls.size():
		var collision := CollisionShape3D.new()
		collision.shape = hulls[index].create_shape()
		body.add_child(collision)
		# neighbours in the list are far apart on the wheel of colours
		var color := Color.from_hsv(fmod(0.08 + 0.618034 * index, 1.0), 0.5, 0.82)
		var part := Make.visual(hulls[index].create_mesh(), color)
		body.add_child(part)
		_seen.append(part)


## Moves the parts away from the middle, to look between them; 0 is where they are.
func explode(by: float) -> void:
	for index in _seen.size():
		var middle := Vector3.ZERO
		for point in hulls[index].points:
			middle += point / hulls[index].points.size()
		_seen[index].position = by * middle


## m; the deepest hollow that a part fills.
func concavity() -> float:
	var deepest := 0.0
	for hull in hulls:
		deepest = maxf(deepest, hull.concavity)
	return deepest


## Sentences about parts that do not do what they should.
func check(max_parts: int) -> PackedStringArray:
	var wrong: PackedStringArray = []
	var whole := MinkowskiPhysics.decompose(faces, 1, TOLERANCE, MAX_VERTICES)
	if hulls.size() < 2 or hulls.size() > max_parts:
		wrong.append("%s has %d parts of %d" % [title, hulls.size(), max_parts])
	if whole.size() != 1 or concavity() > 0.5 * whole[0].concavity:
		wrong.append("%s still has hollows of %.2f m" % [title, concavity()])
	for index in range(0, faces.size(), 7):
		if not _covers(faces[index]):
			wrong.append("%s is bare at %s" % [title, faces[index]])
	return wrong


# a hull with few corners may leave some millimetres out
func _covers(point: Vector3) -> bool:
	var at := Transform3D(Basis(), point)
	var dot: PackedVector3Array = [Vector3.ZERO]
	for hull in hulls:
		if MinkowskiPhysics.distance(hull.points, Transform3D(), dot, at).distance < hull.error + 1e-3:
			return true
	return false
