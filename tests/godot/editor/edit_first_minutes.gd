# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
@tool
extends "res://tests/editor/edit_case.gd"
## What a new user does and sees, in an editor with a screen: each shape is chosen from the inspector's list and drawn
## as it is, a handle is dragged, the scene is saved, loaded and run. The pictures are left for whoever started it.

const Handles := preload("res://addons/minkowski_physics/editor/shape_handles.gd")
const Outline := preload("res://addons/minkowski_physics/editor/shape_outline.gd")
const JointGizmo := preload("res://addons/minkowski_physics/editor/joint_gizmo.gd")
const Game := preload("res://tests/editor/game.gd")
const FOLDER := "MK_PICTURES"
## Sum of what three channels of 255 differ by. A line of the debug colour changes the dark ground by more, and what a
## shape is filled with by a tenth of it.
const LINE := 60
## The same; what fills a shape of the debug colour changes the ground by eight.
const FILL := 2
## How much of its silhouette a convex shape must fill; the rest is behind lines and handles.
const COVERED := 0.8
## The same of a ring that is seen from above.
const HOLLOW := 0.5
## Different in each direction, and turned.
const SCALE := Vector3(1.5, 0.7, 0.5)
## Pixels: a line is one wide, and the picture's grid and ours may be half of one apart at both ends.
const NEAR := 2
## Pixels from the middle of a handle to its rim.
const HANDLE := 9
## How much of an outline must be seen; the rest is under handles and the axes of the world.
const SEEN := 0.9
## Pixels: as high as a user drags it to see all of a few findings.
const DOCTOR_HEIGHT := 260
## ms; three seconds of a game, and its start on a busy machine
const PLAY_LIMIT := 200000


func picture(name: String) -> Image:
	# an editor in which nothing happens draws nothing
	RenderingServer.force_draw()
	var image := EditorInterface.get_editor_viewport_3d(0).get_texture().get_image()
	image.convert(Image.FORMAT_RGB8)
	keep(image, name)
	return image


func keep(image: Image, name: String) -> void:
	image.save_png(OS.get_environment(FOLDER).path_join(name + ".png"))


## A ground that is not seen, and a body above it that is to fall.
func open_scene() -> CollisionShape3D:
	var scene := Node3D.new()
	var names: Array[String] = ["Ground", "Body"]
	var bodies: Array[PhysicsBody3D] = [StaticBody3D.new(), RigidBody3D.new()]
	for i in 2:
		var node := CollisionShape3D.new()
		node.name = "Shape"
		bodies[i].name = names[i]
		bodies[i].add_child(node)
		scene.add_child(bodies[i])
	bodies[0].get_child(0).shape = WorldBoundaryShape3D.new()
	bodies[0].position.y = -1.0
	bodies[0].visible = false
	scene.set_script(Game)
	var node: CollisionShape3D = (await open(scene)).get_node("Body/Shape")
	await select(node)
	return node


## Takes "New" from the list of the inspector.
func choose(node: CollisionShape3D, type: StringName) -> void:
	var find := func() -> EditorResourcePicker:
		for picker in EditorInterface.get_inspector().find_children("*", "EditorResourcePicker", true, false):
			if picker.base_type == "Shape3D":
				return picker
		return null
	if not await until("the slot for a shape", func() -> bool: return find.call() != null):
		return
	(find.call().find_children("*", "Button", true, false)[-1] as Button).pressed.emit()
	var menu: PopupMenu = find.call().find_children("*", "PopupMenu", true, false)[0]
	for i in menu.item_count:
		if menu.get_item_text(i) == type:
			menu.id_pressed.emit(menu.get_item_id(i))
			menu.hide()
	check(node.shape != null and node.shape.get_class() == type, "%s is not chosen" % type)


## What a shape needs to be one.
func complete(shape: Shape3D) -> void:
	if &"mesh" in shape:
		var torus := TorusMesh.new()
		torus.rings = 12
		torus.ring_segments = 8
		shape.set(&"mesh", torus)
	if shape.get_class() == "MinkowskiSumShape3D":
		shape.set(&"shape_a", BoxShape3D.new())
		shape.set(&"shape_b", SphereShape3D.new())


func on_picture(node: Node3D, point: Vector3) -> Vector2i:
	var camera := EditorInterface.get_editor_viewport_3d(0).get_camera_3d()
	return Vector2i(camera.unproject_position(node.global_transform * point))


## The pixels of lines, each once.
func pixels_of(node: Node3D, lines: PackedVector3Array) -> Dictionary[Vector2i, bool]:
	var found: Dictionary[Vector2i, bool] = {}
	for i in range(0, lines.size(), 2):
		var from := on_picture(node, lines[i])
		var to := on_picture(node, lines[i + 1])
		var count := maxi((to - from).abs()[(to - from).abs().max_axis_index()], 1)
		for step in count + 1:
			found[Vector2i(Vector2(from).lerp(to, float(step) / count))] = true
	return found


func is_near(pixels: Dictionary[Vector2i, bool], at: Vector2i, reach: int) -> bool:
	for y in range(-reach, reach + 1):
		for x in range(-reach, reach + 1):
			if pixels.has(at + Vector2i(x, y)):
				return true
	return false


## The pixels in which two pictures differ by more than an amount, as a line does.
func changed_pixels(before: Image, after: Image, least := LINE) -> Dictionary[Vector2i, bool]:
	var found: Dictionary[Vector2i, bool] = {}
	var old := before.get_data()
	var new := after.get_data()
	var width := 3 * after.get_width()
	for y in after.get_height():
		var row := y * width
		if old.slice(row, row + width) == new.slice(row, row + width):
			continue
		for at in range(row, row + width, 3):
			var change := absi(new[at] - old[at]) + absi(new[at + 1] - old[at + 1]) + absi(new[at + 2] - old[at + 2])
			if change > least:
				found[Vector2i((at - row) / 3, y)] = true
	return found


## The colours among some pixels, of twelve.
func hues_of(image: Image, pixels: Dictionary[Vector2i, bool]) -> Dictionary[int, int]:
	var counts: Dictionary[int, int] = {}
	for at in pixels:
		var color := image.get_pixelv(at)
		if color.s > 0.3:
			var hue := roundi(12.0 * color.h) % 12
			counts[hue] = counts.get(hue, 0) + 1
	return counts


func check_drawn(node: CollisionShape3D, before: Image, after: Image) -> void:
	var type := node.shape.get_class()
	var outline := pixels_of(node, Outline.of(node.shape) + Outline.inside_of(node.shape))
	var changed := changed_pixels(before, after)
	var handles: Dictionary[Vector2i, bool] = {}
	for handle in Handles.of(node.shape):
		handles[on_picture(node, handle.place)] = true
	var box := Rect2i()
	for at: Vector2i in outline.keys() + handles.keys():
		box = box.expand(at) if box.has_area() else Rect2i(at, Vector2i.ONE)
	box = box.grow(HANDLE)
	check(changed.keys().all(box.has_point), "%s is drawn outside of its box" % type)
	for handle in handles:
		check(is_near(changed, handle, 1), "%s has no handle at %s" % [type, handle])
	if type == "ConvexDecompositionShape3D":
		var hues := hues_of(after, changed)
		var many := hues.values().filter(func(count: int) -> bool: return count > 100)
		check(many.size() >= 3, "the parts have %s" % hues)
		return
	check_lines(type, outline, changed, handles)
	var own := hues_of(after, changed)
	var wanted := roundi(12.0 * node.debug_color.h)
	check(own.get(wanted, 0) > changed.size() / 2, "%s: %s, not %d" % [type, own, wanted])


# every line of the outline is there, and no other: Godot's hull of it is one that cuts across
func check_lines(
	type: String, outline: Dictionary[Vector2i, bool], changed: Dictionary[Vector2i, bool],
	handles: Dictionary[Vector2i, bool]
) -> void:
	var seen := 0
	for at in outline:
		seen += int(is_near(changed, at, 1))
	check(seen > SEEN * outline.size(), "%s: %d of %d pixels are seen" % [type, seen, outline.size()])
	var strange: Array[Vector2i] = []
	for at in changed:
		if not is_near(outline, at, NEAR) and not is_near(handles, at, HANDLE):
			strange.append(at)
	check(strange.is_empty(), "%s: %d pixels beside its lines: %s" % [type, strange.size(), strange.slice(0, 5)])


## Pixels inside of the silhouette of a shape; of one with a hole or a bay that is more than it covers.
func area_of(node: CollisionShape3D) -> float:
	var points: PackedVector2Array = []
	for point: Vector3 in node.shape.points:
		points.append(on_picture(node, point))
	var rim := Geometry2D.convex_hull(points)
	var twice := 0.0
	for i in rim.size() - 1:
		twice += rim[i].cross(rim[i + 1])
	return absf(twice) / 2.0


## What a shape is filled with goes and comes with the property of its node, and covers the shape and no more.
func check_filled(node: CollisionShape3D, filled: Image) -> void:
	var type := node.shape.get_class()
	node.debug_fill = false
	await frames(4)
	var covered := changed_pixels(await picture(type + "_bare"), filled, FILL)
	node.debug_fill = true
	var share := covered.size() / area_of(node)
	var least := HOLLOW if type in ["MovingMeshShape3D", "ConvexDecompositionShape3D"] else COVERED
	check(share > least and share < 1.05, "%s is filled by %f" % [type, share])


## Chooses an item of any menu of the editor.
func choose_item(words: String) -> void:
	for menu: PopupMenu in tree.root.find_children("*", "PopupMenu", true, false):
		for i in menu.item_count:
			if menu.get_item_text(i).contains(words):
				menu.id_pressed.emit(menu.get_item_id(i))
				return
	check(false, "there is no item '%s'" % words)


func test_each_shape_is_chosen_and_drawn_as_it_is() -> void:
	check(MinkowskiPhysics.is_running(), "the engine runs after the restart")
	var node := await open_scene()
	choose_item("Transform Gizmo")
	await frames(5)
	var before := await picture("empty")
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		await choose(node, type)
		complete(node.shape)
		await frames(4)
		check_drawn(node, before, await picture(type))


## Goes on with the scene of the test before, as the next one does.
func test_scaled_shapes_are_drawn_and_filled_as_they_are() -> void:
	var node: CollisionShape3D = EditorInterface.get_edited_scene_root().get_node("Body/Shape")
	node.shape = null
	node.basis = Basis.from_euler(Vector3(0.3, 0.2, 0.1)) * Basis.from_scale(SCALE)
	await frames(4)
	var before := await picture("empty_scaled")
	for type in ClassDB.get_inheriters_from_class("ConvexPolygonShape3D"):
		node.shape = ClassDB.instantiate(type)
		complete(node.shape)
		await frames(4)
		var filled := await picture(type + "_scaled")
		check_drawn(node, before, filled)
		await check_filled(node, filled)
	node.basis = Basis.IDENTITY


func test_a_handle_is_dragged_and_the_scene_saved_and_run() -> void:
	var node: CollisionShape3D = EditorInterface.get_edited_scene_root().get_node("Body/Shape")
	await choose(node, &"RoundedCylinderShape3D")
	await frames(4)
	var top := Handles.of(node.shape)[0]
	var height := top.read()
	await drag(top.place, top.place + Vector3(0, 0.5, 0))
	check(node.shape.height > height + 0.4, "the handle follows the mouse: %f" % node.shape.height)
	await picture("dragged")
	await control_key(KEY_Z)
	check(node.shape.height == height and node.position == Vector3.ZERO, "undone: %f" % node.shape.height)
	# as the key does, with a little picture of the scene for the list of files
	EditorInterface.save_scene()
	node = (await reopen()).get_node("Body/Shape")
	check(node.shape.get_class() == "RoundedCylinderShape3D", "loaded as %s" % node.shape)
	await run_scene()


## In a window of its own: one inside of the editor's is given away by an X server without a window manager.
func run_scene() -> void:
	EditorInterface.get_editor_settings().set_setting("run/window_placement/game_embed_mode", -1)
	EditorInterface.play_current_scene()
	var start := Time.get_ticks_msec()
	while EditorInterface.is_playing_scene() and Time.get_ticks_msec() - start < PLAY_LIMIT:
		await frames(10)
	check(not EditorInterface.is_playing_scene(), "the game does not end")


## Crosses at the anchors, what is between them, and the ways to the bodies.
func lines_of_joint(joint: Node3D) -> PackedVector3Array:
	var gizmo := JointGizmo.new(EditorInterface.get_editor_undo_redo())
	var anchors: PackedVector3Array = gizmo._anchors(joint)
	var lines: PackedVector3Array = gizmo._to_bodies(joint, anchors)
	for anchor in anchors:
		for axis: Vector3 in [Vector3.RIGHT, Vector3.UP, Vector3.BACK]:
			lines.append_array([anchor - axis * JointGizmo.CROSS, anchor + axis * JointGizmo.CROSS])
	if anchors.size() == 2:
		lines.append_array(gizmo._between(joint.mode, anchors))
	return lines


func check_joint(joint: Node3D, name: String) -> void:
	joint.visible = false
	await frames(4)
	var before := await picture("no_joint")
	joint.visible = true
	await frames(4)
	var handles: Dictionary[Vector2i, bool] = {}
	if joint is DistanceJoint3D:
		handles[on_picture(joint, joint.anchor_a)] = true
		handles[on_picture(joint, joint.anchor_b)] = true
	var changed := changed_pixels(before, await picture(name))
	check_lines(name, pixels_of(joint, lines_of_joint(joint)), changed, handles)


func test_joints_are_drawn_from_anchor_to_anchor_and_to_their_bodies() -> void:
	var scene := Node3D.new()
	scene.add_child(RigidBody3D.new())
	scene.get_child(0).name = "Body"
	scene.get_child(0).position = Vector3(0.9, -0.4, 0.5)
	for type: StringName in [&"DistanceJoint3D", &"FixedJoint3D"]:
		var joint: Node3D = ClassDB.instantiate(type)
		joint.name = type
		joint.node_a = ^"../Body"
		joint.position = Vector3(0.1, 0.2, -0.3) # off the axes of the world, which would hide a cross
		scene.add_child(joint)
	scene.get_node("DistanceJoint3D").anchor_a = Vector3(-0.6, 0.4, 0)
	scene.get_node("DistanceJoint3D").anchor_b = Vector3(0.5, -0.3, 0.3)
	scene = await open(scene)
	var joint: DistanceJoint3D = scene.get_node("DistanceJoint3D")
	scene.get_node("FixedJoint3D").visible = false
	await select(joint)
	for mode: DistanceJoint3D.Mode in [
		DistanceJoint3D.MODE_ROPE, DistanceJoint3D.MODE_ROD, DistanceJoint3D.MODE_SPRING
	]:
		joint.mode = mode
		await check_joint(joint, "joint_%d" % mode)
	joint.visible = false
	await select(scene.get_node("FixedJoint3D"))
	await check_joint(scene.get_node("FixedJoint3D"), "joint_fixed")


## Shapes beside each other, and one with faults.
func open_show() -> Node:
	var scene := Node3D.new()
	var places := {
		&"RoundedBoxShape3D": Vector3(0.1, 0, 0.4),
		&"ConvexDecompositionShape3D": Vector3(-2.2, 0, -0.2),
		&"TaperedCapsuleShape3D": Vector3(1.6, 0, -0.9),
		&"ConeShape3D": Vector3(0.1, 0, -1.4),
	}
	for type: StringName in places:
		var body := RigidBody3D.new()
		var node := CollisionShape3D.new()
		node.name = "Shape"
		node.shape = ClassDB.instantiate(type)
		complete(node.shape)
		body.name = type.trim_suffix("Shape3D")
		body.position = places[type]
		body.add_child(node)
		scene.add_child(body)
	scene.get_node("RoundedBox/Shape").shape.rounding = 0.2
	scene.get_node("Cone").collision_layer = 2
	scene.get_node("Cone").collision_mask = 4
	scene.get_node("TaperedCapsule/Shape").scale = Vector3.ONE * 0.9
	var shelf := StaticBody3D.new()
	shelf.name = "Shelf"
	shelf.add_child(CollisionShape3D.new())
	shelf.get_child(0).name = "Shape"
	shelf.get_child(0).shape = BoxShape3D.new()
	shelf.get_child(0).shape.size = Vector3(5, 0.0005, 4)
	shelf.position = Vector3(0, -0.6, -1)
	scene.add_child(shelf)
	return await open(scene)


func keep_for_readme(image: Image, name: String) -> void:
	image.save_jpg(OS.get_environment(FOLDER).path_join(name + ".jpg"), 0.85)


func test_the_pictures_of_the_readme() -> void:
	var scene := await open_show()
	await select(scene.get_node("RoundedBox/Shape"))
	var dock: EditorDock = EditorInterface.get_base_control().find_child("Shape Doctor", true, false)
	dock.make_visible()
	dock.custom_minimum_size.y = DOCTOR_HEIGHT
	dock.refresh()
	await until("what is found", func() -> bool: return dock.find_children("*", "Button", true, false).size() > 3)
	await frames(20)
	check(dock.is_visible_in_tree() and dock.size.y > 100.0, "the list is seen: %s" % dock.size)
	var view := await picture("handles")
	var part := Vector2i(640, 400)
	keep_for_readme(view.get_region(Rect2i((view.get_size() - part) / 2, part)), "handles")
	var window := tree.root.get_texture().get_image()
	window.resize(window.get_width() * 3 / 4, window.get_height() * 3 / 4, Image.INTERPOLATE_LANCZOS)
	keep_for_readme(window, "doctor")
