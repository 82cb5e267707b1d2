# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends StaticBody3D
## Trees and rocks on the hills, off the road: one body with a shape for each, and one mesh for all of a kind.

const TREES := 150
const ROCKS := 70
## m; from the middle of the land, and from the middle of the road.
const FAR := 46.0
const CLEAR := 4.5
const TRUNK := Color("6b4a35")
const LEAVES := Color("3d7a4a")
const STONE := Color("7b8290")

var places: PackedVector3Array = []

var _random := RandomNumberGenerator.new()


## [param height_at] tells how high the land is at (x, z); the road is a circle of radius [param road].
func _init(height_at: Callable, road: float) -> void:
	_random.seed = 12
	var trunks: Array[Transform3D] = []
	var crowns: Array[Transform3D] = []
	for index in TREES:
		var place := _any_place(height_at, road, 0.75)
		trunks.append(place)
		# two cones, the upper one smaller
		crowns.append(place.translated_local(Vector3(0, 1.0, 0)))
		crowns.append(place.translated_local(Vector3(0, 1.9, 0)).scaled_local(Vector3(0.75, 0.8, 0.75)))
	_show(Make.cylinder(0.16, 1.4, 8), TRUNK, trunks, Vector3.UP * 0.5)
	_show(_cone(), LEAVES, crowns, Vector3.UP * 0.8)
	_add_shapes(Make.cylinder(0.3, 2.4).shape, trunks, Vector3.UP * 1.0)
	var rocks: Array[Transform3D] = []
	for index in ROCKS:
		rocks.append(_any_place(height_at, road, 0.5))
	var rock := Make.crystal(0.55, 0.8, 7)
	_show(rock, STONE, rocks, Vector3.UP * 0.1)
	_add_shapes(rock.shape, rocks, Vector3.UP * 0.1)


# somewhere off the road, turned anyhow, [param least] to twice as large
func _any_place(height_at: Callable, road: float, least: float) -> Transform3D:
	var at := Vector2.ZERO
	while at == Vector2.ZERO or absf(at.length() - road) < CLEAR:
		at = Vector2(_random.randf_range(-FAR, FAR), _random.randf_range(-FAR, FAR))
	var size := least * _random.randf_range(1.0, 2.0)
	var place := Vector3(at.x, height_at.call(at.x, at.y), at.y)
	places.append(place)
	return Transform3D(Basis(Vector3.UP, _random.randf() * TAU).scaled(Vector3.ONE * size), place)


func _show(form: Make.Form, color: Color, trees: Array[Transform3D], up: Vector3) -> void:
	var many := MultiMesh.new()
	many.transform_format = MultiMesh.TRANSFORM_3D
	many.use_colors = true
	many.mesh = form.mesh
	many.instance_count = trees.size()
	for index in trees.size():
		many.set_instance_transform(index, trees[index].translated_local(up))
		many.set_instance_color(index, Color.WHITE.darkened(0.35 * _random.randf()))
	var seen := MultiMeshInstance3D.new()
	seen.multimesh = many
	seen.material_override = Make.material(color)
	seen.material_override.vertex_color_use_as_albedo = true
	seen.material_override.roughness = 0.95
	add_child(seen)


# one shape for all sizes: the engine takes any scale as it is
func _add_shapes(shape: Shape3D, trees: Array[Transform3D], up: Vector3) -> void:
	for place in trees:
		var collision := CollisionShape3D.new()
		collision.shape = shape
		collision.transform = place.translated_local(up)
		add_child(collision)


static func _cone() -> Make.Form:
	var form := Make.cylinder(0.95, 1.7, 9)
	(form.mesh as CylinderMesh).top_radius = 0.0
	return form
