# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
class_name Make
extends Object
## Bodies with a mesh to see and a shape to hit, in one line each.

const TEAL := Color("2fb8aa")
const BLUE := Color("4d8dff")
const VIOLET := Color("9a6bff")
const AMBER := Color("ffb13d")
const CORAL := Color("ff5d73")
const CLAY := Color("b06c4e")
const SLATE := Color("5a6781")
const COLORS: Array[Color] = [TEAL, BLUE, VIOLET, AMBER, CORAL]
## What is not as smooth as plastic: roughness, and how much it is of metal.
const FINISHES: Dictionary[Color, Vector2] = {
	TEAL: Vector2(0.3, 0.0), AMBER: Vector2(0.35, 0.3), CLAY: Vector2(0.85, 0.0), SLATE: Vector2(0.75, 0.15),
}
const PLASTIC := Vector2(0.45, 0.0)
## px of the letters of a label, before they are scaled.
const FONT_SIZE := 48


## What a body looks like and what it hits with.
class Form:
	var mesh: Mesh
	var shape: Shape3D

	func _init(own_mesh: Mesh, own_shape: Shape3D) -> void:
		mesh = own_mesh
		shape = own_shape


static func box(size: Vector3) -> Form:
	var form := Form.new(BoxMesh.new(), BoxShape3D.new())
	form.mesh.size = size
	form.shape.size = size
	return form


## Round things have so many sides; Godot's own 64 are too many for a small one among hundreds.
static func ball(radius: float, sides := 32) -> Form:
	var form := Form.new(SphereMesh.new(), SphereShape3D.new())
	form.mesh.radius = radius
	form.mesh.height = 2.0 * radius
	form.mesh.radial_segments = sides
	form.mesh.rings = sides / 2
	form.shape.radius = radius
	return form


static func cylinder(radius: float, height: float, sides := 32) -> Form:
	var form := Form.new(CylinderMesh.new(), CylinderShape3D.new())
	form.mesh.radial_segments = sides
	form.mesh.rings = 0
	form.mesh.top_radius = radius
	form.mesh.bottom_radius = radius
	form.mesh.height = height
	form.shape.radius = radius
	form.shape.height = height
	return form


static func capsule(radius: float, height: float, sides := 32) -> Form:
	var form := Form.new(CapsuleMesh.new(), CapsuleShape3D.new())
	form.mesh.radius = radius
	form.mesh.height = height
	form.mesh.radial_segments = sides
	form.mesh.rings = sides / 4
	form.shape.radius = radius
	form.shape.height = height
	return form


## A prism that gets narrower, as a hull of its points.
static func crystal(radius: float, height: float, sides := 6) -> Form:
	var mesh := CylinderMesh.new()
	mesh.radial_segments = sides
	mesh.rings = 0
	mesh.top_radius = radius * 0.5
	mesh.bottom_radius = radius
	mesh.height = height
	return Form.new(mesh, mesh.create_convex_shape())


## Any convex shape, with the mesh of its surface.
static func solid(shape: Shape3D) -> Form:
	return Form.new(Solids.of_shape(shape), shape)


## The hull of points.
static func hull(points: PackedVector3Array) -> Form:
	var made := MinkowskiPhysics.convex_hull(points)
	return Form.new(made.create_mesh(), made.create_shape())


## The exact triangles of a mesh; on our engine a body with it may move.
static func triangles(mesh: Mesh) -> Form:
	return Form.new(mesh, mesh.create_trimesh_shape())


static func material(color: Color) -> StandardMaterial3D:
	var made := StandardMaterial3D.new()
	made.albedo_color = color
	var finish: Vector2 = FINISHES.get(color, PLASTIC)
	made.roughness = finish.x
	made.metallic = finish.y
	# edges that turn away from the eye catch light, so that they part from what is behind
	made.rim_enabled = true
	made.rim = 0.35
	made.rim_tint = 0.6
	return made


## Woven in two shades, and seen from both sides; so many squares along each side of the mesh.
static func cloth(color: Color, squares := 8) -> StandardMaterial3D:
	var made := material(color)
	made.cull_mode = BaseMaterial3D.CULL_DISABLED
	made.roughness = 0.8
	made.metallic = 0.0
	var image := Image.create(32, 32, false, Image.FORMAT_RGB8)
	for index in 32 * 32:
		var is_dark := (index % 32 < 16) != (index / 32 < 16)
		image.set_pixel(index % 32, index / 32, Color.WHITE.darkened(0.22 if is_dark else 0.0))
	image.generate_mipmaps()
	made.albedo_texture = ImageTexture.create_from_image(image)
	made.texture_filter = BaseMaterial3D.TEXTURE_FILTER_LINEAR_WITH_MIPMAPS_ANISOTROPIC
	made.uv1_scale = Vector3(squares / 2.0, squares / 2.0, 1.0)
	return made


## Lets through what is behind it.
static func glass(color: Color, alpha := 0.25) -> StandardMaterial3D:
	var made := material(Color(color, alpha))
	made.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	return made


static func visual(mesh: Mesh, color: Color) -> MeshInstance3D:
	var made := MeshInstance3D.new()
	made.mesh = mesh
	made.material_override = material(color)
	return made


## Gives a body one more shape and the mesh that shows it.
static func dress(body: CollisionObject3D, form: Form, color: Color, place := Transform3D()) -> void:
	var collision := CollisionShape3D.new()
	collision.shape = form.shape
	collision.transform = place
	body.add_child(collision)
	var seen := visual(form.mesh, color)
	seen.transform = place
	body.add_child(seen)


static func rigid(form: Form, color: Color, place: Vector3, mass := 1.0) -> RigidBody3D:
	var body := RigidBody3D.new()
	body.mass = mass
	body.position = place
	dress(body, form, color)
	return body


static func fixed(form: Form, color: Color, place: Vector3) -> StaticBody3D:
	var body := StaticBody3D.new()
	body.position = place
	dress(body, form, color)
	return body


## A text that always faces the camera.
static func label(text: String, place: Vector3, color := Color.WHITE) -> Label3D:
	var made := Label3D.new()
	made.text = text
	made.position = place
	made.billboard = BaseMaterial3D.BILLBOARD_ENABLED
	made.modulate = color
	made.outline_modulate = Color(0.05, 0.06, 0.09, 0.9)
	made.font_size = FONT_SIZE
	made.outline_size = 12
	made.pixel_size = 0.006
	return made
