# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Background
extends RefCounted
## Work that would hold up the picture, one piece at a time on a thread of Godot's pool. While nobody
## looks it is done at once: then time runs as fast as the machine can.

var _task := -1
var _result: Variant


## Whether there is nothing to wait for.
func is_free() -> bool:
	return _task < 0


## Calls a function that touches nothing which others touch meanwhile.
func start(work: Callable) -> void:
	_task = WorkerThreadPool.add_task(func() -> void: _result = work.call())
	if Demo.is_unattended() and not Demo.is_measured():
		_join()


## What the function returned, once; null before.
func take() -> Variant:
	if _task >= 0 and WorkerThreadPool.is_task_completed(_task):
		_join()
	var taken: Variant = _result if _task < 0 else null
	if _task < 0:
		_result = null
	return taken


## Waits for its end, and forgets what came of it.
func drop() -> void:
	if _task >= 0:
		_join()
	_result = null


func _join() -> void:
	WorkerThreadPool.wait_for_task_completion(_task)
	_task = -1
