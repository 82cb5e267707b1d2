# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Plays every level of the demo's game in two ways, in the demo project: as its own good player does, and blindly,
## a marble whenever there is one, from all over. Prints a line for each, and how many kinds of sounds were heard.

const SWEEP := 1.3 # rad/s; of a hand that does not look


var _heard: Dictionary[Node, bool] = {}


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	change_scene_to_file("res://scenes/play/play.tscn")
	await scene_changed
	for level: int in current_scene.score.LEVELS.size():
		for way: String in ["good", "blind"]:
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
	while not game.is_over():
		match way:
			"good":
				game._target = game.player.aim(game._machine)
				if game.player.is_time(game._machine, game._hand.position.x):
					game.drop()
			"blind":
				game._target = 3.4 * sin(SWEEP * game.time)
				game.drop()
			"peg":
				game.drop()
		for sound: AudioStreamPlayer in game.sounds.get_children():
			if sound.playing:
				_heard[sound] = true
		await physics_frame
	var left: int = game._marbles.size()
	print("play: %s %d %s %d points, %d s, %d left" % [
		way, level + 1, "won" if game.score.is_won() else "lost", game.score.points, game.time, left
	])
