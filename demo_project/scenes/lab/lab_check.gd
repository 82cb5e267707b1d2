# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name LabCheck
extends RefCounted
## All algorithms on all pairs of shapes, apart and overlapping: they must agree with each other, the explicit
## difference with them, and the steps must lead to the answer.

## m; rounding of numbers of this size, and what the searches leave.
const NEAR := 2e-4
## m; how far a surface of 96 points may be below the curved one that it stands for.
const COARSE := 0.12
## As near as this the words "apart" and "overlap" are a matter of rounding, m.
const TOUCH := 1e-3
const Lab := preload("lab.gd")
const WAY := Vector3(-6, 0, 0)

var wrong: PackedStringArray = []

var _where := ""


func check_all(forms: Dictionary[String, Make.Form]) -> void:
	var place_a := Transform3D(Basis.from_euler(Vector3(0.3, 0.5, 0.15)), Vector3.ZERO)
	for name_a in forms:
		for name_b in forms:
			for x: float in [0.4, 2.6]:
				_where = "%s and %s at %.1f m" % [name_a, name_b, x]
				var place_b := Transform3D(Basis.from_euler(Vector3(-0.4, 0.3, 0.6)), Vector3(x, 0.3, 0.1))
				_check_pair(forms[name_a].shape, place_a, forms[name_b].shape, place_b)


## The tour has something to show, the slider goes through all steps of every algorithm, and the card names each and
## says how things are where the bodies are now.
func check_card(lab: Lab) -> void:
	for stop in Lab.TOUR:
		_where = LabShapes.ALGORITHMS[stop[0]]
		lab.move_b(stop[1] as Vector3)
		_expect(lab.choose_algorithm(stop[0] as int).size() > 2, "no steps")
	for index in LabShapes.ALGORITHMS.size():
		_where = LabShapes.ALGORITHMS[index]
		var names := lab.choose_algorithm(index)
		for step in names.size():
			lab.go_to(step)
			var title := "step %d of %d" % [step + 1, names.size()]
			_expect(lab.numbers().get(title, "") == names[step], "the card does not name %s" % title)
			_expect(not lab.view.caption().is_empty(), "nothing is said about %s" % title)
	_where = "card"
	lab.move_b(Lab.APART)
	var before := lab.numbers()
	lab.move_b(Lab.APART + Vector3(0.4, 0, 0))
	var after := lab.numbers()
	for title in LabShapes.DETECTORS:
		_expect(before.has(title), "%s is not compared" % title)
	for title: String in ["apart", "GJK", "GJK, Johnson", "EPA", "Chung-Wang", "SAT"]:
		_expect(before.get(title) != after.get(title), "%s is %s wherever B is" % [title, before.get(title)])


func _expect(is_so: bool, text: String) -> void:
	if not is_so:
		wrong.append("%s: %s" % [_where, text])


func _check_pair(a: Shape3D, at: Transform3D, b: Shape3D, bt: Transform3D) -> void:
	var truth := MinkowskiPhysics.distance(a, at, b, bt)
	_expect(truth.overlapping == (bt.origin.x < 1.0), "the distance is %f" % truth.distance)
	_check_witnesses(a, at, b, bt, truth)
	_check_detectors(a, at, b, bt, truth)
	_check_difference(a, at, b, bt, truth)
	_check_steps(a, at, b, bt, truth)


# the points that are drawn: on the shapes, and as far apart as the answer says
func _check_witnesses(a: Shape3D, at: Transform3D, b: Shape3D, bt: Transform3D, truth: MinkowskiResult) -> void:
	var apart := truth.point_a.distance_to(truth.point_b)
	_expect(absf(apart - absf(truth.distance)) < NEAR, "the witness points are %f m apart" % apart)
	var dot: PackedVector3Array = [Vector3.ZERO]
	for end: Array in [[a, at, truth.point_a], [b, bt, truth.point_b]]:
		var off := MinkowskiPhysics.distance(end[0], end[1], dot, Transform3D(Basis(), end[2] as Vector3)).distance
		_expect(absf(off) < NEAR, "a witness point is %f m off its shape" % off)


func _check_detectors(a: Shape3D, at: Transform3D, b: Shape3D, bt: Transform3D, truth: MinkowskiResult) -> void:
	for title in LabShapes.DETECTORS:
		var detector := LabShapes.DETECTORS[title]
		var found := MinkowskiPhysics.detect(a, at, b, bt, detector)
		if LabShapes.has_points(found):
			var apart := found.point_a.distance_to(found.point_b)
			_expect(absf(apart - absf(found.distance)) < NEAR, "the points of %s are %f m apart" % [title, apart])
		var needs_faces := detector >= MinkowskiPhysics.DETECTOR_SAT
		var is_known := not needs_faces or LabShapes.is_flat(a) and LabShapes.is_flat(b)
		_expect(found.is_valid() == is_known, "%s says %s" % [title, found.get_status_text()])
		if not is_known or absf(truth.distance) < TOUCH:
			continue
		_expect(found.overlapping == truth.overlapping, "%s does not agree" % title)
		if detector < MinkowskiPhysics.DETECTOR_TRIANGLES:
			_expect(found.lower <= truth.distance + NEAR, "%s is too high: %f" % [title, found.lower])
			_expect(found.upper >= truth.distance - NEAR, "%s is too low: %f" % [title, found.upper])


# a curved surface is replaced by one inside of it
func _check_difference(a: Shape3D, at: Transform3D, b: Shape3D, bt: Transform3D, truth: MinkowskiResult) -> void:
	var is_exact := LabShapes.is_flat(a) and LabShapes.is_flat(b)
	var hull := MinkowskiPhysics.minkowski_difference(a, at, b, bt, 96)
	var origin: PackedVector3Array = [Vector3.ZERO]
	var seen := MinkowskiPhysics.distance(hull.points, Transform3D(), origin, Transform3D())
	var more := seen.distance - truth.distance
	_expect(more > -NEAR and more < (NEAR if is_exact else COARSE), "the difference is off by %f m" % more)


func _check_steps(a: Shape3D, at: Transform3D, b: Shape3D, bt: Transform3D, truth: MinkowskiResult) -> void:
	var last := INF
	for step in MinkowskiPhysics.trace_gjk(a, at, b, bt).steps:
		if step.kind == MinkowskiTrace.KIND_SIMPLEX:
			var length := (step.direction as Vector3).length()
			_expect(length <= last + NEAR, "a simplex of GJK went away from the origin")
			last = length
	_expect(truth.overlapping or last >= truth.distance - NEAR, "GJK stopped at %f m" % last)
	var epa := MinkowskiPhysics.trace_epa(a, at, b, bt)
	_expect(not truth.overlapping or absf(epa.result.distance - truth.distance) < NEAR, "EPA says %f m" % epa.result.distance)
	_expect(truth.overlapping or epa.get_step_count() == 0, "EPA has steps without an overlap")
	if truth.overlapping:
		return
	var cast := MinkowskiPhysics.trace_cast(b, bt, a, at, WAY)
	var moved := MinkowskiPhysics.distance(b, bt.translated(cast.result.time * WAY), a, at)
	_expect(cast.result.hit and absf(moved.distance) < TOUCH, "the cast stops %f m away" % moved.distance)
