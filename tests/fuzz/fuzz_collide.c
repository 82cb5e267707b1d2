// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Any two shapes at raw poses into contacts, cold and with the cache that this left, a little moved
// each time: it ends, manifolds have one to four points that are finite, distinct by their ids and
// not farther apart than the margin, and normals are unit. Poses are those that bodies can have:
// what is not finite or beyond all scenes is refused by them (fuzz_body.c).
#include "collide/collide.h"
#include "collide/epa_polytope.h"
#include "fuzz/shapes.h"

#include <math.h>

// The pairs of pieces of these small shapes are few.
enum { MOST_PIECES = 4 * ANY_POINTS * ANY_POINTS };

// Supports of Newton's method for a pair of pieces: five runs, and a proof that makes each point of
// a polytope or ends at each of its faces.
enum { MOST_SUPPORTS = 5 * 64 + MK_EPA_POINTS + MK_EPA_FACES };

static void check_manifold(const Manifold *m, Real margin, Real rounding) {
	require(m->count >= 1 && m->count <= MK_MANIFOLD_POINTS);
	require(vec3_is_unit(m->normal));
	require(m->kind < CONTACT_KIND_COUNT);
	for (uint32_t i = 0; i < m->count; i++) {
		require(vec3_is_finite(m->points[i].position));
		require(real_is_finite(m->points[i].separation));
		require(m->points[i].separation <= margin + rounding + (Real)1e-5);
		for (uint32_t k = 0; k < i; k++)
			require(m->points[i].id != m->points[k].id);
	}
}

// What rounding of places and sizes may add to a separation, m: some of the floors of difference.c.
static Real rounding_of(const ShapeInstance *a, const ShapeInstance *b) {
	Real apart = vec3_distance(a->pose.origin, b->pose.origin);
	return 64 * MK_EPSILON * (mk_difference_bound(a) + mk_difference_bound(b) + apart);
}

static void check_pair(ShapeInstance *a, ShapeInstance *b, Input *input) {
	Arena scratch = { 0 };
	ManifoldArray manifolds = { 0 };
	PairCache cache = { 0 };
	Real margin = real_abs(input_ordinary(input));
	margin = real_min(margin, 1);
	for (uint32_t i = 0; i < 4; i++) {
		PenetrationCounters counters = { 0 };
		manifold_array_clear(&manifolds);
		mk_collide(&(CollideInput){
				.a = a,
				.b = b,
				.margin = margin,
				.cache = i == 0 ? NULL : &cache,
				.counters = &counters,
				.scratch = &scratch,
				.manifolds = &manifolds,
		});
		for (uint32_t k = 0; k < manifolds.count; k++)
			check_manifold(&manifolds.data[k], margin, rounding_of(a, b));
		require(counters.gjk_calls + counters.epa_calls + counters.newton_calls <= MOST_PIECES);
		require(counters.gjk_iterations <= ANY_MOST_STEPS * MOST_PIECES);
		require(counters.epa_iterations <= ANY_MOST_STEPS * (counters.epa_calls + 1));
		require(counters.newton_iterations <= MOST_SUPPORTS * (counters.newton_calls + 1));
		Vec3 way = vec3_scale(input_ordinary_vec3(input), (Real)1e-4);
		b->pose.origin = vec3_add(b->pose.origin, way);
	}
	manifold_array_free(&manifolds);
	mk_arena_free(&scratch);
}

// Sizes and places of scenes, and more, m.
static const Real largest = (Real)1e6;

static bool is_legal(const ShapeInstance *in) {
	Mat3 m = in->pose.linear;
	const Vec3 all[4] = { m.x, m.y, m.z, in->pose.origin };
	for (int i = 0; i < 4; i++) {
		if (!(vec3_max_element(vec3_abs(all[i])) < largest)) return false;
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_shape(&input);
	Shape *shape_b = any_shape(&input);
	if (shape_a != NULL && shape_b != NULL) {
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		if (is_legal(&a) && is_legal(&b)) {
			input_count_pair();
			check_pair(&a, &b, &input);
		}
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
