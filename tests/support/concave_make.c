// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/concave_make.h"

#include "shape/compound.h"
#include "shape/height_field.h"
#include "shape/mesh.h"
#include "support/mesh_make.h"
#include "support/random.h"
#include "support/shape_make.h"

Shape *random_mesh_shape(Rng *rng, bool is_two_sided) {
	TestMesh mesh = rng_below(rng, 2) == 0 ? mesh_make_torus(1, (Real)0.3, 12, 8)
										   : mesh_make_ball(6, 9);
	Shape *shape = mk_mesh_create(
			&(MeshInput){ .mesh = mesh_view(&mesh), .is_two_sided = is_two_sided }, NULL);
	mesh_free(&mesh);
	return shape;
}

static Shape *random_field(Rng *rng) {
	Real heights[9 * 7];
	for (int i = 0; i < 9 * 7; i++)
		heights[i] = rng_below(rng, 12) == 0 ? (Real)NAN : random_real(rng, -1, 1);
	return mk_height_field_create(&(HeightFieldInput){ heights, 9, 7 }, NULL);
}

static Shape *random_compound(Rng *rng) {
	CompoundChild children[6];
	for (uint32_t i = 0; i < 6; i++) {
		children[i].shape = i == 5 ? random_mesh_shape(rng, true)
								   : make_shape(rng, convex_kind(rng), -1, 0);
		children[i].pose = random_affine(rng, 3);
	}
	Shape *shape = mk_compound_create(children, 6, NULL);
	for (uint32_t i = 0; i < 6; i++)
		mk_shape_release(children[i].shape);
	return shape;
}

Shape *random_concave(Rng *rng) {
	for (;;) {
		uint32_t kind = rng_below(rng, 3);
		Shape *shape = kind == 0 ? random_mesh_shape(rng, true)
				: kind == 1      ? random_field(rng)
								 : random_compound(rng);
		if (shape != NULL) return shape;
	}
}
