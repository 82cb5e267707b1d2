# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## All ways find the same pairs, with as much work as they should need, and the plots show all that was measured.

const Survey := preload("survey.gd")


## Sentences about what is wrong.
static func check(survey: Survey, ways: Array[Survey.Way]) -> PackedStringArray:
	var wrong: PackedStringArray = []
	if survey.missing() > 0:
		return ["%d measurements were not made" % survey.missing()]
	var known: Dictionary[int, Survey.Probe] = {}
	for probe in survey.done:
		var first: Survey.Probe = known.get_or_add(probe.count, probe)
		if probe.pairs != first.pairs:
			wrong.append("%s found other pairs of %d balls" % [probe.way.title, probe.count])
		if probe.way.method == MinkowskiPhysics.PAIRS_ALL and probe.tests != probe.count * (probe.count - 1) / 2:
			wrong.append("all pairs of %d balls were %d" % [probe.count, probe.tests])
	for way in ways:
		# all pairs of ten thousand would take seconds
		var points := Survey.COUNTS.size() - int(way.method == MinkowskiPhysics.PAIRS_ALL)
		if survey.growth.points_in(way.title) != points:
			wrong.append("the plot of %s has %d points" % [way.title, survey.growth.points_in(way.title)])
	for line: String in ["ms", "MB"]:
		if survey.cells.points_in(line) != Survey.CELLS.size():
			wrong.append("the sweep of cells has %d points of %s" % [survey.cells.points_in(line), line])
	var least := survey.probe_of_cell(4.0)
	# a grid tests only balls whose boxes overlap; in one cell it compares as many boxes as there are pairs
	if least.tests > 20 * Survey.WHOLE:
		wrong.append("the grid looked at %d pairs" % least.tests)
	if survey.probe_of_cell(0.5).bytes < 4 * least.bytes:
		wrong.append("small cells took only %d bytes, others %d" % [survey.probe_of_cell(0.5).bytes, least.bytes])
	return wrong
