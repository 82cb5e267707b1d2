# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorInspectorPlugin
## Says above the properties of a shape of ours, and of the node that has it, what is wrong with them, and how
## well the shape stands for its mesh. Godot lets nobody add to the warnings of its own nodes, nor take one away. A shape
## that still has no mesh is offered the one that is beside it.

const Doctor := preload("doctor.gd")
const Gizmo := preload("shape_gizmo.gd")


## The line of text; it follows the shape while it is shown.
class Note:
	extends VBoxContainer

	var subject: Object
	var _sign := TextureRect.new()
	var _words := Label.new()
	var _offer := Button.new()

	func _init(about: Object) -> void:
		subject = about
		visible = false
		var line := HBoxContainer.new()
		_sign.stretch_mode = TextureRect.STRETCH_KEEP_CENTERED
		_words.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
		_words.size_flags_horizontal = SIZE_EXPAND_FILL
		_offer.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
		_offer.pressed.connect(_take_mesh)
		line.add_child(_sign)
		line.add_child(_words)
		add_child(line)
		add_child(_offer)

	func _ready() -> void:
		_sign.texture = get_theme_icon(&"NodeWarning", &"EditorIcons")
		set_process(not _is_said_above())
		if is_processing():
			_process(0.0)

	func _process(_delta: float) -> void:
		var shape := subject as Shape3D
		if subject is CollisionShape3D:
			shape = (subject as CollisionShape3D).shape
		if not is_instance_valid(subject) or shape == null:
			visible = false
			return
		var problem: String = shape.get_problem() if Gizmo.is_ours(shape) else ""
		var facts := " ".join([describe(shape), describe_scale(subject as CollisionShape3D)]).strip_edges()
		_say(problem.left(1).to_upper() + problem.substr(1) + "." if problem else facts, problem != "")
		var model := Doctor.model_of(subject as CollisionShape3D)
		_offer.visible = model != null
		if model:
			_offer.text = "Take the mesh of %s" % model.name

	## What is said.
	func text() -> String:
		return _words.text if visible else ""

	func _say(said: String, is_warning: bool) -> void:
		if said != _words.text:
			_words.text = said
			_sign.visible = is_warning
			var color := get_theme_color(&"warning_color" if is_warning else &"font_color", &"Editor")
			_words.add_theme_color_override(&"font_color", color)
		visible = not said.is_empty()

	# a shape that is unfolded below its node, whose own note says it
	func _is_said_above() -> bool:
		var above := get_parent()
		while above:
			var inspector := above as EditorInspector
			var node := inspector.get_edited_object() as CollisionShape3D if inspector else null
			if node and node != subject and node.shape == subject:
				return true
			above = above.get_parent()
		return false

	# where the mesh is seen, there the shape is
	func _take_mesh() -> void:
		var node := subject as CollisionShape3D
		var model := Doctor.model_of(node)
		if model == null:
			return
		var undo_redo := EditorInterface.get_editor_undo_redo()
		undo_redo.create_action("Take Mesh of %s" % model.name, UndoRedo.MERGE_DISABLE, node)
		undo_redo.add_do_property(node.shape, &"mesh", model.mesh)
		undo_redo.add_undo_property(node.shape, &"mesh", null)
		undo_redo.add_do_property(node, &"transform", model.transform)
		undo_redo.add_undo_property(node, &"transform", node.transform)
		undo_redo.commit_action()

	static func describe(shape: Shape3D) -> String:
		match shape.get_class():
			"MeshHullShape3D":
				var error := "%.2f mm" % (shape.error * 1000.0)
				return "%d corners; the mesh sticks out by %s at most." % [shape.vertex_count, error]
			"ConvexDecompositionShape3D":
				if shape.get_progress() < 1.0:
					return "Looking for convex parts: %d %%." % roundi(100.0 * shape.get_progress())
				return "1 convex part." if shape.part_count == 1 else "%d convex parts." % shape.part_count
		return ""

	# Godot warns of such scales in the scene tree, and cannot be told that an engine takes them
	static func describe_scale(node: CollisionShape3D) -> String:
		if node == null or not Engine.get_singleton(&"MinkowskiPhysics").is_running():
			return ""
		var scale := node.scale
		if is_equal_approx(scale.x, scale.y) and is_equal_approx(scale.x, scale.z):
			return ""
		return "Its scale is not the same in all directions, and exact: Godot's warning is for other engines."


func _can_handle(object: Object) -> bool:
	return object is CollisionShape3D or Gizmo.is_ours(object as Shape3D)


func _parse_begin(object: Object) -> void:
	add_custom_control(Note.new(object))
