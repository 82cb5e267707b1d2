// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two instances in, manifolds out, with the memory that this takes, and questions about the answer.
#pragma once

#include "collide/collide.h"
#include "shape/height_field.h"
#include "shape/mesh.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/rng.h"

typedef struct ContactScene {
	Arena arena;
	ManifoldArray manifolds;
	PenetrationCounters counters;
} ContactScene;

static inline void scene_free(ContactScene *scene) {
	mk_arena_free(&scene->arena);
	manifold_array_free(&scene->manifolds);
}

// Finds the contacts of two instances; the old ones are gone.
static inline void scene_collide_cached(ContactScene *scene, const ShapeInstance *a,
		const ShapeInstance *b, Real margin, PairCache *cache) {
	manifold_array_clear(&scene->manifolds);
	mk_collide(&(CollideInput){ .a = a,
			.b = b,
			.margin = margin,
			.cache = cache,
			.counters = &scene->counters,
			.scratch = &scene->arena,
			.manifolds = &scene->manifolds });
}

static inline void scene_collide(
		ContactScene *scene, const ShapeInstance *a, const ShapeInstance *b, Real margin) {
	scene_collide_cached(scene, a, b, margin, NULL);
}

// Returns the least separation of all points, infinite if there are none.
static inline Real scene_deepest(const ContactScene *scene) {
	Real deepest = MK_INFINITY;
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		for (uint32_t k = 0; k < m->count; k++)
			deepest = real_min(m->points[k].separation, deepest);
	}
	return deepest;
}

// Returns the manifold with the deepest point; there must be one.
static inline const Manifold *scene_deepest_manifold(const ContactScene *scene) {
	const Manifold *best = NULL;
	Real deepest = MK_INFINITY;
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		for (uint32_t k = 0; k < m->count; k++) {
			if (m->points[k].separation >= deepest) continue;
			deepest = m->points[k].separation;
			best = m;
		}
	}
	assert_non_null(best);
	return best;
}

// What every list of manifolds must be: finite, unit normals, points within
// the margin, ids that differ.
static inline void scene_check(const ContactScene *scene, Real margin) {
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		assert_true(m->count >= 1 && m->count <= MK_MANIFOLD_POINTS);
		assert_true(vec3_is_unit(m->normal));
		for (uint32_t k = 0; k < m->count; k++) {
			assert_true(vec3_is_finite(m->points[k].position));
			assert_true(m->points[k].separation <= margin * (Real)1.0001);
			for (uint32_t j = 0; j < k; j++)
				assert_true(m->points[k].id != m->points[j].id);
		}
	}
}

// Prints the manifolds, for looking into failures.
static inline void scene_print(const ContactScene *scene) {
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		print_message("normal %g %g %g kind %d triangles %u %u\n", (double)m->normal.x,
				(double)m->normal.y, (double)m->normal.z, (int)m->kind, m->index_a, m->index_b);
		for (uint32_t k = 0; k < m->count; k++) {
			Vec3 p = m->points[k].position;
			print_message("  %g %g %g separation %g id %u\n", (double)p.x, (double)p.y, (double)p.z,
					(double)m->points[k].separation, m->points[k].id);
		}
	}
}

// Returns a mesh shape of a test mesh, which is freed.
static inline Shape *scene_mesh(TestMesh mesh, bool is_two_sided) {
	MeshInput input = { .mesh = mesh_view(&mesh), .is_two_sided = is_two_sided };
	Shape *shape = mk_mesh_create(&input, NULL);
	MK_ASSERT(shape != NULL);
	mesh_free(&mesh);
	return shape;
}

// Returns a flat square floor at height 0 with the front up, n x n cells cut along one or the other
// diagonal; points inside are moved by up to `noise` cells in the plane. Seed 0: all alike.
static inline TestMesh scene_floor(Real size, uint32_t n, Real noise, uint64_t seed) {
	TestMesh mesh = { 0 };
	Rng rng = { seed };
	for (uint32_t k = 0; k <= n; k++) {
		for (uint32_t i = 0; i <= n; i++) {
			Real x = (Real)i;
			Real z = (Real)k;
			bool is_border = i == 0 || k == 0 || i == n || k == n;
			if (!is_border && seed != 0) {
				x += noise * (Real)rng_range(&rng, -1, 1);
				z += noise * (Real)rng_range(&rng, -1, 1);
			}
			Real half = (Real)0.5;
			mesh_points_push(&mesh.points,
					vec3((x / (Real)n - half) * size, 0, (z / (Real)n - half) * size));
		}
	}
	for (uint32_t k = 0; k < n; k++) {
		for (uint32_t i = 0; i < n; i++) {
			uint32_t a = k * (n + 1) + i;
			uint32_t b = a + n + 1;
			if (seed == 0 || rng_below(&rng, 2) == 0) {
				mesh_add_triangle(&mesh, a, b, a + 1);
				mesh_add_triangle(&mesh, a + 1, b, b + 1);
			} else {
				mesh_add_triangle(&mesh, a, b, b + 1);
				mesh_add_triangle(&mesh, a, b + 1, a + 1);
			}
		}
	}
	return mesh;
}

// Returns an instance moved to a place, not turned.
static inline ShapeInstance scene_at(const Shape *shape, Real x, Real y, Real z) {
	return instance_rigid(shape, (Transform){ quat_identity(), vec3(x, y, z) });
}
