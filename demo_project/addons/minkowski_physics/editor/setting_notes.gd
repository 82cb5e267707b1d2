# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends EditorInspectorPlugin
## Says below each setting of the engine in the project settings what it does. Godot's own tooltips know nothing of
## settings that an extension adds, and there is no way to tell them.

const FOLDER := "physics/minkowski_physics_3d/"
## What the project settings show a page of; the names of its settings are without their folder.
const PAGE := "SectionedInspectorFilter"
const NOTES: Dictionary[String, String] = {
	"threads": "Threads that work on a step; 0: one per processor, at most 8. Results do not depend on it.",
	"contact_frequency": "How hard overlap is worked off. Higher needs more solver iterations.",
	"contact_damping_ratio": "How calmly overlap is worked off; 1 is critical.",
	"push_speed_limit": "How fast bodies that overlap are pushed apart at most.",
	"bounce_speed": "Slower impacts do not bounce.",
	"contact_margin": "Things so near are a contact before they touch. Larger is more work, smaller lets fast bodies sink in.",
	"contact_slop": "Overlap that stays; 0 works off all of it.",
	"recovery_iterations": "How often a character that is in something is pushed out within one motion.",
	"recovery_amount": "By which part of the overlap a character is pushed out each time.",
	"sub_steps": "Parts into which the solver cuts a tick; 0: by Godot's solver iterations, of which 16 are 6 sub-steps.",
	"can_sleep": "Off: no body ever falls asleep. How slow and how long is said by Godot's own settings.",
	"continuous_collision": "What stops fast bodies within a tick. Flagged are those with continuous_cd.",
	"joint_world_node": "Which node of a joint with one body the world stands for.",
	"debug_view": "On: F9 opens the debug view wherever the game is.",
}

var _is_asking := false # Godot asks all plugins, this one too, for the field that is wanted from it


## Shows the settings also to who does not want to see the advanced ones.
static func show_settings() -> void:
	for name in NOTES:
		ProjectSettings.set_as_basic(FOLDER + name, true)


func _can_handle(object: Object) -> bool:
	return object.get_class() == PAGE and NOTES.keys().all(func(name: String) -> bool: return name in object)


func _parse_property(
	object: Object, type: Variant.Type, name: String, hint: PropertyHint, hint_text: String, usage: int, wide: bool
) -> bool:
	if _is_asking or not NOTES.has(name):
		return false
	_is_asking = true
	var editor := EditorInspector.instantiate_property_editor(object, type, name, hint, hint_text, usage, wide)
	_is_asking = false
	var note := Label.new()
	note.text = NOTES[name]
	note.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	note.modulate.a = 0.6
	editor.add_child(note)
	editor.set_bottom_editor(note)
	add_property_editor(name, editor)
	return true
