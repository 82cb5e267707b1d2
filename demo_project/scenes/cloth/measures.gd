# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends RefCounted
## Numbers about cloth: how it hangs, lies and is filled.

## s after which the sheet has come to rest.
const REST_TIME := 3.0

var nearest := INF # m; from the middle of the ball to the sheet
var lowest := INF # m; of the sheet

var _net: SoftBody3D
var _sheet: SoftBody3D
var _curtain: SoftBody3D
var _balloon: SoftBody3D
var _ball := Vector3.ZERO # below the sheet
var _middle := Vector3.ZERO # of the sheet
var _rest := Vector3.INF # where that was when the sheet had come to rest


func _init(net: SoftBody3D, sheet: SoftBody3D, ball: Vector3, curtain: SoftBody3D, balloon: SoftBody3D) -> void:
	_net = net
	_sheet = sheet
	_ball = ball
	_curtain = curtain
	_balloon = balloon


## Looks at the sheet, so many seconds after the start.
func measure_sheet(time: float) -> void:
	lowest = INF
	nearest = INF
	_middle = Vector3.ZERO
	for point in _points_of(_sheet, 25 * 25):
		lowest = minf(lowest, point.y)
		nearest = minf(nearest, point.distance_to(_ball))
		_middle += point / (25 * 25)
	if not _rest.is_finite() and time > REST_TIME:
		_rest = _middle


## m; how far the sheet moved aside since it came to rest.
func crept() -> float:
	return Vector2(_middle.x - _rest.x, _middle.z - _rest.z).length() if _rest.is_finite() else 0.0


## m; how far the middle of the net hangs below its corners.
func sag() -> float:
	return _net.get_point_transform(0).y - _net.get_point_transform(112).y


## m; of its points from their middle.
func balloon_radius() -> float:
	var points := _points_of(_balloon, 242)
	var middle := Vector3.ZERO
	for point in points:
		middle += point / points.size()
	var radius := 0.0
	for point in points:
		radius += point.distance_to(middle) / points.size()
	return radius


## m; from where it hangs to the middle of the lower edge of the curtain.
func curtain_hangs() -> Vector3:
	return _curtain.get_point_transform(20 * 21 + 10) - _curtain.get_point_transform(10)


static func _points_of(soft: SoftBody3D, count: int) -> PackedVector3Array:
	var found: PackedVector3Array = []
	for index in count:
		found.append(soft.get_point_transform(index))
	return found
