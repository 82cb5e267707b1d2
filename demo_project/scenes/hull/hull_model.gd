# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name HullModel
extends RefCounted
## A model, its points, and the volumes around it.

## m; rounding of points of this size.
const NEAR := 1e-4

var title := ""
var mesh: Mesh
var color := Make.CLAY
var points: PackedVector3Array
var hull: MinkowskiHull
## Of each mode of MinkowskiPhysics.fit_obb.
var boxes: Dictionary[int, Dictionary] = {}
var ball: Dictionary
## What the number of faces is after each point that becomes a corner, if that is known.
var known_faces: PackedInt32Array = []


static func all() -> Array[HullModel]:
	var cube := HullModel.new("cube", BoxMesh.new(), Make.AMBER)
	# an order in which every case of the algorithm comes up: one face, one face, two faces, one face are seen
	cube.points = [
		Vector3(0, 0, 0), Vector3(0, 0, 1), Vector3(1, 1, 0), Vector3(0, 1, 0),
		Vector3(0, 1, 1), Vector3(1, 1, 1), Vector3(1, 0, 0), Vector3(1, 0, 1),
	]
	cube.points = Transform3D(Basis().scaled(Vector3.ONE * 1.5), Vector3.ONE * -0.75) * cube.points
	(cube.mesh as BoxMesh).size = Vector3.ONE * 1.5
	cube.known_faces = [4, 6, 8, 10, 12]
	cube.fit()
	var crowd := HullModel.new("crowded box", BoxMesh.new(), Make.CORAL)
	(crowd.mesh as BoxMesh).size = Vector3(2.0, 1.0, 1.0)
	crowd.points = Models.points_of(crowd.mesh)
	for index in 24:
		crowd.points.append(Vector3(0.95, 0.47, 0.47) * (index - 11.5) / 12.0)
	crowd.fit()
	return [
		HullModel.new("aeroplane", Models.aeroplane(), Make.CLAY).fit(),
		cube,
		crowd,
		HullModel.new("gate", Models.gate(), Make.AMBER).fit(),
		HullModel.new("bowl", Models.bowl(), Make.TEAL).fit(),
	]


func _init(own_title: String, own_mesh: Mesh, own_color: Color) -> void:
	title = own_title
	mesh = own_mesh
	color = own_color
	points = _mixed(Models.points_of(mesh))


## Finds all volumes of the points.
func fit() -> HullModel:
	hull = MinkowskiPhysics.convex_hull(points)
	ball = MinkowskiPhysics.bounding_sphere(points)
	for mode: int in [0, 1, 2, 3, 4]:
		boxes[mode] = MinkowskiPhysics.fit_obb(points, mode)
	return self


## Sentences about what is wrong with the volumes.
func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for point in points:
		if point.distance_to(ball.center as Vector3) > ball.radius + NEAR:
			wrong.append("%s: %s is outside of the ball" % [title, point])
		for mode in boxes:
			var local := (boxes[mode].transform as Transform3D).affine_inverse() * point
			var over: Vector3 = local.abs() - boxes[mode].size / 2.0
			if over[over.max_axis_index()] > NEAR:
				wrong.append("%s: %s is outside of box %d" % [title, point, mode])
	for mode in boxes:
		if boxes[mode].volume < maxf(hull.volume, boxes[MinkowskiPhysics.FIT_TIGHT].volume) - NEAR:
			wrong.append("%s: box %d is smaller than the hull or the tightest one" % [title, mode])
	return wrong + _check_steps()


# in an order without an order, so that the hull grows on all sides
static func _mixed(given: PackedVector3Array) -> PackedVector3Array:
	var random := RandomNumberGenerator.new()
	random.seed = 5
	for index in range(given.size() - 1, 0, -1):
		var other := random.randi_range(0, index)
		var point := given[index]
		given[index] = given[other]
		given[other] = point
	return given


# the last step is the hull; what is known of the way there is so
func _check_steps() -> PackedStringArray:
	var wrong: PackedStringArray = []
	var counts: PackedInt32Array = []
	var last: PackedVector3Array = []
	for step in MinkowskiPhysics.trace_hull(points).steps:
		last = step.faces
		if step.kind == MinkowskiTrace.KIND_HULL_ADD:
			counts.append(last.size() / 3)
	var grown := MinkowskiPhysics.convex_hull(last).volume
	if absf(grown - hull.volume) > NEAR:
		wrong.append("%s: the hull grew to %f m³, not to %f" % [title, grown, hull.volume])
	if not known_faces.is_empty() and counts != known_faces:
		wrong.append("%s: the hull grew by way of %s faces" % [title, counts])
	return wrong
