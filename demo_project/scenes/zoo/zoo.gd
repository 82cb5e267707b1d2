# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Every kind of shape falls into a valley: as it is, scaled unevenly, and sheared. Nothing is replaced by
## something simpler: a sheared cone is a sheared cone. The valley is a height map, which is scaled, too.

const NameTags := preload("name_tags.gd")

## How the shapes are changed.
const CHANGES: Dictionary[String, Basis] = {
	"": Basis.IDENTITY,
	", scaled": Basis(Vector3(1.45, 0, 0), Vector3(0, 0.7, 0), Vector3(0, 0, 0.9)),
	", sheared": Basis(Vector3(0.9, 0, 0), Vector3(0.6, 0.9, 0), Vector3(0, 0.25, 0.9)),
}
## m; how deep bodies may be in each other while they are still falling on each other.
const DEEP := 0.06
const VALLEY := Vector3(1.7, 0, 0)
## Samples of the height map along a side, and how far they are apart (m).
const CELLS := 41
const CELL := 0.25
const TABLE := Vector3(6.4, 1.0, -4.0)
const LEG := 0.8

var _kinds := ZooShapes.all()
var _ground: HeightMapShape3D
var _table: RigidBody3D
var _tags: NameTags


func build() -> void:
	_build_valley()
	_build_table()
	var index := 0
	for change in CHANGES:
		for kind in _kinds:
			_put_body(kind, change, index)
			index += 1
	_tags = NameTags.new(bodies())
	put(_tags)


func numbers() -> Dictionary[String, String]:
	var shown := super()
	shown["kinds"] = "%d, each in 3 ways" % _kinds.size()
	shown["pointed at"] = str(_tags.pointed_at().name) if _tags.pointed_at() != null else "—"
	return shown


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"throw", "throws all of them up")


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		for body in bodies():
			body.apply_central_impulse(Vector3(0, 6, 0) * body.mass)


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	var all := bodies()
	all.erase(_table)
	if absf(_table.global_position.y - LEG) > 0.02:
		wrong.append("the table stands at %.3f m" % _table.global_position.y)
	if all.size() != CHANGES.size() * _kinds.size():
		wrong.append("there are %d bodies" % all.size())
	for i in all.size():
		var valley := Transform3D(_valley_basis(), VALLEY)
		wrong.append_array(_check_depth(all[i], _ground, valley, "the valley"))
		for k in i:
			wrong.append_array(_check_depth(all[i], _shape_of(all[k]), _place_of(all[k]), all[k].name))
	return wrong + _check_kinds() + _check_tags(all[0])


# Godot has a list of all kinds, its own and those of plugins
func _check_kinds() -> PackedStringArray:
	var missing := ClassDB.get_inheriters_from_class(&"Shape3D")
	for node: CollisionShape3D in find_children("*", "CollisionShape3D", true, false):
		var kind := missing.find(node.shape.get_class())
		if kind >= 0:
			missing.remove_at(kind)
	return [] if missing.is_empty() else PackedStringArray(["there is no %s" % ", ".join(missing)])


# with a gamepad the middle of the picture points
func _check_tags(body: RigidBody3D) -> PackedStringArray:
	var place := camera.global_transform
	var was_pad := KeyCap.is_pad
	KeyCap.is_pad = true
	camera.look_at_from_position(body.global_position + Vector3(0, 3, 0.01), body.global_position)
	_tags.choose()
	KeyCap.is_pad = was_pad
	camera.global_transform = place
	var pointed := _tags.pointed_at()
	if pointed == null or not str(pointed.name) in _tags.texts():
		return ["names: %s, and pointed at is %s" % [", ".join(_tags.texts()), pointed]]
	return _check_readable()


# as many names as there is room for, and none over another
func _check_readable() -> PackedStringArray:
	_tags.choose()
	var places := _tags.places()
	for i in places.size():
		for k in i:
			if places[i].intersects(places[k]):
				return ["the name %s covers %s" % [_tags.texts()[i], _tags.texts()[k]]]
	return [] if places.size() >= NameTags.COUNT / 2 else PackedStringArray(["only %d names are seen" % places.size()])


func _check_depth(body: RigidBody3D, other: Shape3D, place: Transform3D, title: String) -> PackedStringArray:
	var found := MinkowskiPhysics.distance(_shape_of(body), _place_of(body), other, place)
	if not found.is_valid():
		return ["%s and %s have no distance" % [body.name, title]]
	return [] if found.distance > -DEEP else PackedStringArray(["%s is %.3f m deep in %s" % [body.name, -found.distance, title]])


func _shape_of(body: RigidBody3D) -> Shape3D:
	return (body.get_child(0) as CollisionShape3D).shape


func _place_of(body: RigidBody3D) -> Transform3D:
	return body.global_transform * (body.get_child(0) as CollisionShape3D).transform


# layer above layer, every one turned in another way
func _put_body(kind: ZooShapes.Kind, change: String, index: int) -> void:
	var body := RigidBody3D.new()
	var basis := CHANGES[change] * Basis.from_scale(Vector3.ONE * kind.size)
	var color := Make.COLORS[index % 5]
	Make.dress(body, Make.Form.new(kind.mesh, kind.shape), color, Transform3D(basis, Vector3.ZERO))
	if kind.inside != null:
		(body.get_child(1) as MeshInstance3D).material_override = Make.glass(color, 0.35)
		var model := Make.visual(kind.inside, color)
		model.basis = basis
		body.add_child(model)
	body.name = (kind.title + change).validate_node_name()
	body.basis = Basis.from_euler(Vector3(0.7, 1.1, 0.4) * index)
	body.position = VALLEY + Vector3(index % 4 * 1.3 - 1.95, 2.0 + 1.35 * (index / 12), index / 4 % 3 * 1.4 - 1.4)
	put(body)


func _valley_basis() -> Basis:
	return Basis.from_scale(Vector3(CELL, 1, CELL))


# flat in the middle, with a rim that rises, and waves so small that they only make it uneven
func _height(x: float, z: float) -> float:
	var out := Vector2(x, z).length()
	return 0.12 + 0.06 * sin(2.1 * x) * cos(1.7 * z) + 0.9 * smoothstep(2.3, 3.7, out) - 1.3 * smoothstep(3.9, 4.9, out)


func _build_valley() -> void:
	_ground = HeightMapShape3D.new()
	_ground.map_width = CELLS
	_ground.map_depth = CELLS
	var heights := PackedFloat32Array()
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	tool.set_smooth_group(0)
	for index in CELLS * CELLS:
		var x := (index % CELLS - (CELLS - 1) / 2.0) * CELL
		var z := (index / CELLS - (CELLS - 1) / 2.0) * CELL
		heights.append(_height(x, z))
		tool.add_vertex(Vector3(x, heights[index], z))
	for index in (CELLS - 1) * (CELLS - 1):
		var corner := index / (CELLS - 1) * CELLS + index % (CELLS - 1)
		for step: int in [0, 1, CELLS, 1, CELLS + 1, CELLS]:
			tool.add_index(corner + step)
	_ground.map_data = heights
	tool.generate_normals()
	var body := StaticBody3D.new()
	body.position = VALLEY
	var collision := CollisionShape3D.new()
	collision.shape = _ground
	collision.basis = _valley_basis()
	body.add_child(collision)
	var seen := Make.visual(tool.commit(), Make.SLATE)
	(seen.material_override as StandardMaterial3D).roughness = 0.95
	body.add_child(seen)
	put(body)


# a body on separation rays, which are only felt at their ends
func _build_table() -> void:
	_table = Make.rigid(Make.box(Vector3(1.3, 0.1, 1.0)), Make.CLAY, TABLE, 4.0)
	for corner: Vector2 in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]:
		var leg := CollisionShape3D.new()
		leg.shape = SeparationRayShape3D.new()
		(leg.shape as SeparationRayShape3D).length = LEG
		leg.transform = Transform3D(Basis(Vector3.RIGHT, PI / 2.0), Vector3(0.55 * corner.x, 0, 0.4 * corner.y))
		_table.add_child(leg)
		var seen := Make.visual(Make.cylinder(0.03, LEG).mesh, Make.SLATE.lightened(0.4))
		seen.position = leg.position + Vector3.DOWN * LEG / 2.0
		_table.add_child(seen)
	_table.name = "separation rays"
	put(_table)
