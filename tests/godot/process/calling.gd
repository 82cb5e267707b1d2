# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Bodies fall and call back in every tick while another thread gives them and an area other callbacks, over and over.
## Prints how often each kind was called.

const TICKS := 60
const BODIES := 30

var _bodies: Array[RID] = []
var _area := PhysicsServer3D.area_create()
var _shape := PhysicsServer3D.sphere_shape_create()
var _calls: Dictionary[String, int] = {"state": 0, "force": 0, "area": 0}
var _thread := Thread.new()
var _is_over := false


func _initialize() -> void:
	assert(PhysicsServer3D.get_class() == "MinkowskiPhysicsServer3D")
	PhysicsServer3D.shape_set_data(_shape, 1.0)
	PhysicsServer3D.area_add_shape(_area, _shape)
	PhysicsServer3D.area_set_space(_area, root.get_world_3d().space)
	for i in BODIES:
		var body := PhysicsServer3D.body_create()
		PhysicsServer3D.body_add_shape(body, _shape)
		PhysicsServer3D.body_set_collision_mask(body, 0)
		PhysicsServer3D.body_set_space(body, root.get_world_3d().space)
		_bodies.append(body)
		_replace(body, 0)
	_replace_area(0)
	_thread.start(_replace_all)
	_run.call_deferred()


# each with an argument of its own, so that one that is destroyed too early is missed
func _replace(body: RID, round: int) -> void:
	PhysicsServer3D.body_set_state_sync_callback(body, _told.bind([round]))
	PhysicsServer3D.body_set_force_integration_callback(body, _asked.bind([round]), [round])


func _replace_area(round: int) -> void:
	PhysicsServer3D.area_set_monitor_callback(_area, _entered.bind([round]))


func _replace_all() -> void:
	var round := 0
	while not _is_over:
		round += 1
		for body in _bodies:
			_replace(body, round)
		_replace_area(round)


func _told(_state: PhysicsDirectBodyState3D, bound: Array) -> void:
	_calls.state += int(bound.size() == 1)


func _asked(_state: PhysicsDirectBodyState3D, userdata: Array, bound: Array) -> void:
	_calls.force += int(bound.size() + userdata.size() == 2)


func _entered(_status: int, _body: RID, _id: int, _other: int, _own: int, bound: Array) -> void:
	_calls.area += int(bound.size() == 1)


func _run() -> void:
	for i in TICKS:
		await physics_frame
	_is_over = true
	_thread.wait_to_finish()
	print("called %d %d %d" % [_calls.state, _calls.force, int(_calls.area > 0)])
	for rid: RID in _bodies + [_area, _shape] as Array[RID]:
		PhysicsServer3D.free_rid(rid)
	quit()
