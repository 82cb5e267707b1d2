# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## What the inspector offers and says: the list of shapes, what is wrong, how well they fit, and what the settings
## of the project mean.

const Notes := preload("res://addons/minkowski_physics/editor/shape_notes.gd")
const SettingNotes := preload("res://addons/minkowski_physics/editor/setting_notes.gd")
const SETTINGS := "physics/minkowski_physics_3d/"


func open_shape(shape: Shape3D) -> CollisionShape3D:
	var body := RigidBody3D.new()
	var node := CollisionShape3D.new()
	node.shape = shape
	body.add_child(node)
	var opened: CollisionShape3D = (await open(body)).get_child(0)
	await select(opened)
	return opened


# what is said above the properties; null if there is no place for it
func note_box() -> Notes.Note:
	for box: Control in EditorInterface.get_inspector().find_children("*", "VBoxContainer", true, false):
		if box is Notes.Note:
			return box
	return null


func note() -> String:
	return note_box().text() if note_box() else ""


# whether the tab of the scene has a star
func is_unsaved() -> bool:
	for tabs: TabBar in tree.root.find_children("*", "TabBar", true, false):
		for i in tabs.tab_count:
			if tabs.get_tab_title(i) == SCENE.get_file().get_basename() + "(*)":
				return true
	return false


func test_every_shape_is_offered() -> void:
	var picker := EditorResourcePicker.new()
	picker.base_type = "Shape3D"
	var offered := picker.get_allowed_types()
	picker.free()
	var count := 0
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		count += 1
		check(offered.has(type), "%s is not offered" % type)
	check(count == 12, "%d shapes" % count)


# a class that is one too many would be refused, and one that is missing could never be chosen
func test_a_sum_is_offered_the_shapes_that_it_can_take() -> void:
	var sum := MinkowskiSumShape3D.new()
	sum.shape_a = BoxShape3D.new()
	var picker := EditorResourcePicker.new()
	for property in sum.get_property_list():
		if property.name == "shape_b":
			picker.base_type = property.hint_string
	var offered := picker.get_allowed_types()
	picker.free()
	var taken := 0
	for type in ClassDB.get_inheriters_from_class("Shape3D"):
		var shape: Shape3D = ClassDB.instantiate(type)
		if &"mesh" in shape:
			shape.set(&"mesh", BoxMesh.new())
		elif type == "MinkowskiSumShape3D":
			shape.set(&"shape_a", BoxShape3D.new())
			shape.set(&"shape_b", BoxShape3D.new())
		elif type == "ConvexPolygonShape3D":
			shape.set(&"points", BoxShape3D.new().get_debug_mesh().get_faces())
		sum.shape_b = shape
		var is_taken := sum.get_problem().is_empty()
		taken += int(is_taken)
		check(offered.has(type) == is_taken, "%s: %s" % [type, sum.get_problem()])
	check(taken == 16, "%d can be taken" % taken)


func test_what_is_wrong_is_said_and_taken_back() -> void:
	var node := await open_shape(RoundedBoxShape3D.new())
	check(note().is_empty(), "nothing is wrong: " + note())
	node.shape.rounding = 3.0
	await until("the note", func() -> bool: return note().contains("rounding"))
	node.shape.rounding = 0.1
	await until("its end", func() -> bool: return note().is_empty())
	node.shape = MinkowskiSumShape3D.new()
	await until("the note of another shape", func() -> bool: return note().contains("two shapes"))
	node.shape.shape_b = BoxShape3D.new()
	var redrawn: Array[int] = [0]
	node.shape.changed.connect(func() -> void: redrawn[0] += 1)
	node.shape.shape_a = WorldBoundaryShape3D.new()
	await until("the reason", func() -> bool: return note().contains("convex"))
	check(redrawn[0] > 0, "the gizmo is drawn again, with a sign")
	node.shape.shape_a = SphereShape3D.new()
	await until("the end of it", func() -> bool: return note().is_empty())


# the shape of the selected node may be unfolded below it, and may be edited alone
func test_what_is_wrong_is_said_once() -> void:
	var node := await open_shape(MeshHullShape3D.new())
	await until("the note", func() -> bool: return note().contains("no mesh"))
	var inner := Notes.Note.new(node.shape)
	EditorInterface.get_inspector().add_child(inner)
	check(inner.text().is_empty() and not inner.is_processing(), "twice: " + inner.text())
	inner.free()
	EditorInterface.edit_resource(node.shape)
	await until("the note of the shape alone", func() -> bool: return note().contains("no mesh"))


func test_a_mesh_beside_the_shape_is_offered_and_taken() -> void:
	var body := RigidBody3D.new()
	var model := MeshInstance3D.new()
	model.name = "Model"
	model.mesh = PrismMesh.new()
	model.transform = Transform3D(Basis.from_euler(Vector3(0, 1, 0)), Vector3(1, 2, 3))
	body.add_child(model)
	body.add_child(CollisionShape3D.new())
	var node: CollisionShape3D = (await open(body)).get_child(1)
	node.shape = MeshHullShape3D.new()
	await select(node)
	await until("the note", func() -> bool: return note().contains("no mesh"))
	var offer: Button = note_box().find_children("*", "Button", true, false)[0]
	check(offer.visible and offer.text.contains("Model"), offer.text)
	offer.pressed.emit()
	check(node.shape.vertex_count == 6, "%d corners of a prism" % node.shape.vertex_count)
	check(node.transform.is_equal_approx(node.get_node("../Model").transform), str(node.transform))
	await until("the fit", func() -> bool: return note().contains("6 corners"))
	check(not offer.visible, "there is nothing more to offer")
	await control_key(KEY_Z)
	await until("undo", func() -> bool: return node.shape.mesh == null)
	check(node.transform.is_equal_approx(Transform3D()), "the node is not back: %s" % node.transform)


func test_the_fit_of_a_hull_and_the_number_of_parts_are_said() -> void:
	var hull := MeshHullShape3D.new()
	hull.mesh = TorusMesh.new()
	hull.vertex_limit = 16
	var node := await open_shape(hull)
	await until("the error", func() -> bool: return note().contains("16 corners"))
	var error: float = node.shape.error
	check(error > 0.001 and note().contains("%.2f mm" % (error * 1000.0)), note())
	var parts := ConvexDecompositionShape3D.new()
	var torus := TorusMesh.new()
	torus.rings = 12
	torus.ring_segments = 6
	parts.mesh = torus
	node = await open_shape(parts)
	await until("the parts", func() -> bool: return note().contains("convex parts"))
	check(node.shape.part_count > 1, "%d parts" % node.shape.part_count)


# whatever the shape is; Godot's own triangle in the scene tree says that it will not work
func test_a_scale_that_differs_is_said_to_be_exact() -> void:
	for shape: Shape3D in [CapsuleShape3D.new(), EllipsoidShape3D.new()]:
		var node := await open_shape(shape)
		node.scale = Vector3(2, 2, 2)
		await frames(2)
		check(note().is_empty(), "all directions are alike: " + note())
		node.scale = Vector3(2, 1, 2)
		await until("the note", func() -> bool: return note().contains("exact"))
		await until("Godot's warning", func() -> bool: return warning_of(node).contains("scale"))
		node.scale = Vector3.ONE
		await until("its end", func() -> bool: return note().is_empty())
	var hull := MeshHullShape3D.new()
	hull.mesh = BoxMesh.new()
	var node := await open_shape(hull)
	node.scale.y = 3.0
	await until("both", func() -> bool: return note().contains("8 corners") and note().contains("exact"))


# the editor goes on while parts are looked for; what is set meanwhile counts, and what is saved is whole
func test_parts_of_a_large_mesh_come_later_and_progress_is_said() -> void:
	var node := await open_shape(ConvexDecompositionShape3D.new())
	var shape := node.shape as ConvexDecompositionShape3D
	shape.method = ConvexDecompositionShape3D.METHOD_MERGE
	var torus := TorusMesh.new()
	torus.rings = 16
	torus.ring_segments = 12
	shape.mesh = torus
	check(shape.part_count == 0 and shape.get_progress() < 1.0, "parts at once")
	await until("the note", func() -> bool: return note().contains("Looking for convex parts"))
	shape.part_limit = 5
	check(shape.get_progress() < 1.0, "what was looked for before is no longer wanted")
	await until("the parts", func() -> bool: return note() == "5 convex parts.")
	check(shape.get_progress() == 1.0, "nothing is looked for any more")
	torus.rings = 20
	check(shape.part_count == 5 and shape.get_progress() < 1.0, "the old parts stay meanwhile")
	shape.mesh = null
	check(shape.get_progress() == 1.0 and shape.part_count == 0, "there is nothing to look for")
	shape.mesh = torus
	node = (await save_and_reopen()).get_child(0)  # in the middle of it
	await select(node)
	await until("the parts again", func() -> bool: return note() == "5 convex parts.")
	# they have to be saved, or the game looks for them again
	await until("a scene to save", func() -> bool: return is_unsaved())
	await save_and_reopen()
	check(not is_unsaved(), "all of it is saved")


# parts may be there before anybody looks, as those of a small mesh are
func test_a_scene_without_its_parts_is_unsaved_until_they_are_in_it() -> void:
	var shape := ConvexDecompositionShape3D.new()
	shape.mesh = BoxMesh.new()
	var node := await open_shape(shape)
	check(not is_unsaved(), "the parts are in the file")
	var text := FileAccess.get_file_as_string(SCENE)
	var line := text.find("saved_parts = ")
	check(line > 0, "the file has parts")
	var file := FileAccess.open(SCENE, FileAccess.WRITE)
	file.store_string(text.erase(line, text.find("\nmesh = ", line) + 1 - line))
	file.close()
	node = (await reopen()).get_child(0)
	check(node.shape.part_count == 1 and node.shape.has_new_parts(), "they are found again")
	await until("a scene to save", func() -> bool: return is_unsaved())
	node = (await save_and_reopen()).get_child(0)
	check(not node.shape.has_new_parts(), "they are in the file again")
	await frames(5)
	check(not is_unsaved(), "all of it is saved")


# what the inspector's slots and lists let through is brought into range
func test_numbers_out_of_range_are_brought_into_it() -> void:
	var node := await open_shape(ConeShape3D.new())
	node.shape.radius = -3.0
	check_near(node.shape.radius, 0.001, 1e-9, "the least")
	node.shape.radius = 1e9
	check_near(node.shape.radius, 10000.0, 1e-3, "the most")
	node.shape = EllipsoidShape3D.new()
	node.shape.radii = Vector3(0.5, -1.0, 1e7)
	check(node.shape.radii.is_equal_approx(Vector3(0.5, 0.001, 10000.0)), str(node.shape.radii))
	node.shape = MeshHullShape3D.new()
	node.shape.vertex_limit = -1
	check(node.shape.vertex_limit == 0, "%d vertices" % node.shape.vertex_limit)


# meshes that are bad, flat or empty, one after the other: the log is checked by whoever started the editor
func test_bad_meshes_leave_no_line_in_the_log() -> void:
	for type: StringName in [
		&"MeshHullShape3D",
		&"FittedBoxShape3D",
		&"FittedSphereShape3D",
		&"ConvexDecompositionShape3D",
		&"MovingMeshShape3D",
	]:
		var node := await open_shape(ClassDB.instantiate(type))
		for mesh: Mesh in [ArrayMesh.new(), PlaneMesh.new(), PointMesh.new(), null, BoxMesh.new()]:
			node.shape.mesh = mesh
			await frames(3)
		check(node.shape.get_problem().is_empty(), "%s: %s" % [type, node.shape.get_problem()])


# all texts of the help page that is open; a page is filled in the frames after it is asked for
func help_text() -> String:
	var texts: PackedStringArray = []
	for text: RichTextLabel in EditorInterface.get_script_editor().find_children("*", "RichTextLabel", true, false):
		if text.is_visible_in_tree():
			texts.append(text.get_parsed_text())
	return "\n".join(texts)


# as F1 and a click on a name in the list do
func test_f1_shows_every_class() -> void:
	var classes := Array(ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"))
	classes.append_array([&"FixedJoint3D", &"DistanceJoint3D"])
	classes.append_array([&"MinkowskiPhysics", &"MinkowskiResult", &"MinkowskiHull", &"MinkowskiTrace"])
	EditorInterface.set_main_screen_editor("Script")
	for type: StringName in classes:
		EditorInterface.get_script_editor().goto_help("class_name:" + type)
		await until("the page of " + type, func() -> bool:
			var title := help_text().get_slice("\n", 0)
			return title.begins_with("Class:") and title.strip_edges().ends_with(type))
		await until("its example", func() -> bool: return help_text().contains("var "))
		check(help_text().contains("\nDescription\n"), "%s has no description" % type)
	EditorInterface.set_main_screen_editor("3D")


# the page of the engine among the project settings, as a click in the menu and one in the list open it
func open_settings() -> Control:
	for menu: PopupMenu in tree.root.find_children("*", "PopupMenu", true, false):
		for i in menu.item_count:
			if menu.get_item_text(i).begins_with("Project Settings"):
				menu.id_pressed.emit(menu.get_item_id(i))
	await frames(5)
	for page: Control in tree.root.find_children("*", "SectionedInspector", true, false):
		for categories: Tree in page.find_children("*", "Tree", true, false):
			var item := categories.get_root()
			while item and item.get_metadata(0) != SETTINGS.trim_suffix("/"):
				item = item.get_next_in_tree()
			if item:
				item.select(0)
				return page
	return null


func test_every_setting_is_described_on_its_page() -> void:
	var page := await open_settings()
	if not check(page != null, "there is no page"):
		return
	await frames(5)
	var said: PackedStringArray = []
	for label: Label in page.find_children("*", "Label", true, false):
		said.append(label.text)
	var count := 0
	for property: Dictionary in ProjectSettings.get_property_list():
		if property.name.begins_with(SETTINGS):
			count += 1
			var name: String = property.name.trim_prefix(SETTINGS)
			check(said.has(SettingNotes.NOTES.get(name, "?")), "%s is not described" % name)
	check(count == SettingNotes.NOTES.size(), "%d settings" % count)
	page.get_window().hide()
