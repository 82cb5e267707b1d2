# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## What the shape doctor looks at: the shapes of a scene, all that has layers, and the triangles of both. The
## triangles are what takes time in a large scene: [method examine] may look at them in another thread beforehand.

const Triangles := preload("triangles.gd")


## A shape, the node that holds it and the body that it belongs to.
class Part:
	extends RefCounted
	var node: Node3D
	var body: CollisionObject3D ## null in a [GridMap], which is a static body by itself
	var shape: Shape3D


var parts: Array[Part] = []
var polygons: Array[CollisionPolygon3D] = []
## All that has a layer and a mask: bodies, areas, soft bodies, and what Godot makes static bodies of by itself.
var objects: Array[Node3D] = []
var casts: Array[Node3D] = []
var soft_bodies: Array[SoftBody3D] = []

# of shapes and meshes; those that many nodes share are looked at once
var _faces: Dictionary[Resource, PackedVector3Array] = {}
var _triangles: Dictionary[Resource, Triangles] = {}
var _older: Dictionary[Resource, Triangles] = {} # of the look before this one


static func is_moving(body: Node) -> bool:
	return body is RigidBody3D or body is CharacterBody3D or body is AnimatableBody3D


## Whether what a body meets has an effect on it.
static func can_be_stopped(body: Node) -> bool:
	return body is RigidBody3D or body is CharacterBody3D or body is PhysicalBone3D or body is SoftBody3D


## Forgets the nodes of another look and finds those that are there now. What is known of triangles stays.
func visit(root: Node) -> void:
	parts.clear()
	polygons.clear()
	objects.clear()
	casts.clear()
	soft_bodies.clear()
	_faces.clear()
	_older = _triangles
	_triangles = {}
	_visit(root)


func _visit(node: Node) -> void:
	if node is CollisionObject3D:
		objects.append(node)
	elif node is RayCast3D or node is ShapeCast3D:
		casts.append(node)
	elif node is SoftBody3D:
		soft_bodies.append(node)
		objects.append(node)
	elif node is CollisionShape3D and node.shape != null and node.get_parent() is CollisionObject3D:
		_add_part(node, node.get_parent(), node.shape)
	elif node is CollisionPolygon3D and node.get_parent() is CollisionObject3D:
		polygons.append(node)
	elif node.is_class("GridMap"): # by name, as CSG: a Godot may be built without them
		_visit_grid(node)
	elif node.is_class("CSGShape3D") and node.is_root_shape() and node.use_collision:
		objects.append(node)
	for child in node.get_children():
		_visit(child)


func _add_part(node: Node3D, body: CollisionObject3D, shape: Shape3D) -> void:
	var part := Part.new()
	part.node = node
	part.body = body
	part.shape = shape
	parts.append(part)


# each shape of the items that lie in its cells once
func _visit_grid(map: Node3D) -> void:
	objects.append(map)
	var library: MeshLibrary = map.mesh_library
	if library == null:
		return
	var items := {}
	for cell: Vector3i in map.get_used_cells():
		items[map.get_cell_item(cell)] = true
	for item: int in items:
		for row: Variant in library.get_item_shapes(item) if item in library.get_item_list() else []:
			if row is Shape3D:
				_add_part(map, null, row)


## Asks all meshes for their triangles: those of the renderer cannot be had in another thread.
func gather() -> void:
	for part in parts:
		var source := _source_of(part.shape)
		if source:
			_faces[source] = source.call(&"get_faces")
	for body in soft_bodies:
		if body.mesh:
			_faces[body.mesh] = body.mesh.get_faces()


## Finds out all about the triangles that were gathered; touches no node and no resource.
func examine() -> void:
	for source in _faces:
		_know(source, _faces[source]).examine()


## The triangles that a shape collides with; null if it has none of its own.
func triangles_of(shape: Shape3D) -> Triangles:
	var source := _source_of(shape)
	return triangles_in(source) if source else null


## The triangles of a mesh or a concave shape.
func triangles_in(source: Resource) -> Triangles:
	if not _faces.has(source):
		_faces[source] = source.call(&"get_faces")
	return _know(source, _faces[source])


func _source_of(shape: Shape3D) -> Resource:
	if shape.is_class("MovingMeshShape3D"):
		return shape.get("mesh")
	return shape if shape is ConcavePolygonShape3D else null


# a resource may have changed since the last look
func _know(source: Resource, faces: PackedVector3Array) -> Triangles:
	if not _triangles.has(source):
		var known: Triangles = _older.get(source)
		_triangles[source] = known if known and known.faces == faces else Triangles.new(faces)
	return _triangles[source]
