# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name RopeView
extends Sketch
## Shows what DistanceJoint3D nodes hold in the running game: ropes and rods as lines, springs as coils. In the editor
## the plugin draws them.

const ROPE := Color("c9b8a0")
const ROD := Color("8d99b3")
const COIL := 64 # pieces of a spring
const COIL_RADIUS := 0.14 # m


## Where a joint ends: two points, each fast to a body, or to the world where there is none.
class Ends:
	var bodies: Array[Node3D] = []
	var points: PackedVector3Array = []

	func _init(joint: DistanceJoint3D) -> void:
		_add(joint, joint.node_a, joint.anchor_a)
		_add(joint, joint.node_b, joint.anchor_b)

	func _add(joint: DistanceJoint3D, path: NodePath, anchor: Vector3) -> void:
		var body := joint.get_node_or_null(path) as Node3D
		var place := joint.to_global(anchor)
		bodies.append(body)
		points.append(body.to_local(place) if body != null else place)

	## As it is in the simulation.
	func now() -> PackedVector3Array:
		return _places(func(body: Node3D) -> Transform3D: return body.global_transform)

	## As it is drawn, between two ticks.
	func seen() -> PackedVector3Array:
		return _places(func(body: Node3D) -> Transform3D: return body.get_global_transform_interpolated())

	func _places(place_of: Callable) -> PackedVector3Array:
		var found: PackedVector3Array = []
		for index in 2:
			var body := bodies[index]
			found.append(points[index] if body == null else (place_of.call(body) as Transform3D) * points[index])
		return found


var _followed: Dictionary[DistanceJoint3D, Ends] = {}


## Draws a joint from now on; its bodies must be where they are when it takes hold of them.
func follow(joint: DistanceJoint3D) -> void:
	_followed[joint] = Ends.new(joint)


## m; how far the ends of a joint are apart.
func length_of(joint: DistanceJoint3D) -> float:
	var ends := _followed[joint].now()
	return ends[0].distance_to(ends[1])


func _process(_delta: float) -> void:
	clear()
	for joint in _followed:
		var ends := _followed[joint].seen()
		match joint.mode:
			DistanceJoint3D.MODE_ROPE:
				add_line(ends[0], ends[1], ROPE, 0.012)
			DistanceJoint3D.MODE_ROD:
				add_line(ends[0], ends[1], ROD, 0.02)
			DistanceJoint3D.MODE_SPRING:
				_add_coil(ends[0], ends[1])
	finish()


func _add_coil(from: Vector3, to: Vector3) -> void:
	var last := from
	for index in range(1, COIL + 1):
		var out := Vector3(cos(index * 0.7), 0, sin(index * 0.7)) * (COIL_RADIUS if index < COIL else 0.0)
		var next := from.lerp(to, index / float(COIL)) + out
		add_line(last, next, ROD, 0.022)
		last = next
