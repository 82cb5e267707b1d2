# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Plays every level of the demo's game in three ways, in the demo project: as its own good player does; as somebody who
## looks but is slow; and blindly, with a bowl that only goes back and forth. Prints a line for each, and how many kinds of
## sounds were heard.

const SWEEP := 1.3 # rad/s; of a bowl that does not look
## m/s, and ticks from one look to the next, of a slow player.
const SLOW := 4.0
const LOOK_EVERY := 15


var _heard: Dictionary[Node, bool] = {}


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	change_scene_to_file("res://scenes/play/play.tscn")
	await scene_changed
	for level: int in current_scene.score.LEVELS.size():
		for way: String in ["good", "slow", "blind"]:
			await _play(level, way)
	# the middle of a peg is no place to stay
	await _play(0, "peg")
	print("sounds: %d of %d" % [_heard.size(), current_scene.sounds.get_child_count()])
	await _fall_silent()
	quit()


# another thread ends sounds, in its own time; what it still holds at the end would be counted as leaked
func _fall_silent() -> void:
	current_scene.free()
	for i in 20:
		OS.delay_msec(20)
		await process_frame


func _play(level: int, way: String) -> void:
	var game := current_scene
	game.score.level = level
	game.score.points = 0
	game.restart()
	var machine: Node3D = game._machine
	var seen := 0.0
	while not game.is_over():
		match way:
			"good":
				machine.wish = game.SelfPlayer.aim(game._marbles, machine.bowl.position.x)
			"slow":
				if Engine.get_physics_frames() % LOOK_EVERY == 0:
					seen = game.SelfPlayer.aim(game._marbles, machine.bowl.position.x)
				machine.wish = move_toward(machine.bowl.position.x, seen, SLOW / Engine.physics_ticks_per_second)
			"blind":
				machine.wish = 3.2 * sin(SWEEP * game.time)
			"peg":
				# the hand would go on
				game._hand.position.x = 0.0
				if game._wait < game.score.pause() - game.PAUSE:
					game.drop()
		for sound: AudioStreamPlayer in game.sounds.get_children():
			if sound.playing:
				_heard[sound] = true
		await physics_frame
	var left: int = game._marbles.size()
	print("play: %s %d %s %d points, %d s, %d left" % [
		way, level + 1, "won" if game.score.is_won() else "lost", game.score.points, game.time, left
	])
