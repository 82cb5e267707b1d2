# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Node3D
## Shots of one kind against plates: a gun, the plates, the shot that flies, and its trail.

const PLATE := Vector3(0.01, 1.3, 1.0)
const PLATES := 3
const FIRST_PLATE := 0.13
## m along X; where a shot begins, and where it is behind everything.
const START := -4.5
const STOP := 6.0

var title := ""
var height := 0.0
var color := Color.WHITE
var fired := 0
var passed := 0
## m; the farthest that the shot ever was from where it began.
var reach := 0.01
var shot: Node3D
## What shows the way of the shot: a dot per look, or a beam.
var trail: Node3D

var _verdict := Make.label("", Vector3.ZERO)


func _init(own_title: String, own_height: float, own_color: Color) -> void:
	title = own_title
	height = own_height
	color = own_color
	add_child(Make.label(title, Vector3(START - 0.1, height + 0.5, 0.4), color.lightened(0.3)))
	for index in PLATES:
		var at := Vector3(FIRST_PLATE + 2.0 * index, height, 0)
		var plate := Make.fixed(Make.box(PLATE), Make.SLATE, at)
		# what is behind it is to be seen
		(plate.get_child(1) as MeshInstance3D).material_override = Make.glass(Color(0.75, 0.82, 0.95), 0.45)
		add_child(plate)
	_add_gun()
	_verdict.position = Vector3(STOP + 0.6, height, 0)
	_verdict.pixel_size = 0.008
	add_child(_verdict)


## Fires a shot; the way of one that is only sampled is drawn before it.
func take(new_shot: Node3D, is_sampled: bool) -> void:
	shot = new_shot
	shot.position = Vector3(START, height, 0)
	add_child(shot)
	trail = _make_way() if is_sampled else _make_beam()
	add_child(trail)
	reach = 0.01
	fired += 1


## The beam goes as far as the shot ever was.
func stretch() -> void:
	if shot == null:
		return
	reach = maxf(reach, shot.position.x - START)
	trail.position = Vector3(START + reach / 2.0, height, 0)
	trail.scale.x = reach


## Counts a shot as soon as it is behind the last plate, and says how many were.
func judge() -> void:
	if shot != null and not shot.has_meta(&"has_passed") and shot.position.x > FIRST_PLATE + 2.0 * (PLATES - 1):
		shot.set_meta(&"has_passed", true)
		passed += 1
	_verdict.text = "%d of %d\npassed" % [passed, fired]
	_verdict.modulate = Make.CORAL if passed else Make.TEAL


## Whether the shot may still pass.
func is_open() -> bool:
	return shot != null and not shot.has_meta(&"has_passed") and not shot.has_meta(&"is_stopped")


## Takes the shot away.
func clear() -> void:
	if shot == null:
		return
	shot.queue_free()
	trail.queue_free()
	shot = null


## To be seen only: what guns and plates are held by, up to the highest lane.
static func stands(highest: float) -> Node3D:
	var all := Node3D.new()
	var high := highest + PLATE.y / 2.0
	var places: Array[Vector2] = [Vector2(START - 0.75, -0.2)]
	for index in PLATES:
		places.append(Vector2(FIRST_PLATE + 2.0 * index, -PLATE.z / 2.0 - 0.04))
	for place in places:
		var post := Make.visual(Make.box(Vector3(0.08, high, 0.08)).mesh, Make.SLATE.lightened(0.1))
		post.position = Vector3(place.x, high / 2.0, place.y)
		all.add_child(post)
	return all


# to be seen only: shots begin in its mouth
func _add_gun() -> void:
	var barrel := Make.visual(Make.cylinder(0.16, 1.1).mesh, Make.SLATE.lightened(0.1))
	barrel.transform = Transform3D(Basis(Vector3.BACK, PI / 2.0), Vector3(START - 0.5, height, 0))
	add_child(barrel)
	var ring: PackedVector2Array = [Vector2(0.12, -0.08), Vector2(0.21, -0.08), Vector2(0.21, 0.08), Vector2(0.12, 0.08)]
	var mouth := Make.visual(Solids.lathe(ring), color)
	mouth.transform = Transform3D(Basis(Vector3.BACK, PI / 2.0), Vector3(START + 0.05, height, 0))
	add_child(mouth)


# the whole way of a shot, which it never looks at
func _make_way() -> Node3D:
	var all := Node3D.new()
	var way := Make.visual(Make.box(Vector3(STOP - START, 0.012, 0.012)).mesh, color.darkened(0.3))
	way.position = Vector3((START + STOP) / 2.0, height, 0)
	way.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	all.add_child(way)
	return all


func _make_beam() -> Node3D:
	var beam := Make.visual(Make.box(Vector3(1, 0.03, 0.03)).mesh, color)
	(beam.material_override as StandardMaterial3D).shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	beam.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	return beam
