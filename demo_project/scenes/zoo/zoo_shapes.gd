# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name ZooShapes
extends Object
## One of every kind of shape that a moving body can have: those of Godot, and those that the plugin adds.


## What stands for a kind of shape.
class Kind:
	var title := ""
	var shape: Shape3D
	var mesh: Mesh
	## Of shapes that are made around a model, the model itself; it is seen through the shape.
	var inside: Mesh
	## Of a model that is larger than the others.
	var size := 1.0

	func _init(own_title: String, own_shape: Shape3D, own_mesh: Mesh = null) -> void:
		title = own_title
		shape = own_shape
		mesh = own_mesh if own_mesh != null else Solids.of_shape(own_shape, 700)


static func all() -> Array[Kind]:
	return _from_godot() + _added() + _around_models()


static func _from_godot() -> Array[Kind]:
	var box := Make.box(Vector3(0.8, 0.6, 0.7))
	var ball := Make.ball(0.4)
	var capsule := Make.capsule(0.28, 1.0)
	var cylinder := Make.cylinder(0.38, 0.7)
	var crystal := Make.crystal(0.45, 0.8)
	var ring := Make.triangles(Models.ring(0.26, 0.52))
	return [
		Kind.new("box", box.shape, box.mesh),
		Kind.new("sphere", ball.shape, ball.mesh),
		Kind.new("capsule", capsule.shape, capsule.mesh),
		Kind.new("cylinder", cylinder.shape, cylinder.mesh),
		Kind.new("convex polygon", crystal.shape, crystal.mesh),
		Kind.new("concave polygon", ring.shape, ring.mesh),
	]


static func _added() -> Array[Kind]:
	var cone := ConeShape3D.new()
	cone.radius = 0.45
	cone.height = 0.8
	var egg := EllipsoidShape3D.new()
	egg.radii = Vector3(0.5, 0.3, 0.4)
	var soap := RoundedBoxShape3D.new()
	soap.size = Vector3(0.8, 0.5, 0.6)
	soap.rounding = 0.15
	var cheese := RoundedCylinderShape3D.new()
	cheese.radius = 0.42
	cheese.height = 0.5
	cheese.rounding = 0.14
	var pear := TaperedCapsuleShape3D.new()
	pear.bottom_radius = 0.36
	pear.top_radius = 0.18
	pear.height = 1.0
	var bucket := TaperedCylinderShape3D.new()
	bucket.bottom_radius = 0.28
	bucket.top_radius = 0.45
	bucket.height = 0.7
	# a disc that is swept along a triangle
	var disc := CylinderShape3D.new()
	disc.radius = 0.16
	disc.height = 0.24
	var triangle := ConvexPolygonShape3D.new()
	triangle.points = [Vector3(-0.4, 0, -0.25), Vector3(0.4, 0, -0.25), Vector3(0, 0.12, 0.4)]
	var swept := MinkowskiSumShape3D.new()
	swept.shape_a = disc
	swept.shape_b = triangle
	return [
		Kind.new("cone", cone),
		Kind.new("ellipsoid", egg),
		Kind.new("rounded box", soap),
		Kind.new("rounded cylinder", cheese),
		Kind.new("tapered capsule", pear),
		Kind.new("tapered cylinder", bucket),
		Kind.new("Minkowski sum", swept),
	]


static func _around_models() -> Array[Kind]:
	var plane := Models.aeroplane()
	var fitted_box := FittedBoxShape3D.new()
	fitted_box.mesh = plane
	var fitted_ball := FittedSphereShape3D.new()
	fitted_ball.mesh = plane
	var hull := MeshHullShape3D.new()
	hull.mesh = plane
	var moving := MovingMeshShape3D.new()
	moving.mesh = Solids.plate(Solids.gear(8, 0.32, 0.5), 0.3)
	var parts := ConvexDecompositionShape3D.new()
	parts.mesh = Models.gate()
	var around: Array[Kind] = [
		Kind.new("fitted box", fitted_box),
		Kind.new("fitted sphere", fitted_ball),
		Kind.new("hull of a mesh", hull),
	]
	for kind in around:
		kind.inside = plane
		kind.size = 0.42
	around.append(Kind.new("moving mesh", moving, moving.mesh))
	around.append(Kind.new("convex parts", parts, parts.mesh))
	around[-1].size = 0.42
	return around
