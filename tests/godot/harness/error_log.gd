# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends Logger
## Collects every error that Godot, a script or the physics server prints, and apart from them its warnings. Godot
## may call this from any thread.

var _mutex := Mutex.new()
var _errors: PackedStringArray = []
var _warnings: PackedStringArray = []


## Hands over the errors since the last call, oldest first.
func take() -> PackedStringArray:
	_mutex.lock()
	var errors := _errors
	_errors = PackedStringArray()
	_mutex.unlock()
	return errors


## The same for warnings.
func take_warnings() -> PackedStringArray:
	_mutex.lock()
	var warnings := _warnings
	_warnings = PackedStringArray()
	_mutex.unlock()
	return warnings


func _log_error(
	function: String,
	file: String,
	line: int,
	code: String,
	rationale: String,
	_editor_notify: bool,
	error_type: int,
	_script_backtraces: Array[ScriptBacktrace]
) -> void:
	var text := code
	if not rationale.is_empty() and rationale != code:
		text = "%s %s" % [code, rationale]
	var kind := "SCRIPT ERROR" if error_type == ERROR_TYPE_SCRIPT else "ERROR"
	_mutex.lock()
	if error_type == ERROR_TYPE_WARNING:
		_warnings.append(text)
	else:
		_errors.append("%s: %s (%s, %s:%d)" % [kind, text, function, file, line])
	_mutex.unlock()
