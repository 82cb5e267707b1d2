// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two convex shapes from raw numbers at raw poses, also with NaN and infinities, into the signed
// separation, cold and with a cache that starts anywhere: it ends, what comes back is finite or
// marked as invalid, and the normal is worth what is said about it.
#include "collide/penetration.h"
#include "fuzz/shapes.h"

static void check_answer(const Difference *d, const Penetration *p) {
	const Separation *s = &p->separation;
	require(s->status < SEPARATION_STATUS_COUNT);
	require(vec3_is_finite(s->normal) && vec3_is_finite(s->point_a));
	require(vec3_is_finite(s->point_b) && real_is_finite(s->distance));
	if (s->status == SEPARATION_INVALID) return;
	require(s->iterations <= ANY_MOST_STEPS);
	require(vec3_is_unit(s->normal));
	require(s->lower <= s->distance && s->distance <= s->upper);
	if (p->state != PENETRATION_DEEP) return;
	Vec3 w = difference_support(d, s->normal, difference_no_hint()).point;
	double h = (double)vec3_dot(w, s->normal) + (double)d->rounding;
	require(fabs(h + (double)s->distance) <= 8 * (double)d->error);
}

static void check_pair(const ShapeInstance *a, const ShapeInstance *b, Input *input) {
	Difference d = mk_difference(a, b);
	PenetrationCache cache = { 0 };
	// cold, with an axis and corners from anywhere, and with what that left
	cache.gjk.axis = any_vec3(input);
	cache.gjk.count = (uint8_t)(input_byte(input) % 8);
	for (uint32_t i = 0; i < 4; i++) {
		cache.gjk.ids_a[i] = input_byte(input) % 16;
		cache.gjk.ids_b[i] = input_byte(input) % 16;
	}
	bool is_step_first = input_byte(input) % 2 == 0;
	for (uint32_t i = 0; i < 4; i++) {
		PenetrationInput query = {
			.difference = &d,
			.cache = i == 0 ? NULL : &cache,
			.limit = MK_INFINITY,
			.is_query = i == 0 || (i == 1 && !is_step_first),
		};
		Penetration p = mk_penetration(&query);
		check_answer(&d, &p);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_convex(&input);
	Shape *shape_b = any_convex(&input);
	if (shape_a != NULL && shape_b != NULL) {
		input_count_pair();
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		check_pair(&a, &b, &input);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
