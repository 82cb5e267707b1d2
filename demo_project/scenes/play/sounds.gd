# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node
## The sounds of the marble machine, made of decaying sines: a chime for what the bowl catches, higher with every marble
## in a row, a low knock for a bin, and ticks where marbles hit something.

const RATE := 22050
## Semitones above the first note: the steps of a major chord.
const STEPS: Array[int] = [0, 4, 7, 12]
## s between two ticks: more at once are only noise.
const TICK_PAUSE := 0.04
## m/s; what hits slower is not heard, and from which speed on it is no louder.
const SOFT := 0.6
const LOUD := 6.0

var _chime := _make_player(_make_tone(660.0, 0.7, [1.0, 0.5, 0.25]), 4, -8.0)
var _knock := _make_player(_make_tone(196.0, 0.25, [1.0, 0.3]), 4, -10.0)
var _tick := _make_player(_make_tone(1900.0, 0.05, [1.0, 0.6]), 6, -16.0)
var _fanfare := _make_player(_make_tone(523.3, 1.4, [1.0, 0.6, 0.4, 0.2]), 4, -8.0)
var _quiet_until := 0


# Godot would count what still sounds at its end as leaked
func _exit_tree() -> void:
	for player: AudioStreamPlayer in get_children():
		player.stop()


## How much faster a tone is played for the marble that is so many in a row, from 1 on.
static func pitch_of(row: int) -> float:
	return pow(2.0, STEPS[clampi(row - 1, 0, STEPS.size() - 1)] / 12.0)


## A marble is in the bowl.
func catch_one(row: int) -> void:
	_play(_chime, pitch_of(row))


## A marble is in a bin.
func drop_one() -> void:
	_play(_knock, 1.0)


## A level is won.
func win() -> void:
	for row in STEPS.size():
		_play(_fanfare, pitch_of(row + 1))


## A marble hit something at so many m/s.
func hit(speed: float) -> void:
	var now := Time.get_ticks_msec()
	if speed < SOFT or now < _quiet_until:
		return
	_quiet_until = now + roundi(1000.0 * TICK_PAUSE)
	_tick.volume_linear = 0.16 * minf(speed / LOUD, 1.0)
	_play(_tick, randf_range(0.85, 1.2))


# nobody listens to a check, a picture or a film
func _play(player: AudioStreamPlayer, pitch: float) -> void:
	if Demo.is_unattended():
		return
	player.pitch_scale = pitch
	player.play()


func _make_player(tone: AudioStreamWAV, voices: int, decibels: float) -> AudioStreamPlayer:
	var player := AudioStreamPlayer.new()
	player.stream = tone
	player.max_polyphony = voices
	player.volume_db = decibels
	add_child(player)
	return player


# overtones by how loud they are; each higher one fades sooner
static func _make_tone(frequency: float, seconds: float, overtones: Array[float]) -> AudioStreamWAV:
	var count := int(RATE * seconds)
	var data := PackedByteArray()
	data.resize(2 * count)
	for index in count:
		var time := index / float(RATE)
		var value := 0.0
		for number in overtones.size():
			var fade := exp(-5.0 * (number + 1) * time / seconds)
			value += overtones[number] * fade * sin(TAU * frequency * (number + 1) * time)
		data.encode_s16(2 * index, int(12000.0 * clampf(value, -2.5, 2.5)))
	var tone := AudioStreamWAV.new()
	tone.format = AudioStreamWAV.FORMAT_16_BITS
	tone.mix_rate = RATE
	tone.data = data
	return tone
