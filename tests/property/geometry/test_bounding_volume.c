// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How often bounding volumes meet while their bodies do not, for a body whose own test is exact: a
// corner of two boxes, thrown at its copy in random poses. The rates are printed.
#include "geometry/bounding_sphere.h"

#include "geometry/hull_build.h"
#include "geometry/obb_fit.h"
#include "geometry/overlap_box.h"
#include "geometry/overlap_sphere.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

#define TRIALS 20000

typedef enum VolumeKind {
	VOLUME_SPHERE,          // the smallest
	VOLUME_SPHERE_FROM_BOX, // around the axis-aligned box of the body at rest
	VOLUME_AABB,            // of the turned body
	VOLUME_OBB,             // fitted at rest, turned with the body
	VOLUME_HULL,
	VOLUME_KIND_COUNT,
} VolumeKind;

static const char *const volume_names[VOLUME_KIND_COUNT] = { "smallest sphere", "sphere from box",
	"axis-aligned box", "oriented box", "convex hull" };

// The body at rest and its volumes.
typedef struct Body {
	Obb boxes[2]; // the body itself
	Vec3 points[16];
	Sphere sphere;
	Sphere sphere_from_box;
	Obb obb;
	Hull hull;
} Body;

// What each volume found in all trials.
typedef struct Tally {
	uint32_t hits[VOLUME_KIND_COUNT];
	uint32_t body_hits;
	uint32_t missed; // bodies met, a volume did not
} Tally;

static Obb move_box(Obb box, Affine pose) {
	return (Obb){ affine_point(pose, box.center), mat3_multiply(pose.linear, box.axes), box.half };
}

static Body make_body(void) {
	Body body = { .boxes = { { { (Real)0.5, (Real)1.5, 0 }, mat3_identity(),
									 { (Real)0.5, (Real)1.5, (Real)0.5 } },
						  { { 2, (Real)0.5, 0 }, mat3_identity(), { 1, (Real)0.5, (Real)0.5 } } } };
	// at rest it does not lie along the axes
	Affine turn = { quat_to_mat3(quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 5)), vec3_zero() };
	body.boxes[0] = move_box(body.boxes[0], turn);
	body.boxes[1] = move_box(body.boxes[1], turn);
	mk_obb_corners(body.boxes[0], body.points);
	mk_obb_corners(body.boxes[1], body.points + 8);
	body.sphere = mk_bounding_sphere(body.points, 16).sphere;
	body.sphere_from_box = mk_bounding_sphere_from_box(body.points, 16).sphere;
	body.obb = mk_obb_fit_tight(body.points, 16).box;
	body.hull = mk_hull_build(&(HullInput){ .points = body.points, .count = 16 });
	return body;
}

static Sphere move_sphere(Sphere s, Affine pose) {
	return (Sphere){ affine_point(pose, s.center), s.radius };
}

static Aabb box_of(const Body *body, Affine pose) {
	Aabb box = aabb_empty();
	for (int i = 0; i < 16; i++)
		box = aabb_add_point(box, affine_point(pose, body->points[i]));
	return box;
}

static bool bodies_meet(const Body *body, Affine a, Affine b) {
	for (int i = 0; i < 4; i++) {
		Obb box_a = move_box(body->boxes[i / 2], a);
		Obb box_b = move_box(body->boxes[i % 2], b);
		if (obb_overlaps_obb(&box_a, &box_b)) return true;
	}
	return false;
}

// all separating axes, one by one: face normals and cross products of edges
static bool is_separating(const Hull *hull, Vec3 axis, Affine a, Affine b) {
	Vec3 local_a = mat3_apply_transposed(a.linear, axis);
	Vec3 local_b = mat3_apply_transposed(b.linear, vec3_negate(axis));
	Vec3 far_a = hull->vertices[hull_support_scan(hull, local_a)];
	Vec3 near_b = hull->vertices[hull_support_scan(hull, local_b)];
	return vec3_dot(axis, affine_point(a, far_a)) < vec3_dot(axis, affine_point(b, near_b));
}

static Vec3 hull_edge(const Hull *hull, uint32_t half_edge) {
	Vec3 from = hull->vertices[hull->half_edges[half_edge].origin];
	return vec3_sub(hull->vertices[hull_edge_end(hull, half_edge)], from);
}

static bool hulls_meet(const Hull *hull, Affine a, Affine b) {
	for (uint32_t i = 0; i < hull->face_count; i++) {
		Vec3 normal = hull->planes[i].normal;
		if (is_separating(hull, mat3_apply(a.linear, normal), a, b)) return false;
		if (is_separating(hull, vec3_negate(mat3_apply(b.linear, normal)), a, b)) return false;
	}
	for (uint32_t i = 0; i < hull->half_edge_count; i++) {
		Vec3 edge_a = mat3_apply(a.linear, hull_edge(hull, i));
		for (uint32_t k = 0; k < hull->half_edge_count; k++) {
			Vec3 axis = vec3_cross(edge_a, mat3_apply(b.linear, hull_edge(hull, k)));
			if (is_separating(hull, axis, a, b)) return false;
		}
	}
	return true;
}

static void find_hits(const Body *body, Affine a, Affine b, bool hits[VOLUME_KIND_COUNT]) {
	Obb obb_a = move_box(body->obb, a);
	Obb obb_b = move_box(body->obb, b);
	hits[VOLUME_SPHERE] = sphere_overlaps_sphere(
			move_sphere(body->sphere, a), move_sphere(body->sphere, b));
	hits[VOLUME_SPHERE_FROM_BOX] = sphere_overlaps_sphere(
			move_sphere(body->sphere_from_box, a), move_sphere(body->sphere_from_box, b));
	hits[VOLUME_AABB] = aabb_overlaps(box_of(body, a), box_of(body, b));
	hits[VOLUME_OBB] = obb_overlaps_obb(&obb_a, &obb_b);
	hits[VOLUME_HULL] = hulls_meet(&body->hull, a, b);
}

// the second body turns, and its sphere's centre is uniform in a cube of half
// side `room` around the first
static Tally run_trials(const Body *body, double room) {
	Tally tally = { 0 };
	Rng rng = { 901 };
	for (int i = 0; i < TRIALS; i++) {
		Affine a = { quat_to_mat3(random_quat(&rng)), vec3_zero() };
		a.origin = vec3_negate(mat3_apply(a.linear, body->sphere.center));
		Affine b = { quat_to_mat3(random_quat(&rng)), vec3_zero() };
		b.origin = vec3_sub(random_vec3(&rng, room), mat3_apply(b.linear, body->sphere.center));
		bool hits[VOLUME_KIND_COUNT];
		bool do_meet = bodies_meet(body, a, b);
		find_hits(body, a, b, hits);
		tally.body_hits += do_meet;
		for (int kind = 0; kind < VOLUME_KIND_COUNT; kind++) {
			tally.hits[kind] += hits[kind];
			tally.missed += do_meet && !hits[kind];
		}
	}
	return tally;
}

static void false_hits_of_each_volume_are_reported(void **state) {
	(void)state;
	Body body = make_body();
	double room = 2 * (double)body.sphere.radius + 1;
	Tally tally = run_trials(&body, room);
	double rates[VOLUME_KIND_COUNT];
	for (int kind = 0; kind < VOLUME_KIND_COUNT; kind++) {
		uint32_t hits = tally.hits[kind];
		rates[kind] = (double)(hits - tally.body_hits) / hits;
		print_message("%-16s %5u hits, %4.1f %% of them false\n", volume_names[kind], hits,
				100 * rates[kind]);
	}
	// a bounding volume never misses; the tighter ones lie less
	assert_int_equal(tally.missed, 0);
	assert_true(tally.body_hits > 1000);
	assert_true(0 < rates[VOLUME_HULL] && rates[VOLUME_HULL] < rates[VOLUME_OBB]);
	assert_true(rates[VOLUME_OBB] < rates[VOLUME_AABB]);
	assert_true(rates[VOLUME_OBB] < rates[VOLUME_SPHERE]);
	assert_true(rates[VOLUME_SPHERE] < rates[VOLUME_SPHERE_FROM_BOX]);
	// spheres meet if the centres are within two radii: that share of the cube, to four deviations
	double radius = 2 * (double)body.sphere.radius;
	double share = 4.18879 * radius * radius * radius / (8 * room * room * room);
	double deviation = sqrt(share * (1 - share) * TRIALS);
	check_near(tally.hits[VOLUME_SPHERE], share * TRIALS, 4 * deviation);
	mk_hull_free(&body.hull);
}

static void spheres_that_touch_meet_without_a_root(void **state) {
	(void)state;
	// 3, 4, 12 and 13: squares are exact, so touching is exact; a step of
	// the last digit apart is not
	Sphere a = { vec3_zero(), 6 };
	Sphere b = { vec3(3, 4, 12), 7 };
	assert_true(sphere_overlaps_sphere(a, b));
	b.radius = 7 - 8 * MK_EPSILON;
	assert_false(sphere_overlaps_sphere(a, b));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(false_hits_of_each_volume_are_reported),
		cmocka_unit_test(spheres_that_touch_meet_without_a_root),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
