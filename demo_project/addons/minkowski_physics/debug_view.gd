# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@icon("icons/minkowski_physics.svg")
class_name MinkowskiDebugView3D
extends MeshInstance3D
## Draws what Minkowski Physics does in the world that the node is in: contacts, normals, impulses, islands,
## sleepers, boxes, the tree of the broad phase, ways of fast bodies. Lines behind something are dim.
##
## Put it into a scene, or set [member MinkowskiPhysics.debug_view], which puts it there, or turn on the project
## setting physics/minkowski_physics_3d/debug_view. F9 opens and closes it, 1 to 8 choose what it shows while it
## is open. The keys are those of the actions minkowski_debug_view and minkowski_debug_contacts and so on; an
## action that the project's input map has keeps its own keys. While it is closed it costs nothing.
##
## Nodes show what a step did at the next tick, and with physics interpolation a part of a tick later still. So lines
## are of the tick that bodies are drawn at, or of the one nearest to it.

## One row per layer: its bit in [member MinkowskiPhysics.debug_view], its name, its key.
const LAYERS: Array[Array] = [
	[1, "contacts", KEY_1],
	[2, "normals", KEY_2],
	[4, "impulses", KEY_3],
	[8, "islands", KEY_4],
	[16, "sleeping", KEY_5],
	[32, "bounds", KEY_6],
	[64, "tree", KEY_7],
	[128, "paths", KEY_8],
]
const OPEN_ACTION := &"minkowski_debug_view"
const OPEN_KEY := KEY_F9
const GROUP := &"minkowski_debug_view"
## What F9 shows first: contacts, normals, islands, sleepers, ways.
const FIRST_LAYERS := 1 + 2 + 8 + 16 + 128
## How much of a line is seen through what hides it.
const HIDDEN_ALPHA := 0.45

## Shown from the start: bits of [member MinkowskiPhysics.debug_view].
@export_flags("contacts", "normals", "impulses", "islands", "sleeping", "bounds", "tree", "paths")
var start_layers := 0
## m; the length of a normal.
@export_range(0.01, 10.0, 0.01, "suffix:m") var size := 0.25
## Whether keys open and change the view.
@export var has_keys := true

## Whether it was said already that another engine has nothing to show.
static var has_warned := false

var _physics: Object # the singleton, null if the library is not loaded or another engine runs
var _last_layers := FIRST_LAYERS
var _list: RichTextLabel
var _lines := ArrayMesh.new()
# lines of the tick that nodes are at, and of the one before
var _now: Dictionary = {}
var _before: Dictionary = {}
# which of them is drawn
var _drawn: Dictionary = {}


func _init() -> void:
	name = "MinkowskiDebugView"
	add_to_group(GROUP)
	process_mode = Node.PROCESS_MODE_ALWAYS
	physics_interpolation_mode = Node.PHYSICS_INTERPOLATION_MODE_OFF
	top_level = true
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	gi_mode = GeometryInstance3D.GI_MODE_DISABLED
	mesh = _lines
	visible = false


func _ready() -> void:
	transform = Transform3D()
	_physics = _find_physics()
	if _physics == null:
		set_process(false)
		set_physics_process(false)
		set_process_unhandled_key_input(false)
		return
	material_override = _make_material()
	_make_list()
	_add_actions()
	_physics.connect(&"debug_view_changed", _show)
	if start_layers != 0:
		_physics.debug_view = start_layers
	_show(_physics.debug_view)


func _exit_tree() -> void:
	if _physics != null:
		_ask(0)


func _unhandled_key_input(event: InputEvent) -> void:
	if not has_keys or _physics == null:
		return
	if event.is_action_pressed(OPEN_ACTION):
		_physics.debug_view = 0 if visible else _last_layers
		get_viewport().set_input_as_handled()
	for row in LAYERS:
		if visible and event.is_action_pressed(_action(row)):
			# with the last layer gone the view would be closed by a key that is not for that
			var layers: int = _physics.debug_view ^ int(row[0])
			if layers != 0:
				_physics.debug_view = layers
			get_viewport().set_input_as_handled()


# before the step of this tick, while nodes are where the last one left bodies
func _physics_process(_delta: float) -> void:
	_before = _now
	_now = _ask(_physics.debug_view)


func _process(_delta: float) -> void:
	var is_late := get_tree().physics_interpolation and Engine.get_physics_interpolation_fraction() < 0.5
	_draw(_before if is_late else _now)


# Another engine has nothing to show; that is said once, however many views there are.
func _find_physics() -> Object:
	if Engine.has_singleton(&"MinkowskiPhysics"):
		var found := Engine.get_singleton(&"MinkowskiPhysics")
		if found.is_running():
			return found
	if not has_warned:
		has_warned = true
		push_warning(
			"MinkowskiDebugView3D shows nothing: Minkowski Physics is not the physics engine of this project."
		)
	return null


func _show(layers: int) -> void:
	visible = layers != 0
	set_process(visible)
	set_physics_process(visible)
	_list.visible = visible
	if visible:
		_last_layers = layers
		_list.text = _describe(layers)
	_now = _ask(layers)
	_before = _now
	_draw(_now)


# the question for no layers ends what the engine does for impulses
func _ask(layers: int) -> Dictionary:
	return _physics.debug_lines(get_world_3d().space, layers, size)


func _draw(lines: Dictionary) -> void:
	if is_same(lines, _drawn):
		return
	_drawn = lines
	_lines.clear_surfaces()
	if lines.points.is_empty():
		return
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = lines.points
	arrays[Mesh.ARRAY_COLOR] = lines.colors
	_lines.add_surface_from_arrays(Mesh.PRIMITIVE_LINES, arrays)


func _describe(layers: int) -> String:
	var text := "[b]%s[/b] debug view\n" % _key_name(OPEN_ACTION)
	for row in LAYERS:
		var color := "ffffff" if layers & int(row[0]) else "ffffff70"
		text += "[color=%s]%s %s[/color]\n" % [color, _key_name(_action(row)), row[1]]
	return text


func _action(row: Array) -> StringName:
	return StringName("minkowski_debug_%s" % row[1])


func _key_name(action: StringName) -> String:
	var events := InputMap.action_get_events(action)
	return events[0].as_text().get_slice(" ", 0) if events else "-"


func _add_actions() -> void:
	_add_action(OPEN_ACTION, OPEN_KEY)
	for row in LAYERS:
		_add_action(_action(row), row[2])


func _add_action(action: StringName, key: Key) -> void:
	if InputMap.has_action(action):
		return
	var event := InputEventKey.new()
	event.physical_keycode = key
	InputMap.add_action(action)
	InputMap.action_add_event(action, event)


# Twice: what is in front as it is, what is hidden through everything, dim.
func _make_material() -> StandardMaterial3D:
	var front := StandardMaterial3D.new()
	front.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	front.vertex_color_use_as_albedo = true
	front.vertex_color_is_srgb = true
	front.disable_fog = true
	var hidden: StandardMaterial3D = front.duplicate()
	hidden.albedo_color.a = HIDDEN_ALPHA
	hidden.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	hidden.no_depth_test = true
	front.next_pass = hidden
	return front


func _make_list() -> void:
	var layer := CanvasLayer.new()
	layer.layer = 100
	_list = RichTextLabel.new()
	_list.bbcode_enabled = true
	_list.fit_content = true
	_list.autowrap_mode = TextServer.AUTOWRAP_OFF
	_list.mouse_filter = Control.MOUSE_FILTER_IGNORE
	_list.add_theme_constant_override(&"outline_size", 6)
	_list.add_theme_color_override(&"font_outline_color", Color(0, 0, 0, 0.8))
	_list.set_anchors_and_offsets_preset(Control.PRESET_TOP_RIGHT)
	_list.grow_horizontal = Control.GROW_DIRECTION_BEGIN
	_list.position += Vector2(-16, 56)
	layer.add_child(_list)
	add_child(layer)
