# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name KeyHint
extends HBoxContainer
## What some keys do: the keys, a sign for what they do, and words for those who read them.


## The keys are actions of [Actions] or what [KeyCap] knows besides.
func _init(actions: Array[StringName], sign_name: StringName, words: String) -> void:
	mouse_filter = Control.MOUSE_FILTER_IGNORE
	add_theme_constant_override(&"separation", 4)
	for action in actions:
		add_child(KeyCap.new(action))
	var glyph := Glyph.new(sign_name, 18.0, DemoToolbar.ACCENT)
	glyph.size_flags_vertical = Control.SIZE_SHRINK_CENTER
	add_child(glyph)
	var label := Label.new()
	label.theme_type_variation = &"DimLabel"
	label.text = words
	add_child(label)
