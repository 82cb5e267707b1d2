# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends CanvasLayer
## What every scene shows above its picture: title, description, the engine that runs, and a warning
## when that is another one.

@onready var _title: Label = %Title
@onready var _description: Label = %Description
@onready var _engine: Label = %Engine
@onready var _warning: PanelContainer = %Warning
@onready var _warning_text: Label = %WarningText


func _ready() -> void:
	var entry := Demo.current()
	if entry != null:
		_title.text = entry.title
		_description.text = entry.description
	_warning_text.text = PhysicsEngine.warning()
	_warning.visible = not PhysicsEngine.is_ours()
	_engine.text = "%s  ·  Esc: menu" % PhysicsEngine.running()
