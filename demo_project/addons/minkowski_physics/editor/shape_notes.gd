# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorInspectorPlugin
## Says above the properties of a shape of ours, and of the node that has it, what is wrong with them, and how
## well the shape stands for its mesh. Godot lets nobody add to the warnings of its own nodes.

const Gizmo := preload("shape_gizmo.gd")


## The line of text; it follows the shape while it is shown.
class Note:
	extends Label

	var subject: Object
	var _warning_color := Color.WHITE

	func _init(about: Object) -> void:
		subject = about
		autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
		visible = false

	func _ready() -> void:
		_warning_color = get_theme_color(&"warning_color", &"Editor")
		_process(0.0)

	func _process(_delta: float) -> void:
		var shape := subject as Shape3D
		if subject is CollisionShape3D:
			shape = (subject as CollisionShape3D).shape
		if not is_instance_valid(subject) or not Gizmo.is_ours(shape):
			visible = false
			return
		var problem: String = shape.get_problem()
		var said := problem.left(1).to_upper() + problem.substr(1) + "." if problem else describe(shape)
		if said != text:
			text = said
			modulate = _warning_color if problem else Color.WHITE
		visible = not said.is_empty()

	static func describe(shape: Shape3D) -> String:
		match shape.get_class():
			"MeshHullShape3D":
				var error := "%.2f mm" % (shape.error * 1000.0)
				return "%d corners; the mesh sticks out by %s at most." % [shape.vertex_count, error]
			"ConvexDecompositionShape3D":
				if shape.get_progress() < 1.0:
					return "Looking for convex parts: %d %%." % roundi(100.0 * shape.get_progress())
				return "%d convex parts." % shape.part_count
		return ""


func _can_handle(object: Object) -> bool:
	return object is CollisionShape3D or Gizmo.is_ours(object as Shape3D)


func _parse_begin(object: Object) -> void:
	add_custom_control(Note.new(object))
