# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends RefCounted
## The drag handles of the shapes that a few numbers describe: where each one is, along which line it moves,
## and which number it changes. Classes are named by their text, so that this compiles without the library.

## m; what the resources take at least and at most
const LEAST_SIZE := 0.001
const MOST_SIZE := 10000.0
const MOST_ROUNDING := 1000.0
## How far the middle of a quarter of a circle of radius 1 is from the edge that it rounds.
const ARC_DEPTH := sqrt(2.0) - 1.0


## From the middle of a shape of a sum, where the sum's other shape is shown: at a corner or a rim that is wide also
## where there is a tip, so that no handle of one comes to lie on a handle of the other.
const ASIDE := Vector3(1, -1, 1)


## One handle, in the space of the shape.
class Handle:
	var title: String
	var owner: Resource  ## whose property it is: the shape itself, or one of which it is made
	var property: StringName
	var component: int  ## of a vector; -1: the property is a number
	var place: Vector3
	var along: Vector3  ## of length 1
	## How much the number grows when the handle moves by one metre and the middle stays.
	var ratio: float
	## There is a handle on the other side, and dragging moves the middle so that the other side stays.
	var is_one_of_two: bool
	var least: float
	var most: float

	func read() -> float:
		var value: Variant = owner.get(property)
		return value if component < 0 else value[component]

	## What the property is with another number.
	func changed(number: float) -> Variant:
		var value: Variant = owner.get(property)
		if component < 0:
			return number
		value[component] = number
		return value


## The handles of a shape; none for classes that have no numbers to drag.
static func of(shape: Resource) -> Array[Handle]:
	var handles := _find(shape)
	for handle in handles:
		if handle.owner == null:
			handle.owner = shape
	return handles


static func _find(shape: Resource) -> Array[Handle]:
	match shape.get_class():
		"EllipsoidShape3D":
			return _of_ellipsoid(shape.radii)
		"SphereShape3D":
			return [_make("Radius", &"radius", Vector3.RIGHT * shape.radius, Vector3.RIGHT)]
		"SeparationRayShape3D":
			return [_make("Length", &"length", Vector3.BACK * shape.length, Vector3.BACK)]
		"ConeShape3D":
			return _of_upright(shape.height / 2.0, shape.height / 2.0, {&"radius": -1.0}, shape)
		"CylinderShape3D":
			return _of_upright(shape.height / 2.0, shape.height / 2.0, {&"radius": 0.0}, shape)
		"CapsuleShape3D":
			return _of_capsule(shape)
		"TaperedCylinderShape3D":
			var rings := {&"bottom_radius": -1.0, &"top_radius": 1.0}
			return _of_upright(shape.height / 2.0, shape.height / 2.0, rings, shape)
		"TaperedCapsuleShape3D":
			return _of_tapered_capsule(shape)
		"RoundedCylinderShape3D":
			var half: float = shape.height / 2.0
			var handles := _of_upright(half, half, {&"radius": 0.0}, shape)
			handles.append(_of_rounding(shape, Vector3(shape.radius, half, 0), minf(shape.radius, half)))
			return handles
		"BoxShape3D":
			return _of_box(shape.size / 2.0)
		"RoundedBoxShape3D":
			return _of_rounded_box(shape)
	return _find_of_others(shape)


# Of what is made of a mesh, or of other shapes.
static func _find_of_others(shape: Resource) -> Array[Handle]:
	match shape.get_class():
		"MeshHullShape3D":
			var points: PackedVector3Array = shape.points
			return _of_skin(points if shape.vertex_count > 0 else PackedVector3Array(), 0.0)
		"ConvexDecompositionShape3D":
			return _of_parts(shape)
		"FittedBoxShape3D":
			return _of_fitted_box(shape.box_transform, shape.box_size / 2.0)
		"FittedSphereShape3D":
			return _of_fitted_sphere(shape.center, shape.radius)
		"MinkowskiSumShape3D":
			return _of_sum(shape)
	return []


## Where the two shapes of a sum are shown: one at its place, the other swept to a point of it. Empty while there is no
## sum.
static func places_in(sum: Resource) -> Dictionary[StringName, Vector3]:
	if sum.get_problem():
		return {}
	var physics := Engine.get_singleton(&"MinkowskiPhysics")
	return {&"shape_a": Vector3.ZERO, &"shape_b": physics.support(sum.shape_a, Transform3D(), ASIDE)}


static func _make(title: String, property: StringName, place: Vector3, along: Vector3) -> Handle:
	var handle := Handle.new()
	handle.title = title
	handle.property = property
	handle.component = -1
	handle.place = place
	handle.along = along
	handle.ratio = 1.0
	handle.least = LEAST_SIZE
	handle.most = MOST_SIZE
	return handle


# A length that is put around something, and may be none.
static func _make_skin(property: StringName, place: Vector3, along: Vector3) -> Handle:
	var handle := _make(property.capitalize(), property, place, along)
	handle.least = 0.0
	handle.most = MOST_ROUNDING
	return handle


static func _make_one_of_two(handle: Handle) -> void:
	handle.ratio = 2.0
	handle.is_one_of_two = true


static func _of_axis(property: StringName, component: int, place: Vector3) -> Handle:
	var title := "%s %s" % [property.capitalize(), "XYZ"[component]]
	var handle := _make(title, property, place, place.normalized())
	handle.component = component
	return handle


static func _of_ellipsoid(radii: Vector3) -> Array[Handle]:
	var handles: Array[Handle] = []
	for axis in 3:
		var place := Vector3.ZERO
		place[axis] = radii[axis]
		handles.append(_of_axis(&"radii", axis, place))
	return handles


# Top, bottom, and a radius at each named level: -1 at the bottom, 1 at the top.
static func _of_upright(
	top: float, bottom: float, levels: Dictionary, shape: Resource
) -> Array[Handle]:
	var handles: Array[Handle] = [
		_make("Height", &"height", Vector3(0, top, 0), Vector3.UP),
		_make("Height", &"height", Vector3(0, -bottom, 0), Vector3.DOWN),
	]
	for handle in handles:
		_make_one_of_two(handle)
	for property: StringName in levels:
		var level: float = levels[property]
		var place := Vector3(shape.get(property), level * (top if level > 0.0 else bottom), 0)
		handles.append(_make(property.capitalize(), property, place, Vector3.RIGHT))
	return handles


# The radii are dragged beside the middles of the two balls.
static func _of_tapered_capsule(shape: Resource) -> Array[Handle]:
	var half := maxf(shape.height - shape.bottom_radius - shape.top_radius, 0.0) / 2.0
	var handles := _of_upright(half + shape.top_radius, half + shape.bottom_radius, {}, shape)
	for side: Array in [[&"bottom_radius", -half], [&"top_radius", half]]:
		var property: StringName = side[0]
		var place := Vector3(shape.get(property), side[1], 0)
		handles.append(_make(property.capitalize(), property, place, Vector3.RIGHT))
	return handles


# Godot's own: with less height than both caps it changes the other number as well.
static func _of_capsule(shape: Resource) -> Array[Handle]:
	var handles := _of_upright(shape.height / 2.0, shape.height / 2.0, {&"radius": 0.0}, shape)
	for handle in handles:
		if handle.property == &"height":
			handle.least = 2.0 * shape.radius
		else:
			handle.most = shape.height / 2.0
	return handles


static func _of_box(half: Vector3) -> Array[Handle]:
	var handles: Array[Handle] = []
	for axis in 3:
		for side: float in [1.0, -1.0]:
			var place := Vector3.ZERO
			place[axis] = side * half[axis]
			var handle := _of_axis(&"size", axis, place)
			_make_one_of_two(handle)
			handles.append(handle)
	return handles


static func _of_rounded_box(shape: Resource) -> Array[Handle]:
	var half: Vector3 = shape.size / 2.0
	var handles := _of_box(half)
	handles.append(_of_rounding(shape, Vector3(half.x, half.y, 0), half[half.min_axis_index()]))
	return handles


# A skin is dragged outwards, from where it reaches farthest to the right.
static func _of_skin(points: PackedVector3Array, beyond: float) -> Array[Handle]:
	if points.is_empty():
		return []
	var place := points[0]
	for point in points:
		if point.x > place.x:
			place = point
	return [_make_skin(&"rounding", place + Vector3.RIGHT * beyond, Vector3.RIGHT)]


static func _of_parts(shape: Resource) -> Array[Handle]:
	var points: PackedVector3Array = []
	for part: int in shape.part_count:
		points.append_array(shape.get_part(part))
	return _of_skin(points, shape.rounding)


# On each side, all for the same padding.
static func _of_fitted_box(box: Transform3D, half: Vector3) -> Array[Handle]:
	var handles: Array[Handle] = []
	if half == Vector3.ZERO:
		return handles
	for axis in 3:
		for side: float in [1.0, -1.0]:
			var along := box.basis[axis].normalized() * side
			handles.append(_make_skin(&"padding", box.origin + along * half[axis], along))
	return handles


static func _of_fitted_sphere(center: Vector3, radius: float) -> Array[Handle]:
	if radius == 0.0:
		return []
	return [_make_skin(&"padding", center + Vector3.RIGHT * radius, Vector3.RIGHT)]


# Those of both shapes, where they are shown. A side of the sum moves as far as the same side of one of its shapes,
# and as far as all of them together if they are one and the same: then the middle stays.
static func _of_sum(sum: Resource) -> Array[Handle]:
	var handles: Array[Handle] = []
	var places := places_in(sum)
	for side in places:
		var before := handles.duplicate()
		for handle in of(sum.get(side)):
			var same := before.filter(func(other: Handle) -> bool: return other.owner == handle.owner)
			for other: Handle in same:
				other.is_one_of_two = false
			if same.is_empty():
				handle.title += " of " + side.capitalize()
				handle.place += places[side]
				handles.append(handle)
	return handles


# The rounding is dragged at the middle of its arc, aslant inwards as far as there is room: the other handles lie on
# the axes, and one that came to lie on another could not be taken any more.
static func _of_rounding(shape: Resource, edge: Vector3, room: float) -> Handle:
	var used := minf(shape.rounding, room)
	var inwards := Vector3(-1, -1, 0).normalized()
	var handle := _make("Rounding", &"rounding", edge + inwards * used * ARC_DEPTH, inwards)
	handle.ratio = 1.0 / ARC_DEPTH
	handle.least = 0.0
	handle.most = room
	return handle
