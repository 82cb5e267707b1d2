# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Calls all methods of PhysicsServer3D in an order of chance, on items that live, were freed or are of another kind,
## with values that are fit, odd or no numbers, while their worlds step. A ball rolls in a world of its own, first
## alone and then beside all that: both times it must be at the same places. Prints what it found.

const ROUNDS := 5
const TICKS := 120
const CALLS := 40 ## in a tick
const MOST := 60 ## items of a kind
## What would stop the server, is called by Godot itself, or waits for a thread.
const NOT_CALLED: PackedStringArray = ["set_active", "free_rid", "soft_body_update_rendering_server"]
## The beginnings of names, of methods and of arguments, and whose RID they want.
const KINDS: Dictionary[String, String] = {
	"soft_body": "soft_body",
	"body": "body",
	"excepted_body": "body",
	"area": "area",
	"space": "space",
	"shape": "shape",
	"joint": "joint",
}
const NUMBERS: Array[float] = [NAN, INF, -INF, 0.0, -1.0, 1e30, 1e-30]

var server := PhysicsServer3D
var chance := RandomNumberGenerator.new()
var makers: Dictionary[String, Array] = {
	"space": [server.space_create],
	"body": [server.body_create],
	"area": [server.area_create],
	"joint": [server.joint_create],
	"soft_body": [server.soft_body_create],
	"shape": [
		server.sphere_shape_create, server.box_shape_create, server.capsule_shape_create,
		server.cylinder_shape_create, server.convex_polygon_shape_create, server.concave_polygon_shape_create,
		server.heightmap_shape_create, server.world_boundary_shape_create, server.separation_ray_shape_create,
	],
}
var items: Dictionary[String, Array] = {}
var freed: Dictionary[RID, bool] = {}
var called: Dictionary[String, bool] = {}
## Those that change something stand here several times.
var methods: Array[Dictionary] = []


func _initialize() -> void:
	assert(server.get_class() == "MinkowskiPhysicsServer3D")
	_run.call_deferred()


func _run() -> void:
	var count := _list_methods()
	var alone := await _roll(func() -> void: pass)
	for round in ROUNDS:
		chance.seed = round
		_make_items()
		var beside := await _roll(_call_some)
		print("calling: alike %s, finite %s" % [alone == beside, _are_bodies_finite()])
		_free_items()
	print("calling: %d methods left out" % (count - called.size()))
	quit()


# where a ball is in each tick, in a world that no call is about
func _roll(between: Callable) -> PackedVector3Array:
	var space := server.space_create()
	server.space_set_active(space, true)
	var plane := server.world_boundary_shape_create()
	server.shape_set_data(plane, Plane(Vector3(0.1, 1.0, 0.0).normalized(), 0.0))
	var ground := server.body_create()
	server.body_set_mode(ground, PhysicsServer3D.BODY_MODE_STATIC)
	server.body_add_shape(ground, plane)
	server.body_set_space(ground, space)
	var sphere := server.sphere_shape_create()
	server.shape_set_data(sphere, 0.5)
	var ball := server.body_create()
	server.body_add_shape(ball, sphere)
	server.body_set_state(ball, PhysicsServer3D.BODY_STATE_TRANSFORM, Transform3D(Basis(), Vector3(0, 2, 0)))
	server.body_set_space(ball, space)
	var places := PackedVector3Array()
	for tick in TICKS:
		await physics_frame
		var at: Transform3D = server.body_get_state(ball, PhysicsServer3D.BODY_STATE_TRANSFORM)
		places.append(at.origin)
		between.call()
	for item in [ball, ground, sphere, plane, space]:
		server.free_rid(item)
	return places


func _make_items() -> void:
	for kind in makers:
		items[kind] = []
		for i in 3 if kind == "space" else 30:
			_make(kind)
	for space: RID in items.space:
		server.space_set_active(space, true)


func _make(kind: String) -> void:
	var maker: Callable = _pick(makers[kind])
	items[kind].append(maker.call())


func _call_some() -> void:
	for i in CALLS:
		var luck := chance.randf()
		var kind: String = _pick(items.keys())
		if luck < 0.02 and not items[kind].is_empty():
			var item: RID = _pick(items[kind])
			server.free_rid(item)
			freed[item] = true
		elif luck < 0.06 and items[kind].size() < MOST:
			_make(kind)
		else:
			_call_one(_pick(methods))


# returns how many there are
func _list_methods() -> int:
	var count := 0
	for method in ClassDB.class_get_method_list("PhysicsServer3D", true):
		var name: String = method.name
		if not (name.begins_with("_") or name.ends_with("_create") or NOT_CALLED.has(name)):
			var is_change := name.contains("_set_") or name.contains("_make_") or name.contains("_add_")
			count += 1
			for i in 10 if is_change else 1:
				methods.append(method)
	return count


func _call_one(method: Dictionary) -> void:
	var name: String = method.name
	var values: Array = []
	for argument: Dictionary in method.args:
		values.append(_value(name if values.is_empty() else "", argument))
	if name == "shape_set_data" and values[0] is RID and chance.randf() < 0.8:
		values[1] = _data_of(values[0])
	called[name] = true
	var answer: Variant = server.callv(name, values)
	if answer is PhysicsDirectSpaceState3D:
		_query(answer)


func _query(state: PhysicsDirectSpaceState3D) -> void:
	state.intersect_ray(PhysicsRayQueryParameters3D.create(_vector(), _vector()))
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape_rid = _rid("shape")
	query.transform = _transform()
	query.motion = _vector()
	query.margin = _number()
	state.intersect_shape(query, 8)
	state.cast_motion(query)
	state.collide_shape(query, 8)
	state.get_rest_info(query)


func _pick(list: Array) -> Variant:
	return list[chance.randi_range(0, list.size() - 1)]


func _kind_of(name: String) -> String:
	for start in KINDS:
		if name.begins_with(start):
			return KINDS[start]
	return "joint" if name.contains("joint") else ""


# mostly of the kind that is wanted
func _rid(kind: String) -> RID:
	if chance.randf() < 0.03:
		return RID()
	var is_other := kind.is_empty() or chance.randf() < 0.03
	var from: Array = items[_pick(items.keys()) if is_other else kind]
	return RID() if from.is_empty() else _pick(from)


func _number() -> float:
	return _pick(NUMBERS) if chance.randf() < 0.1 else chance.randf_range(-5.0, 5.0)


func _vector() -> Vector3:
	return Vector3(_number(), _number(), _number())


func _transform() -> Transform3D:
	if chance.randf() < 0.2:
		return Transform3D(Basis(_vector(), _vector(), _vector()), _vector())
	return Transform3D(Basis(Vector3.UP, _number()).scaled(Vector3.ONE * chance.randf_range(0.5, 2.0)), _vector())


func _points(count: int) -> PackedVector3Array:
	var points := PackedVector3Array()
	for i in count:
		points.append(_vector())
	return points


func _value(method: String, argument: Dictionary) -> Variant:
	var type: int = argument.type
	if chance.randf() < 0.02:
		type = chance.randi_range(0, TYPE_MAX - 1)
	match type:
		TYPE_RID:
			var kind := _kind_of(method)
			return _rid(kind if kind else _kind_of(argument.name))
		TYPE_BOOL:
			return chance.randf() < 0.5
		TYPE_INT:
			return chance.randi_range(-2, 12) if chance.randf() < 0.95 else chance.randi()
		TYPE_FLOAT:
			return _number()
		TYPE_VECTOR3:
			return _vector()
		TYPE_BASIS:
			return _transform().basis
		TYPE_TRANSFORM3D:
			return _transform()
		TYPE_NIL:
			return _pick([null, _number(), _vector(), _transform(), true, "text", _points(5), Plane(_vector(), 1.0)])
	return type_convert(null, type)


# what a shape of its kind may be given, and sometimes not quite
func _data_of(shape: RID) -> Variant:
	match server.shape_get_type(shape):
		PhysicsServer3D.SHAPE_SPHERE:
			return _number()
		PhysicsServer3D.SHAPE_BOX:
			return _vector()
		PhysicsServer3D.SHAPE_CAPSULE, PhysicsServer3D.SHAPE_CYLINDER:
			return {"radius": _number(), "height": _number()}
		PhysicsServer3D.SHAPE_CONVEX_POLYGON:
			return _points(chance.randi_range(0, 40))
		PhysicsServer3D.SHAPE_CONCAVE_POLYGON:
			return {"faces": _points(3 * chance.randi_range(0, 30)), "backface_collision": chance.randf() < 0.5}
		PhysicsServer3D.SHAPE_HEIGHTMAP:
			var heights := PackedFloat32Array()
			for i in 12:
				heights.append(_number())
			return {"width": 4, "depth": 3, "heights": heights, "min_height": -5.0, "max_height": 5.0}
		PhysicsServer3D.SHAPE_WORLD_BOUNDARY:
			return Plane(_vector(), _number())
		PhysicsServer3D.SHAPE_SEPARATION_RAY:
			return {"length": _number(), "slide_on_slope": chance.randf() < 0.5}
	return null


func _are_bodies_finite() -> bool:
	for body: RID in items.body:
		if not freed.has(body):
			var at: Transform3D = server.body_get_state(body, PhysicsServer3D.BODY_STATE_TRANSFORM)
			var speed: Vector3 = server.body_get_state(body, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY)
			if not (at.is_finite() and speed.is_finite()):
				return false
	return true


func _free_items() -> void:
	for kind in items:
		for item: RID in items[kind]:
			if not freed.has(item):
				server.free_rid(item)
	items.clear()
	freed.clear()
