// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes on meshes: a mesh around a convex body must give what the body itself gives, and no
// edge between triangles may be felt.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

// The same convex body twice: as a mesh of triangles and as a hull.
typedef struct TwinBody {
	Shape *mesh;
	Shape *hull;
} TwinBody;

static TwinBody make_twin(TestMesh mesh) {
	HullShapeInput points = { .points = mesh.points.data, .count = mesh.points.count };
	TwinBody twin = { .hull = mk_hull_shape_create(&points, NULL) };
	assert_non_null(twin.hull);
	twin.mesh = scene_mesh(mesh, false);
	return twin;
}

static void free_twin(TwinBody *twin) {
	mk_shape_release(twin->mesh);
	mk_shape_release(twin->hull);
}

static TwinBody random_twin(Rng *rng) {
	TestMesh mesh;
	switch (rng_below(rng, 4)) {
		case 0: mesh = mesh_make_box(vec3(-1, -1, -1), vec3(1, 1, 1)); break;
		case 1: mesh = mesh_make_octahedron(1 + rng_below(rng, 9)); break;
		case 2: mesh = mesh_make_ball(4, 7); break;
		default: mesh = mesh_make_ball(8, 12); break;
	}
	Vec3 sizes = random_sizes(rng, -0.3, 0.3);
	mesh_map(&mesh, (Affine){ mat3_diagonal(sizes), vec3_zero() });
	return make_twin(mesh);
}

static const ContactPoint *deepest_point(const Manifold *m) {
	const ContactPoint *deepest = &m->points[0];
	for (uint32_t k = 1; k < m->count; k++) {
		if (m->points[k].separation < deepest->separation) deepest = &m->points[k];
	}
	return deepest;
}

// No normal of a contact may leave the cone of normals that the convex body has where the contact
// is deepest, by more than the degree that flat edges may have: seen from there, no corner of the
// body is higher. What is apart may be beside a ridge, along the ridge's normal, as long as it is
// not below the ridge. Places are known to a fifth of the slop where a corner is in a corner.
static void check_normal_is_allowed(
		const Manifold *m, const ShapeInstance *a, const ShapeInstance *b) {
	const MeshShape *mesh = (const MeshShape *)b->shape;
	const ContactPoint *point = deepest_point(m);
	Vec3 place = vec3_add_scaled(point->position, m->normal, point->separation / 2);
	place = vec3_add(place, a->pose.origin);
	Real beside = point->separation > 0 ? point->separation + MK_CONTACT_SLOP : 0;
	for (uint32_t i = 0; i < mesh->point_count; i++) {
		Vec3 way = vec3_sub(affine_point(b->pose, mesh->points[i]), place);
		Real allowed = real_max(MK_MESH_FLAT_SINE * vec3_length(way), beside);
		Real height = -vec3_dot(m->normal, way);
		assert_true(height <= allowed + MK_CONTACT_SLOP / 5);
	}
}

static void check_pair_as_convex(
		const ShapeInstance *a, const ShapeInstance *b, const ShapeInstance *hull, Real tolerance) {
	const Real margin = (Real)0.02;
	ContactScene scene = { 0 };
	Separation truth = mk_separation(a, hull);
	scene_collide(&scene, a, b, margin);
	scene_check(&scene, margin);
	if (truth.distance > margin + tolerance) {
		assert_int_equal(scene.manifolds.count, 0);
	} else if (truth.distance <= margin - tolerance) {
		// where a corner is in a corner there are several ways out, none of which is to be
		// missed; what edges that count as flat and borders of curved faces leave is less than
		// a twentieth of the slop
		Real slack = tolerance;
		if (truth.distance < 0) slack += MK_CONTACT_SLOP / 20;
		check_near(scene_deepest(&scene), truth.distance, slack);
		for (uint32_t i = 0; i < scene.manifolds.count; i++)
			check_normal_is_allowed(&scene.manifolds.data[i], a, b);
	}
	scene_free(&scene);
}

static void mesh_contact_is_that_of_the_convex_body(Rng *rng) {
	TwinBody twin = random_twin(rng);
	ShapeKind kind = convex_kind(rng);
	if (kind == SHAPE_SEPARATION_RAY) kind = SHAPE_BOX;
	Shape *shape = make_shape(rng, kind, -0.7, 0);
	Transform at = random_transform(rng, 2);
	ShapeInstance b = instance_rigid(twin.mesh, at);
	ShapeInstance hull = instance_rigid(twin.hull, at);
	for (int i = 0; i < 10; i++) {
		Affine map = affine_from_transform(random_transform(rng, 0));
		if (rng_below(rng, 2) == 0) map.linear = random_affine(rng, 0).linear;
		map.origin = vec3_add(at.position, vec3_scale(random_unit(rng), 20));
		ShapeInstance a = mk_instance(shape, map);
		// from afar to within the margin, or a little deep
		Separation far = mk_separation(&a, &hull);
		Real wanted = random_real(rng, -0.01, 0.025);
		a.pose.origin = vec3_add_scaled(a.pose.origin, far.normal, far.distance - wanted);
		check_pair_as_convex(&a, &b, &hull, pick_tolerance((Real)1e-4, (Real)1e-4));
	}
	mk_shape_release(shape);
	free_twin(&twin);
}

static void scaled_meshes_are_as_good(Rng *rng) {
	TwinBody twin = random_twin(rng);
	Shape *shape = make_shape(rng, rng_below(rng, 2) == 0 ? SHAPE_BOX : SHAPE_CAPSULE, -0.7, 0);
	Affine map = random_affine(rng, 1);
	ShapeInstance b = mk_instance(twin.mesh, map);
	ShapeInstance hull = mk_instance(twin.hull, map);
	for (int i = 0; i < 10; i++) {
		Transform at = random_transform(rng, 0);
		at.position = vec3_add(map.origin, vec3_scale(random_unit(rng), 20));
		ShapeInstance a = instance_rigid(shape, at);
		Separation far = mk_separation(&a, &hull);
		Real wanted = random_real(rng, -0.005, 0.025);
		a.pose.origin = vec3_add_scaled(a.pose.origin, far.normal, far.distance - wanted);
		check_pair_as_convex(&a, &b, &hull, (Real)1e-4);
	}
	mk_shape_release(shape);
	free_twin(&twin);
}

// Ball, box, capsule lying, capsule standing, cylinder lying, cylinder standing.
static Shape *make_slider(uint32_t which, Quat *turn, Real *height) {
	Quat lying = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
	*turn = which == 2 || which == 4 ? lying : quat_identity();
	static const Real heights[6] = { (Real)0.3, (Real)0.25, (Real)0.2, (Real)0.5, (Real)0.3,
		(Real)0.25 };
	*height = heights[which];
	switch (which) {
		case 0: return mk_sphere_create((Real)0.3, NULL);
		case 1: return mk_box_create(vec3((Real)0.4, (Real)0.25, (Real)0.3), NULL);
		case 2:
		case 3: return mk_capsule_create((Real)0.2, 1, NULL);
		case 4: return mk_cylinder_create((Real)0.3, 1, NULL);
		default: return mk_cylinder_create((Real)0.4, (Real)0.5, NULL);
	}
}

static void sliding_on_a_flat_floor_feels_no_edge(Rng *rng) {
	const Real margin = (Real)0.02;
	ContactScene scene = { 0 };
	// 71 x 71 cells: 10 082 triangles
	Shape *floor = scene_mesh(scene_floor(20, 71, (Real)0.24, rng_u64(rng) | 1), false);
	Transform at = random_transform(rng, 10);
	if (rng_below(rng, 2) == 0) at.rotation = quat_identity();
	ShapeInstance b = instance_rigid(floor, at);
	Vec3 down = quat_rotate(at.rotation, vec3(0, -1, 0));
	for (uint32_t which = 0; which < 6; which++) {
		Quat turn;
		Real height;
		Shape *shape = make_slider(which, &turn, &height);
		Quat spin = quat_from_axis_angle(vec3(0, 1, 0), random_real(rng, 0, 6));
		Vec3 start = random_vec3(rng, 8);
		Vec3 step = vec3_scale(random_vec3(rng, 1), (Real)0.02);
		for (int i = 0; i < pick_count(60, 20); i++) {
			Vec3 p = vec3_add_scaled(start, step, (Real)i);
			p.y = height - (Real)0.002;
			Transform local = { quat_normalize(quat_multiply(spin, turn)), p };
			ShapeInstance a = instance_rigid(shape, transform_multiply(at, local));
			scene_collide(&scene, &a, &b, margin);
			scene_check(&scene, margin);
			assert_int_equal(scene.manifolds.count, 1);
			check_vec3(scene.manifolds.data[0].normal, down, 2e-5);
			check_near(scene_deepest(&scene), (Real)-0.002, 2e-5);
			static const uint32_t counts[6] = { 1, 4, 2, 1, 2, 4 };
			assert_int_equal(scene.manifolds.data[0].count, counts[which]);
		}
		mk_shape_release(shape);
	}
	mk_shape_release(floor);
	scene_free(&scene);
}

// On a body that is convex the true surface is known: its hull. A body on it has one best normal,
// and a contact that pushes it another way is one with an edge that it should not feel.
static void sliding_over_a_coarse_ball_feels_only_the_ball(Rng *rng) {
	TestMesh mesh = mesh_make_ball(9, 14);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat(4)), vec3_zero() });
	TwinBody twin = make_twin(mesh);
	ShapeInstance b = instance_local(twin.mesh);
	ShapeInstance hull = instance_local(twin.hull);
	for (uint32_t which = 0; which < 6; which++) {
		Quat turn;
		Real height;
		Shape *shape = make_slider(which, &turn, &height);
		Vec3 axis = random_unit(rng);
		Vec3 start = vec3_perpendicular(axis);
		Vec3 along = vec3_cross(axis, start);
		Real angle = random_real(rng, 0, 6);
		for (int i = 0; i < pick_count(60, 15); i++) {
			angle += (Real)0.004;
			Quat around = quat_from_axis_angle(axis, angle);
			Vec3 out = quat_rotate(around, start);
			// upright on the ball
			Mat3 frame = { quat_rotate(around, along), out, vec3_zero() };
			frame.z = vec3_cross(frame.x, frame.y);
			Quat upright = quat_normalize(quat_multiply(mk_quat_from_mat3(frame), turn));
			ShapeInstance a = instance_rigid(shape, (Transform){ upright, vec3_scale(out, 10) });
			// down along the radius until it is about a millimetre deep
			for (int k = 0; k < 20; k++) {
				Separation s = mk_separation(&a, &hull);
				a.pose.origin = vec3_add_scaled(a.pose.origin, out, -(s.distance + (Real)0.001));
			}
			check_pair_as_convex(&a, &b, &hull, (Real)1e-4);
		}
		mk_shape_release(shape);
	}
	free_twin(&twin);
}

static void swapping_turns_the_contact_round(Rng *rng) {
	ContactScene there = { 0 };
	ContactScene back = { 0 };
	TwinBody twin = random_twin(rng);
	Shape *shape = make_shape(rng, convex_kind(rng), -0.7, 0);
	ShapeInstance a = instance_rigid(shape, random_transform(rng, 1));
	ShapeInstance b = instance_rigid(twin.mesh, random_transform(rng, 1));
	scene_collide(&there, &a, &b, (Real)0.02);
	scene_collide(&back, &b, &a, (Real)0.02);
	assert_int_equal(there.manifolds.count, back.manifolds.count);
	Vec3 offset = vec3_sub(a.pose.origin, b.pose.origin);
	for (uint32_t i = 0; i < there.manifolds.count; i++) {
		const Manifold *m = &there.manifolds.data[i];
		const Manifold *n = &back.manifolds.data[i];
		assert_int_equal(m->count, n->count);
		check_vec3(m->normal, vec3_negate(n->normal), 0);
		assert_int_equal(m->index_b, n->index_a);
		for (uint32_t k = 0; k < m->count; k++)
			check_vec3(vec3_add(m->points[k].position, offset), n->points[k].position, 1e-6);
	}
	mk_shape_release(shape);
	free_twin(&twin);
	scene_free(&there);
	scene_free(&back);
}

// The line of a cylinder's side ends in two corners, and its support is one of them but for
// rounding: wherever and however it lies, the points have the names of the corners.
static void points_of_a_lying_cylinder_keep_their_names(Rng *rng) {
	Shape *floor = scene_mesh(scene_floor(20, 31, (Real)0.24, 1 + rng_below(rng, 99)), false);
	Shape *cylinder = mk_cylinder_create((Real)0.3, 1, NULL);
	ShapeInstance b = mk_instance(floor, affine_identity());
	uint32_t names[2] = { 0 };
	for (int i = 0; i < 100; i++) {
		Real x = random_real(rng, -8, 8);
		Real z = random_real(rng, -8, 8);
		Vec3 place = vec3(x, (Real)0.29997, z);
		Quat lie = quat_from_axis_angle(vec3(0, 0, 1), MK_PI / 2);
		Quat roll = quat_from_axis_angle(vec3(0, 1, 0), random_real(rng, -3, 3));
		Quat turn = quat_from_axis_angle(vec3(0, 1, 0), random_real(rng, -3, 3));
		Quat rotation = quat_normalize(quat_multiply(turn, quat_multiply(lie, roll)));
		ShapeInstance a = mk_instance(
				cylinder, affine_from_transform((Transform){ rotation, place }));
		ContactScene scene = { 0 };
		scene_collide(&scene, &a, &b, (Real)0.02);
		assert_int_equal(scene.manifolds.count, 1);
		const Manifold *m = &scene.manifolds.data[0];
		assert_int_equal(m->count, 2);
		uint32_t low = m->points[0].id < m->points[1].id ? 0 : 1;
		for (uint32_t k = 0; k < 2; k++) {
			uint32_t id = m->points[k ^ low].id;
			if (i > 0) assert_int_equal(id, names[k]);
			names[k] = id;
		}
		scene_free(&scene);
	}
	mk_shape_release(cylinder);
	mk_shape_release(floor);
}

static void test_convex_twin(void **state) {
	(void)state;
	for_all(mesh_contact_is_that_of_the_convex_body, pick_count(400, 40), 1);
}

static void test_scaled_twin(void **state) {
	(void)state;
	for_all(scaled_meshes_are_as_good, pick_count(200, 20), 2);
}

static void test_flat_floor(void **state) {
	(void)state;
	for_all(sliding_on_a_flat_floor_feels_no_edge, pick_count(10, 2), 3);
}

static void test_coarse_ball(void **state) {
	(void)state;
	for_all(sliding_over_a_coarse_ball_feels_only_the_ball, pick_count(8, 1), 4);
}

static void test_swap(void **state) {
	(void)state;
	for_all(swapping_turns_the_contact_round, pick_count(300, 50), 5);
}

static void test_names(void **state) {
	(void)state;
	for_all(points_of_a_lying_cylinder_keep_their_names, pick_count(10, 3), 6);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_convex_twin),
		cmocka_unit_test(test_scaled_twin),
		cmocka_unit_test(test_flat_floor),
		cmocka_unit_test(test_coarse_ball),
		cmocka_unit_test(test_swap),
		cmocka_unit_test(test_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
