# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Detectors agree with each other and need as much work as they should; the flight loses nothing.

const Experiment := preload("experiment.gd")
const Flight := preload("flight.gd")
const Pair := preload("pair.gd")


## The work that each detector needs, and that all is shown.
static func of_experiment(experiment: Experiment, plot: Plot, table: Label) -> PackedStringArray:
	var wrong: PackedStringArray = []
	if not experiment.is_done():
		return ["the experiment is not done"]
	for size in Experiment.SIZES:
		for index: int in [1, 2]:
			if experiment.cell(size, index).hits != experiment.cell(0, 0).hits:
				wrong.append("detector %d saw other collisions at %d polygons" % [index, 8 * size + 8])
	if experiment.cell(0, 0).hits.is_empty():
		wrong.append("the bodies never met")
	# pairs of triangles grow with the square, GJK works on six corners whatever the mesh
	var few := experiment.cell(0, 0).work
	if experiment.cell(9, 0).work < 80 * few or experiment.cell(9, 1).work > experiment.cell(9, 0).work / 4:
		wrong.append("work of triangles: %d, %d, with spheres %d" % [few, experiment.cell(9, 0).work, experiment.cell(9, 1).work])
	if experiment.cell(9, 2).work > 1.1 * experiment.cell(0, 2).work:
		wrong.append("GJK works more for more polygons")
	if table.text.count("\n") != Experiment.SIZES or table.text.contains("..."):
		wrong.append("the table is not full")
	for line in Experiment.LINES:
		if plot.points_in(line) != Experiment.SIZES:
			wrong.append("the plot of %s has %d points" % [line, plot.points_in(line)])
	return wrong


## Cubes of 12 and balls of 3968 triangles, apart and in each other.
static func of_pairs() -> PackedStringArray:
	var wrong: PackedStringArray = []
	var flight := Flight.new()
	flight.flyers[0].place = Transform3D()
	for kind in range(1, Pair.NAMES.size()):
		var pair := Pair.new(kind, 1)
		for distance: float in [0.2, 3.0]:
			var way := Vector3(3, 2, 1).normalized() * distance * Flight.RADIUS
			flight.flyers[1].place = Transform3D(Basis(), way)
			wrong.append_array(_check_detectors(pair, kind, flight, distance < 1.0))
	return wrong


static func _check_detectors(pair: Pair, kind: int, flight: Flight, overlaps: bool) -> PackedStringArray:
	var wrong: PackedStringArray = []
	var detectors: Array[int] = [
		MinkowskiPhysics.DETECTOR_SPHERE_TRIANGLES, MinkowskiPhysics.DETECTOR_GJK, MinkowskiPhysics.DETECTOR_TREES,
	]
	# all pairs of triangles of two balls are 15.7 million: a second for nothing new
	if kind < 3:
		detectors.append(MinkowskiPhysics.DETECTOR_TRIANGLES)
	for detector in detectors:
		var found := flight.detect(pair.shapes_for(detector), detector)
		if found.overlapping != overlaps:
			wrong.append("detector %d does not see %s right" % [detector, Pair.NAMES[kind]])
		var tests := pair.triangles(0) * pair.triangles(1)
		if detector == MinkowskiPhysics.DETECTOR_TRIANGLES and not overlaps and found.iterations != tests:
			wrong.append("%d of %d pairs of triangles" % [found.iterations, tests])
	return wrong


## The energy changed by so much of itself.
static func of_flight(flight: Flight, drift: float) -> PackedStringArray:
	var wrong: PackedStringArray = []
	# impulses without loss keep it but for rounding
	if absf(drift) > 1e-3:
		wrong.append("the energy changed by %.3f %%" % (100.0 * drift))
	for flyer in flight.flyers:
		for axis in 3:
			if absf(flyer.place.origin[axis]) > Flight.HALF:
				wrong.append("a body left the cube at %s" % flyer.place.origin)
	return wrong
