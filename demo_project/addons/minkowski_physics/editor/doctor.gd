# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## The shape doctor: looks at the collision shapes of a scene and says what will not collide as it looks. One check is
## one row of [constant CHECKS] and one function below. Works on any tree of nodes, also without the editor:
##
## [codeblock]
## for finding in Doctor.inspect(get_tree().current_scene):
##     print(finding.node, ": ", finding.text)
## [/codeblock]

const Scene := preload("doctor_scene.gd")
const Part := Scene.Part

## name -> the function that finds it, and a title.
const CHECKS: Dictionary[StringName, Array] = {
	&"problem": [&"_find_problems", "Mistakes in shapes"],
	&"sliver": [&"_find_slivers", "Sliver triangles"],
	&"winding": [&"_find_flipped", "Flipped windings"],
	&"open_solid": [&"_find_open_solids", "Open meshes as solids"],
	&"thin": [&"_find_thin", "No thickness"],
	&"scale": [&"_find_scales", "Tiny or huge"],
	&"layers": [&"_find_layers", "Layers that never meet"],
	&"layer_pairs": [&"_find_layer_pairs", "For your information: bodies that pass through each other"],
	&"moving_mesh": [&"_find_moving_meshes", "Thin meshes on moving bodies"],
}

## What makes a shape thick.
const SIZES: Dictionary[StringName, Array] = {
	&"BoxShape3D": [&"size"],
	&"SphereShape3D": [&"radius"],
	&"CapsuleShape3D": [&"radius"],
	&"CylinderShape3D": [&"radius", &"height"],
	&"EllipsoidShape3D": [&"radii"],
	&"ConeShape3D": [&"radius", &"height"],
	&"RoundedBoxShape3D": [&"size"],
	&"RoundedCylinderShape3D": [&"radius", &"height"],
	&"TaperedCylinderShape3D": [&"height"],
}

## What gives a shape of ours a thickness where what it is made of has none; nothing where that takes more than a number.
const SKINS: Dictionary[StringName, StringName] = {
	&"MeshHullShape3D": &"rounding",
	&"FittedBoxShape3D": &"padding",
	&"ConvexDecompositionShape3D": &"rounding",
	&"MinkowskiSumShape3D": &"",
}

## m; a sliver lower than this may be left away: a gap so narrow is closed by what the solver lets overlap, 5 mm.
const SLIVER_GAP := 0.001
## m; thinner than a fifth of what the solver lets bodies overlap, a shape has no inside to push out of.
const THIN := 0.001
## m; what the cure makes of it: twice that overlap.
const CURED := 0.01
## m; a moving body smaller than twice the overlap rests within it: it sinks in, jitters or rolls away.
const TINY := 0.01
## m; beyond this, single precision knows places on a body to a twentieth of a millimetre, a hundredth of that overlap.
const HUGE := 1000.0
## A node's scale outside of 1/100 to 100, no unit: most often a file in centimetres or millimetres.
const SCALE_LIMIT := 100.0
const NOTHING_LEFT := "a scale of 0 leaves nothing to hit"


## Something that is wrong with a node. [member changes] cure it, if there are any: rows of an object, a property
## and its new value.
class Finding:
	extends RefCounted
	var check: StringName
	var node: Node
	var text: String
	var cure: String
	var changes: Array[Array] = []

	func is_curable() -> bool:
		return not changes.is_empty()


var _scene: Scene
var _unfinished: Dictionary[Shape3D, bool] = {} # shapes that are not as large as they will be
var _lonely: Dictionary[Node3D, bool] = {} # what meets nothing at all
var _findings: Array[Finding] = []


## Everything that is wrong below and at a node, in the order of the checks.
static func inspect(root: Node) -> Array[Finding]:
	return inspect_scene(root, Scene.new())


## The same with a scene that may have been looked at before, so that its triangles need not be looked at again.
static func inspect_scene(root: Node, scene: Scene) -> Array[Finding]:
	var doctor := new()
	doctor._scene = scene
	scene.visit(root)
	for check in CHECKS:
		doctor.call(CHECKS[check][0], check)
	doctor._spare_libraries()
	return doctor._findings


## Writes what cures a finding, without a way back; the dock does it with one.
static func apply(finding: Finding) -> void:
	for change in finding.changes:
		change[0].set(change[1], change[2])


# the shapes of a GridMap are those of its library, which is no part of the scene
func _spare_libraries() -> void:
	for finding in _findings:
		if finding.node.is_class("GridMap") and finding.check != &"layers":
			finding.changes.clear()


func _report(check: StringName, node: Node, text: String) -> Finding:
	var finding := Finding.new()
	finding.check = check
	finding.node = node
	finding.text = text
	_findings.append(finding)
	return finding


# what the inspector says of a shape of ours
func _find_problems(check: StringName) -> void:
	for part in _scene.parts:
		var problem: String = part.shape.get_problem() if part.shape.has_method("get_problem") else ""
		if problem:
			_add_mesh(_report(check, part.node, problem), part)
			_unfinished[part.shape] = true


# where a mesh is seen beside a shape that has none, there the shape is
func _add_mesh(finding: Finding, part: Part) -> void:
	var model := model_of(part.node as CollisionShape3D)
	if model:
		finding.cure = "Take the mesh of %s" % model.name
		finding.changes = [[part.shape, &"mesh", model.mesh], [part.node, &"transform", model.transform]]


## What is drawn beside a shape that needs a mesh and has none; null otherwise.
static func model_of(node: CollisionShape3D) -> MeshInstance3D:
	if node == null or node.shape == null or node.get_parent() == null:
		return null
	if not &"mesh" in node.shape or node.shape.mesh:
		return null
	for child in node.get_parent().get_children():
		if child is MeshInstance3D and child.mesh:
			return child
	return null


func _find_slivers(check: StringName) -> void:
	for part in _scene.parts:
		var triangles := _scene.triangles_of(part.shape)
		if triangles == null:
			continue
		var found := triangles.slivers()
		var highest := 0.0
		for sliver in found:
			highest = maxf(highest, triangles.height(sliver))
		if found.is_empty():
			continue
		var words := "are slivers" if found.size() != 1 else "is a sliver"
		var text := "%d of %d triangles %s" % [found.size(), triangles.count(), words]
		var finding := _report(check, part.node, text)
		if part.shape is ConcavePolygonShape3D and highest <= SLIVER_GAP:
			finding.cure = "Remove them"
			_replace_faces(finding, part, triangles.without(found))


func _find_flipped(check: StringName) -> void:
	for part in _scene.parts:
		var triangles := _scene.triangles_of(part.shape)
		if triangles == null or triangles.count() == 0:
			continue
		var flipped := triangles.flipped()
		if flipped.is_empty():
			continue
		var word := "face" if flipped.size() != 1 else "faces"
		var text := "%d of %d triangles %s the wrong way" % [flipped.size(), triangles.count(), word]
		var finding := _report(check, part.node, text)
		if part.shape is ConcavePolygonShape3D:
			finding.cure = "Turn them round"
			_replace_faces(finding, part, triangles.turned_round(flipped))


# a shape of its own, since others may share the old one
func _replace_faces(finding: Finding, part: Part, faces: PackedVector3Array) -> void:
	var shape: ConcavePolygonShape3D = part.shape.duplicate()
	shape.set_faces(faces)
	finding.changes = [[part.node, &"shape", shape]]


func _find_open_solids(check: StringName) -> void:
	for part in _scene.parts:
		if not part.shape.is_class("MovingMeshShape3D") or not part.shape.get("solid"):
			continue
		var triangles := _scene.triangles_of(part.shape)
		if triangles == null or triangles.count() == 0 or triangles.is_closed():
			continue
		var finding := _report(check, part.node, "the mesh has holes, so it has no inside to be solid")
		finding.cure = "Make it thin"
		finding.changes = [[part.shape, &"solid", false]]
	for body in _scene.soft_bodies:
		if body.mesh == null or body.pressure_coefficient <= 0.0:
			continue
		if not _scene.triangles_in(body.mesh).is_closed():
			var finding := _report(check, body, "the mesh has holes, so pressure pushes it away")
			finding.cure = "No pressure"
			finding.changes = [[body, &"pressure_coefficient", 0.0]]


func _find_thin(check: StringName) -> void:
	for part in _scene.parts:
		if part.shape is ConvexPolygonShape3D and part.shape.get_class() == "ConvexPolygonShape3D":
			_find_flat_hull(check, part)
		elif SKINS.has(StringName(part.shape.get_class())):
			_find_flat_skin(check, part)
		for property: StringName in SIZES.get(StringName(part.shape.get_class()), []):
			var value: Variant = part.shape.get(property)
			var cured: Variant = null
			if value is float and value < THIN:
				cured = CURED
			elif value is Vector3 and value[value.min_axis_index()] < THIN:
				cured = value.max(Vector3.ONE * CURED)
			if cured == null:
				continue
			var finding := _report(check, part.node, "its %s is %s m" % [property, value])
			finding.cure = "Make it %d mm" % roundi(1000.0 * CURED)
			finding.changes = [[part.shape, property, cured]]
	for polygon in _scene.polygons:
		if polygon.depth < THIN:
			var finding := _report(check, polygon, "its depth is %s m" % polygon.depth)
			finding.cure = "Make it %d mm" % roundi(1000.0 * CURED)
			finding.changes = [[polygon, &"depth", CURED]]


# points that all lie in a plane
func _find_flat_hull(check: StringName, part: Part) -> void:
	var points: PackedVector3Array = part.shape.points
	var plane := _plane_of(points)
	if plane == Plane():
		if points.size() > 0:
			_report(check, part.node, "its points lie on a line")
		return
	if not _is_in(plane, points):
		return
	var thick: PackedVector3Array = []
	for point in points:
		thick.append(point + 0.5 * CURED * plane.normal)
		thick.append(point - 0.5 * CURED * plane.normal)
	var shape: ConvexPolygonShape3D = part.shape.duplicate()
	shape.points = thick
	var finding := _report(check, part.node, "its points lie in a plane")
	finding.cure = "Make it %d mm" % roundi(1000.0 * CURED)
	finding.changes = [[part.node, &"shape", shape]]


# a mesh in a plane or on a line, with nothing around it; what is only a stand-in is as flat
func _find_flat_skin(check: StringName, part: Part) -> void:
	var points: PackedVector3Array = part.shape.points
	var plane := _plane_of(points)
	if _unfinished.has(part.shape) or plane != Plane() and not _is_in(plane, points):
		return
	var finding := _report(check, part.node, "all of it lies in a plane")
	var skin := SKINS[StringName(part.shape.get_class())]
	if skin:
		finding.cure = "Make it %d mm" % roundi(1000.0 * CURED)
		finding.changes = [[part.shape, skin, CURED / 2.0]]


func _is_in(plane: Plane, points: PackedVector3Array) -> bool:
	for point in points:
		if absf(plane.distance_to(point)) >= THIN:
			return false
	return true


# through the point farthest from the first one, and the one farthest from the line of both
func _plane_of(points: PackedVector3Array) -> Plane:
	var axis := Vector3.ZERO
	for point in points:
		if (point - points[0]).length_squared() > axis.length_squared():
			axis = point - points[0]
	var normal := Vector3.ZERO
	for point in points:
		var across := axis.cross(point - points[0])
		if across.length_squared() > normal.length_squared():
			normal = across
	if axis == Vector3.ZERO or normal.length() < THIN * axis.length():
		return Plane()
	return Plane(normal.normalized(), points[0])


func _find_scales(check: StringName) -> void:
	for part in _scene.parts:
		var scale := _basis_of(part.node).get_scale().abs()
		var text := _fault_of_scale(scale)
		if text:
			var finding := _report(check, part.node, text)
			if text != NOTHING_LEFT:
				_add_baking(finding, part)
		elif Scene.is_moving(part.body) and not part.shape is WorldBoundaryShape3D and not _unfinished.has(part.shape):
			_find_size(check, part.node, part.shape.get_debug_mesh().get_aabb().size * scale)
	for polygon in _scene.polygons:
		var scale := _basis_of(polygon).get_scale().abs()
		var text := _fault_of_scale(scale)
		if text:
			_report(check, polygon, text)
		elif Scene.is_moving(polygon.get_parent()):
			_find_size(check, polygon, _size_of(polygon) * scale)


func _fault_of_scale(scale: Vector3) -> String:
	if is_zero_approx(scale[scale.min_axis_index()]):
		return NOTHING_LEFT
	if scale[scale.min_axis_index()] < 1.0 / SCALE_LIMIT or scale[scale.max_axis_index()] > SCALE_LIMIT:
		return "its scale is %s" % scale
	return ""


func _size_of(polygon: CollisionPolygon3D) -> Vector3:
	var box := AABB()
	for i in polygon.polygon.size():
		var corner := Vector3(polygon.polygon[i].x, polygon.polygon[i].y, 0.0)
		box = AABB(corner, Vector3.ZERO) if i == 0 else box.expand(corner)
	return box.size + Vector3(0, 0, polygon.depth)


# also outside of a tree, where Godot knows no global places
func _basis_of(node: Node3D) -> Basis:
	var basis := node.basis
	var parent := node.get_parent()
	while parent is Node3D and not node.top_level:
		node = parent
		basis = node.basis * basis
		parent = node.get_parent()
	return basis


func _find_size(check: StringName, node: Node3D, size: Vector3) -> void:
	var longest := size[size.max_axis_index()]
	if longest == 0.0:
		return # Godot warns of what is not there
	if longest < TINY:
		_report(check, node, "a moving body of %.1f mm" % (1000.0 * longest))
	elif longest > HUGE:
		_report(check, node, "a moving body of %.0f m" % longest)


# the scale of the node itself goes into a shape that can have it
func _add_baking(finding: Finding, part: Part) -> void:
	var scale := part.node.scale
	var is_even := is_equal_approx(scale.x, scale.y) and is_equal_approx(scale.x, scale.z)
	if scale.is_equal_approx(Vector3.ONE) or scale[scale.min_axis_index()] <= 0.0:
		return
	var shape: Shape3D = part.shape.duplicate()
	if shape is BoxShape3D:
		shape.size *= scale
	elif is_even and (shape is SphereShape3D or shape is CapsuleShape3D or shape is CylinderShape3D):
		# a capsule's radius is at most half of its height: that comes first
		if not shape is SphereShape3D:
			shape.height *= scale.x
		shape.radius = part.shape.radius * scale.x
	else:
		return
	finding.cure = "Move it into the shape"
	finding.changes = [[part.node, &"scale", Vector3.ONE], [part.node, &"shape", shape]]


# Bodies meet if one of them sees the other's layer; areas and casts only look. Those of one layer and mask are looked
# at together: a scene may have thousands.
func _find_layers(check: StringName) -> void:
	var groups := _by_layers(_scene.objects)
	for object in _scene.objects:
		var layers := 0
		var is_met := _is_cast_at(object)
		for key: Vector2i in groups:
			if is_met or not _has_stranger(object, groups[key]):
				continue
			layers |= key.x
			is_met = (key.x & object.collision_mask | key.y & object.collision_layer) != 0
		if is_met or layers == 0:
			continue
		_lonely[object] = true
		var bit := _lowest_bit(layers)
		var finding := _report(check, object, "no layer and mask of the scene lets it meet anything")
		finding.cure = "See layer %d" % (1 + bit)
		finding.changes = [[object, &"collision_mask", object.collision_mask | 1 << bit]]


func _by_layers(objects: Array) -> Dictionary[Vector2i, Array]:
	var groups: Dictionary[Vector2i, Array] = {}
	for object: Node3D in objects:
		var key := Vector2i(object.collision_layer, object.collision_mask)
		if not groups.has(key):
			groups[key] = []
		groups[key].append(object)
	return groups


# Two groups of bodies none of which sees the other, and some can be stopped. That may be meant, so there is no cure.
func _find_layer_pairs(check: StringName) -> void:
	var groups := _by_layers(_scene.objects.filter(_is_to_meet))
	var keys := groups.keys()
	for i in keys.size():
		for j in i:
			if keys[i].x & keys[j].y == 0 and keys[j].x & keys[i].y == 0:
				_report_pair(check, groups[keys[j]], groups[keys[i]])


# areas do not stop anything, and what meets nothing at all is another finding
func _is_to_meet(object: Node3D) -> bool:
	return not object is Area3D and not _lonely.has(object)


func _report_pair(check: StringName, some: Array, others: Array) -> void:
	for sides: Array in [[some, others], [others, some]]:
		for body: Node3D in sides[0]:
			if not Scene.can_be_stopped(body) or not _has_stranger(body, sides[1]):
				continue
			var text := "never meets %s" % _names_of(sides[1])
			if sides[0].size() > 1:
				text = "as %d more of its layer and mask, %s" % [sides[0].size() - 1, text]
			_report(check, body, text)
			return


func _names_of(bodies: Array) -> String:
	var name: String = bodies[0].name
	return name if bodies.size() == 1 else "%s and %d more" % [name, bodies.size() - 1]


# what is part of the same thing is not what it is there to meet
func _has_stranger(object: Node3D, others: Array) -> bool:
	for other: Node3D in others:
		if other != object and not other.is_ancestor_of(object) and not object.is_ancestor_of(other):
			return true
	return false


func _is_cast_at(object: Node3D) -> bool:
	for cast in _scene.casts:
		if cast.collision_mask & object.collision_layer:
			return true
	return false


func _lowest_bit(bits: int) -> int:
	var bit := 0
	while not bits & 1 << bit:
		bit += 1
	return bit


func _find_moving_meshes(check: StringName) -> void:
	for part in _scene.parts:
		if not part.body is RigidBody3D or part.body.freeze:
			continue
		if not _is_thin_mesh(part.shape):
			continue
		var text := "triangles without an inside on a moving body: what gets below one stays there"
		_add_solid(_report(check, part.node, text), part)


# Triangles of which both sides collide, or that do not enclose anything. A solid with holes is another finding.
func _is_thin_mesh(shape: Shape3D) -> bool:
	if shape.is_class("MovingMeshShape3D"):
		return not shape.get("solid")
	var triangles := _scene.triangles_of(shape)
	return triangles != null and (shape.get("backface_collision") or not triangles.is_closed())


# closed triangles become solid, others their hull
func _add_solid(finding: Finding, part: Part) -> void:
	var triangles := _scene.triangles_of(part.shape)
	if triangles == null or triangles.count() == 0:
		return
	if triangles.is_closed():
		var is_concave := part.shape is ConcavePolygonShape3D
		finding.cure = "Make it solid"
		finding.changes = [[part.shape, &"backface_collision" if is_concave else &"solid", not is_concave]]
	else:
		var hull := ConvexPolygonShape3D.new()
		hull.points = triangles.points
		finding.cure = "Take its hull"
		finding.changes = [[part.node, &"shape", hull]]
