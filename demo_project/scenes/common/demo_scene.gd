# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoScene
extends Node3D
## What every scene of the demo is made of: ground, light, camera, the card, and what can be done to
## time and to bodies. A scene overrides [method build] and what else it needs.
##
## Everything that is built hangs below [member things], so that it can start again.

const DebugView := preload("res://addons/minkowski_physics/debug_view.gd")

## s; after this time a scene starts again by itself, 0 for never.
@export var round_time := 0.0

## A scene without bodies only asks about shapes: there is nothing to pull, and nothing for the debug view to show.
@export var has_bodies := true

## Frames from one look at the numbers to the next: what changes faster cannot be read.
const NUMBERS_EVERY := 6

## Lower than this is lost.
const LOST_BELOW := -20.0

## The parent of everything that [method build] makes.
var things: Node3D
## s since the start of the round, in ticks of the simulation.
var time := 0.0

## What pulls bodies, null where they cannot be pulled.
var grabber: Grabber

var _clock: DemoClock

@onready var camera: FlyCamera = $Camera
@onready var _overlay: DemoOverlay = $Overlay


func _ready() -> void:
	# its keys and its numbers work while time stands still; what it is made of stands still
	process_mode = Node.PROCESS_MODE_ALWAYS
	_clock = DemoClock.new()
	add_child(_clock)
	if can_grab():
		grabber = Grabber.new()
		add_child(grabber)
	if has_debug_view():
		add_child(DebugView.new())
	else:
		PhysicsEngine.show_debug(0)
		_overlay.hide_tool(&"demo_debug")
	explain()
	restart()


func _physics_process(delta: float) -> void:
	if get_tree().paused:
		return
	time += delta
	if round_time > 0.0 and time > round_time and not Demo.is_checking():
		restart()
	tick(delta)


func _process(_delta: float) -> void:
	if Engine.get_process_frames() % NUMBERS_EVERY == 0:
		_overlay.show_numbers(numbers(), _clock.state())


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"demo_reset"):
		camera.reset()
		restart()
	elif event.is_action_pressed(&"demo_debug") and has_debug_view():
		PhysicsEngine.show_debug(0 if PhysicsEngine.debug_layers() else DebugView.FIRST_LAYERS)


## Throws everything away and builds it again.
func restart() -> void:
	if things != null:
		things.free()
	things = Node3D.new()
	things.name = "Things"
	things.process_mode = Node.PROCESS_MODE_PAUSABLE
	add_child(things)
	time = 0.0
	build()


## Adds a node to [member things] and returns it.
func put(node: Node) -> Node:
	things.add_child(node)
	return node


## Joins two bodies, or a body and the world, at a place. Settings of the joint come before.
func join(joint: Joint3D, a: PhysicsBody3D, b: PhysicsBody3D, place: Vector3) -> Joint3D:
	joint.position = place
	things.add_child(joint)
	joint.node_a = joint.get_path_to(a)
	if b != null:
		joint.node_b = joint.get_path_to(b)
	return joint


## Gives the card a panel of things to choose, once: in [method Node._ready], before that of this class.
func add_controls() -> DemoControls:
	var controls := DemoControls.new()
	_overlay.add_panel(controls)
	return controls


## Makes the scene, at every start of a round.
func build() -> void:
	pass


## Called at every tick of the simulation.
func tick(_delta: float) -> void:
	pass


## Live numbers for the card: name -> text, in this order.
func numbers() -> Dictionary[String, String]:
	var all := bodies()
	var awake := all.filter(func(body: RigidBody3D) -> bool: return not body.sleeping and not body.freeze)
	return {"bodies": str(all.size()), "awake": str(awake.size())}


## Tells by [method add_hint] what mouse and keys do in this scene, beside what they do in every one.
func explain() -> void:
	if can_grab():
		add_hint([&"left_mouse"], &"pull", "pulls bodies")


## Shows keys, a sign for what they do, and words; see [KeyHint].
func add_hint(actions: Array[StringName], sign_name: StringName, words: String) -> void:
	_overlay.add_hint(KeyHint.new(actions, sign_name, words))


## The place so many metres behind the pointer, or with a gamepad behind the middle of the picture.
func pointed_at(distance: float) -> Vector3:
	var size := get_viewport().get_visible_rect().size
	var at := size / 2.0 if KeyCap.is_pad else get_viewport().get_mouse_position()
	return camera.project_position(at, distance)


## Whether bodies can be taken hold of.
func can_grab() -> bool:
	return has_bodies


## Whether the debug view can be opened.
func has_debug_view() -> bool:
	return has_bodies and PhysicsEngine.is_ours()


## Sentences about what went wrong in the time that was simulated; empty if all is well.
func check() -> PackedStringArray:
	return []


## All rigid bodies that were built.
func bodies() -> Array[RigidBody3D]:
	var found: Array[RigidBody3D] = []
	for node in things.find_children("*", "RigidBody3D", true, false):
		found.append(node as RigidBody3D)
	return found


## Sentences about bodies that fell out of the world or are nowhere.
func lost_bodies() -> PackedStringArray:
	var found: PackedStringArray = []
	for body in bodies():
		if not body.global_position.is_finite() or body.global_position.y < LOST_BELOW:
			found.append("%s is lost at %s" % [body.name, body.global_position])
	return found
