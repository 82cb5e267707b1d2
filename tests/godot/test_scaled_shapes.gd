# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Each shape that Godot does not have, turned and scaled differently in each direction, also by its parents: a plate
## that comes from any side stops where the scaled surface is.

## m; how far the plate goes, and half of its thickness
const WAY := 5.0
const HALF := 0.1
const SCALE := Vector3(1.5, 0.6, 0.8)
## Not at right angles to each other, and shorter and longer: a body in a tilted and stretched room shears its shapes.
const SHEAR := Basis(Vector3(1.2, 0.1, 0), Vector3(0.3, 0.7, 0.2), Vector3(0, -0.2, 0.9))
const SIDES: Array[Vector3] = [Vector3.UP, Vector3.LEFT, Vector3.BACK, Vector3(0.48, -0.6, 0.64)]


# Ours stops within a tenth of a millimetre of what a cast meets. The others meet a hull with 16 corners around, which
# is lower by 2 % of a radius of up to 1.3 m, and halve their way eight times.
func allowed() -> float:
	return 1e-4 if engine == MINKOWSKI else 0.025 * 1.3 + WAY / 256.0


func make_shape(type: StringName) -> Shape3D:
	var shape: Shape3D = ClassDB.instantiate(type)
	if &"mesh" in shape:
		var mesh := PrismMesh.new()
		mesh.left_to_right = 0.2
		shape.set(&"mesh", mesh)
	if type == &"MinkowskiSumShape3D":
		shape.set(&"shape_a", CylinderShape3D.new())
		shape.set(&"shape_b", SphereShape3D.new())
	return shape


## How far a shape under a map reaches to a side: as far as the shape itself in the direction that the map leads there.
func reach(shape: Shape3D, map: Basis, side: Vector3) -> float:
	var direction := map.transposed() * side
	var farthest := -INF
	if shape.get_class() in ["MovingMeshShape3D", "ConvexDecompositionShape3D"]:
		for point: Vector3 in (shape.get(&"mesh") as Mesh).get_faces():
			farthest = maxf(farthest, direction.dot(point))
		return farthest
	return direction.dot(MinkowskiPhysics.support(shape, Transform3D.IDENTITY, direction))


## Where a plate stops that comes from a side, from the origin on.
func stop_of_plate(side: Vector3) -> float:
	var plate := BoxShape3D.new()
	plate.size = Vector3(8, 8, 2.0 * HALF)
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = plate
	query.transform = Transform3D(Basis.looking_at(side, Vector3(0.1, 0.9, 0.2)), side * WAY)
	query.motion = -side * WAY
	var parts := root.get_world_3d().direct_space_state.cast_motion(query)
	return WAY * (1.0 - parts[0]) - HALF


func check_class(type: StringName, turn: Basis, map: Basis) -> void:
	var body := StaticBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = make_shape(type)
	node.basis = map
	body.basis = turn
	body.add_child(node)
	add(body)
	await steps(1)
	for side in SIDES:
		var expected := reach(node.shape, turn * map, side)
		check_near(stop_of_plate(side), expected, allowed(), "%s from %s" % [type, side])
	body.free()
	await steps(1)


func test_each_shape_is_as_large_as_its_scale_makes_it() -> void:
	var turn := Basis.from_euler(Vector3(0.4, 1.1, -0.3))
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		await check_class(type, Basis.IDENTITY, Basis.from_scale(SCALE))
		await check_class(type, turn, Basis.from_euler(Vector3(0.2, 0.5, 0.9)) * Basis.from_scale(SCALE))


# other engines take the scale out of a sheared map and leave the rest
func test_each_shape_is_as_its_shear_makes_it() -> void:
	if not only_on([MINKOWSKI]):
		return
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		await check_class(type, Basis.from_euler(Vector3(0.4, 1.1, -0.3)), SHEAR)
