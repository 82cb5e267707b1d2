# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Object
## An octahedron of 8, 16, 24 ... triangles. More triangles change neither its form nor its hull: an even
## number of them per face begins with a halved edge, and each further two are a point inside a triangle.


## Returns the corners of all triangles; [param per_face] is 1 to 10.
static func faces(radius: float, per_face: int) -> PackedVector3Array:
	var found: PackedVector3Array = []
	for octant in 8:
		var x := Vector3.RIGHT if octant & 1 else Vector3.LEFT
		var y := Vector3.UP if octant & 2 else Vector3.DOWN
		var z := Vector3.BACK if octant & 4 else Vector3.FORWARD
		found.append_array(_cut(_wound([x, y, z]), per_face))
	for index in found.size():
		found[index] *= radius
	return found


## Returns a mesh with flat triangles.
static func mesh(corners: PackedVector3Array) -> ArrayMesh:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for corner in corners:
		tool.add_vertex(corner)
	tool.generate_normals()
	return tool.commit()


## Returns the edges of triangles, to be drawn a little outside of them.
static func wires(corners: PackedVector3Array) -> ArrayMesh:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_LINES)
	for index in range(0, corners.size(), 3):
		for side in 3:
			tool.add_vertex(1.004 * corners[index + side])
			tool.add_vertex(1.004 * corners[index + (side + 1) % 3])
	return tool.commit()


# clockwise from outside, as Godot draws front faces
static func _wound(corners: PackedVector3Array) -> PackedVector3Array:
	var across := (corners[1] - corners[0]).cross(corners[2] - corners[0])
	if across.dot(corners[0] + corners[1] + corners[2]) > 0.0:
		corners.reverse()
	return corners


static func _cut(face: PackedVector3Array, per_face: int) -> PackedVector3Array:
	var parts: PackedVector3Array = face.duplicate()
	if per_face % 2 == 0:
		# the edge between the x and the y corner: neighbours share it
		var z := 0
		while absf(face[z].z) < 0.5:
			z += 1
		var a := face[(z + 1) % 3]
		var b := face[(z + 2) % 3]
		parts = [face[z], a, (a + b) / 2.0, face[z], (a + b) / 2.0, b]
	while parts.size() < 3 * per_face:
		var largest := _largest(parts)
		var corners := parts.slice(largest, largest + 3)
		var middle := (corners[0] + corners[1] + corners[2]) / 3.0
		parts[largest + 2] = middle
		parts.append_array([corners[1], corners[2], middle, corners[2], corners[0], middle])
	return parts


static func _largest(parts: PackedVector3Array) -> int:
	var best := 0
	var most := 0.0
	for index in range(0, parts.size(), 3):
		var across := (parts[index + 1] - parts[index]).cross(parts[index + 2] - parts[index])
		if across.length() > most * 1.0001:
			most = across.length()
			best = index
	return best
