# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## A sea of balls between walls, whose bed makes waves, and a boat on it: a hollow hull of triangles.

## The bed: bars that rise and fall one after the other.
const BARS := 10
const BAR := Vector3(0.41, 0.6, 2.9)
const WAVE := 0.17 # m
const WAVE_SPEED := 2.2 # rad/s

var boat: RigidBody3D

var _bars: Array[AnimatableBody3D] = []


func _init() -> void:
	for turn in 4:
		var long := 2.2 if turn % 2 else 1.6
		var out := 1.6 if turn % 2 else 2.2
		var wall := Make.fixed(Make.box(Vector3(2.0 * out + 0.15, 0.9, 0.15)), Make.SLATE, Vector3.ZERO)
		var around := Basis(Vector3.UP, turn * PI / 2.0)
		wall.transform = Transform3D(around, around * Vector3(0, 0.45, -long))
		add_child(wall)
	for index in BARS:
		var bar := AnimatableBody3D.new()
		bar.position = _bar_at(index, 0.0)
		Make.dress(bar, Make.box(BAR), Make.SLATE.lightened(0.15))
		_bars.append(bar)
		add_child(bar)
	for index in 240:
		var at := Vector3(index % 12 * 0.3 - 1.65, 0.4 + 0.28 * (index / 96), index / 12 % 8 * 0.3 - 1.05)
		var color := Make.BLUE.lerp(Make.TEAL, index % 7 / 14.0)
		add_child(Make.rigid(Make.ball(0.14, 16), color, at, 0.2))
	var round_hull := Solids.lathe(Solids.bowl(0.8, 0.08, 6), 20)
	var long_hull := Models.joined({round_hull: Transform3D(Basis.from_scale(Vector3(1.4, 0.9, 0.85)), Vector3.ZERO)})
	boat = Make.rigid(Make.triangles(long_hull), Make.CLAY, Vector3(0, 2.4, 0), 2.0)
	_rig(boat)
	# ballast in the keel
	boat.center_of_mass_mode = RigidBody3D.CENTER_OF_MASS_MODE_CUSTOM
	boat.center_of_mass = Vector3(0, -0.6, 0)
	add_child(boat)


## Moves the bed to where it is after so many seconds.
func make_waves(time: float) -> void:
	for index in BARS:
		_bars[index].position = _bar_at(index, time)


# a wave that runs along the sea
func _bar_at(index: int, when: float) -> Vector3:
	var up := WAVE * sin(WAVE_SPEED * when - TAU * index / BARS) * minf(when, 1.0)
	return Vector3((index - (BARS - 1) / 2.0) * (BAR.x + 0.01), up + 0.22 - BAR.y / 2.0, 0)


# a mast and a sail, only to be seen
func _rig(boat: RigidBody3D) -> void:
	var mast := Make.visual(Make.cylinder(0.04, 2.0, 12).mesh, Make.SLATE.lightened(0.4))
	mast.position = Vector3(0, 0.4, 0)
	boat.add_child(mast)
	var outline: PackedVector2Array = [Vector2(0.06, 0.35), Vector2(0.95, 0.4), Vector2(0.06, 1.35)]
	boat.add_child(Make.visual(Solids.plate(outline, 0.03), Color("f2f4fa")))
