# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends SceneTree
## Makes two bodies and a shape through the server, frees none of them and quits.


func _initialize() -> void:
	assert(PhysicsServer3D.get_class() == "MinkowskiPhysicsServer3D")
	var shape := PhysicsServer3D.sphere_shape_create()
	for i in 2:
		PhysicsServer3D.body_add_shape(PhysicsServer3D.body_create(), shape)
	quit()
