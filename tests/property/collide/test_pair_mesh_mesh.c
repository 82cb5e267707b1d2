// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes on meshes: what holds for any two, and what must not crash.
#include "collide/mesh_cluster.h"
#include "geometry/closest_pair_triangle.h"
#include "geometry/triangle_triangle.h"
#include "math/trig.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

static const Real margin_of_all = (Real)0.02;

// A ball of radius about 1 with bumps.
static Shape *make_bumpy(Rng *rng) {
	TestMesh mesh = mesh_make_ball(13, 22);
	Vec3 phase = random_vec3(rng, 3);
	for (uint32_t i = 0; i < mesh.points.count; i++) {
		Vec3 p = mesh.points.data[i];
		Real bump = real_sin(6 * p.x + phase.x) * real_sin(5 * p.y + phase.y) *
				real_sin(6 * p.z + phase.z);
		mesh.points.data[i] = vec3_scale(p, 1 + (Real)0.06 * bump);
	}
	return scene_mesh(mesh, false);
}

static Triangle placed_triangle(const ShapeInstance *in, uint32_t place) {
	Triangle t = mesh_triangle((const MeshShape *)in->shape, place);
	return (Triangle){ affine_point(in->pose, t.a), affine_point(in->pose, t.b),
		affine_point(in->pose, t.c) };
}

static Aabb triangle_box(Triangle t) {
	return (Aabb){ vec3_min(t.a, vec3_min(t.b, t.c)), vec3_max(t.a, vec3_max(t.b, t.c)) };
}

// Whether any two triangles of two meshes cross or are within a distance (m): a look at all pairs.
static bool are_within(const ShapeInstance *a, const ShapeInstance *b, Real distance) {
	Aabb box_b = aabb_grow(mk_instance_bounds(b), distance);
	uint32_t count_a = ((const MeshShape *)a->shape)->triangle_count;
	uint32_t count_b = ((const MeshShape *)b->shape)->triangle_count;
	for (uint32_t i = 0; i < count_a; i++) {
		Triangle of_a = placed_triangle(a, i);
		Aabb box = aabb_grow(triangle_box(of_a), distance);
		for (uint32_t k = 0; k < count_b && aabb_overlaps(box, box_b); k++) {
			Triangle of_b = placed_triangle(b, k);
			if (!aabb_overlaps(box, triangle_box(of_b))) continue;
			Real squared = mk_closest_triangles(of_a, of_b).distance_squared;
			if (squared <= distance * distance) return true;
			if (mk_triangles_overlap_exact(of_a, of_b)) return true;
		}
	}
	return false;
}

// The height at which one body just touches another from above along y, by halving.
static Real touching_height(ShapeInstance *a, const ShapeInstance *b) {
	Real low = 1;
	Real high = 3;
	for (int i = 0; i < 24; i++) {
		a->pose.origin.y = (low + high) / 2;
		*(are_within(a, b, (Real)0.001) ? &low : &high) = a->pose.origin.y;
	}
	return low;
}

static void bumpy_mesh_rests_on_another(Rng *rng) {
	ContactScene scene = { 0 };
	Shape *below = make_bumpy(rng);
	Shape *above = make_bumpy(rng);
	ShapeInstance b = instance_rigid(below, (Transform){ random_quat(rng), vec3_zero() });
	Vec3 aside = random_vec3(rng, 0.2);
	ShapeInstance a = instance_rigid(above, (Transform){ random_quat(rng), aside });
	Real touching = touching_height(&a, &b);
	Real last = MK_INFINITY;
	for (int i = 0; i < 10; i++) {
		// from apart to 8 mm deep
		a.pose.origin.y = touching + (Real)0.002 - (Real)0.001 * (Real)i;
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_true(scene.manifolds.count > 0);
		// supported from below: normals from A to B go down
		assert_true(scene_deepest_manifold(&scene)->normal.y < (Real)-0.5);
		Real deepest = scene_deepest(&scene);
		assert_true(deepest < last);
		last = deepest;
	}
	mk_shape_release(below);
	mk_shape_release(above);
	scene_free(&scene);
}

static void linked_rings_oppose_the_pull(Rng *rng) {
	ContactScene scene = { 0 };
	Shape *ring = scene_mesh(mesh_make_torus(1, (Real)0.25, 40, 20), false);
	Quat turn = quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2);
	ShapeInstance b = instance_local(ring);
	Vec3 tilt = random_vec3(rng, 0.2);
	Quat tilted = quat_normalize(quat_multiply(mk_quat_from_rotation_vector(tilt), turn));
	Vec3 aside = random_vec3(rng, 0.05);
	bool is_held = false;
	for (int i = 0; i < 20; i++) {
		Real x = (Real)1.4 + (Real)i / 100;
		ShapeInstance a = instance_rigid(ring, (Transform){ tilted, vec3(x, aside.y, aside.z) });
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		if (scene_deepest(&scene) < (Real)-0.005) {
			is_held = true;
			// pulled along +x, pushed along -x: from A to B is +x
			assert_true(scene_deepest_manifold(&scene)->normal.x > (Real)0.5);
		}
		// once in touch they stay in touch: nothing slips through
		if (is_held) assert_true(scene.manifolds.count > 0);
	}
	assert_true(is_held);
	mk_shape_release(ring);
	scene_free(&scene);
}

// Slivers, needles, equal corners, sizes from 1e-4 to 1e4: no crash, and all
// that comes out is finite.
static void any_triangles_and_maps_are_safe(Rng *rng) {
	ContactScene scene = { 0 };
	TestMesh soup = { 0 };
	uint32_t count = 3 + rng_below(rng, 40);
	Real size = random_size(rng, -3, 3);
	for (uint32_t i = 0; i < 3 * count; i++) {
		Vec3 p = random_vec3(rng, (double)size);
		if (i > 2 && rng_below(rng, 4) == 0) p = soup.points.data[rng_below(rng, i)];
		if (i > 2 && rng_below(rng, 4) == 0) p = vec3_lerp(soup.points.data[i - 1], p, (Real)1e-6);
		mesh_points_push(&soup.points, p);
		mesh_indices_push(&soup.indices, i);
	}
	MeshInput input = { .mesh = mesh_view(&soup), .is_two_sided = rng_below(rng, 2) == 0 };
	Shape *mesh = mk_mesh_create(&input, NULL);
	mesh_free(&soup);
	if (mesh == NULL) return;
	double low = log10((double)size) - 1;
	Shape *others[3];
	others[0] = make_shape(rng, convex_kind(rng), low, low + 1);
	others[1] = mk_shape_retain(mesh);
	CompoundChild child = { mesh, random_affine(rng, (double)size) };
	others[2] = mk_compound_create(&child, 1, NULL);
	for (int i = 0; i < 3; i++) {
		if (others[i] == NULL) continue;
		Affine map = random_affine(rng, (double)size);
		// flattened, too
		if (rng_below(rng, 8) == 0) map.linear.y = vec3_zero();
		ShapeInstance a = mk_instance(others[i], map);
		ShapeInstance b = mk_instance(mesh, random_affine(rng, (double)size));
		Real margin = size / 50;
		scene_collide(&scene, &a, &b, margin);
		scene_check(&scene, margin);
		a.pose.origin.x = MK_INFINITY;
		scene_collide(&scene, &a, &b, margin);
		a.pose.origin.x = (Real)NAN;
		scene_collide(&scene, &a, &b, margin);
		mk_shape_release(others[i]);
	}
	mk_shape_release(mesh);
	scene_free(&scene);
}

// A square of 2 m with n x n cells and bumps of a sixth of a cell.
static Shape *make_rough(uint32_t n, uint64_t seed) {
	TestMesh mesh = scene_floor(2, n, (Real)0.24, seed);
	Rng rng = { seed };
	for (uint32_t i = 0; i < mesh.points.count; i++)
		mesh.points.data[i].y = (Real)rng_range(&rng, -0.15, 0.15) * 2 / (Real)n;
	return scene_mesh(mesh, false);
}

// The outline of the points of all manifolds on the floor (m).
static Aabb points_box(const ContactScene *scene) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < scene->manifolds.count; i++) {
		const Manifold *m = &scene->manifolds.data[i];
		for (uint32_t k = 0; k < m->count; k++)
			box = aabb_add_point(box, m->points[k].position);
	}
	return box;
}

static void test_rough_meshes_make_few_manifolds(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	static const uint32_t sizes[3] = { 22, 45, 90 }; // 1,000, 4,000 and 16,000 triangles
	for (int i = 0; i < pick_count(3, 2); i++) {
		Shape *below = make_rough(sizes[i], 1);
		Shape *above = make_rough(sizes[i], 2);
		Quat over = quat_from_axis_angle(vec3(1, 0, 0), MK_PI);
		ShapeInstance a = instance_rigid(above, (Transform){ over, vec3_zero() });
		ShapeInstance b = instance_local(below);
		// peaks are in each other by up to a fifth of a cell
		a.pose.origin.y = (Real)0.1 * 2 / (Real)sizes[i];
		scene_collide(&scene, &a, &b, margin_of_all);
		scene_check(&scene, margin_of_all);
		assert_true(scene.manifolds.count > 0 && scene.manifolds.count <= MK_CLUSTER_MOST);
		// they hold it at all four sides
		Vec3 half = aabb_half_extents(points_box(&scene));
		assert_true(half.x > (Real)0.8 && half.z > (Real)0.8);
		mk_shape_release(below);
		mk_shape_release(above);
	}
	scene_free(&scene);
}

// 5 mm are left all around: each of the triangles is a contact with a normal of its own.
static void test_a_ball_in_a_hollow_one_is_held_from_all_sides(void **state) {
	(void)state;
	ContactScene scene = { 0 };
	Shape *hollow = scene_mesh(mesh_make_ball(40, 80), true);
	Shape *ball = mk_sphere_create((Real)0.995, NULL);
	ShapeInstance a = instance_local(ball);
	ShapeInstance b = instance_local(hollow);
	scene_collide(&scene, &a, &b, margin_of_all);
	scene_check(&scene, margin_of_all);
	assert_true(scene.manifolds.count <= MK_CLUSTER_MOST);
	for (int axis = 0; axis < 6; axis++) {
		Real sign = axis < 3 ? 1 : -1;
		Vec3 side = vec3(
				axis % 3 == 0 ? sign : 0, axis % 3 == 1 ? sign : 0, axis % 3 == 2 ? sign : 0);
		Real most = -1;
		for (uint32_t i = 0; i < scene.manifolds.count; i++)
			most = real_max(vec3_dot(scene.manifolds.data[i].normal, side), most);
		assert_true(most > (Real)0.57); // 55 degrees
	}
	// the flat triangles are nearer than the ball they are in by 1 - cos(2.25 degrees) squared
	Real deepest = scene_deepest(&scene);
	assert_true(deepest > (Real)0.003 && deepest < (Real)0.005);
	mk_shape_release(hollow);
	mk_shape_release(ball);
	scene_free(&scene);
}

static void test_bumpy(void **state) {
	(void)state;
	for_all(bumpy_mesh_rests_on_another, pick_count(15, 2), 1);
}

static void test_rings(void **state) {
	(void)state;
	for_all(linked_rings_oppose_the_pull, pick_count(20, 2), 2);
}

static void test_soup(void **state) {
	(void)state;
	for_all(any_triangles_and_maps_are_safe, pick_count(1000, 150), 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bumpy),
		cmocka_unit_test(test_rings),
		cmocka_unit_test(test_rough_meshes_make_few_manifolds),
		cmocka_unit_test(test_a_ball_in_a_hollow_one_is_held_from_all_sides),
		cmocka_unit_test(test_soup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
