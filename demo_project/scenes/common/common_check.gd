# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name CommonCheck
extends Node
## What every scene of the demo must do: a card with words, numbers and keys, and pause, single step, slow motion,
## debug view, a camera that flies, a gamepad that flies, looks and pulls, and reset. Each is done by its action, or by
## the gamepad's own events, and looked at.

## Ticks in which something that goes on would be seen to go on.
const WHILE := 6
## Bodies that are tried to be pulled: they may be behind others.
const TRIES := 40

var wrong: PackedStringArray = []


func _ready() -> void:
	# also while time stands still
	process_mode = Node.PROCESS_MODE_ALWAYS


func check(scene: DemoScene) -> void:
	_check_card(scene)
	await _check_clock(scene)
	await _check_debug_view(scene)
	await _check_camera(scene)
	await _check_sticks(scene)
	await _check_narrow(scene)
	await _check_reset(scene)
	# after a reset: bodies may be fixed at the end of a round
	await _check_pull(scene)


func _expect(is_so: bool, text: String) -> void:
	if not is_so:
		wrong.append(text)


func _check_card(scene: DemoScene) -> void:
	var card := scene.get_node(^"Overlay") as DemoOverlay
	_expect(card.has_words(), "the card does not say what it shows")
	_expect(card.has_keys(), "the card names no keys")
	var numbers := scene.numbers()
	_expect(not numbers.is_empty(), "the card has no numbers")
	for title in numbers:
		_expect(not numbers[title].is_empty(), "the card says nothing about '%s'" % title)
	var awake: String = numbers.get("awake", "0")
	var all: String = numbers.get("bodies", "0")
	_expect(awake.to_int() <= all.to_int(), "%s of %s bodies are awake" % [awake, all])


func _check_clock(scene: DemoScene) -> void:
	await _do(&"demo_pause")
	var stopped := scene.time
	await _wait()
	_expect(get_tree().paused and scene.time == stopped, "pause does not stop time")
	await _do(&"demo_step")
	await _wait()
	var stepped := (scene.time - stopped) * Engine.physics_ticks_per_second
	_expect(get_tree().paused and absf(stepped - 1.0) < 0.01, "a single step is %.2f ticks" % stepped)
	await _do(&"demo_pause")
	await _wait()
	_expect(not get_tree().paused and scene.time > stopped + 2.0 / Engine.physics_ticks_per_second, "time does not go on")
	await _do(&"demo_slower")
	_expect(Engine.time_scale < 1.0, "there is no slow motion")
	await _do(&"demo_faster")
	_expect(Engine.time_scale == 1.0, "slow motion does not end")


# a scene with bodies has one, and it draws something
func _check_debug_view(scene: DemoScene) -> void:
	_expect(scene.has_bodies or scene.bodies().is_empty(), "the debug view is missing")
	if not scene.has_debug_view():
		return
	for i in 2:
		var was_on := PhysicsEngine.debug_layers() != 0
		await _do(&"demo_debug")
		_expect((PhysicsEngine.debug_layers() != 0) != was_on, "the debug view does not obey")
		await _wait()
		_expect(was_on or _is_something_drawn(), "the debug view draws nothing")


func _is_something_drawn() -> bool:
	return get_tree().get_nodes_in_group(MinkowskiDebugView3D.GROUP).any(
		func(view: MinkowskiDebugView3D) -> bool: return view.mesh.get_surface_count() > 0
	)


# a scene may keep the camera for itself
func _check_camera(scene: DemoScene) -> void:
	if not scene.camera.is_processing():
		return
	var from := scene.camera.global_position
	Input.action_press(&"fly_forward")
	await _wait()
	Input.action_release(&"fly_forward")
	_expect(scene.camera.global_position.distance_to(from) > 0.05, "the camera does not fly")


# what is at the sides of a wide picture is still there in a square one
func _check_narrow(scene: DemoScene) -> void:
	var was := get_window().size
	get_window().size = Vector2i(1280, 720)
	await _wait()
	var wide := tan(deg_to_rad(scene.camera.fov) / 2.0) * 1280.0 / 720.0
	get_window().size = Vector2i(900, 900)
	await _wait()
	var narrow := tan(deg_to_rad(scene.camera.fov) / 2.0)
	_expect(absf(narrow - wide) < 1e-3, "a square window shows %.2f of the width" % (narrow / wide))
	get_window().size = was
	await _wait()


# the left stick flies unless the scene has something to steer, the right one looks around
func _check_sticks(scene: DemoScene) -> void:
	if not scene.camera.is_processing():
		return
	var from := scene.camera.global_transform
	await _push_stick(JOY_AXIS_LEFT_Y, -1.0)
	if scene.camera.has_stick:
		_expect(scene.camera.global_position.distance_to(from.origin) > 0.05, "the left stick does not fly")
		from = scene.camera.global_transform
		await _push_stick(JOY_AXIS_RIGHT_X, 1.0)
		_expect(scene.camera.global_basis.z.angle_to(from.basis.z) > 0.05, "the right stick does not look around")


# the gamepad's shoulder takes what is in the middle of the picture, where the cross is
func _check_pull(scene: DemoScene) -> void:
	if not scene.can_grab():
		return
	var all := scene.bodies()
	for index in range(0, all.size(), ceili(all.size() / float(TRIES))):
		if not is_instance_valid(all[index]):
			continue
		scene.camera.look_at(all[index].global_position)
		# most cameras are moved aside, so that the card covers nothing
		scene.camera.translate_object_local(Vector3.LEFT * scene.camera.h_offset)
		await _press_shoulder(true)
		var held := scene.grabber.held()
		_expect((scene.get_node(^"Overlay/%Cross") as Control).visible, "there is no cross to aim with")
		await _press_shoulder(false)
		_expect(scene.grabber.held() == null, "the gamepad does not let go")
		if held != null:
			return
	_expect(false, "no body can be pulled with the gamepad")


func _press_shoulder(is_pressed: bool) -> void:
	var event := InputEventJoypadButton.new()
	event.button_index = JOY_BUTTON_RIGHT_SHOULDER
	event.pressed = is_pressed
	Input.parse_input_event(event)
	await _wait()


func _push_stick(axis: JoyAxis, how_far: float) -> void:
	for value: float in [how_far, 0.0]:
		var event := InputEventJoypadMotion.new()
		event.axis = axis
		event.axis_value = value
		Input.parse_input_event(event)
		await _wait()


func _check_reset(scene: DemoScene) -> void:
	var before := scene.things
	await _do(&"demo_reset")
	_expect(scene.things != before and scene.time < 0.2, "reset does not begin again")


func _do(action: StringName) -> void:
	for is_pressed: bool in [true, false]:
		var event := InputEventAction.new()
		event.action = action
		event.pressed = is_pressed
		Input.parse_input_event(event)
		await get_tree().process_frame
	await get_tree().physics_frame


func _wait() -> void:
	for i in WHILE:
		await get_tree().physics_frame
	await get_tree().process_frame
