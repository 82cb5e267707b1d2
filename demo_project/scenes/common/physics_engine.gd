# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name PhysicsEngine
extends Object
## Tells which physics engine really runs. The project setting is only a wish: when the library of an
## engine is missing, Godot takes another one without a word.

const OURS := "Minkowski Physics"
const OUR_SERVER := "MinkowskiPhysicsServer3D"

## The engines inside Godot.
const JOLT := "Jolt Physics"
const GODOT_PHYSICS := "Godot Physics"


## Whether Minkowski Physics runs.
static func is_ours() -> bool:
	return PhysicsServer3D.get_class() == OUR_SERVER


## What its debug view shows: a sum of MinkowskiPhysics.DebugLayer, 0 while it is closed.
static func debug_layers() -> int:
	return Engine.get_singleton(&"MinkowskiPhysics").debug_view if is_ours() else 0


## Opens its debug view with these layers, or closes it with 0; other engines have none.
static func show_debug(layers: int) -> void:
	if is_ours():
		Engine.get_singleton(&"MinkowskiPhysics").debug_view = layers


## The name of the engine that runs.
static func running() -> String:
	var server := PhysicsServer3D.get_class()
	if server == OUR_SERVER:
		return OURS
	if server != "PhysicsServer3D":
		return server
	# those inside Godot hide behind their base class; only Jolt gives a new box a margin
	var box := PhysicsServer3D.box_shape_create()
	var margin := PhysicsServer3D.shape_get_margin(box)
	PhysicsServer3D.free_rid(box)
	return JOLT if margin > 0.0 else GODOT_PHYSICS


## A sentence for the user when another engine runs, else empty.
static func warning() -> String:
	if is_ours():
		return ""
	var setting: String = ProjectSettings.get_setting("physics/3d/physics_engine", "DEFAULT")
	if setting != OURS:
		return (
			"This is %s: the project setting Physics > 3D > Physics Engine says '%s'."
			% [running(), setting]
		)
	return (
		"This is %s: the library of Minkowski Physics was not loaded. Close Godot and start demo_project/run."
		% running()
	)
