# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin
## Selects Minkowski Physics when the plugin is enabled and puts the previous engine back when it is
## disabled, and adds what the editor shows. The engine itself is in the extension beside this file and
## does not need the plugin.

const ENGINE := "Minkowski Physics"
const SERVER_CLASS := &"MinkowskiPhysicsServer3D"
const ENGINE_SETTING := "physics/3d/physics_engine"
const PREVIOUS_SETTING := "minkowski_physics/previous_physics_engine"
const DEFAULT_ENGINE := "DEFAULT"
const SettingNotes := preload("editor/setting_notes.gd")
## What the gizmos draw.
const DRAWN: PackedStringArray = ["CollisionShape3D", "FixedJoint3D", "DistanceJoint3D"]

var _gizmos: Array[EditorNode3DGizmoPlugin] = []
var _notes: Array[EditorInspectorPlugin] = []
var _docks: Array[EditorDock] = []
var _signs: Node
var _is_disabled := false


# runs only when the user switches the plugin on, not at every start of the editor
func _enable_plugin() -> void:
	var selected := _selected_engine()
	if selected == ENGINE:
		return
	ProjectSettings.set_setting(PREVIOUS_SETTING, selected)
	_hide_previous()
	ProjectSettings.set_setting(ENGINE_SETTING, ENGINE)
	if _save():
		_ask_for_restart("%s is now the 3D physics engine of this project." % ENGINE)


func _disable_plugin() -> void:
	_is_disabled = true
	var selected := _selected_engine()
	var previous: String = ProjectSettings.get_setting(PREVIOUS_SETTING, DEFAULT_ENGINE)
	ProjectSettings.set_setting(PREVIOUS_SETTING, null)
	# whoever chose another engine in the meantime keeps it
	if selected == ENGINE:
		ProjectSettings.set_setting(ENGINE_SETTING, previous)
	if _save() and selected == ENGINE:
		var name := "Godot's default" if previous == DEFAULT_ENGINE else previous
		_ask_for_restart("The 3D physics engine of this project is %s again." % name)


# Runs at every start and changes nothing. An editor that found the library only now goes on with
# another engine until it is restarted, which is no harm: the editor simulates nothing.
func _enter_tree() -> void:
	_hide_previous()
	var doctor: EditorDock = preload("editor/doctor_dock.gd").new(get_undo_redo())
	scene_changed.connect(func(_root: Node) -> void: doctor.forget())
	_add_dock(doctor)
	if ClassDB.class_exists(SERVER_CLASS):
		var shape_gizmo := preload("editor/shape_gizmo.gd").new(get_undo_redo())
		_add_gizmo(shape_gizmo)
		_signs = preload("editor/tree_signs.gd").new(shape_gizmo)
		add_child(_signs)
		_add_gizmo(preload("editor/joint_gizmo.gd").new(get_undo_redo()))
		_add_notes(preload("editor/shape_notes.gd").new())
		_add_notes(SettingNotes.new())
		SettingNotes.show_settings()
		_show_anew()
	elif _selected_engine() == ENGINE:
		push_warning(
			"Minkowski Physics is selected but its library is not loaded, so Godot uses another"
			+ " engine; build it, or copy it into addons/minkowski_physics/bin."
		)


func _exit_tree() -> void:
	for gizmo in _gizmos:
		remove_node_3d_gizmo_plugin(gizmo)
	_gizmos.clear()
	for notes in _notes:
		remove_inspector_plugin(notes)
	_notes.clear()
	if _signs:
		_signs.queue_free()
		_signs = null
	for dock in _docks:
		remove_dock(dock)
		dock.queue_free()
	_docks.clear()
	# not when the editor ends: its scene may be gone already
	if _is_disabled:
		_show_anew()


# Godot asks who draws a node when it comes into the tree, and who adds to the inspector when it is filled. What was
# there before the plugin is asked about again, and what was there with it.
func _show_anew() -> void:
	var root := EditorInterface.get_edited_scene_root()
	if root == null:
		return
	for node: Node in [root] + root.find_children("*", "Node3D", true, false):
		if DRAWN.has(node.get_class()):
			node.clear_gizmos()
			node.update_gizmos()
	var edited := EditorInterface.get_inspector().get_edited_object()
	if edited:
		edited.notify_property_list_changed()


func _add_gizmo(gizmo: EditorNode3DGizmoPlugin) -> void:
	add_node_3d_gizmo_plugin(gizmo)
	_gizmos.append(gizmo)


func _add_notes(notes: EditorInspectorPlugin) -> void:
	add_inspector_plugin(notes)
	_notes.append(notes)


func _add_dock(dock: EditorDock) -> void:
	add_dock(dock)
	_docks.append(dock)


# nothing to edit: it would be a page of its own among the project settings
func _hide_previous() -> void:
	if ProjectSettings.has_setting(PREVIOUS_SETTING):
		ProjectSettings.set_as_internal(PREVIOUS_SETTING, true)


func _selected_engine() -> String:
	return ProjectSettings.get_setting(ENGINE_SETTING, DEFAULT_ENGINE)


# Godot makes its physics engine once, when it starts. The window comes above the project settings and stays
# when the plugin goes: nothing of it is a method of this script. Godot notes which plugins are enabled after this, and
# writes it a second later: too late for who restarts at once.
func _ask_for_restart(reason: String) -> void:
	ProjectSettings.save.call_deferred()
	print(reason + " Please restart the editor.")
	var dialog := ConfirmationDialog.new()
	dialog.title = "Restart the Editor"
	dialog.dialog_text = reason + "\nIt takes effect when the editor is restarted."
	dialog.ok_button_text = "Save & Restart"
	dialog.cancel_button_text = "Later"
	dialog.confirmed.connect(EditorInterface.restart_editor.bind(true))
	dialog.canceled.connect(dialog.queue_free)
	EditorInterface.popup_dialog_centered.call_deferred(dialog)


func _save() -> bool:
	var error := ProjectSettings.save()
	if error != OK:
		push_error("Minkowski Physics: project.godot could not be saved: %s." % error_string(error))
	return error == OK
