// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Flat faces on the peaks of a mesh, where each peak carries its part. The way from a peak to a
// face that it hardly touches is short, and rounding is a large part of its direction.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/contact_scene.h"
#include "support/random.h"

enum { PEAKS = 3 };

// Where they are on a triangle of 1.3 m.
static const Vec3 peaks[PEAKS] = { { (Real)-0.6, 0, (Real)-0.5 }, { (Real)0.7, 0, (Real)-0.4 },
	{ 0, 0, (Real)0.6 } };

// A four-sided spire, open below.
static void add_spire(TestMesh *mesh, Vec3 peak) {
	uint32_t top = mesh->points.count;
	mesh_points_push(&mesh->points, peak);
	for (int k = 0; k < 4; k++) {
		Real x = k % 2 == 0 ? (Real)0.1 * (Real)(1 - k) : 0;
		Real z = k % 2 == 1 ? (Real)0.1 * (Real)(k - 2) : 0;
		mesh_points_push(&mesh->points, vec3_add(peak, vec3(x, (Real)-0.3, z)));
	}
	for (uint32_t k = 0; k < 4; k++)
		mesh_add_triangle(mesh, top, top + 1 + k, top + 1 + (k + 1) % 4);
}

static Shape *make_spires(void) {
	TestMesh mesh = { 0 };
	for (uint32_t i = 0; i < PEAKS; i++)
		add_spire(&mesh, peaks[i]);
	return scene_mesh(mesh, false);
}

static Shape *make_box_hull(Vec3 half) {
	Vec3 corners[8];
	for (int i = 0; i < 8; i++)
		corners[i] = vec3_multiply(half, vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
	return mk_hull_shape_create(&(HullShapeInput){ .points = corners, .count = 8 }, NULL);
}

// A turn that brings y to a direction near it, after one about y.
static Quat turn_to(Vec3 up, Real angle) {
	Vec3 axis = vec3_cross(vec3(0, 1, 0), up);
	Quat lean = quat_normalize(quat_from_parts(axis, 1 + up.y));
	return quat_normalize(quat_multiply(lean, quat_from_axis_angle(vec3(0, 1, 0), angle)));
}

// The lower face of a body, which is half a metre high, above each of the peaks by some height.
static Transform place_over(const Real heights[PEAKS], Real angle) {
	Vec3 on[PEAKS];
	for (int i = 0; i < PEAKS; i++)
		on[i] = vec3_add(peaks[i], vec3(0, heights[i], 0));
	Vec3 up = vec3_normalize(vec3_cross(vec3_sub(on[2], on[0]), vec3_sub(on[1], on[0])));
	return (Transform){ turn_to(up, angle), vec3_add_scaled(on[0], up, (Real)0.25) };
}

// All peaks are points of contacts, at the heights that they have, along the normal of the face.
static void check_peaks(const ContactScene *scene, Transform pose, const Real heights[PEAKS]) {
	Vec3 up = quat_rotate(pose.rotation, vec3(0, 1, 0));
	bool is_found[PEAKS] = { false };
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		check_vec3(m->normal, vec3_negate(up), 1e-4);
		for (uint32_t k = 0; k < m->count; k++) {
			Vec3 at = vec3_add(pose.position, m->points[k].position);
			for (int p = 0; p < PEAKS; p++) {
				if (vec3_distance(at, peaks[p]) > (Real)0.01) continue;
				check_near(m->points[k].separation, heights[p], 1e-5);
				is_found[p] = true;
			}
		}
	}
	assert_true(is_found[0] && is_found[1] && is_found[2]);
}

static void check_face_on_peaks(Shape *shape) {
	ContactScene scene = { 0 };
	Shape *spires = make_spires();
	Rng rng = { 5 };
	for (int i = 0; i < 2000; i++) {
		// some hardly touch, some are pressed in or apart by less than the slop
		Real size = random_size(&rng, -6, -3);
		Real heights[PEAKS];
		for (int k = 0; k < PEAKS; k++)
			heights[k] = random_real(&rng, -1, 1) * size;
		Transform pose = place_over(heights, random_real(&rng, 0, 6));
		ShapeInstance a = instance_rigid(shape, pose);
		ShapeInstance b = instance_local(spires);
		scene_collide(&scene, &a, &b, (Real)0.02);
		check_peaks(&scene, pose, heights);
		mk_arena_reset(&scene.arena);
	}
	mk_shape_release(shape);
	mk_shape_release(spires);
	scene_free(&scene);
}

static void a_flat_face_rests_on_all_peaks_that_it_touches(void **state) {
	(void)state;
	const Vec3 half = vec3(2, (Real)0.25, 2);
	check_face_on_peaks(mk_box_create(half, NULL));
	check_face_on_peaks(make_box_hull(half));
	check_face_on_peaks(mk_cylinder_create(2, (Real)0.5, NULL));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flat_face_rests_on_all_peaks_that_it_touches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
