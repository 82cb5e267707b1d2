# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends Node
## Puts a yellow triangle beside nodes whose shape has something wrong into the scene tree, as Godot does for nodes that
## warn by themselves; its own [CollisionShape3D] asks nobody for the warnings of a shape. Nothing but the picture of
## the tree is touched, never a node. What is wrong is known to the gizmos, which are drawn anew with every change.

const Gizmo := preload("shape_gizmo.gd")

## Far above the numbers of the buttons that Godot puts there.
const BUTTON := 4600
## In seconds. Godot makes a line of the tree anew whenever its node changes, and tells nobody.
const PAUSE := 0.2
const COLUMN := 0

var _gizmo: Gizmo
var _tree: Tree
var _left := 0.0
# numbers of lines with a triangle, by the number of their node
var _signed: Dictionary[int, int] = {}


func _init(gizmo: Gizmo) -> void:
	_gizmo = gizmo


func _enter_tree() -> void:
	_tree = _find_tree()
	set_process(_tree != null)
	if _tree:
		_tree.button_clicked.connect(_on_button_clicked)


func _exit_tree() -> void:
	if _tree:
		_tree.button_clicked.disconnect(_on_button_clicked)
	for id: int in _signed.keys():
		_take_away(id)


# The names of classes that Godot shows to nobody; where they are others one day, there is no triangle.
func _find_tree() -> Tree:
	for dock in EditorInterface.get_base_control().find_children("*", "SceneTreeDock", true, false):
		for editor in dock.find_children("*", "SceneTreeEditor", true, false):
			for tree in editor.find_children("*", "Tree", false, false):
				return tree
	return null


func _process(delta: float) -> void:
	_left -= delta
	if _left > 0.0:
		return
	_left = PAUSE
	for id: int in _signed.keys():
		if not _gizmo.problems.has(id):
			_take_away(id)
	for id: int in _gizmo.problems.keys():
		_show(id, _gizmo.problems[id])


func _show(id: int, problem: String) -> void:
	var node := instance_from_id(id) as Node if is_instance_id_valid(id) else null
	if node == null or not node.is_inside_tree():
		_gizmo.problems.erase(id)
		return
	var item := _item_of(node)
	if item == null:
		return
	var words := problem.left(1).to_upper() + problem.substr(1) + "."
	var index := item.get_button_by_id(COLUMN, BUTTON)
	if index < 0:
		_add_first(item, words)
	elif item.get_button_tooltip_text(COLUMN, index) != words:
		item.set_button_tooltip_text(COLUMN, index, words)
	_signed[id] = item.get_instance_id()


# Buttons are numbered by Godot and found by their numbers; as the first one ours leaves the eyes of all lines below each
# other, as Godot's own triangles do.
func _add_first(item: TreeItem, words: String) -> void:
	var others: Array[Array] = []
	while item.get_button_count(COLUMN) > 0:
		others.append([
			item.get_button(COLUMN, 0), item.get_button_id(COLUMN, 0), item.is_button_disabled(COLUMN, 0),
			item.get_button_tooltip_text(COLUMN, 0), item.get_button_color(COLUMN, 0)
		])
		item.erase_button(COLUMN, 0)
	item.add_button(COLUMN, _tree.get_theme_icon(&"NodeWarning", &"EditorIcons"), BUTTON, false, words)
	for other in others:
		item.add_button(COLUMN, other[0], other[1], other[2], other[3], other[3])
		item.set_button_color(COLUMN, item.get_button_count(COLUMN) - 1, other[4])


func _take_away(id: int) -> void:
	var line := _signed[id]
	_signed.erase(id)
	if not is_instance_id_valid(line):
		return
	var item := instance_from_id(line) as TreeItem
	var index := item.get_button_by_id(COLUMN, BUTTON)
	if index >= 0:
		item.erase_button(COLUMN, index)


# The line of a node, whose path Godot notes in it; null where the tree shows none.
func _item_of(node: Node) -> TreeItem:
	var path := str(node.get_path())
	var item := _tree.get_root()
	while item:
		var place := str(item.get_metadata(COLUMN))
		if place == path:
			return item
		item = item.get_first_child() if path.begins_with(place + "/") else item.get_next()
	return null


# the inspector has the words, and what can be done about it
func _on_button_clicked(item: TreeItem, _column: int, id: int, mouse_button: int) -> void:
	if id != BUTTON or mouse_button != MOUSE_BUTTON_LEFT:
		return
	var node := get_node_or_null(item.get_metadata(COLUMN))
	if node:
		EditorInterface.get_selection().clear()
		EditorInterface.get_selection().add_node(node)
		EditorInterface.edit_node(node)
