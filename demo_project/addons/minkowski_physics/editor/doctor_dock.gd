# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorDock
## The dock of the shape doctor: a button that inspects the open scene, and a row per finding. A click on a row selects
## its node; a finding that can be cured has a button for that, which Undo takes back.

const Doctor := preload("doctor.gd")
const TITLE := "Shape Doctor"
## Pixels at an editor scale of 1: some findings are seen without dragging the dock larger.
const LIST_HEIGHT := 150
const GREETING := "Finds shapes that will not collide as they look."

var _undo_redo: EditorUndoRedoManager
var _state := Label.new()
var _rows := VBoxContainer.new()


func _init(undo_redo: EditorUndoRedoManager) -> void:
	_undo_redo = undo_redo
	name = TITLE
	title = TITLE
	default_slot = DOCK_SLOT_BOTTOM
	available_layouts = DOCK_LAYOUT_ALL
	var inspect := Button.new()
	inspect.text = "Inspect the open scene"
	inspect.pressed.connect(refresh)
	_state.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_state.text = GREETING
	var scroll := ScrollContainer.new()
	scroll.custom_minimum_size.y = LIST_HEIGHT * EditorInterface.get_editor_scale()
	scroll.size_flags_vertical = SIZE_EXPAND_FILL
	scroll.horizontal_scroll_mode = ScrollContainer.SCROLL_MODE_DISABLED
	# text that is wrapped is as high as it is narrow, and a dock that is high pushes others out of the window: all
	# of it scrolls
	var findings := VBoxContainer.new()
	findings.size_flags_horizontal = SIZE_EXPAND_FILL
	findings.add_child(_state)
	findings.add_child(_rows)
	scroll.add_child(findings)
	var column := VBoxContainer.new()
	column.add_child(inspect)
	column.add_child(scroll)
	add_child(column)


## Takes away what was found, as another scene is open now.
func forget() -> void:
	for row in _rows.get_children():
		row.queue_free()
	_state.text = GREETING


## Inspects the open scene and shows what was found.
func refresh() -> void:
	forget()
	var root := EditorInterface.get_edited_scene_root()
	if root == null:
		_state.text = "No scene is open."
		return
	var findings := Doctor.inspect(root)
	var count := "1 finding" if findings.size() == 1 else "%d findings" % findings.size()
	_state.text = "%s: %s." % [root.name, count if findings else "nothing wrong"]
	var title := ""
	for finding in findings:
		var check: String = Doctor.CHECKS[finding.check][1]
		if check != title:
			title = check
			_rows.add_child(_make_title(title))
		_rows.add_child(_make_row(root, finding))


func _make_title(text: String) -> Label:
	var label := Label.new()
	label.text = text
	label.theme_type_variation = &"HeaderSmall"
	return label


func _make_row(root: Node, finding: Doctor.Finding) -> Control:
	var row := HBoxContainer.new()
	var select := Button.new()
	var path := "." if finding.node == root else str(root.get_path_to(finding.node))
	select.text = "%s: %s" % [path, finding.text]
	select.tooltip_text = select.text
	select.alignment = HORIZONTAL_ALIGNMENT_LEFT
	select.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	select.size_flags_horizontal = SIZE_EXPAND_FILL
	select.flat = true
	select.icon = get_theme_icon(finding.node.get_class(), &"EditorIcons")
	select.pressed.connect(_select.bind(finding))
	row.add_child(select)
	if finding.is_curable():
		var cure := Button.new()
		cure.text = finding.cure
		cure.size_flags_vertical = SIZE_SHRINK_CENTER
		cure.pressed.connect(_cure.bind(finding))
		row.add_child(cure)
	return row


# the scene may have changed since it was looked at
func _is_there(finding: Doctor.Finding) -> bool:
	if is_instance_valid(finding.node) and finding.node.is_inside_tree():
		return true
	_state.text = "That node is gone; inspect the scene again."
	return false


func _select(finding: Doctor.Finding) -> void:
	if not _is_there(finding):
		return
	var selection := EditorInterface.get_selection()
	selection.clear()
	selection.add_node(finding.node)
	EditorInterface.edit_node(finding.node)


func _cure(finding: Doctor.Finding) -> void:
	if not _is_there(finding):
		return
	_undo_redo.create_action("Shape Doctor: %s" % finding.cure, UndoRedo.MERGE_DISABLE, finding.node)
	for change in finding.changes:
		_undo_redo.add_do_property(change[0], change[1], change[2])
		_undo_redo.add_undo_property(change[0], change[1], change[0].get(change[1]))
	_undo_redo.commit_action()
	refresh()
