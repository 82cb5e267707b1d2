// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes and height fields on infinite planes: what a look at every vertex finds, without it.
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/random.h"
#include "support/shape_make.h"

static const Real margin_of_all = (Real)0.02;

static Shape *ground(void) { return mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL); }

// A field with holes, its width and depth off the size of tiles; in some a tile and all that
// follow are a hole, but for the samples that end the tile before.
static Shape *rough_field(Rng *rng) {
	Real heights[400];
	uint32_t width = 2 + rng_below(rng, 18);
	HeightFieldInput input = { heights, width, 2 + rng_below(rng, 18) };
	uint32_t holes = 2 + rng_below(rng, 30);
	uint32_t last = MK_HEIGHT_TILE * (1 + rng_below(rng, 8));
	for (uint32_t i = 0; i < input.width * input.depth; i++) {
		heights[i] = (Real)rng_range(rng, -2, 2);
		if (rng_below(rng, holes) == 0 || i % input.width > last) heights[i] = (Real)NAN;
	}
	ShapeStatus status;
	return mk_height_field_create(&input, &status);
}

static Shape *rough_mesh(Rng *rng) {
	uint32_t rings = 3 + rng_below(rng, 20);
	TestMesh mesh = mesh_make_ball(rings, 3 + rng_below(rng, 20));
	mesh_map(&mesh, (Affine){ mat3_diagonal(random_sizes(rng, -0.5, 0.5)), vec3_zero() });
	return scene_mesh(mesh, rng_below(rng, 2) == 0);
}

static uint32_t point_count(const Shape *shape) {
	if (shape->kind == SHAPE_MESH) return ((const MeshShape *)shape)->point_count;
	const HeightFieldShape *field = (const HeightFieldShape *)shape;
	return field->width * field->depth;
}

static Vec3 point_of(const Shape *shape, uint32_t i) {
	if (shape->kind == SHAPE_MESH) return ((const MeshShape *)shape)->points[i];
	const HeightFieldShape *field = (const HeightFieldShape *)shape;
	return height_field_point(field, i % field->width, i / field->width);
}

// The height of the lowest vertex over a plane through the origin, by a look at all.
static Real lowest_of(const ShapeInstance *in, Vec3 normal) {
	Real lowest = MK_INFINITY;
	for (uint32_t i = 0; i < point_count(in->shape); i++) {
		Vec3 p = affine_point(in->pose, point_of(in->shape, i));
		lowest = real_min(vec3_dot(normal, p), lowest); // holes are NaN, which is not less
	}
	return lowest;
}

static bool is_vertex(const ShapeInstance *in, Vec3 p, Real tolerance) {
	for (uint32_t i = 0; i < point_count(in->shape); i++) {
		Vec3 vertex = affine_point(in->pose, point_of(in->shape, i));
		if (vec3_distance(p, vertex) <= tolerance) return true;
	}
	return false;
}

static void check_against_all(ContactScene *scene, ShapeInstance *a, const ShapeInstance *plane) {
	Vec3 up = plane->pose.linear.y;
	Real tolerance = (Real)pick_tolerance(2e-5, 1e-12);
	Real lowest = lowest_of(a, up);
	static const Real wanted[5] = { (Real)-3, (Real)-0.3, (Real)-0.001, (Real)0.0199,
		(Real)0.0201 };
	for (int i = 0; i < 5; i++) {
		a->pose.origin = vec3_add_scaled(a->pose.origin, up, wanted[i] - lowest);
		lowest = wanted[i];
		scene_collide(scene, a, plane, margin_of_all);
		scene_check(scene, margin_of_all);
		assert_int_equal(scene->manifolds.count, lowest < margin_of_all);
		if (lowest > margin_of_all) continue;
		check_near(scene_deepest(scene), lowest, tolerance + MK_CONTACT_SLOP / 50);
		const Manifold *m = &scene->manifolds.data[0];
		check_vec3(m->normal, vec3_negate(up), tolerance);
		for (uint32_t k = 0; k < m->count; k++) {
			// the vertex is on A: relative to A's origin
			Vec3 p = vec3_add_scaled(m->points[k].position, up, m->points[k].separation / 2);
			p = vec3_add(p, a->pose.origin);
			assert_true(is_vertex(a, p, tolerance));
			check_near(vec3_dot(p, up), m->points[k].separation, tolerance);
		}
	}
}

static void test_the_deepest_vertex_of_all_is_found(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Rng rng = { 5 };
	Shape *plane = ground();
	for (int i = 0; i < 200; i++) {
		Shape *shape = i % 2 == 0 ? rough_mesh(&rng) : rough_field(&rng);
		if (shape == NULL) continue; // nothing but holes
		Affine map = random_affine(&rng, 1);
		if (i % 4 < 2) map = affine_from_transform(random_transform(&rng, 1));
		ShapeInstance a = mk_instance(shape, map);
		Transform at = { random_quat(&rng), vec3_zero() };
		ShapeInstance b = instance_rigid(plane, at);
		check_against_all(&scene, &a, &b);
		mk_shape_release(shape);
	}
	mk_shape_release(plane);
	scene_free(&scene);
}

static uint32_t pieces_of(ContactScene *scene, const ShapeInstance *a, const ShapeInstance *b) {
	PairCounters counters = { 0 };
	manifold_array_clear(&scene->manifolds);
	mk_collide(&(CollideInput){ .a = a,
			.b = b,
			.margin = margin_of_all,
			.pair_counters = &counters,
			.scratch = &scene->arena,
			.manifolds = &scene->manifolds });
	return counters.pieces;
}

static void test_a_large_mesh_is_looked_at_only_where_it_is_low(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *plane = ground();
	Shape *ball = scene_mesh(mesh_make_ball(100, 200), false);
	ShapeInstance b = instance_local(plane);
	ShapeInstance high = scene_at(ball, 0, 1000, 0);
	assert_int_equal(pieces_of(&scene, &high, &b), 0);
	// turned by 45 degrees its box reaches below the plane, and it does not
	Quat turn = quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 4);
	ShapeInstance near = instance_rigid(ball, (Transform){ turn, vec3(0, (Real)1.1, 0) });
	assert_int_equal(pieces_of(&scene, &near, &b), 0);
	// 5 mm deep and with 20 mm of margin: a cap of a 80th of the 20,000 vertices
	ShapeInstance low = instance_rigid(ball, (Transform){ turn, vec3(0, (Real)0.995, 0) });
	uint32_t count = pieces_of(&scene, &low, &b);
	assert_true(scene.manifolds.count == 1);
	assert_true(count >= 4 && count < 600);
	mk_shape_release(ball);
	mk_shape_release(plane);
	scene_free(&scene);
}

static bool has_name(const Manifold *m, uint32_t id) {
	for (uint32_t i = 0; i < m->count; i++) {
		if (m->points[i].id == id) return true;
	}
	return false;
}

// A flat floor of many vertices lies on the plane: all of them carry alike, within 0.06 mm.
static void test_a_mesh_that_trembles_keeps_its_points(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Rng rng = { 3 };
	ManifoldArray last = { 0 };
	Shape *plane = ground();
	Shape *plate = scene_mesh(scene_floor(2, 20, (Real)0.3, 1), true);
	ShapeInstance b = instance_local(plane);
	for (int i = 0; i < 50; i++) {
		Vec3 axis = random_unit(&rng);
		Quat turn = quat_from_axis_angle(axis, (Real)rng_range(&rng, -2e-5, 2e-5));
		Vec3 place = vec3(0, (Real)rng_range(&rng, -1e-4, 1e-4), 0);
		ShapeInstance a = instance_rigid(plate, (Transform){ turn, place });
		manifold_array_clear(&scene.manifolds);
		mk_collide(&(CollideInput){ .a = &a,
				.b = &b,
				.margin = margin_of_all,
				.last = i > 0 ? &last : NULL,
				.scratch = &scene.arena,
				.manifolds = &scene.manifolds });
		assert_int_equal(scene.manifolds.count, 1);
		const Manifold *m = &scene.manifolds.data[0];
		assert_int_equal(m->count, 4);
		for (uint32_t k = 0; i > 0 && k < m->count; k++)
			assert_true(has_name(&last.data[0], m->points[k].id));
		manifold_array_clear(&last);
		manifold_array_push(&last, *m);
	}
	manifold_array_free(&last);
	mk_shape_release(plate);
	mk_shape_release(plane);
	scene_free(&scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_deepest_vertex_of_all_is_found),
		cmocka_unit_test(test_a_large_mesh_is_looked_at_only_where_it_is_low),
		cmocka_unit_test(test_a_mesh_that_trembles_keeps_its_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
