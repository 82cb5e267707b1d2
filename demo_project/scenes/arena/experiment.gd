# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## How do detectors react to more polygons? One flight of two octahedra is recorded; then each detector is
## asked at all of its places, for octahedra of 8 to 80 triangles. They must see the same collisions.

const Flight := preload("flight.gd")
const Octahedron := preload("octahedron.gd")

## s; of the flight, as in the experiment that was published.
const STEP := 0.002
## What is compared.
const LINES: Array[String] = ["triangles", "spheres first", "GJK"]
const SIZES := 10
const DETECTORS: Array[int] = [
	MinkowskiPhysics.DETECTOR_TRIANGLES,
	MinkowskiPhysics.DETECTOR_SPHERE_TRIANGLES,
	MinkowskiPhysics.DETECTOR_GJK,
]
## Steps that are flown in one tick.
const FLOWN := 100
## Pairs of triangles that are tested in one piece: some 20 ms, in the background.
const TESTS := 1000000
## Each part is measured so often.
const TURNS := 2


## What one detector needed for one size.
class Cell:
	var time := 0.0 # ms
	var work := 0 # pairs of triangles, or steps of GJK
	var hits: PackedInt32Array = []


var cells: Array[Cell] = [] # SIZES * DETECTORS
var steps := 0

var _path_a: Array[Transform3D] = []
var _path_b: Array[Transform3D] = []
var _flight := Flight.new()
var _next := 0 # the place that is asked about next
var _end := 0 # of the piece that is asked about now
var _is_open := false # whether the last cell is still growing
var _asking := Background.new()
var _meshes: Array[ConcavePolygonShape3D] = []
var _hulls: Array[ConvexPolygonShape3D] = []


func _init(how_many_steps: int) -> void:
	steps = how_many_steps
	var hull := MinkowskiPhysics.convex_hull(Octahedron.faces(Flight.RADIUS, 1))
	for index in 2:
		_flight.dress(index, hull, Flight.RADIUS)


func is_recorded() -> bool:
	return _path_a.size() >= steps


func is_done() -> bool:
	return cells.size() == SIZES * DETECTORS.size() and not _is_open


## How many cells are there.
func known() -> int:
	return cells.size() - int(_is_open)


## The cell of a size (0 is 8 triangles) and a detector, null if it is not there yet.
func cell(size: int, detector: int) -> Cell:
	var index := size * DETECTORS.size() + detector
	return cells[index] if index < known() else null


## Flies on; when the flight is over, asks about the next places, a piece at a time beside the picture.
func advance() -> void:
	if not is_recorded():
		_fly()
		return
	var found: Variant = _asking.take()
	if found != null:
		_note(found)
	if not is_done() and _asking.is_free():
		_ask()


## Waits for what is still asked.
func stop() -> void:
	_asking.drop()


func _fly() -> void:
	var hulls := [_shape(0, MinkowskiPhysics.DETECTOR_GJK), _shape(0, MinkowskiPhysics.DETECTOR_GJK)]
	for i in FLOWN:
		_flight.move(STEP)
		_path_a.append(_flight.flyers[0].place)
		_path_b.append(_flight.flyers[1].place)
		if _flight.detect(hulls, MinkowskiPhysics.DETECTOR_GJK).overlapping:
			_flight.resolve(hulls)


func _ask() -> void:
	if not _is_open:
		cells.append(Cell.new())
		_is_open = true
	var index := cells.size() - 1
	var size := index / DETECTORS.size()
	var detector := DETECTORS[index % DETECTORS.size()]
	var piece: int = {
		MinkowskiPhysics.DETECTOR_TRIANGLES: TESTS / (64 * (size + 1) ** 2),
		# one in some twenty of its steps is as much work
		MinkowskiPhysics.DETECTOR_SPHERE_TRIANGLES: 20 * TESTS / (64 * (size + 1) ** 2),
	}.get(detector, steps)
	_end = mini(_next + piece, steps)
	_asking.start(_measure.bind(_shape(size, detector), detector, _path_a.slice(_next, _end), _path_b.slice(_next, _end)))


# the least of a few turns: other programs only ever make one slower
static func _measure(
	shape: Shape3D, detector: int, path_a: Array[Transform3D], path_b: Array[Transform3D]
) -> Dictionary:
	var least := INF
	var found: Dictionary
	for turn in TURNS:
		found = MinkowskiPhysics.detect_path(shape, path_a, shape, path_b, detector)
		least = minf(least, found.time)
	found.time = least
	return found


func _note(found: Dictionary) -> void:
	var current := cells[-1]
	current.time += found.time
	current.work += found.iterations
	for hit: int in found.hits:
		current.hits.append(_next + hit)
	_is_open = _end < steps
	_next = _end if _is_open else 0


# triangles are asked of the mesh, GJK of its hull
func _shape(size: int, detector: int) -> Shape3D:
	if size == _meshes.size():
		var faces := Octahedron.faces(Flight.RADIUS, size + 1)
		_meshes.append(ConcavePolygonShape3D.new())
		_meshes[size].set_faces(faces)
		_hulls.append(ConvexPolygonShape3D.new())
		_hulls[size].points = faces
	return _hulls[size] if detector == MinkowskiPhysics.DETECTOR_GJK else _meshes[size]
