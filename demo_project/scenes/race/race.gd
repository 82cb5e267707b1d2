# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends DemoScene
## The same course under Minkowski Physics, Jolt Physics and Godot Physics. What the plots and the table say was
## measured by three Godots without a window, each in a project that has nothing else, one after the other, while this
## scene stands still; and is kept. What you see runs here: on the engine of the demo, until a key starts the demo
## again with the next one.

const Check := preload("race_check.gd")
const Racer := preload("racer.gd")
const Results := preload("results.gd")
const Track := preload("track.gd")

const TICKS := 600
## What is where on the course.
const LABELS: Dictionary[Vector3, String] = {
	Vector3(-2.6, 3.7, -1.0): "heap", Vector3(2.2, 5.5, -1.6): "tower", Track.HOOK + Vector3(-0.4, 0.4, 0): "pendulum",
	Vector3(4.6, 4.3, -1.2): "spinning box", Vector3(5.8, 2.6, 1.2): "shots",
}

var _track: Track
var _racers: Array[Racer] = [
	Racer.new("Minkowski Physics", Make.TEAL, "Minkowski Physics"),
	Racer.new("Jolt Physics", Make.AMBER, "Jolt Physics"),
	Racer.new("Godot Physics", Make.CORAL, "GodotPhysics3D"),
]
var _rod: Sketch
var _current := -1 # which one runs

@onready var _results := Results.new(self)


func _ready() -> void:
	super()
	var is_unknown := _racers.any(func(racer: Racer) -> bool: return racer.result.is_empty())
	if is_unknown and Demo.is_photographed():
		# nobody waits beside a picture for what comes later
		for racer in _racers:
			racer.run(TICKS)
	elif is_unknown and not Demo.is_unattended():
		race()
	_results.show(_racers)


func _exit_tree() -> void:
	_stand_still(false)
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
	_stand_still(_current >= 0)


func tick(_delta: float) -> void:
	_draw_rod()
	if _current < 0 or _racers[_current].is_running():
		return
	_current += 1
	_results.show(_racers)
	if _current < _racers.size():
		_racers[_current].start(TICKS)
	else:
		_current = -1
		_stand_still(false)


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
	_stand_still(true)
	_racers[0].start(TICKS)


func explain() -> void:
	super()
	add_hint([&"demo_use"], &"race", "races")
	add_hint([&"demo_next"], &"swap", "shows it under %s" % _next().title)


func numbers() -> Dictionary[String, String]:
	var running := "finished" if _current < 0 else "%s runs ..." % _racers[_current].title
	return {
		"what you see": PhysicsEngine.running(),
		"race": running if not _racers[2].result.is_empty() or _current >= 0 else "%s starts it" % KeyCap.legend(&"demo_use"),
		"here: tower sunk": "%.3f mm" % (1000.0 * _track.sunk()),
		"here: shots missed": "%d of %d" % [_track.missed, _track.fired],
		"here: spinning box": "%.2f %% energy" % (100.0 * _track.spin()),
		"bodies": str(bodies().size()),
	}


func check() -> PackedStringArray:
	var checker := Check.new(_racers, _results)
	checker.check_track(_track)
	checker.check_racers()
	return checker.wrong


# the engine after the one that runs here
func _next() -> Racer:
	for index in _racers.size():
		if _racers[index].title == PhysicsEngine.running():
			return _racers[(index + 1) % _racers.size()]
	return _racers[0]


func _go_on_with_next() -> void:
	Demo.restart_with(_next().setting, "race")


# While others are measured, nothing here needs the processor.
func _stand_still(is_still: bool) -> void:
	PhysicsServer3D.space_set_active(get_world_3d().space, not is_still)
	_track.set_physics_process(not is_still)
	# draws only what has changed
	OS.low_processor_usage_mode = is_still


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
