# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name WorkbenchCheck
extends RefCounted
## Nothing of the plugin is missing on the workbench, what stands there still does, joints hold, the Shape Doctor finds
## each mistake that was made on purpose and no other, and time that was taken back runs the same way again.

const Doctor := preload("res://addons/minkowski_physics/editor/doctor.gd")
## m; how far a thing on its stand may settle, aside.
const SETTLED := 0.2
## m; what a joint may give way.
const SLACK := 0.01
## rad; how far the welded arm may lean.
const LEAN := 0.02
const TICKS := 30

var wrong: PackedStringArray = []

var _bench: Node3D
var _start: Node3D # the same nodes as the file has them


func _init(bench: Node3D, start: Node3D) -> void:
	_bench = bench
	_start = start


## Those of the plugin, which are no Joint3D.
static func joints_of(bench: Node3D) -> Array[Node]:
	return bench.find_children("*", "FixedJoint3D", true, false) + bench.find_children("*", "DistanceJoint3D", true, false)


func check_all(ropes: RopeView, rewinder: Rewinder) -> PackedStringArray:
	_check_kinds()
	_check_stands()
	_check_joints(ropes)
	_check_faults()
	_check_time(rewinder)
	return wrong


func expect(is_so: bool, text: String) -> void:
	if not is_so:
		wrong.append(text)


# every shape that the plugin adds, by the list that Godot has of them
func _check_kinds() -> void:
	var found: Dictionary[String, bool] = {}
	for node: CollisionShape3D in _bench.find_children("*", "CollisionShape3D", true, false):
		if not _bench.get_node(^"Faults").is_ancestor_of(node):
			found[node.shape.get_class()] = true
	for kind in ClassDB.get_inheriters_from_class(&"ConvexPolygonShape3D"):
		expect(found.has(kind), "there is no %s" % kind)
	expect(joints_of(_bench).size() == 6, "there are %d joints" % joints_of(_bench).size())
	for joint in joints_of(_bench):
		expect(joint.is_attached(), "%s holds nothing" % joint.name)


func _check_stands() -> void:
	for body: RigidBody3D in _bench.find_children("Body", "RigidBody3D", true, false):
		if body.freeze:
			continue
		var way := body.global_position - _place_at_start(body)
		var aside := Vector2(way.x, way.z).length()
		expect(aside < SETTLED and body.global_position.y > 0.1, "%s moved by %s" % [body.get_parent().name, way])


func _place_at_start(body: Node3D) -> Vector3:
	var node := _start.get_node(_bench.get_path_to(body)) as Node3D
	var place := Transform3D()
	while node != _start:
		place = node.transform * place
		node = node.get_parent()
	return place.origin


func _check_joints(ropes: RopeView) -> void:
	for joint: DistanceJoint3D in _bench.find_children("*", "DistanceJoint3D", true, false):
		var apart := ropes.length_of(joint)
		var own: float = joint.length if joint.length > 0.0 else joint.anchor_a.distance_to(joint.anchor_b)
		expect(joint.mode == DistanceJoint3D.MODE_SPRING or apart < own + SLACK, "%s is %.3f m long" % [joint.name, apart])
		expect(joint.mode != DistanceJoint3D.MODE_ROD or apart > own - SLACK, "%s is %.3f m long" % [joint.name, apart])
	var block := _bench.get_node(^"Joints/Welded/Block") as RigidBody3D
	var arm := _bench.get_node(^"Joints/Welded/Arm") as RigidBody3D
	expect(block.quaternion.angle_to(arm.quaternion) < LEAN, "the welded arm leans")


func _check_faults() -> void:
	var found: PackedStringArray = []
	for finding in Doctor.inspect(_bench):
		found.append(finding.check)
		var is_meant := _bench.get_node(^"Faults").is_ancestor_of(finding.node)
		expect(is_meant, "%s: %s" % [_bench.get_path_to(finding.node), finding.text])
	found.sort()
	var all := PackedStringArray(Doctor.CHECKS.keys())
	# that is no mistake, and would be told of a body that is right
	all.erase("layer_pairs")
	all.sort()
	expect(found == all, "the Shape Doctor finds %s" % ", ".join(found))


# back in time, and the same way again: to the last bit
func _check_time(rewinder: Rewinder) -> void:
	var space := _bench.get_world_3d().space
	var ticks := rewinder.ticks()
	var ends: Array[int] = []
	for i in TICKS:
		expect(rewinder.go_back(), "it does not go back")
	expect(rewinder.ticks() == ticks - TICKS, "it went back %d ticks" % (ticks - rewinder.ticks()))
	var state := MinkowskiPhysics.save_state(space)
	for run in 2:
		expect(MinkowskiPhysics.restore_state(space, state), "the state does not fit")
		for i in TICKS:
			MinkowskiPhysics.step(space, 1.0 / Engine.physics_ticks_per_second)
		ends.append(MinkowskiPhysics.state_hash(space))
	expect(ends[0] == ends[1], "the same way led elsewhere")
