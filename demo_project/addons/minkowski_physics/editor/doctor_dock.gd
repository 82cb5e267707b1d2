# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorDock
## The dock of the shape doctor: a button that inspects the open scene, and a row per finding. A click on a row selects
## its node; a finding that can be cured has a button for that, which Undo takes back.

const Doctor := preload("doctor.gd")
const Scene := preload("doctor_scene.gd")
const TITLE := "Shape Doctor"
## Pixels at an editor scale of 1: some findings are seen without dragging the dock larger.
const LIST_HEIGHT := 150
const GREETING := "Finds shapes that will not collide as they look."

var _undo_redo: EditorUndoRedoManager
var _state := Label.new()
var _rows := VBoxContainer.new()
var _scene := Scene.new()
# the look at triangles in another thread, -1: none; and whether what it finds is still asked for
var _task := -1
var _is_wanted := false


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


# the thread works with what belongs to this
func _exit_tree() -> void:
	_end_task()


## Takes away what was found, as another scene is open now.
func forget() -> void:
	_is_wanted = false
	_clear(GREETING)


func _clear(text: String) -> void:
	for row in _rows.get_children():
		row.queue_free()
	_state.text = text


## Inspects the open scene and shows what was found. Millions of triangles take seconds, in which the editor goes on.
func refresh() -> void:
	var root := EditorInterface.get_edited_scene_root()
	_clear("No scene is open." if root == null else "Looking at %s ..." % root.name)
	_is_wanted = root != null
	if not _is_wanted or _task >= 0:
		return
	_scene.visit(root)
	_scene.gather()
	_task = WorkerThreadPool.add_task(_scene.examine, false, "Shape Doctor")
	set_process(true)


func _process(_delta: float) -> void:
	if _task < 0 or not WorkerThreadPool.is_task_completed(_task):
		return
	_end_task()
	var root := EditorInterface.get_edited_scene_root()
	if _is_wanted and root:
		_show(root, Doctor.inspect_scene(root, _scene))


func _end_task() -> void:
	if _task >= 0:
		WorkerThreadPool.wait_for_task_completion(_task)
		_task = -1
	set_process(false)


func _show(root: Node, findings: Array[Doctor.Finding]) -> void:
	_clear("")
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
	# what a script made has no owner and is in no file
	if finding.is_curable() and (finding.node == root or finding.node.owner):
		row.add_child(_make_cure(root, finding))
	return row


# what lies in another file would not be saved with this scene
func _make_cure(root: Node, finding: Doctor.Finding) -> Button:
	var button := Button.new()
	var file := _file_of(root, finding)
	if file:
		button.text = "Open %s" % file.get_file()
		button.tooltip_text = "%s\nIt belongs to %s: open that to cure it." % [finding.cure, file]
		button.pressed.connect(_open.bind(file))
	else:
		button.text = finding.cure
		button.pressed.connect(_cure.bind(finding))
	button.size_flags_vertical = SIZE_SHRINK_CENTER
	return button


# The file other than the open scene's that holds what a cure changes; empty if there is none.
func _file_of(root: Node, finding: Doctor.Finding) -> String:
	for change in finding.changes:
		var file := root.scene_file_path
		if change[0] is Resource:
			file = change[0].resource_path.get_slice("::", 0)
		elif change[0] != root and change[0].owner != root and change[0].owner:
			file = change[0].owner.scene_file_path
		if file and file != root.scene_file_path:
			return file
	return ""


func _open(file: String) -> void:
	var resource := load(file)
	if resource is PackedScene:
		EditorInterface.open_scene_from_path(file)
	elif resource:
		EditorInterface.edit_resource(resource)


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
	for inspect_again: Callable in [_undo_redo.add_do_method, _undo_redo.add_undo_method]:
		inspect_again.call(self, &"refresh")
	_undo_redo.commit_action()
