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


## One handle, in the space of the shape.
class Handle:
	var title: String
	var property: StringName
	var component: int  ## of a vector; -1: the property is a number
	var place: Vector3
	var along: Vector3  ## of length 1
	## How much the number grows when the handle moves by one metre and the middle stays. At 2 there is a
	## handle on the other side, and dragging moves the middle so that the other side stays; a rounding grows by more.
	var ratio: float
	var least: float
	var most: float

	func read(shape: Resource) -> float:
		var value: Variant = shape.get(property)
		return value if component < 0 else value[component]

	## What the property is with another number.
	func changed(shape: Resource, number: float) -> Variant:
		var value: Variant = shape.get(property)
		if component < 0:
			return number
		value[component] = number
		return value

	func is_one_of_two() -> bool:
		return ratio == 2.0


## The handles of a shape; none for classes that have no numbers to drag.
static func of(shape: Resource) -> Array[Handle]:
	match shape.get_class():
		"EllipsoidShape3D":
			return _of_ellipsoid(shape.radii)
		"ConeShape3D":
			return _of_upright(shape.height / 2.0, shape.height / 2.0, {&"radius": -1.0}, shape)
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
		"RoundedBoxShape3D":
			return _of_rounded_box(shape)
		"MeshHullShape3D":
			return _of_mesh_hull(shape)
	return []


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
		handle.ratio = 2.0
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


static func _of_rounded_box(shape: Resource) -> Array[Handle]:
	var handles: Array[Handle] = []
	var half: Vector3 = shape.size / 2.0
	for axis in 3:
		for side: float in [1.0, -1.0]:
			var place := Vector3.ZERO
			place[axis] = side * half[axis]
			var handle := _of_axis(&"size", axis, place)
			handle.ratio = 2.0
			handles.append(handle)
	handles.append(_of_rounding(shape, Vector3(half.x, half.y, 0), half[half.min_axis_index()]))
	return handles


# The skin is dragged outwards, from where it reaches farthest to the right.
static func _of_mesh_hull(shape: Resource) -> Array[Handle]:
	if shape.vertex_count == 0:
		return []
	var place: Vector3 = shape.points[0]
	for point: Vector3 in shape.points:
		if point.x > place.x:
			place = point
	var handle := _make("Rounding", &"rounding", place, Vector3.RIGHT)
	handle.least = 0.0
	handle.most = MOST_ROUNDING
	return [handle]


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
