# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Two bodies fly in a cube, and the detector that is chosen decides whether they meet. Shown are their
## triangles, hulls and bounding balls, and of every collision the contact points and normals. Beside it the
## experiment: what do three detectors need, the more triangles the bodies have?

const Experiment := preload("experiment.gd")
const Flight := preload("flight.gd")
const Octahedron := preload("octahedron.gd")
const View := preload("flyer_view.gd")

const CENTER := Vector3(-0.45, 2.75, -0.8)
const STEPS_PER_TICK := 8
const NAMES: Dictionary[int, String] = {
	MinkowskiPhysics.DETECTOR_TRIANGLES: "all pairs of triangles",
	MinkowskiPhysics.DETECTOR_SPHERE_TRIANGLES: "spheres, then triangles",
	MinkowskiPhysics.DETECTOR_GJK: "GJK on hulls",
	MinkowskiPhysics.DETECTOR_SAT: "separating axes",
	MinkowskiPhysics.DETECTOR_TREES: "trees of triangles",
}
const PAIRS: Array[String] = ["octahedra", "two cubes", "cube and ball", "two balls"]
const LINES: Array[String] = ["triangles", "spheres first", "GJK"]
const COLORS: Array[Color] = [Make.CORAL, Make.AMBER, Make.TEAL]

var _flight: Flight
var _views: Array[View] = []
var _meshes: Array[ConcavePolygonShape3D] = []
var _hulls: Array[ConvexPolygonShape3D] = []
var _contacts: MeshInstance3D
var _experiment: Experiment
var _detector := 2 # of NAMES, in that order
var _size := 1 # triangles of a face of the octahedron
var _pair := 0
var _energy := 0.0
var _steps := 0
var _hits := 0
var _near := 0 # steps in which the bounding balls overlapped
var _work := 0

@onready var _plot := Plot.beside(self, Rect2(24, 64, 400, 250), "")
@onready var _table := _plot.add_table(90.0)


func _exit_tree() -> void:
	_experiment.stop()


func build() -> void:
	if _experiment != null:
		_experiment.stop()
	_flight = Flight.new()
	_size = 1
	_pair = 0
	put(View.make_cube(CENTER, Flight.HALF))
	_contacts = View.make_contacts()
	_contacts.position = CENTER
	put(_contacts)
	_experiment = Experiment.new(600 if Demo.is_checking() else 10000)
	_show_experiment()
	_dress()


func tick(_delta: float) -> void:
	# a detector that takes long is asked once a tick
	for i in STEPS_PER_TICK if _pair == 0 else 1:
		_fly()
	for index in 2:
		_views[index].transform = Transform3D(_flight.flyers[index].place.basis, CENTER + _flight.flyers[index].place.origin)
	var known := _experiment.known()
	_experiment.advance()
	if _experiment.known() != known:
		_show_experiment()


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_next"):
		_detector = (_detector + 1) % NAMES.size()
		_begin_count()
	elif event.is_action_pressed(&"demo_use"):
		_size = _size % Experiment.SIZES + 1
		_dress()
	elif event.is_action_pressed(&"demo_other"):
		_pair = (_pair + 1) % PAIRS.size()
		_dress()


func can_grab() -> bool:
	return false


func explain() -> void:
	add_hint([&"demo_next"], &"search", "next detector")
	add_hint([&"demo_use"], &"facets", "more polygons")
	add_hint([&"demo_other"], &"swap", "other bodies")


func numbers() -> Dictionary[String, String]:
	var a := _flight.flyers[0]
	var own: Dictionary[String, String] = {
		"detector": NAMES.values()[_detector],
		"bodies": PAIRS[_pair],
		"triangles": "%d and %d" % [_meshes[0].get_faces().size() / 3, _meshes[1].get_faces().size() / 3],
		"place": "%s m" % _short(a.place.origin),
		"velocity": "%s m/s" % _short(a.velocity),
		"spin": "%s rad/s" % _short(a.spin),
		"energy": "%.4f J" % _flight.energy(),
		# nothing lost is 0, not -0
		"energy lost": "%.4f %%" % (snappedf(-100.0 * _drift(), 1e-4) + 0.0),
		"steps that collided": str(_hits),
		"with balls that met": str(_near),
		"work in a step": "%.1f" % (_work / maxf(_steps, 1.0)),
	}
	return own


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if not _experiment.is_done():
		return ["the experiment is not done"]
	for size in Experiment.SIZES:
		for index: int in [1, 2]:
			if _experiment.cell(size, index).hits != _experiment.cell(0, 0).hits:
				wrong.append("detector %d saw other collisions at %d polygons" % [index, 8 * size + 8])
	if _experiment.cell(0, 0).hits.is_empty():
		wrong.append("the bodies never met")
	# pairs of triangles grow with the square, GJK works on six corners whatever the mesh
	var few := _experiment.cell(0, 0).work
	if _experiment.cell(9, 0).work < 80 * few or _experiment.cell(9, 1).work > _experiment.cell(9, 0).work / 4:
		wrong.append("work of triangles: %d, %d, with spheres %d" % [few, _experiment.cell(9, 0).work, _experiment.cell(9, 1).work])
	if _experiment.cell(9, 2).work > 1.1 * _experiment.cell(0, 2).work:
		wrong.append("GJK works more for more polygons")
	if _table.text.count("\n") != Experiment.SIZES or _table.text.contains("..."):
		wrong.append("the table is not full")
	for line: String in LINES:
		if _plot.points_in(line) != Experiment.SIZES:
			wrong.append("the plot of %s has %d points" % [line, _plot.points_in(line)])
	wrong.append_array(_check_flight())
	wrong.append_array(_check_pairs())
	return wrong


# cubes of 12 and balls of 3968 triangles, apart and in each other
func _check_pairs() -> PackedStringArray:
	var wrong: PackedStringArray = []
	for pair in range(1, PAIRS.size()):
		_pair = pair
		_dress()
		var tests := _meshes[0].get_faces().size() * _meshes[1].get_faces().size() / 9
		for distance: float in [0.2, 3.0]:
			# all pairs of triangles of two balls are 15.7 million: a second for nothing new
			for detector: int in [0, 1, 2, 4] if pair < 3 else [1, 2, 4]:
				_flight.flyers[0].place = Transform3D()
				_flight.flyers[1].place = Transform3D(Basis(), Vector3(3, 2, 1).normalized() * distance * Flight.RADIUS)
				var found := _flight.detect(_hulls if detector == 2 else _meshes, NAMES.keys()[detector])
				if found.overlapping != (distance < 1.0):
					wrong.append("%s does not see %s right" % [NAMES.values()[detector], PAIRS[pair]])
				if detector == 0 and distance > 1.0 and found.iterations != tests:
					wrong.append("%d of %d pairs of triangles" % [found.iterations, tests])
	return wrong


func _check_flight() -> PackedStringArray:
	var wrong: PackedStringArray = []
	# impulses without loss keep it but for rounding
	if absf(_drift()) > 1e-3:
		wrong.append("the energy changed by %.3f %%" % (100.0 * _drift()))
	for flyer in _flight.flyers:
		for axis in 3:
			if absf(flyer.place.origin[axis]) > Flight.HALF:
				wrong.append("a body left the cube at %s" % flyer.place.origin)
	return wrong


# one step: move, bounce off the walls, ask the detector, resolve
func _fly() -> void:
	_flight.move(Experiment.STEP if _pair == 0 else Experiment.STEP * STEPS_PER_TICK)
	var detector: int = NAMES.keys()[_detector]
	var is_convex := detector in [MinkowskiPhysics.DETECTOR_GJK, MinkowskiPhysics.DETECTOR_SAT]
	var found := _flight.detect(_hulls if is_convex else _meshes, detector)
	var apart := _flight.flyers[0].place.origin.distance_to(_flight.flyers[1].place.origin)
	_steps += 1
	_work += found.iterations
	_near += int(apart < _views[0].radius + _views[1].radius)
	if found.overlapping:
		_hits += 1
		View.draw_contacts(_contacts.mesh, _flight.resolve(_hulls))


# gives the flyers their bodies
func _dress() -> void:
	for view in _views:
		if is_instance_valid(view):
			view.free()
	_views.clear()
	_meshes.clear()
	_hulls.clear()
	for index in 2:
		var faces := _faces(index)
		_meshes.append(ConcavePolygonShape3D.new())
		_meshes[index].set_faces(faces)
		var hull := MinkowskiPhysics.convex_hull(faces)
		_hulls.append(hull.create_shape())
		var view := View.new(faces, hull, [Make.TEAL, Make.CORAL][index])
		_flight.dress(index, hull, view.radius)
		_views.append(view)
		put(view)
	_energy = _flight.energy()
	_begin_count()


func _faces(index: int) -> PackedVector3Array:
	if _pair == 0:
		return Octahedron.faces(Flight.RADIUS, _size)
	if _pair == 1 or _pair == 2 and index == 0:
		return Make.box(Vector3.ONE * Flight.RADIUS).mesh.get_faces()
	var ball := SphereMesh.new()
	ball.radius = 0.8 * Flight.RADIUS
	ball.height = 1.6 * Flight.RADIUS
	ball.radial_segments = 64
	ball.rings = 31
	return View.without_slivers(ball.get_faces())


func _begin_count() -> void:
	_steps = 0
	_hits = 0
	_near = 0
	_work = 0


func _drift() -> float:
	return _flight.energy() / _energy - 1.0


func _show_experiment() -> void:
	_plot.title = "ms for %d steps of 2 ms" % _experiment.steps
	_plot.x_text = "polygons of a body"
	_plot.is_log_y = true
	for index in 3:
		var points: PackedVector2Array = []
		for size in Experiment.SIZES:
			if _experiment.cell(size, index) != null:
				points.append(Vector2(8 * size + 8, _experiment.cell(size, index).time))
		_plot.set_line(LINES[index], COLORS[index], points)
	_table.text = "polygons\ttriangles\tspheres\tGJK"
	for size in Experiment.SIZES:
		_table.text += "\n%d" % (8 * size + 8)
		for index in 3:
			var cell := _experiment.cell(size, index)
			_table.text += "\t" + ("%.1f" % cell.time if cell != null else "...")


static func _short(vector: Vector3) -> String:
	return "%.1f %.1f %.1f" % [vector.x, vector.y, vector.z]
