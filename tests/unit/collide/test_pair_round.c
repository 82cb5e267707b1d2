// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Closed forms of spheres and capsules.
#include "shape/convex.h"
#include "support/collide_pair.h"

static const double near_error = pick_tolerance(2e-7, 1e-15);

static void spheres_touch_along_the_line_of_centres(void **state) {
	(void)state;
	Shape *small = mk_sphere_create(1, NULL);
	Shape *large = mk_sphere_create(2, NULL);
	// 3-4-5: centres 2.5 apart, radii 1 and 2: half a metre deep
	Collided c = collide_at(small, at(1, 1, 1), large, at(2.5, 3, 1));
	assert_true(c.hit);
	assert_int_equal(c.manifold.count, 1);
	check_vec3(c.manifold.normal, vec3((Real)0.6, (Real)0.8, 0), near_error);
	check_near(c.manifold.points[0].separation, -0.5, near_error);
	// surfaces at 1 and at 0.5 along the normal: midway 0.75
	check_vec3(c.manifold.points[0].position, vec3((Real)0.45, (Real)0.6, 0), near_error);
	mk_shape_release(small);
	mk_shape_release(large);
}

static void spheres_at_the_margin_have_a_contact_beyond_it_none(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = instance_rigid(sphere, at(0, 0, 0));
	ShapeInstance b = instance_rigid(sphere, at(1.25, 0, 0));
	CollideInput input = { .a = &a, .b = &b, .margin = (Real)0.25 };
	Collided c = collide_input(&input);
	assert_true(c.hit);
	check_near(c.manifold.points[0].separation, 0.25, 0);
	input.margin = (Real)0.2499;
	assert_false(collide_input(&input).hit);
	mk_shape_release(sphere);
}

static void spheres_that_touch_exactly_have_a_contact(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	ShapeInstance a = instance_rigid(sphere, at(0, 0, 0));
	ShapeInstance b = instance_rigid(sphere, at(0, 0, 1));
	Collided c = collide_input(&(CollideInput){ .a = &a, .b = &b });
	assert_true(c.hit);
	check_near(c.manifold.points[0].separation, 0, 0);
	mk_shape_release(sphere);
}

static void spheres_with_one_centre_part_upward(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create(1, NULL);
	Collided c = collide_at(sphere, at(5, 6, 7), sphere, at(5, 6, 7));
	assert_true(c.hit);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), 0);
	check_near(c.manifold.points[0].separation, -2, 0);
	mk_shape_release(sphere);
}

static void a_scaled_sphere_is_a_larger_sphere(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create(1, NULL);
	ShapeInstance a = mk_instance(sphere, (Affine){ mat3_diagonal(vec3(2, -2, 2)), vec3_zero() });
	ShapeInstance b = instance_rigid(sphere, at(2.75, 0, 0));
	Collided c = collide_pair(&a, &b);
	check_near(c.manifold.points[0].separation, -0.25, near_error);
	mk_shape_release(sphere);
}

static void a_flattened_sphere_goes_the_general_way(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create(1, NULL);
	ShapeInstance a = mk_instance(sphere, (Affine){ mat3_diagonal(vec3(3, 1, 3)), vec3_zero() });
	ShapeInstance b = instance_rigid(sphere, at(0, 1.99, 0));
	Collided c = collide_pair(&a, &b);
	assert_true(c.hit);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), 1e-3);
	check_near(c.manifold.points[0].separation, -0.01, 1e-4);
	mk_shape_release(sphere);
}

static void a_sphere_meets_side_and_end_of_a_capsule(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL); // segment y from -1 to 1
	Collided side = collide_at(sphere, at(0.75, 0.3, 0), capsule, at(0, 0, 0));
	check_vec3(side.manifold.normal, vec3(-1, 0, 0), near_error);
	check_near(side.manifold.points[0].separation, 0, near_error);
	Collided end = collide_at(sphere, at(0, 1.5, 0), capsule, at(0, 0, 0));
	check_vec3(end.manifold.normal, vec3(0, -1, 0), near_error);
	check_near(end.manifold.points[0].separation, -0.25, near_error);
	Collided inside = collide_at(sphere, at(0, 0.5, 0), capsule, at(0, 0, 0));
	check_near(inside.manifold.normal.y, 0, near_error);
	check_near(vec3_length(inside.manifold.normal), 1, near_error);
	check_near(inside.manifold.points[0].separation, -0.75, near_error);
	mk_shape_release(sphere);
	mk_shape_release(capsule);
}

typedef struct SphereBoxCase {
	Vec3 centre;
	Vec3 normal; // from the sphere to the box
	double separation;
	ContactKind kind;
} SphereBoxCase;

// Sphere of radius 0.5, box with half extents 1, 2, 3.
static void a_sphere_meets_face_edge_corner_and_inside_of_a_box(void **state) {
	(void)state;
	const double diagonal = 0.70710678118654752440;
	const double cube = 0.57735026918962576451;
	const SphereBoxCase rows[] = {
		{ vec3((Real)1.25, (Real)0.5, -1), vec3(-1, 0, 0), -0.25, CONTACT_VERTEX_FACE },
		{ vec3(0, -2, (Real)3.5), vec3(0, 0, -1), 0, CONTACT_VERTEX_FACE },
		{ vec3((Real)1.3, (Real)2.3, 0), vec3((Real)-diagonal, (Real)-diagonal, 0),
				0.3 / diagonal - 0.5, CONTACT_VERTEX_EDGE },
		{ vec3((Real)1.2, (Real)-2.2, (Real)3.2), vec3((Real)-cube, (Real)cube, (Real)-cube),
				0.2 / cube - 0.5, CONTACT_VERTEX_VERTEX },
		// inside, 0.25 behind the face +x: 0.25 and the radius to go
		{ vec3((Real)0.75, 0, 0), vec3(-1, 0, 0), -0.75, CONTACT_VERTEX_FACE },
		{ vec3((Real)-0.75, 0, 0), vec3(1, 0, 0), -0.75, CONTACT_VERTEX_FACE },
		{ vec3(0, 0, 0), vec3(-1, 0, 0), -1.5, CONTACT_VERTEX_FACE },
	};
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	Shape *box = mk_box_create(vec3(1, 2, 3), NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		Transform pose = { quat_identity(), rows[i].centre };
		Collided c = collide_at(sphere, pose, box, at(0, 0, 0));
		assert_true(c.hit);
		assert_int_equal(c.manifold.count, 1);
		assert_int_equal(c.manifold.kind, rows[i].kind);
		check_vec3(c.manifold.normal, rows[i].normal, 4 * near_error);
		check_near(c.manifold.points[0].separation, rows[i].separation, 4 * near_error);
		// in the other order
		Collided swapped = collide_at(box, at(0, 0, 0), sphere, pose);
		check_vec3(swapped.manifold.normal, vec3_negate(rows[i].normal), 4 * near_error);
		check_vec3(vec3_sub(swapped.manifold.points[0].position, rows[i].centre),
				c.manifold.points[0].position, 8 * near_error);
	}
	mk_shape_release(sphere);
	mk_shape_release(box);
}

// A cylinder of radius 1 and height 4 with a rounding or without, a ball of 0.5.
static void check_ball_on_cylinder(Shape *sphere, Shape *cylinder, Real rounding) {
	const double half_root = 0.70710678118654752440;
	const SphereBoxCase rows[] = {
		{ vec3((Real)0.25, (Real)2.25, (Real)-0.5), vec3(0, -1, 0), -0.25, CONTACT_VERTEX_FACE },
		{ vec3(0, (Real)-2.5, 0), vec3(0, 1, 0), 0, CONTACT_VERTEX_FACE },
		{ vec3(0, -1, (Real)1.25), vec3(0, 0, -1), -0.25, CONTACT_VERTEX_EDGE },
		{ vec3((Real)-1.3, (Real)2.3, 0), vec3((Real)half_root, (Real)-half_root, 0),
				0.3 / half_root - 0.5, CONTACT_VERTEX_VERTEX },
		// inside: through the side, through a cap, and from the axis
		{ vec3((Real)0.75, 1, 0), vec3(-1, 0, 0), -0.75, CONTACT_VERTEX_EDGE },
		{ vec3((Real)0.5, (Real)-1.75, 0), vec3(0, 1, 0), -0.75, CONTACT_VERTEX_FACE },
		{ vec3(0, 0, 0), vec3(-1, 0, 0), -1.5, CONTACT_VERTEX_EDGE },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		Transform pose = { quat_identity(), rows[i].centre };
		Collided c = collide_at(sphere, pose, cylinder, at(0, 0, 0));
		assert_true(c.hit);
		assert_int_equal(c.manifold.count, 1);
		assert_int_equal(c.manifold.kind, rows[i].kind);
		check_vec3(c.manifold.normal, rows[i].normal, 4 * near_error);
		check_near(c.manifold.points[0].separation, rows[i].separation - (double)rounding,
				4 * near_error);
		Collided swapped = collide_at(cylinder, at(0, 0, 0), sphere, pose);
		check_vec3(swapped.manifold.normal, vec3_negate(rows[i].normal), 4 * near_error);
	}
}

static void a_sphere_meets_cap_side_rim_and_inside_of_a_cylinder(void **state) {
	(void)state;
	Shape *sphere = mk_sphere_create((Real)0.5, NULL);
	Shape *sharp = mk_cylinder_create(1, 4, NULL);
	const Real rounding = (Real)0.125;
	Shape *rounded = mk_rounded_cylinder_create(1, 4, rounding, NULL);
	check_ball_on_cylinder(sphere, sharp, 0);
	check_ball_on_cylinder(sphere, rounded, rounding);
	mk_shape_release(sphere);
	mk_shape_release(sharp);
	mk_shape_release(rounded);
}

static void crossed_capsules_touch_in_one_point(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL);
	Transform lying = turned(at(0.1, 0.2, 0.49), vec3(0, 0, 1), 90);
	Collided c = collide_at(capsule, at(0, 0, 0), capsule, lying);
	assert_int_equal(c.manifold.count, 1);
	check_vec3(c.manifold.normal, vec3(0, 0, 1), near_error);
	check_near(c.manifold.points[0].separation, -0.01, near_error);
	check_vec3(c.manifold.points[0].position, vec3(0, (Real)0.2, (Real)0.245), 2 * near_error);
	mk_shape_release(capsule);
}

// Segments y from -1 to 1 and from -0.5 to 1.5: beside each other from -0.5 to 1.
static void capsules_along_each_other_touch_in_two_points(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL);
	Collided c = collide_at(capsule, at(0, 0, 0), capsule, at(0.49, 0.5, 0));
	assert_int_equal(c.manifold.count, 2);
	assert_int_equal(c.manifold.kind, CONTACT_EDGE_EDGE);
	check_vec3(c.manifold.normal, vec3(1, 0, 0), near_error);
	assert_true(has_point_near(&c.manifold, vec3((Real)0.245, (Real)-0.5, 0), (Real)1e-6));
	assert_true(has_point_near(&c.manifold, vec3((Real)0.245, 1, 0), (Real)1e-6));
	assert_true(c.manifold.points[0].id != c.manifold.points[1].id);
	check_near(deepest_of(&c.manifold), -0.01, near_error);
	mk_shape_release(capsule);
}

// Segments of 2 m that cross in the middle at 4 degrees: the ends, where the lines are 6.976 cm
// beside each other and circles of 0.25 m have fallen back by 4.84 mm, and 45.3 cm from the
// crossing, where it would be a millimetre, which counts as nothing.
static void capsules_that_lean_touch_beside_their_crossing(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL);
	Transform leaning = turned(at(0.49, 0, 0), vec3(1, 0, 0), 4);
	Collided c = collide_at(capsule, at(0, 0, 0), capsule, leaning);
	assert_int_equal(c.manifold.count, 4);
	uint32_t ends = 0;
	for (uint32_t i = 0; i < 4; i++) {
		const ContactPoint *p = c.manifold.points + i;
		bool is_end = real_abs(p->position.y) > (Real)0.5;
		ends += is_end;
		double fall = 0.06975647 * 0.06975647 / (0.5 + 0.50484235);
		check_near(p->separation, -0.01 + (is_end ? fall : 0), 1e-6);
		check_near(real_abs(p->position.y), is_end ? 0.997564 : 0.453339, 1e-5);
		// halfway between the lines, the radii being the same
		double beside = (double)real_abs(p->position.y) * 0.0699268;
		check_near(real_abs(p->position.z), beside / 2, 1e-5);
	}
	assert_int_equal(ends, 2);
	// 20 degrees are a crossing
	Transform crossing = turned(at(0.49, 0, 0), vec3(1, 0, 0), 20);
	assert_int_equal(collide_at(capsule, at(0, 0, 0), capsule, crossing).manifold.count, 1);
	mk_shape_release(capsule);
}

static void capsules_end_to_end_touch_in_one_point(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL);
	Collided c = collide_at(capsule, at(0, 0, 0), capsule, at(0, 2.49, 0));
	assert_int_equal(c.manifold.count, 1);
	check_vec3(c.manifold.normal, vec3(0, 1, 0), near_error);
	check_near(c.manifold.points[0].separation, -0.01, 4 * near_error);
	mk_shape_release(capsule);
}

// Axes that cross, and axes in one line, part across: 2 radii.
static void capsules_whose_axes_meet_part_across(void **state) {
	(void)state;
	Shape *capsule = mk_capsule_create((Real)0.25, (Real)2.5, NULL);
	Transform lying = turned(at(0, 0, 0), vec3(0, 0, 1), 90);
	Collided crossed = collide_at(capsule, at(0, 0, 0), capsule, lying);
	check_near(real_abs(crossed.manifold.normal.z), 1, near_error);
	check_near(deepest_of(&crossed.manifold), -0.5, near_error);
	Collided same = collide_at(capsule, at(0, 0, 0), capsule, at(0, 0, 0));
	check_near(same.manifold.normal.y, 0, near_error);
	check_near(deepest_of(&same.manifold), -0.5, near_error);
	mk_shape_release(capsule);
}

static void a_capsule_without_length_is_a_sphere(void **state) {
	(void)state;
	Shape *ball = mk_capsule_create((Real)0.5, 1, NULL);
	Collided c = collide_at(ball, at(0, 0, 0), ball, at(0.6, 0.8, 0));
	assert_int_equal(c.manifold.count, 1);
	check_vec3(c.manifold.normal, vec3((Real)0.6, (Real)0.8, 0), near_error);
	check_near(c.manifold.points[0].separation, 0, near_error);
	mk_shape_release(ball);
}

static void poses_that_are_not_finite_give_nothing(void **state) {
	(void)state;
	Shape *shapes[] = { mk_sphere_create(1, NULL), mk_capsule_create(1, 4, NULL),
		mk_box_create(vec3(1, 1, 1), NULL), mk_cylinder_create(1, 1, NULL),
		mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL),
		mk_separation_ray_create(1, false, NULL) };
	const Real bad[] = { (Real)NAN, MK_INFINITY, -MK_INFINITY };
	for (int i = 0; i < 6; i++) {
		for (int k = 0; k < 6; k++) {
			for (int n = 0; n < 3; n++) {
				ShapeInstance a = instance_local(shapes[i]);
				ShapeInstance b = instance_local(shapes[k]);
				b.pose.origin.y = bad[n];
				assert_false(collide_pair(&a, &b).hit);
				assert_false(collide_pair(&b, &a).hit);
			}
		}
	}
	for (int i = 0; i < 6; i++)
		mk_shape_release(shapes[i]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spheres_touch_along_the_line_of_centres),
		cmocka_unit_test(spheres_at_the_margin_have_a_contact_beyond_it_none),
		cmocka_unit_test(spheres_that_touch_exactly_have_a_contact),
		cmocka_unit_test(spheres_with_one_centre_part_upward),
		cmocka_unit_test(a_scaled_sphere_is_a_larger_sphere),
		cmocka_unit_test(a_flattened_sphere_goes_the_general_way),
		cmocka_unit_test(a_sphere_meets_side_and_end_of_a_capsule),
		cmocka_unit_test(a_sphere_meets_face_edge_corner_and_inside_of_a_box),
		cmocka_unit_test(a_sphere_meets_cap_side_rim_and_inside_of_a_cylinder),
		cmocka_unit_test(crossed_capsules_touch_in_one_point),
		cmocka_unit_test(capsules_along_each_other_touch_in_two_points),
		cmocka_unit_test(capsules_that_lean_touch_beside_their_crossing),
		cmocka_unit_test(capsules_end_to_end_touch_in_one_point),
		cmocka_unit_test(capsules_whose_axes_meet_part_across),
		cmocka_unit_test(a_capsule_without_length_is_a_sphere),
		cmocka_unit_test(poses_that_are_not_finite_give_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
