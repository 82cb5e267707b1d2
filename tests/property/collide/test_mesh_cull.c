// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Triangles in lanes against the box around a shape: all variants say the same, and what is left
// out is farther away than the margin, or no corner of the face is over it.
#include "collide/mesh_cull.h"
#include "collide/penetration.h"
#include "shape/convex.h"
#include "shape/instance.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

static void set_floats(float out[3], Vec3 v) {
	out[0] = (float)v.x;
	out[1] = (float)v.y;
	out[2] = (float)v.z;
}

static Vec3 get_floats(const float v[3]) { return vec3((Real)v[0], (Real)v[1], (Real)v[2]); }

static CullShape random_box(Rng *rng) {
	CullShape shape = { .reach = 3, .margin = (float)0.02, .behind = FLT_MAX };
	Mat3 axes = quat_to_mat3(random_transform(rng, 0).rotation);
	set_floats(shape.center, random_vec3(rng, 1));
	set_floats(shape.axes[0], axes.x);
	set_floats(shape.axes[1], axes.y);
	set_floats(shape.axes[2], axes.z);
	set_floats(shape.halves, vec3_add(vec3_abs(random_vec3(rng, 1)), vec3_splat((Real)0.01)));
	shape.least_cosine = 0.5f;
	shape.width = 0.001f;
	set_floats(shape.facing, random_unit(rng));
	shape.point_count = 1 + rng_below(rng, 5);
	for (uint32_t i = 0; i < shape.point_count; i++)
		set_floats(shape.points[i], random_vec3(rng, 1));
	return shape;
}

static CullBatch random_batch(Rng *rng) {
	CullBatch batch = { .count = 1 + rng_below(rng, MK_CULL_LANES) };
	batch.flat = (uint32_t)rng_u64(rng) & ((1u << batch.count) - 1);
	for (uint32_t lane = 0; lane < batch.count; lane++) {
		Vec3 middle = random_vec3(rng, 2);
		Triangle t;
		t.a = vec3_add(middle, random_vec3(rng, 1));
		t.b = vec3_add(middle, random_vec3(rng, 1));
		t.c = vec3_add(middle, random_vec3(rng, 1));
		Vec3 rows[4] = { t.a, t.b, t.c, vec3_normalize(triangle_normal_area(t)) };
		for (int i = 0; i < 4; i++) {
			float(*to)[MK_CULL_LANES] = i < 3 ? batch.corners[i] : batch.normals;
			float v[3];
			set_floats(v, rows[i]);
			for (int axis = 0; axis < 3; axis++)
				to[axis][lane] = v[axis];
		}
	}
	return batch;
}

static Vec3 lane_of(float rows[3][MK_CULL_LANES], uint32_t lane) {
	return vec3((Real)rows[0][lane], (Real)rows[1][lane], (Real)rows[2][lane]);
}

static bool is_over(const CullShape *shape, Triangle t, Vec3 normal) {
	const Vec3 corners[3] = { t.a, t.b, t.c };
	for (uint32_t k = 0; k < shape->point_count; k++) {
		Vec3 p = get_floats(shape->points[k]);
		bool is_in = true;
		for (int i = 0; i < 3; i++) {
			Vec3 side = vec3_sub(corners[(i + 1) % 3], corners[i]);
			is_in = is_in && vec3_triple(normal, side, vec3_sub(p, corners[i])) >= 0;
		}
		if (is_in) return true;
	}
	return false;
}

static void what_is_left_out_is_not_touched(Rng *rng) {
	CullShape cull = random_box(rng);
	CullBatch batch = random_batch(rng);
	uint32_t bits = mk_cull_kernel()(&batch, &cull);
	Shape *box = mk_box_create(get_floats(cull.halves), NULL);
	Affine pose = { { get_floats(cull.axes[0]), get_floats(cull.axes[1]),
							get_floats(cull.axes[2]) },
		get_floats(cull.center) };
	ShapeInstance a = mk_instance(box, pose);
	for (uint32_t lane = 0; lane < batch.count; lane++) {
		if ((bits >> lane & 1) != 0) continue;
		Triangle t = { lane_of(batch.corners[0], lane), lane_of(batch.corners[1], lane),
			lane_of(batch.corners[2], lane) };
		TriangleShape triangle;
		mk_triangle_init(&triangle);
		Vec3 normal = lane_of(batch.normals, lane);
		mk_triangle_set(&triangle, t, normal);
		ShapeInstance b = instance_local(&triangle.shape);
		bool is_far = mk_separation(&a, &b).distance >= (Real)cull.margin;
		bool is_flat = (batch.flat >> lane & 1) != 0;
		assert_true(is_far || (is_flat && !is_over(&cull, t, normal)));
	}
	mk_shape_release(box);
}

// Bits also of strange numbers: what cannot be told is left to others, in every variant.
static void all_variants_say_the_same(Rng *rng) {
	CullShape shape = random_box(rng);
	CullBatch batch = random_batch(rng);
	if (rng_below(rng, 4) == 0) batch.corners[1][2][rng_below(rng, batch.count)] = NAN;
	if (rng_below(rng, 4) == 0) batch.corners[0][1][rng_below(rng, batch.count)] = INFINITY;
	uint32_t mask = (1u << batch.count) - 1;
	uint32_t bits = mk_cull_kernel_for(1)(&batch, &shape) & mask;
	for (int lanes = 4; lanes <= 8; lanes += 4) {
		CullKernel *kernel = mk_cull_kernel_for(lanes);
		if (kernel != NULL) assert_int_equal(kernel(&batch, &shape) & mask, bits);
	}
}

static void test_what_is_left_out_is_not_touched(void **state) {
	(void)state;
	for_all(what_is_left_out_is_not_touched, pick_count(5000, 200), 1);
}

static void test_all_variants_say_the_same(void **state) {
	(void)state;
	assert_null(mk_cull_kernel_for(3));
	for_all(all_variants_say_the_same, pick_count(20000, 500), 2);
}

// A cube over a floor of 8 triangles, each half a square: those beside it, and those under it that
// no corner is over, are left out.
static void test_a_floor_is_left_out_but_for_the_corners(void **state) {
	(void)state;
	CullShape shape = { .center = { 0, 0.5f, 0 }, .axes = { { 1 }, { 0, 1 }, { 0, 0, 1 } } };
	shape.margin = 0.02f;
	shape.behind = 0.005f;
	set_floats(shape.halves, vec3_splat((Real)0.5));
	shape.reach = 1;
	CullBatch batch = { .count = MK_CULL_LANES };
	for (uint32_t lane = 0; lane < batch.count; lane++) {
		Real x = (Real)lane - 4;
		Vec3 rows[3] = { vec3(x, 0, 0), vec3(x, 0, 1), vec3(x + 1, 0, 0) };
		for (int i = 0; i < 3; i++) {
			float v[3];
			set_floats(v, rows[i]);
			for (int axis = 0; axis < 3; axis++)
				batch.corners[i][axis][lane] = v[axis];
		}
		batch.normals[1][lane] = 1;
	}
	// x from -4 to 4: the cube is over those that begin at -1 and 0
	assert_int_equal(mk_cull_kernel()(&batch, &shape), 1u << 3 | 1u << 4);
	// seen from below there is nothing to hold
	shape.center[1] = -0.5f;
	shape.side[1] = -0.5f;
	assert_int_equal(mk_cull_kernel()(&batch, &shape), 0);
	// the corner (0.25, 0, 0.25) of a face is over the one that begins at 0
	shape.center[1] = 0.5f;
	shape.side[1] = 0.5f;
	shape.facing[1] = 1;
	shape.least_cosine = 0.9f;
	shape.width = 0.001f;
	shape.point_count = 1;
	set_floats(shape.points[0], vec3((Real)0.25, 0, (Real)0.25));
	batch.flat = 0xFF;
	assert_int_equal(mk_cull_kernel()(&batch, &shape), 1u << 4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_left_out_is_not_touched),
		cmocka_unit_test(test_all_variants_say_the_same),
		cmocka_unit_test(test_a_floor_is_left_out_but_for_the_corners),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
