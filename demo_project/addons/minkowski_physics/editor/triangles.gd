# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## Facts about a list of triangles, three points each, as shapes and meshes give them: which are slivers, whether
## the surface is closed, and which of them face the wrong way. Faces are seen from the side from which their points
## go round clockwise, as everywhere in Godot.

## Points nearer to each other than this part of the whole size are one. No unit. Exported meshes repeat a point
## for each face, sometimes with another rounding, which in single precision is a tenth of this.
const WELD := 1e-6
## Height of a triangle over its longest side, no unit. The points of a mesh are rounded to a millionth of its size, so
## the normal of a flatter triangle may be off by a thousandth: enough to trip what rolls over it.
const SLIVER := 0.001

## What they were made of.
var faces: PackedVector3Array
## Points, three per triangle.
var points: PackedVector3Array
## The box around them.
var box: AABB

var _corners: PackedInt32Array # the number of each point, the same for points at one place
var _edges: Dictionary[Vector2i, PackedInt32Array] = {} # lower and higher corner -> triangles
# what was found out, null before: many nodes may ask the same
var _closed: Variant = null
var _flipped: Variant = null
var _slivers: Variant = null


func _init(from: PackedVector3Array) -> void:
	faces = from
	points = from
	points.resize(from.size() - from.size() % 3)
	for i in points.size():
		box = AABB(points[i], Vector3.ZERO) if i == 0 else box.expand(points[i])
	_weld()
	_find_edges()


## Finds out beforehand all that is asked for afterwards.
func examine() -> void:
	is_closed()
	flipped()
	slivers()


func count() -> int:
	return points.size() / 3


## Whether two corners of a triangle are one, as at the poles of Godot's spheres: nothing can hit it.
func is_nothing(triangle: int) -> bool:
	var a := _corners[3 * triangle]
	var b := _corners[3 * triangle + 1]
	var c := _corners[3 * triangle + 2]
	return a == b or b == c or c == a


## The height of a triangle above its longest side, m.
func height(triangle: int) -> float:
	var longest := longest_side(triangle)
	if longest == 0.0:
		return 0.0
	var a := points[3 * triangle]
	var across := (points[3 * triangle + 1] - a).cross(points[3 * triangle + 2] - a)
	return across.length() / longest


func longest_side(triangle: int) -> float:
	var a := points[3 * triangle]
	var b := points[3 * triangle + 1]
	var c := points[3 * triangle + 2]
	return maxf(a.distance_to(b), maxf(b.distance_to(c), c.distance_to(a)))


## Whether every side of every triangle is that of exactly one other: then there is an inside.
func is_closed() -> bool:
	if _closed == null:
		_closed = not _edges.is_empty() and _edges.values().all(
			func(sharing: PackedInt32Array) -> bool: return sharing.size() == 2)
	return _closed


## The triangles that are lower than a thousandth of their longest side.
func slivers() -> PackedInt32Array:
	if _slivers == null:
		var found: PackedInt32Array = []
		for triangle in count():
			if not is_nothing(triangle) and height(triangle) <= SLIVER * longest_side(triangle):
				found.append(triangle)
		_slivers = found
	return _slivers


## The volume inside, m^3; positive if the faces are seen from outside.
func volume() -> float:
	return _volume_of(range(count()), PackedByteArray())


## The triangles that face another way than their neighbours, or inward if the surface is closed: of each piece
## that hangs together the lesser part, or what makes its volume negative.
func flipped() -> PackedInt32Array:
	if _flipped == null:
		_flipped = _find_flipped()
	return _flipped


func _find_flipped() -> PackedInt32Array:
	var turned := PackedByteArray()
	var seen := PackedByteArray()
	var found: PackedInt32Array = []
	turned.resize(count())
	seen.resize(count())
	var closed := is_closed()
	for first in count():
		if seen[first] or is_nothing(first):
			continue
		var piece := _orient(first, seen, turned)
		var wrong := piece.filter(func(triangle: int) -> bool: return turned[triangle] != 0)
		var is_other := 2 * wrong.size() > piece.size()
		if closed:
			is_other = _volume_of(piece, turned) < 0.0
		for triangle: int in piece:
			if (turned[triangle] != 0) != is_other:
				found.append(triangle)
	return found


## The points with some triangles turned round.
func turned_round(triangles: PackedInt32Array) -> PackedVector3Array:
	var turned := points.duplicate()
	for triangle in triangles:
		turned[3 * triangle + 1] = points[3 * triangle + 2]
		turned[3 * triangle + 2] = points[3 * triangle + 1]
	return turned


## The points without some triangles.
func without(triangles: PackedInt32Array) -> PackedVector3Array:
	var is_out := PackedByteArray()
	is_out.resize(count())
	for triangle in triangles:
		is_out[triangle] = 1
	var left: PackedVector3Array = []
	for i in points.size():
		if not is_out[i / 3]:
			left.append(points[i])
	return left


func _weld() -> void:
	var places: Dictionary[Vector3, int] = {}
	var step := Vector3.ONE * maxf(WELD * box.get_longest_axis_size(), 1e-30)
	for point in points:
		var place := (point - box.position).snapped(step)
		if not places.has(place):
			places[place] = places.size()
		_corners.append(places[place])


func _find_edges() -> void:
	for triangle in count():
		if is_nothing(triangle):
			continue
		for side in 3:
			var from := _corners[3 * triangle + side]
			var to := _corners[3 * triangle + (side + 1) % 3]
			var edge := Vector2i(mini(from, to), maxi(from, to))
			if not _edges.has(edge):
				_edges[edge] = PackedInt32Array()
			_edges[edge].append(triangle)


# whether a triangle goes along an edge from the lower corner to the higher one
func _is_rising(triangle: int, edge: Vector2i) -> bool:
	for side in 3:
		if _corners[3 * triangle + side] == edge.x:
			return _corners[3 * triangle + (side + 1) % 3] == edge.y
	return false


# Goes from a triangle to all that hang together with it over sides that two of them share, and notes which of them
# would have to be turned to face as the first one does. Returns them.
func _orient(first: int, seen: PackedByteArray, turned: PackedByteArray) -> Array:
	var piece := [first]
	seen[first] = 1
	var at := 0
	while at < piece.size():
		var triangle: int = piece[at]
		at += 1
		for side in 3:
			var from := _corners[3 * triangle + side]
			var to := _corners[3 * triangle + (side + 1) % 3]
			var edge := Vector2i(mini(from, to), maxi(from, to))
			var sharing: PackedInt32Array = _edges.get(edge, PackedInt32Array())
			if sharing.size() != 2:
				continue
			var other := sharing[1] if sharing[0] == triangle else sharing[0]
			if seen[other]:
				continue
			# neighbours that agree go along their side in opposite directions
			var same := int(_is_rising(triangle, edge) == _is_rising(other, edge))
			turned[other] = turned[triangle] ^ same
			seen[other] = 1
			piece.append(other)
	return piece


func _volume_of(triangles: Array, turned: PackedByteArray) -> float:
	var sum := 0.0
	var middle := box.get_center()
	for triangle: int in triangles:
		var a := points[3 * triangle] - middle
		var b := points[3 * triangle + 1] - middle
		var c := points[3 * triangle + 2] - middle
		var part := -a.dot(b.cross(c)) / 6.0
		sum += -part if turned and turned[triangle] else part
	return sum
