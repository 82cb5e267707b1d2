# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Our engine comes through the course as it should, and every engine can be measured: its process runs, tells, and what
## it tells is kept and shown.

const Racer := preload("racer.gd")
const Results := preload("results.gd")
const Track := preload("track.gd")
## Enough for four points of each plot.
const TICKS := 40

var wrong: PackedStringArray = []

var _racers: Array[Racer] = []
var _results: Results


func _init(racers: Array[Racer], results: Results) -> void:
	_racers = racers
	_results = results


func check_track(track: Track) -> void:
	if track.missed > 0 or track.fired < Track.SHOTS:
		wrong.append("%d of %d shots missed the plate" % [track.missed, track.fired])
	# a contact gives way by less than a millimetre
	if absf(track.sunk()) > 0.001:
		wrong.append("blocks sank by %.2f mm" % (1000.0 * track.sunk()))
	if absf(track.spin() - 1.0) > 0.01:
		wrong.append("the spinning box has %.2f %% of its energy" % (100.0 * track.spin()))


func check_racers() -> void:
	for racer in _racers:
		racer.run(TICKS)
		if racer.result.get("times", []).size() != TICKS:
			wrong.append("%s did not run: %s" % [racer.title, racer.result])
			return
	_results.show(_racers)
	for racer in _racers:
		wrong.append_array(_results.missing(racer, TICKS))
		_check_kept(racer)


# whoever asks later knows, too
func _check_kept(racer: Racer) -> void:
	var later := Racer.new(racer.title, racer.color, racer.setting)
	if later.result != racer.result:
		wrong.append("what %s did is not kept" % racer.title)
	racer.forget()
	later.read()
	if not later.result.is_empty():
		wrong.append("what %s did is not forgotten" % racer.title)
