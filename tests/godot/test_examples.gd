# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Every example of the class reference and of the add-on's readme compiles, as it would in the script of a user.

## What an example leaves to its reader: members of the script that it stands in.
const PRELUDE := """extends Node3D
var a: Shape3D
var b: Shape3D
var ball: Shape3D
var box: Shape3D
var sphere: Shape3D
var wall: Shape3D
var from: Transform3D
var transform_a: Transform3D
var transform_b: Transform3D
var ball_transform: Transform3D
var sphere_transform: Transform3D
var wall_transform: Transform3D
var path_a: Array[Transform3D]
var path_b: Array[Transform3D]
var places: PackedVector3Array
var points: PackedVector3Array
var mesh: Mesh
var body: RigidBody3D
var step: int
func draw_line_3d(_from: Vector3, _to: Vector3) -> void:
	pass
func separate(_first: int, _second: int) -> void:
	pass
"""


func runs_on() -> PackedStringArray:
	return [MINKOWSKI]


# the tests are linked into the project from beside the sources
func _root() -> String:
	return DirAccess.open("res://").read_link("tests").path_join("../..").simplify_path()


func _examples_in(path: String, start: String, end: String) -> PackedStringArray:
	var text := FileAccess.get_file_as_string(path)
	check(not text.is_empty(), path)
	var examples: PackedStringArray = []
	for part in text.split(start).slice(1):
		examples.append(part.get_slice(end, 0).xml_unescape().dedent().strip_edges())
	return examples


# statements belong into a function, and functions do not
func _script_of(example: String) -> String:
	if example.contains("\nfunc ") or example.begins_with("func "):
		return PRELUDE + example
	return PRELUDE + "func example() -> void:\n" + example.indent("\t")


func _check_compiles(example: String, where: String) -> void:
	var script := GDScript.new()
	script.source_code = _script_of(example)
	var errors := errors_of(script.reload)
	check(errors.is_empty(), "%s: %s\n%s" % [where, errors, example])


func test_every_example_of_the_class_reference_compiles() -> void:
	var folder := _root().path_join("gdextension/doc_classes")
	var count := 0
	for file in DirAccess.get_files_at(folder):
		var examples := _examples_in(folder.path_join(file), "[codeblock]", "[/codeblock]")
		examples.append_array(_examples_in(folder.path_join(file), "[gdscript]", "[/gdscript]"))
		check(examples.size() > 0, "%s has no example" % file)
		count += examples.size()
		for example in examples:
			_check_compiles(example, file)
	check(count > 25, "%d examples" % count)


func test_the_example_of_the_readme_compiles() -> void:
	var readme := "res://addons/minkowski_physics/README.md"
	for example in _examples_in(readme, "```gdscript", "```"):
		_check_compiles(example, readme)
