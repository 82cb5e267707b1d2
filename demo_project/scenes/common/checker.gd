# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name DemoChecker
extends Node
## Lets some time pass in the scene that is open, or in each one after the other, more where a scene needs it to show
## all that is checked; asks it what went wrong, presses every key and button, pulls a body with the mouse, tries what
## all scenes have in common, prints what it found, and quits.

## The exit code when something is wrong.
const FAILED := 3
## Bodies may be behind others: so many of all are tried to be taken hold of.
const TRIES := 60

var _seconds := 0.0


func _init(seconds: float) -> void:
	_seconds = seconds


func _ready() -> void:
	# also while a pressed key has stopped time
	process_mode = Node.PROCESS_MODE_ALWAYS
	await get_tree().process_frame
	var opened := Demo.current()
	var failed := 0
	for entry in Demo.entries():
		if opened == null or entry == opened:
			failed += await _check_scene(entry)
	get_tree().quit(FAILED if failed else 0)


# returns how much is wrong with it
func _check_scene(entry: Demo.Entry) -> int:
	if Demo.current() != entry:
		Demo.open(entry.path)
		await get_tree().scene_changed
	var scene := get_tree().current_scene as DemoScene
	while scene.time < maxf(_seconds, entry.check_seconds):
		await get_tree().physics_frame
	var wrong := scene.check()
	wrong += await _press_everything()
	wrong += await _pull_something(scene)
	wrong += scene.lost_bodies()
	wrong += await _check_common(scene)
	for sentence in wrong:
		print("demo: %s: %s." % [entry.name, sentence])
	print("demo: %s: check %s" % [entry.name, "failed" if wrong else "passed"])
	return wrong.size()


# last, since it starts the scene again
func _check_common(scene: DemoScene) -> PackedStringArray:
	var common := CommonCheck.new()
	add_child(common)
	await common.check(scene)
	common.queue_free()
	return common.wrong


# Every key, then every button and stick: what goes wrong then is an error in the log. Returns sentences about those
# that do nothing.
func _press_everything() -> PackedStringArray:
	var deaf: PackedStringArray = []
	for is_pad: bool in [false, true]:
		for action: StringName in Actions.TABLE:
			for event in InputMap.action_get_events(action):
				if action != &"demo_menu" and (event is InputEventKey) != is_pad and not await _press(event, action):
					deaf.append("%s does not hear %s" % [action, event.as_text()])
		if KeyCap.is_pad != is_pad:
			deaf.append("the keys shown are not of the device that is used")
	return deaf


# presses and lets go; returns whether the action noticed
func _press(event: InputEvent, action: StringName) -> bool:
	var is_heard := false
	for is_pressed: bool in [true, false]:
		var sent := event.duplicate() as InputEvent
		sent.device = 0
		if sent is InputEventJoypadMotion:
			sent.axis_value = event.axis_value if is_pressed else 0.0
		else:
			sent.pressed = is_pressed
		Input.parse_input_event(sent)
		await get_tree().physics_frame
		is_heard = is_heard or Input.is_action_pressed(action)
	get_tree().paused = false
	return is_heard


# the mouse takes hold of one body or another, and lets go of it again
func _pull_something(scene: DemoScene) -> PackedStringArray:
	if not scene.can_grab():
		return []
	var all := scene.bodies()
	for index in range(0, all.size(), ceili(all.size() / float(TRIES))):
		var body := all[index]
		if not is_instance_valid(body) or scene.camera.is_position_behind(body.global_position):
			continue
		var at := scene.camera.unproject_position(body.global_position)
		await _click(at, true)
		var held := scene.grabber.held()
		await _click(at, false)
		if held != null:
			return [] if scene.grabber.held() == null else ["the mouse does not let go"]
	return ["no body can be pulled with the mouse"]


func _click(at: Vector2, is_pressed: bool) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	# the window may be smaller than the picture
	event.position = get_viewport().get_final_transform() * at
	event.global_position = event.position
	event.pressed = is_pressed
	Input.parse_input_event(event)
	await get_tree().physics_frame
	await get_tree().physics_frame
