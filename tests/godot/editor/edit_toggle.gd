# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_switch.gd"
## The plugin is switched off and on again while a shape is edited: nothing of it is left behind, and nothing doubled.

const Notes := preload("res://addons/minkowski_physics/editor/shape_notes.gd")
const PREVIOUS_SETTING := "minkowski_physics/previous_physics_engine"
const FAULT := "The shape has no mesh"


func docks() -> int:
	return EditorInterface.get_base_control().find_children("Shape Doctor", "", true, false).size()


func notes() -> int:
	return EditorInterface.get_inspector().find_children("*", "VBoxContainer", true, false).filter(
		func(box: Control) -> bool: return box is Notes.Note).size()


## The plugins that draw a node, by their names.
func drawn_by(node: Node3D) -> PackedStringArray:
	var names: PackedStringArray = []
	for gizmo: EditorNode3DGizmo in node.get_gizmos():
		names.append(gizmo.get_plugin()._get_gizmo_name() if gizmo.get_plugin().get_script() else "Godot")
	return names


func test_nothing_of_it_is_left_or_doubled() -> void:
	ProjectSettings.set_setting(PREVIOUS_SETTING, "Jolt Physics")
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = MeshHullShape3D.new()
	body.add_child(node)
	node = (await open(body)).get_child(0)
	await select(node)
	for i in 2:
		await until("the triangle", func() -> bool: return warning_of(node).count(FAULT) == 1)
		check(docks() == 1 and notes() == 1, "%d docks and %d notes" % [docks(), notes()])
		check(drawn_by(node) == PackedStringArray(["Godot", "Minkowski Shapes"]), str(drawn_by(node)))
		await switch(false, "Jolt Physics")
		await frames(5)
		check(docks() == 0 and notes() == 0, "%d docks and %d notes are left" % [docks(), notes()])
		check(not warning_of(node).contains(FAULT), "the triangle is left")
		check(drawn_by(node) == PackedStringArray(["Godot"]), str(drawn_by(node)))
		await switch(true, "Minkowski Physics")
		await frames(5)
