# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Rewinder
extends RefCounted
## Remembers everything in a space at every tick, and goes back tick by tick. The nodes of bodies follow by themselves.
## It fits as long as the same bodies and joints are there.

## Ticks; ten seconds.
const MEMORY := 600

var _space: RID
var _states: Array[PackedByteArray] = []


func _init(space: RID) -> void:
	_space = space


## Called before the step of a tick.
func remember() -> void:
	_states.append(MinkowskiPhysics.save_state(_space))
	if _states.size() > MEMORY:
		_states.pop_front()


## Called before the step of a tick, too: that step then leads to where the space was a tick before. Returns whether
## so much is remembered.
func go_back() -> bool:
	if _states.size() < 2:
		return false
	_states.pop_back()
	return MinkowskiPhysics.restore_state(_space, _states[-1])


## Ticks that it can go back.
func ticks() -> int:
	return maxi(_states.size() - 1, 0)


func bytes() -> int:
	return _states[-1].size() if _states else 0
