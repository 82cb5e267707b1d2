# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/server_case.gd"
## Calls of chance: any method of the server, of states of bodies and of spaces, in any order, with arguments that are
## right, wrong, freed, huge or no numbers, between steps and from inside of all callbacks. Nothing may break, and what
## has nothing to do with it falls as if it were alone.

const SCENES := 10
const TICKS := 40
const CALLS := 60
## Most items of a kind.
const MOST := 24

const SHAPES: PackedStringArray = [
	"box", "sphere", "capsule", "cylinder", "convex_polygon", "concave_polygon", "heightmap", "separation_ray",
	"world_boundary", "custom",
]

var chance := RandomNumberGenerator.new()
var items: Dictionary[String, Array] = {}
## Those of the items that were freed; some calls still are about them.
var dead: Dictionary[RID, bool] = {}
var methods: Array[Dictionary] = []
var depth := 0
var cloth := PlaneMesh.new()
## Whether the calls come from another thread: states may not be asked there, and callbacks come on the main thread.
var is_elsewhere := false
## The calls that have been made, for whoever looks for the one that broke something: run with MK_CALLS set.
var is_told := OS.has_environment("MK_CALLS")


func tick_limit() -> int:
	return 100000


func is_likely(part: float) -> bool:
	return chance.randf() < part


func any_of(values: Array) -> Variant:
	return values[chance.randi() % values.size()]


func number() -> float:
	if is_likely(0.8):
		return chance.randf_range(-3.0, 3.0)
	return any_of([0.0, 1.0, -1.0, 1e-9, 1e9, -1e30, 1e300, NAN, INF, -INF])


func vector() -> Vector3:
	if is_likely(0.9):
		return Vector3(chance.randf_range(-4, 4), chance.randf_range(-4, 4), chance.randf_range(-4, 4))
	return Vector3(number(), number(), number())


func transform() -> Transform3D:
	var basis := Basis.from_euler(vector())
	if is_likely(0.2):
		basis = Basis(vector(), vector(), vector())
	return Transform3D(basis, vector())


func rid_of(kind: String) -> RID:
	if is_likely(0.03):
		return RID()
	var found: Array = items.get(kind if not kind.ends_with("_joint") else "joint", [])
	if found.is_empty() or is_likely(0.05):
		found = any_of(items.values().filter(func(list: Array) -> bool: return not list.is_empty()))
	return any_of(found)


## What a kind of shape wants to know.
func data_for(kind: String) -> Variant:
	var points := PackedVector3Array()
	for i in 3 * (chance.randi() % 6):
		points.append(vector())
	match kind:
		"box":
			return vector().abs()
		"sphere":
			return absf(number())
		"capsule", "cylinder":
			return {"radius": absf(number()), "height": absf(number())}
		"convex_polygon":
			return points
		"concave_polygon":
			return {"faces": points, "backface_collision": is_likely(0.5)}
		"heightmap":
			var heights := PackedFloat32Array([0, 1, 0, number(), 0, 1, 0, NAN, 0])
			return {"width": 3, "depth": 3, "heights": heights, "min_height": 0.0, "max_height": 1.0}
		"separation_ray":
			return {"length": absf(number()), "slide_on_slope": is_likely(0.5)}
	return Plane(vector().normalized(), number())


func any_variant() -> Variant:
	match chance.randi() % 6:
		0:
			return transform()
		1:
			return vector()
		2:
			return is_likely(0.5)
		3:
			return number()
		4:
			return null
	return data_for(any_of(SHAPES))


func value_for(argument: Dictionary) -> Variant:
	match int(argument.type):
		TYPE_RID:
			for kind: String in ["space", "shape", "soft_body", "area", "joint"]:
				if String(argument.name).contains(kind):
					return rid_of(kind)
			return rid_of("body")
		TYPE_INT:
			return chance.randi() % 8 if is_likely(0.9) else chance.randi_range(-5, 100)
		TYPE_BOOL:
			return is_likely(0.5)
		TYPE_FLOAT:
			return number()
		TYPE_VECTOR3:
			return vector()
		TYPE_TRANSFORM3D:
			return transform()
		TYPE_NIL:
			return any_variant()
		TYPE_CALLABLE:
			return hear if is_likely(0.8) else Callable()
		TYPE_OBJECT:
			return object_for(argument.class_name)
	return type_convert(null, int(argument.type))


func object_for(name: StringName) -> Object:
	match name:
		&"PhysicsTestMotionParameters3D":
			var parameters := PhysicsTestMotionParameters3D.new()
			parameters.from = transform()
			parameters.motion = vector()
			return parameters
		&"PhysicsRayQueryParameters3D":
			return PhysicsRayQueryParameters3D.create(vector(), vector())
		&"PhysicsPointQueryParameters3D":
			return PhysicsPointQueryParameters3D.new()
		&"PhysicsShapeQueryParameters3D":
			var parameters := PhysicsShapeQueryParameters3D.new()
			parameters.shape_rid = rid_of("shape")
			parameters.transform = transform()
			parameters.motion = vector()
			return parameters
	return _object_for(name)


func call_method(object: Object, method: Dictionary, kind: String) -> void:
	var arguments := []
	for argument: Dictionary in method.args:
		arguments.append(value_for(argument))
	if kind != "":
		arguments[0] = rid_of(kind)
	if is_told:
		print(method.name, " ", arguments)
	var answer: Variant = object.callv(method.name, arguments)
	if arguments.any(func(value: Variant) -> bool: return value is Vector3 and not value.is_finite()):
		return
	if answer is Vector3 or answer is Transform3D:
		check(answer.is_finite(), "%s%s is %s" % [method.name, arguments, answer])


func make_item() -> void:
	var kind: String = any_of(items.keys())
	if items[kind].size() >= MOST:
		return
	if kind == "shape":
		var form: String = any_of(SHAPES)
		var shape: RID = server.call("%s_shape_create" % form)
		server.shape_set_data(shape, data_for(form))
		items[kind].append(shape)
		return
	var item: RID = server.call(kind + "_create")
	items[kind].append(item)
	if kind == "space":
		server.space_set_active(item, true)
	elif kind == "joint":
		var type: String = any_of(["pin", "hinge", "slider", "cone_twist", "generic_6dof"])
		var frame: Variant = vector() if type == "pin" else transform()
		server.call("joint_make_" + type, item, rid_of("body"), frame, rid_of("body"), frame)
	else:
		server.call(kind + "_set_space", item, rid_of("space"))
	if kind == "soft_body":
		server.soft_body_set_mesh(item, cloth.get_rid())
	if kind == "body" or kind == "area":
		server.call(kind + "_add_shape", item, rid_of("shape"), transform(), false)


func free_item() -> void:
	var kind: String = any_of(items.keys())
	if items[kind].size() <= 2 or (is_elsewhere and kind == "space"):
		return
	var index := chance.randi() % items[kind].size()
	var item: RID = items[kind][index]
	server.free_rid(item)
	dead[item] = true
	if is_likely(0.8):
		items[kind].remove_at(index)


func act() -> void:
	if is_likely(0.15):
		make_item()
	elif is_likely(0.08):
		free_item()
	elif is_likely(0.2) and not is_elsewhere:
		ask_state()
	else:
		var method: Dictionary = any_of(methods)
		call_method(server, method, kind_of(method))


func ask_state() -> void:
	var object: Object
	if is_likely(0.5):
		object = server.body_get_direct_state(rid_of("body"))
	else:
		object = server.space_get_direct_state(rid_of("space"))
	if object == null:
		return
	var parent := "PhysicsDirectBodyState3D" if object is PhysicsDirectBodyState3D else "PhysicsDirectSpaceState3D"
	call_method(object, any_of(ClassDB.class_get_method_list(parent, true)), "")


# what calls this hands over from none to five arguments
func hear(_a: Variant = null, _b: Variant = null, _c: Variant = null, _d: Variant = null, _e: Variant = null) -> void:
	if depth < 3 and not is_elsewhere and is_likely(0.3):
		depth += 1
		act()
		depth -= 1


func choose_methods() -> void:
	for method in server_methods():
		var is_asking: bool = method.name.contains("direct_state") or method.name == "body_test_motion"
		if not kind_of(method) in ["", "any"] and not (is_elsewhere and is_asking):
			methods.append(method)


func begin(scene: int) -> void:
	chance.seed = scene
	items = {
		"space": [server.space_create()], "body": [], "soft_body": [], "area": [], "joint": [],
		"shape": [server.box_shape_create()],
	}
	for i in 60:
		make_item()


func end() -> void:
	for list: Array in items.values():
		for item: RID in list.filter(func(one: RID) -> bool: return not dead.has(one)):
			server.free_rid(item)


## A body that falls and meets nobody.
func make_witness() -> RID:
	var witness := own(server.body_create())
	var ball := own(server.sphere_shape_create())
	server.shape_set_data(ball, 0.5)
	server.body_add_shape(witness, ball)
	server.body_set_collision_layer(witness, 0)
	server.body_set_collision_mask(witness, 0)
	server.body_set_param(witness, PhysicsServer3D.BODY_PARAM_LINEAR_DAMP_MODE, 1)
	return witness


func check_fall(witness: RID, ticks: int) -> void:
	var velocity: Vector3 = server.body_get_state(witness, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY)
	check_near(velocity.y, -9.8 * ticks / 60.0, 1e-4 * ticks + 1e-2, "the witness fell")


# only what the calls do to each other counts here, not what the server says of them
func test_any_call_at_any_time() -> void:
	choose_methods()
	var witness := make_witness()
	Engine.print_error_messages = is_told
	for scene in SCENES:
		var space := server.space_create()
		server.space_set_active(space, true)
		server.body_set_space(witness, space)
		server.body_set_state(witness, PhysicsServer3D.BODY_STATE_LINEAR_VELOCITY, Vector3.ZERO)
		begin(scene)
		for tick in TICKS:
			for i in CALLS:
				act()
			await steps(1)
		check_fall(witness, TICKS)
		end()
		server.free_rid(space)
		await steps(2)
	Engine.print_error_messages = true


func work(scene: int, space: RID) -> void:
	begin(scene)
	items.space.append(space)
	for i in 1000:
		act()
	items.space.erase(space)
	end()


# each thread has items of its own, and a space that all of them share
func test_any_call_from_threads() -> void:
	Engine.print_error_messages = is_told
	var space := own(server.space_create())
	var own_space := own(server.space_create())
	for active: RID in [space, own_space]:
		server.space_set_active(active, true)
	var witness := make_witness()
	server.body_set_space(witness, own_space)
	var ticks := 0
	var tasks: Array[int] = []
	for scene in 4:
		var other: Object = get_script().new()
		other.is_elsewhere = true
		other.choose_methods()
		tasks.append(WorkerThreadPool.add_task(other.work.bind(scene, space)))
	while not tasks.all(WorkerThreadPool.is_task_completed):
		await steps(1)
		ticks += 1
	check_fall(witness, ticks)
	for task in tasks:
		WorkerThreadPool.wait_for_task_completion(task)
	Engine.print_error_messages = true
