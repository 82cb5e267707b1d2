# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## Two bodies fly in a cube, and the detector that is chosen decides whether they meet. Shown are their
## triangles, hulls and bounding balls, and of every collision the contact points and normals. Beside it the
## experiment: what do three detectors need, the more triangles the bodies have?

const Check := preload("arena_check.gd")
const Experiment := preload("experiment.gd")
const Flight := preload("flight.gd")
const Pair := preload("pair.gd")
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
const COLORS: Array[Color] = [Make.CORAL, Make.AMBER, Make.TEAL]

var _flight: Flight
var _views: Array[View] = []
var _contacts: MeshInstance3D
var _experiment: Experiment
var _detector := 2 # of NAMES, in that order
var _size := 1 # triangles of a face of the octahedron
var _kind := 0 # of Pair.NAMES
var _pair: Pair
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
	_kind = 0
	put(View.make_cube(CENTER, Flight.HALF))
	_contacts = View.make_contacts()
	_contacts.position = CENTER
	put(_contacts)
	_experiment = Experiment.new(600 if Demo.is_checking() else 10000)
	_show_experiment()
	_dress()


func tick(_delta: float) -> void:
	# a detector that takes long is asked once a tick
	for i in STEPS_PER_TICK if _kind == 0 else 1:
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
		_kind = (_kind + 1) % Pair.NAMES.size()
		_dress()


func explain() -> void:
	add_hint([&"demo_next"], &"search", "next detector")
	add_hint([&"demo_use"], &"facets", "more polygons")
	add_hint([&"demo_other"], &"swap", "other bodies")


func numbers() -> Dictionary[String, String]:
	var a := _flight.flyers[0]
	var shown: Dictionary[String, String] = {
		"detector": NAMES.values()[_detector],
		"bodies": Pair.NAMES[_kind],
		"triangles": "%d and %d" % [_pair.triangles(0), _pair.triangles(1)],
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
	return shown


func check() -> PackedStringArray:
	var wrong := Check.of_experiment(_experiment, _plot, _table)
	wrong.append_array(Check.of_flight(_flight, _drift()))
	wrong.append_array(Check.of_pairs())
	return wrong


# one step: move, bounce off the walls, ask the detector, resolve
func _fly() -> void:
	_flight.move(Experiment.STEP if _kind == 0 else Experiment.STEP * STEPS_PER_TICK)
	var detector: int = NAMES.keys()[_detector]
	var found := _flight.detect(_pair.shapes_for(detector), detector)
	var apart := _flight.flyers[0].place.origin.distance_to(_flight.flyers[1].place.origin)
	_steps += 1
	_work += found.iterations
	_near += int(apart < _views[0].radius + _views[1].radius)
	if found.overlapping:
		_hits += 1
		View.draw_contacts(_contacts.mesh, _flight.resolve(_pair.hulls))


# gives the flyers their bodies
func _dress() -> void:
	for view in _views:
		if is_instance_valid(view):
			view.free()
	_views.clear()
	_pair = Pair.new(_kind, _size)
	for index in 2:
		var view := View.new(_pair.meshes[index].get_faces(), _pair.outlines[index], [Make.TEAL, Make.CORAL][index])
		_flight.dress(index, _pair.outlines[index], view.radius)
		_views.append(view)
		put(view)
	_energy = _flight.energy()
	_begin_count()


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
		_plot.set_line(Experiment.LINES[index], COLORS[index], points)
	_table.text = "polygons\ttriangles\tspheres\tGJK"
	for size in Experiment.SIZES:
		_table.text += "\n%d" % (8 * size + 8)
		for index in 3:
			var cell := _experiment.cell(size, index)
			_table.text += "\t" + ("%.1f" % cell.time if cell != null else "...")


static func _short(vector: Vector3) -> String:
	return "%.1f %.1f %.1f" % [vector.x, vector.y, vector.z]
