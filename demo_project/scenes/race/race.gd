# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## The same course under Minkowski Physics, Jolt Physics and Godot Physics. What the plots and the table say was
## measured by three Godots without a window, one after the other, and is kept. What you see runs here: on the
## engine of the demo, until a key starts the demo again with the next one.

const Racer := preload("racer.gd")
const Track := preload("track.gd")

const TICKS := 600
## What is where on the course.
const LABELS: Dictionary[Vector3, String] = {
	Vector3(-2.6, 3.7, -1.0): "heap", Vector3(2.2, 5.5, -1.6): "tower", Track.HOOK + Vector3(-0.4, 0.4, 0): "pendulum",
	Vector3(4.6, 4.3, -1.2): "spinning box", Vector3(5.8, 2.6, 1.2): "shots",
}

var _track: Track
var _racers: Array[Racer] = [
	Racer.new("Minkowski Physics", Make.TEAL),
	Racer.new("Jolt Physics", Make.AMBER, "Jolt Physics"),
	Racer.new("Godot Physics", Make.CORAL, "GodotPhysics3D"),
]
var _rod: Sketch
var _current := -1 # which one runs

@onready var _times := Plot.beside(self, Rect2(24, 56, 400, 150), "ms of a tick")
@onready var _sinks := Plot.beside(self, Rect2(24, 211, 400, 108), "mm that a block of the tower sinks into the next")
@onready var _energies := Plot.beside(self, Rect2(24, 324, 400, 108), "energy of the pendulum, % of its start")
@onready var _misses := Plot.beside(self, Rect2(24, 437, 400, 124), "shots through the plate")
@onready var _table := _misses.add_table(78.0)


func _ready() -> void:
	super()
	_times.is_log_y = true
	_misses.x_text = "tick"
	for plot: Plot in [_sinks, _energies, _misses]:
		plot.has_legend = false
	_show_results()
	if not Demo.is_unattended() and _racers.any(func(racer: Racer) -> bool: return racer.result.is_empty()):
		race()


func _exit_tree() -> void:
	for racer in _racers:
		racer.stop()


func build() -> void:
	_track = Track.new()
	_track.position = Vector3(-1.7, 0, 0)
	put(_track)
	_rod = Sketch.new()
	_track.add_child(_rod)
	for node in _track.get_children():
		if not node in _track.heap:
			_dress(node)
	_dress_heap()
	for place in LABELS:
		var text := Make.label(LABELS[place], place)
		text.pixel_size = 0.009
		_track.add_child(text)
	# shots come later
	_track.child_entered_tree.connect(_dress)


func tick(_delta: float) -> void:
	_draw_rod()
	if _current < 0 or _racers[_current].is_running():
		return
	_current += 1
	_show_results()
	if _current < _racers.size():
		_racers[_current].start(TICKS)
	else:
		_current = -1


func _unhandled_input(event: InputEvent) -> void:
	super(event)
	if event.is_action_pressed(&"demo_use"):
		race()
	elif event.is_action_pressed(&"demo_next"):
		_go_on_with_next()


## Lets all engines run, one after the other.
func race() -> void:
	for racer in _racers:
		racer.stop()
	_current = 0
	_racers[0].start(TICKS)


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"race", "races")
	add_hint([&"demo_next"], &"swap", "shows it under %s" % _next().title)


func numbers() -> Dictionary[String, String]:
	var running := "finished" if _current < 0 else "%s runs ..." % _racers[_current].title
	return {
		"what you see": PhysicsEngine.running(),
		"race": running if not _racers[2].result.is_empty() or _current >= 0 else "F starts it",
		"here: tower sunk": "%.3f mm" % (1000.0 * _track.sunk()),
		"here: shots missed": "%d of %d" % [_track.missed, _track.fired],
		"bodies": str(bodies().size()),
	}


func check() -> PackedStringArray:
	var wrong: PackedStringArray = []
	if _track.missed > 0 or _track.fired < Track.SHOTS:
		wrong.append("%d of %d shots missed the plate" % [_track.missed, _track.fired])
	# a contact gives way by less than a millimetre
	if absf(_track.sunk()) > 0.001:
		wrong.append("blocks sank by %.2f mm" % (1000.0 * _track.sunk()))
	if absf(_track.spinning[-1] - 1.0) > 0.01:
		wrong.append("the spinning box has %.2f %% of its energy" % (100.0 * _track.spinning[-1]))
	_racers[1].run(40)
	if _racers[1].result.get("times", []).size() != 40:
		wrong.append("Jolt Physics did not run: %s" % _racers[1].result)
		return wrong
	_show_results()
	for plot: Plot in [_times, _sinks, _energies, _misses]:
		if plot.points_in("Jolt") != 4:
			wrong.append("the plot '%s' has %d points of 40 ticks" % [plot.title, plot.points_in("Jolt")])
	if not _table.text.contains("Jolt\t%.2f" % _median(_racers[1].result.times)):
		wrong.append("the table does not tell what was measured")
	return wrong


# the engine after the one that runs here
func _next() -> Racer:
	for index in _racers.size():
		if _racers[index].title == PhysicsEngine.running():
			return _racers[(index + 1) % _racers.size()]
	return _racers[0]


func _go_on_with_next() -> void:
	Demo.restart_with(_next().setting, "race")


func _show_results() -> void:
	_table.text = "\tms\tsunk mm\tenergy %\tmissed"
	for racer in _racers:
		_table.text += "\n" + racer.title.get_slice(" ", 0)
		if racer.result.is_empty():
			_table.text += "\t..."
			continue
		var times: Array = racer.result.times
		_table.text += "\t%.2f\t%.3f\t%.1f\t%d / %d" % [
			_median(times), 1000.0 * racer.result.sunk, 100.0 * racer.result.pendulum[-1],
			racer.result.missed, racer.result.fired,
		]
		_add_lines(racer)


func _add_lines(racer: Racer) -> void:
	var short := racer.title.get_slice(" ", 0)
	_times.set_line(short, racer.color, _line(racer.result.times, 1.0))
	_energies.set_line(short, racer.color, _line(racer.result.pendulum, 100.0))
	# what was kept by an older race has no such lines
	_sinks.set_line(short, racer.color, _line(racer.result.get("sinks", []), 1000.0))
	_misses.set_line(short, racer.color, _line(racer.result.get("misses", []), 1.0))


# every tenth: the middle one of ten, so that one hiccup of the machine is no mountain
static func _line(values: Array, factor: float) -> PackedVector2Array:
	var points: PackedVector2Array = []
	for index in range(0, values.size() - 9, 10):
		points.append(Vector2(index + 5, factor * _median(values.slice(index, index + 10))))
	return points


static func _median(values: Array) -> float:
	var sorted := values.duplicate()
	sorted.sort()
	return sorted[sorted.size() / 2]


func _draw_rod() -> void:
	_rod.clear()
	_rod.add_dot(Track.HOOK, Make.SLATE.lightened(0.4), 0.06)
	_rod.add_line(Track.HOOK, _track.bob.position, Make.SLATE.lightened(0.4), 0.02)
	_rod.finish()


# the course has no looks of its own
func _dress(node: Node) -> void:
	var body := node as PhysicsBody3D
	if body == null:
		return
	var shape: Shape3D = (body.get_child(0) as CollisionShape3D).shape
	var color: Color = Make.SLATE if body is StaticBody3D else Make.COLORS[body.get_index() % Make.COLORS.size()]
	if shape is BoxShape3D:
		body.add_child(Make.visual(Make.box(shape.size).mesh, color))
	elif shape is SphereShape3D:
		body.add_child(Make.visual(Make.ball(shape.radius, 16).mesh, color))


# four hundred meshes would be four hundred draw calls, and as many again for shadows
func _dress_heap() -> void:
	var room := AABB(Vector3(-12, -1, -12), Vector3(24, 12, 24))
	var forms: Array[Make.Form] = [
		Make.box(Vector3.ONE * Track.HEAP_BOX), Make.ball(Track.HEAP_BALL, 16),
	]
	var herds: Array[Herd] = []
	for index in 2 * Make.COLORS.size():
		herds.append(Herd.new(forms[index % 2], Make.COLORS[index % Make.COLORS.size()], room))
		_track.add_child(herds[index])
	for index in _track.heap.size():
		herds[index % herds.size()].adopt(_track.heap[index] as RigidBody3D)
	for herd in herds:
		herd.finish()
