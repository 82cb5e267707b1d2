# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## Navigation meshes are baked from what collides: from every shape that Godot knows for it, from GridMap, which asks the
## server for its data, and from CSG. The same on every engine.


## A region that is baked from static colliders; what is to be baked is put below it.
func make_region() -> NavigationRegion3D:
	var region := NavigationRegion3D.new()
	var mesh := NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	mesh.agent_radius = 0.25
	region.navigation_mesh = mesh
	add(region)
	return region


## Bakes, and returns the box around what can be walked on; of no size if nothing can.
func bake(region: NavigationRegion3D) -> AABB:
	region.bake_navigation_mesh(false)
	var vertices := region.navigation_mesh.get_vertices()
	if vertices.is_empty():
		return AABB()
	var box := AABB(vertices[0], Vector3.ZERO)
	for vertex in vertices:
		box = box.expand(vertex)
	return box


func make_shapes() -> Array[Shape3D]:
	var cylinder := CylinderShape3D.new()
	cylinder.radius = 3.0
	var capsule := CapsuleShape3D.new()
	capsule.radius = 3.0
	capsule.height = 7.0
	var sphere := SphereShape3D.new()
	sphere.radius = 4.0
	var hull := ConvexPolygonShape3D.new()
	var mesh := ConcavePolygonShape3D.new()
	var box := BoxMesh.new()
	box.size = Vector3(6, 1, 6)
	hull.points = box.get_faces()
	mesh.set_faces(box.get_faces())
	var map := HeightMapShape3D.new()
	map.map_width = 8
	map.map_depth = 6
	return [make_box_shape(Vector3(6, 1, 6)), cylinder, capsule, sphere, hull, mesh, map]


func test_every_shape_is_baked() -> void:
	for shape in make_shapes():
		var region := make_region()
		var body := StaticBody3D.new()
		body.add_child(make_collision(shape))
		region.add_child(body)
		await steps(1)
		var box := bake(region)
		check(box.size.x > 1.5 and box.size.z > 1.5, "%s: %s" % [shape.get_class(), box])
		region.free()
		await steps(1)


# the server gives back the shapes of the cells as they were set
func test_a_grid_map_is_baked() -> void:
	var library := MeshLibrary.new()
	var shapes := make_shapes()
	for i in shapes.size() - 1: # it knows no height maps
		library.create_item(i)
		library.set_item_shapes(i, [shapes[i], Transform3D.IDENTITY])
	for i in shapes.size() - 1:
		var region := make_region()
		var grid := GridMap.new()
		grid.mesh_library = library
		grid.cell_size = Vector3(6, 2, 6)
		region.add_child(grid)
		for x in 3:
			grid.set_cell_item(Vector3i(x, 0, 0), i)
		await steps(2)
		var box := bake(region)
		check(box.size.x > 12.0, "%s: %s" % [shapes[i].get_class(), box])
		region.free()
		await steps(1)


func test_csg_is_baked() -> void:
	var region := make_region()
	var slab := CSGBox3D.new()
	slab.size = Vector3(10, 1, 10)
	slab.use_collision = true
	region.add_child(slab)
	await steps(4)
	var box := bake(region)
	check(box.size.x > 8.0 and box.size.z > 8.0, "%s" % box)
