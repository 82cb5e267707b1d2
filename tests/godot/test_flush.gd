# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/scene_case.gd"
## What nodes may do while the server tells them of the last step: in signals of contacts, of sleep, of areas and in
## _integrate_forces, each of the things that change the world. The others must be told as if nothing had happened.
##
## Only on our engine: Godot Physics refuses some of it, Jolt dies of some.


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


func tick_limit() -> int:
	return 6000


## A body that calls a function in the tick after it was given one.
class Actor:
	extends RigidBody3D
	var action := Callable()
	var calls := 0

	func _integrate_forces(_state: PhysicsDirectBodyState3D) -> void:
		calls += 1
		if action.is_valid():
			var once := action
			action = Callable()
			once.call()


## Everything that a script can do to another body.
func actions(other: RigidBody3D) -> Dictionary[String, Callable]:
	return {
		"free": func() -> void: other.free(),
		"queue_free": func() -> void: other.queue_free(),
		"remove": func() -> void: root.remove_child(other),
		"freeze static": func() -> void: other.freeze = true,
		"freeze kinematic": func() -> void:
			other.freeze_mode = RigidBody3D.FREEZE_MODE_KINEMATIC
			other.freeze = true,
		"move": func() -> void: other.position = Vector3(40, 3, 0),
		"sleep": func() -> void: other.sleeping = true,
		"disable": func() -> void: other.get_child(0).disabled = true,
		"free its shape": func() -> void: other.get_child(0).free(),
		"another shape": func() -> void: other.get_child(0).shape = SphereShape3D.new(),
		"resize": func() -> void: other.get_child(0).shape.size = Vector3.ONE * 0.4,
		"scale": func() -> void: other.get_child(0).scale = Vector3(2, 1, 1),
		"layer": func() -> void: other.collision_layer = 0,
		"mask": func() -> void: other.collision_mask = 0,
		"mass": func() -> void: other.mass = 50.0,
		"monitor": func() -> void: other.max_contacts_reported = 0,
		"exception": func() -> void: other.add_collision_exception_with(other.get_parent().get_child(0)),
		"reparent": func() -> void: other.reparent(other.get_parent().get_child(0)),
		"disable its node": func() -> void: other.process_mode = Node.PROCESS_MODE_DISABLED,
		"lock": func() -> void: other.lock_rotation = true,
		"ground": func() -> void: other.get_parent().get_child(0).free(),
		"space": func() -> void: PhysicsServer3D.body_set_space(other.get_rid(), RID()),
		"pause": func() -> void: PhysicsServer3D.space_set_active(other.get_world_3d().space, false),
	}


## A ground, an actor, another body on it, and a witness that falls far away.
func make_stage() -> Array[RigidBody3D]:
	make_ground()
	var actor := Actor.new()
	make(actor, make_box_shape(), Vector3(0, 0.5, 0))
	var other := Actor.new()
	other.contact_monitor = true
	other.max_contacts_reported = 4
	make(other, make_box_shape(), Vector3(0.2, 1.5, 0))
	var witness := make_ball(Vector3(0, 900, 300))
	witness.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	return [actor, other, witness]


func check_goes_on(witness: RigidBody3D, name: String) -> void:
	PhysicsServer3D.space_set_active(root.get_world_3d().space, true)
	await steps(2)
	var before := witness.linear_velocity.y
	await steps(10)
	check_near(before - witness.linear_velocity.y, 9.8 * DT * 10, 1e-3, name)


func end_stage(other: Variant) -> void:
	if is_instance_valid(other) and not other.is_inside_tree():
		other.free()
	for child in root.get_children():
		child.free()
	await steps(1)


func test_changes_in_integrate_forces() -> void:
	for name: String in actions(null):
		var bodies := make_stage()
		await steps(3)
		(bodies[0] as Actor).action = actions(bodies[1])[name]
		await steps(3)
		check(not (bodies[0] as Actor).action.is_valid(), "%s: it was done" % name)
		await check_goes_on(bodies[2], name)
		await end_stage(bodies[1] if is_instance_valid(bodies[1]) else null)


func test_changes_when_a_contact_begins() -> void:
	for name: String in actions(null):
		var bodies := make_stage()
		var done := []
		bodies[0].position.y = 0.6
		bodies[0].contact_monitor = true
		bodies[0].max_contacts_reported = 4
		var act := actions(bodies[1])[name]
		bodies[0].body_entered.connect(
			func(_body: Node) -> void:
				if done.is_empty():
					done.append(name)
					act.call()
		)
		await steps(12)
		check_equal(done, [name])
		await check_goes_on(bodies[2], name)
		await end_stage(bodies[1] if is_instance_valid(bodies[1]) else null)


func test_changes_when_a_body_falls_asleep() -> void:
	for name: String in actions(null):
		var bodies := make_stage()
		var done := []
		var act := actions(bodies[1])[name]
		bodies[0].position = Vector3(5, 0.5, 0)
		bodies[0].sleeping_state_changed.connect(
			func() -> void:
				if done.is_empty():
					done.append(name)
					act.call()
		)
		await steps(90)
		check_equal(done, [name])
		await check_goes_on(bodies[2], name)
		await end_stage(bodies[1] if is_instance_valid(bodies[1]) else null)
