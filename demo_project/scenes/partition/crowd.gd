# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends MultiMeshInstance3D
## Balls that fly straight through each other in a box and glow where they touch. One mesh for all.

const RADIUS := 0.25
const SPEED := 1.5
## Numbers of one ball in the buffer of a multimesh: a transform of 12 and a colour of 4.
const STRIDE := 16

var centers: PackedVector3Array = []
var half := 0.0 # m; the box gives every ball half a cubic metre

var _velocities: PackedVector3Array = []
var _buffer: PackedFloat32Array = []
var _glowing: PackedInt32Array = []


func _init(count: int) -> void:
	half = half_of(count)
	centers = places_of(count)
	for i in count:
		_velocities.append(centers[count - 1 - i] * SPEED / half)
	multimesh = MultiMesh.new()
	multimesh.transform_format = MultiMesh.TRANSFORM_3D
	multimesh.use_colors = true
	multimesh.instance_count = count
	multimesh.physics_interpolation_quality = MultiMesh.INTERP_QUALITY_FAST
	multimesh.mesh = _make_mesh()
	# as much again for every map of shadows
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	multimesh.custom_aabb = AABB(Vector3.ONE * -half, Vector3.ONE * 2.0 * half)
	_buffer.resize(count * STRIDE)
	for i in count:
		for axis in 3:
			_buffer[i * STRIDE + 5 * axis] = 1.0
		_paint(i * STRIDE, Make.BLUE)


## Half of the side of the box for so many balls.
static func half_of(count: int) -> float:
	return 0.5 * pow(0.5 * count, 1.0 / 3.0)


## Places anywhere in the box, always the same for the same number.
static func places_of(count: int) -> PackedVector3Array:
	var random := RandomNumberGenerator.new()
	random.seed = 1
	var found: PackedVector3Array = []
	for i in count:
		found.append(_random_vector(random) * half_of(count))
	return found


## Flies on and turns back at the walls.
func move(delta: float) -> void:
	var first := 3
	for i in centers.size():
		var at := centers[i] + _velocities[i] * delta
		if absf(at.x) > half or absf(at.y) > half or absf(at.z) > half:
			var back := at.clamp(Vector3.ONE * -half, Vector3.ONE * half) - at
			_velocities[i] = _velocities[i] * Vector3(_turn(back.x), _turn(back.y), _turn(back.z))
			at += back
		centers[i] = at
		# where it is drawn: the last column of its transform
		_buffer[first] = at.x
		_buffer[first + 4] = at.y
		_buffer[first + 8] = at.z
		first += STRIDE


## Gives those of the pairs another colour.
func show_pairs(pairs: PackedInt32Array) -> void:
	for i in _glowing:
		_paint(i * STRIDE, Make.BLUE)
	for i in pairs:
		_paint(i * STRIDE, Make.AMBER)
	_glowing = pairs


## Shows all balls where they are.
func draw() -> void:
	multimesh.buffer = _buffer


func _paint(first: int, color: Color) -> void:
	_buffer[first + 12] = color.r
	_buffer[first + 13] = color.g
	_buffer[first + 14] = color.b
	_buffer[first + 15] = 1.0


static func _turn(back: float) -> float:
	return 1.0 if back == 0.0 else -1.0


static func _random_vector(random: RandomNumberGenerator) -> Vector3:
	return Vector3(random.randf_range(-1, 1), random.randf_range(-1, 1), random.randf_range(-1, 1))


# few triangles: there are ten thousand balls
static func _make_mesh() -> Mesh:
	var mesh := SphereMesh.new()
	mesh.radius = RADIUS
	mesh.height = 2.0 * RADIUS
	mesh.radial_segments = 8
	mesh.rings = 4
	mesh.material = Make.material(Color.WHITE)
	mesh.material.vertex_color_use_as_albedo = true
	return mesh
