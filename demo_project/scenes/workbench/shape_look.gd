# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
class_name ShapeLook
extends MeshInstance3D
## Looks as the CollisionShape3D that is its parent, in the editor also while the handles of the shape are dragged.
## The mesh follows from the shape, so the scene does not keep it.

## Of a smooth surface, so many points are drawn.
const SAMPLES := 700


func _ready() -> void:
	var shape := (get_parent() as CollisionShape3D).shape
	shape.changed.connect(_refresh)
	_refresh()


func _validate_property(property: Dictionary) -> void:
	if property.name == "mesh":
		property.usage = PROPERTY_USAGE_NONE


func _refresh() -> void:
	var shape := (get_parent() as CollisionShape3D).shape
	mesh = _triangles(shape) if shape is ConcavePolygonShape3D else Solids.of_shape(shape, SAMPLES)


static func _triangles(shape: ConcavePolygonShape3D) -> ArrayMesh:
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for point in shape.get_faces():
		tool.add_vertex(point)
	tool.generate_normals()
	return tool.commit()
