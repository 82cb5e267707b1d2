# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name VolumeTrials
extends RefCounted
## Random pairs of a model: how often its volumes touch although the model does not. The same numbers come at
## every start.

enum { HULL, BOX, BALL, COUNT }

## Pairs so far, and those whose triangles touch.
var count := 0
var touching := 0
## Pairs whose volumes touch, and those that touch while the volumes do not: there must be none.
var hits: Array[int] = [0, 0, 0]
var missed := 0

var _random := RandomNumberGenerator.new()
var _triangles: ConcavePolygonShape3D
var _shapes: Array[Variant] = []
var _places: Array[Transform3D] = []
var _room := 0.0


func _init(model: HullModel, mode: int) -> void:
	_random.seed = 11
	_triangles = model.mesh.create_trimesh_shape()
	var fit := model.boxes[mode]
	var box := BoxShape3D.new()
	box.size = fit.size
	var ball := SphereShape3D.new()
	ball.radius = model.ball.radius
	_shapes = [model.hull.points, box, ball]
	_places = [Transform3D(), fit.transform, Transform3D(Basis(), model.ball.center as Vector3)]
	_room = 2.0 * ball.radius


## Tries some more pairs.
func run(more: int) -> void:
	for i in more:
		var other := _random_place()
		var is_touching := MinkowskiPhysics.detect(
			_triangles, Transform3D(), _triangles, other, MinkowskiPhysics.DETECTOR_TREES
		).overlapping
		count += 1
		touching += int(is_touching)
		for volume in COUNT:
			var place := _places[volume]
			var is_hit := MinkowskiPhysics.detect(_shapes[volume], place, _shapes[volume], other * place).overlapping
			hits[volume] += int(is_hit)
			missed += int(is_touching and not is_hit)


## The part of the hits of a volume that are none of the model.
func false_rate(volume: int) -> float:
	return float(hits[volume] - touching) / maxi(hits[volume], 1)


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if missed > 0:
		wrong.append("%d pairs touch outside of their volumes" % missed)
	if hits[HULL] > mini(hits[BOX], hits[BALL]):
		wrong.append("a hull is hit more often than what is around it: %s" % [hits])
	if touching < 20 or hits[HULL] == touching:
		wrong.append("%d of %d pairs touch, %d hulls: this shows nothing" % [touching, count, hits[HULL]])
	return wrong


func _random_place() -> Transform3D:
	var axis := Vector3.ZERO
	var at := Vector3.ZERO
	for k in 3:
		axis[k] = _random.randfn()
		at[k] = _random.randf_range(-_room, _room)
	var basis := Basis(axis.normalized(), _random.randf_range(-PI, PI)) if axis else Basis()
	return Transform3D(basis, at)
