// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs that made other libraries throw, loop or contradict themselves, from their public bug
// reports (FCL, libccd, Jolt, MuJoCo), with the separation that follows from the geometry.
#include "collide/penetration.h"

#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/check.h"

// One of two shapes: full sizes of a box, or radius and length of a cylinder or of a ball, with the
// columns of a rotation and a position. Cylinders have their axis along z here.
typedef struct Part {
	ShapeKind kind;
	double size[3];
	double rows[3][3];
	double at[3];
} Part;

#define MK_TEST_UNTURNED                      \
	{                                         \
		{ 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } \
	}
#define MK_TEST_QUARTER_Z                      \
	{                                          \
		{ 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } \
	}

static Shape *shape_of(const Part *part) {
	const double *s = part->size;
	if (part->kind == SHAPE_BOX)
		return mk_box_create(vec3((Real)(s[0] / 2), (Real)(s[1] / 2), (Real)(s[2] / 2)), NULL);
	if (part->kind == SHAPE_CYLINDER) return mk_cylinder_create((Real)s[0], (Real)s[1], NULL);
	return mk_sphere_create((Real)s[0], NULL);
}

static ShapeInstance instance_of(const Part *part, const Shape *shape) {
	const double(*r)[3] = part->rows;
	Affine pose = {
		.linear = { { (Real)r[0][0], (Real)r[1][0], (Real)r[2][0] },
				{ (Real)r[0][1], (Real)r[1][1], (Real)r[2][1] },
				{ (Real)r[0][2], (Real)r[1][2], (Real)r[2][2] } },
		.origin = { (Real)part->at[0], (Real)part->at[1], (Real)part->at[2] },
	};
	// from an axis along y to one along z
	Mat3 turn = { { 1, 0, 0 }, { 0, 0, 1 }, { 0, -1, 0 } };
	if (part->kind == SHAPE_CYLINDER) pose.linear = mat3_multiply(pose.linear, turn);
	return mk_instance(shape, pose);
}

// How far a separation may be from the exact one: in single precision the positions in
// the world are rounded, too.
static double tolerance_of(const Difference *d, const ShapeInstance *b) {
	double positions = (double)(vec3_length(d->pose.origin) + vec3_length(b->pose.origin));
	return 4 * (double)d->error + 2 * (double)MK_EPSILON * positions;
}

static void check_pair(const Part *part_a, const Part *part_b, double expected, double digits) {
	Shape *shape_a = shape_of(part_a);
	Shape *shape_b = shape_of(part_b);
	ShapeInstance a = instance_of(part_a, shape_a);
	ShapeInstance b = instance_of(part_b, shape_b);
	Difference d = mk_difference(&a, &b);
	double tolerance = tolerance_of(&d, &b) + digits;
	Separation s = mk_separation(&a, &b);
	Separation swapped = mk_separation(&b, &a);
	check_near(s.distance, expected, tolerance);
	check_near(swapped.distance, expected, tolerance);
	assert_true(vec3_is_unit(s.normal) && vec3_is_unit(swapped.normal));
	check_vec3(vec3_sub(s.point_b, s.point_a), vec3_scale(s.normal, s.distance), tolerance);
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
}

static void cylinder_beside_a_thin_box_is_apart(void **state) {
	(void)state;
	Part box = { SHAPE_BOX, { 0.05, 0.39, 1.47 }, MK_TEST_QUARTER_Z, { 0.8, -0.385, 0.735 } };
	// a turn by -15 degrees
	double c = 0.991445 * 0.991445 - 0.130526 * 0.130526;
	double s = 2 * 0.991445 * -0.130526;
	Part cylinder = { SHAPE_CYLINDER, { 0.18, 0.18 }, { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } },
		{ 0.4, -0.4, 0.93 } };
	check_pair(&box, &cylinder, 0.025, 1e-6);
}

static const Part tall_box = { SHAPE_BOX, { 0.025, 0.35, 1.845 }, MK_TEST_QUARTER_Z,
	{ 0.8, -0.4575, 1.0225 } };

// The reach of the cylinder's centre is 9.8e-8 into the box, but its axis leans away by 6.3e-6, and
// the box begins 0.01788 from the centre: 1.5e-8 are left between them.
static void cylinder_almost_scratches_a_box(void **state) {
	(void)state;
	Part cylinder = { SHAPE_CYLINDER, { 0.05, 0.06 },
		{ { -1, 6.3e-10, 6.3e-6 }, { 6.3e-6, -6.4e-10, 1 }, { 6.3e-10, 1, 6.4e-10 } },
		{ 0.57500009756757609, -0.42711963046787943, 1.1867093358746836 } };
	// GJK ends on a sliver between bounds of 1e-10, in one of the orders
	check_pair(&cylinder, &tall_box, 1.5078e-8, 1e-10);
}

static void boxes_almost_touch(void **state) {
	(void)state;
	Part box = { SHAPE_BOX, { 0.03, 0.12, 0.1 },
		{ { 0, -1, 3e-8 }, { 1, 0, 6e-8 }, { -6e-8, 3e-8, 1 } },
		{ 0.63499979627350811, -0.4850000221563644, 1.0778146458339641 } };
	// the tilt is given to one digit only: 3e-8 times the box's size
	check_pair(&box, &tall_box, 1.7e-8, 1e-8 + 2e-7 * 0.12);
}

static void ball_touches_the_rim_of_a_cylinder(void **state) {
	(void)state;
	Part cylinder = { SHAPE_CYLINDER, { 0.03, 0.65 }, MK_TEST_UNTURNED, { 0.6, 0, 0.325 } };
	Part ball = { SHAPE_SPHERE, { 0.055 }, MK_TEST_UNTURNED,
		{ 0.5419794018, -0.0621175025, 0.6016236576 } };
	check_pair(&cylinder, &ball, -1.53e-7, 1e-9);
}

static void plate_and_tilted_box_cross_by_edges(void **state) {
	(void)state;
	Part plate = { SHAPE_BOX, { 0.46, 0.48, 0.01 }, MK_TEST_UNTURNED, { -0.721, -0.772, 0.81 } };
	Part box = { SHAPE_BOX, { 0.049521, 0.146, 0.0725 },
		{ { 0.10758262492983037, -0.6624881850015213, -0.7413065381787736 },
				{ 0.22682184885125473, -0.7096140407752535, 0.6670830248314786 },
				{ -0.9679761503760854, -0.23991106241273435, 0.07392465377049165 } },
		{ -0.4267713300299948, -0.7659685124774679, 0.8074673140009105 } };
	check_pair(&plate, &box, -0.0134086, 1e-7);
}

static void stacked_plates_touch_exactly(void **state) {
	(void)state;
	Part table = { SHAPE_BOX, { 0.614, 3, 0.037 }, MK_TEST_UNTURNED, { -0.675, 0, 0.9115 } };
	Part thick = { SHAPE_BOX, { 0.614, 3, 0.37 }, MK_TEST_UNTURNED, { -0.675, 0, 0.9115 } };
	Part plate = { SHAPE_BOX, { 0.494, 0.552, 0.01 }, MK_TEST_UNTURNED, { -0.692, 0, 0.935 } };
	check_pair(&table, &plate, 0, 1e-16);
	check_pair(&thick, &plate, -0.1665, 1e-16);
}

static void turned_walls_overlap_by_a_hair(void **state) {
	(void)state;
	Part wall = { SHAPE_BOX, { 0.23768037557601929, 0.15702305734157562, 0.25 },
		{ { -0.09943238735307627, 0.9950443207944397, 0 },
				{ -0.9950443207944397, -0.09943238735307627, 0 }, { 0, 0, 1 } },
		{ 0.2952640652656555, -0.013230856508016586, 0 } };
	Part sheet = { SHAPE_BOX, { 0.01, 0.781657099723816, 0.25 },
		{ { 0.9950659844209923, 0.09921535490175673, 0 },
				{ -0.09921535490175673, 0.9950659844209923, 0 }, { 0, 0, 1 } },
		{ 0.22759585694545215, 0.14974093549228112, 0 } };
	check_pair(&wall, &sheet, -3.38e-5, 5e-8);
}

static void ball_touches_a_cube_below_its_corner(void **state) {
	(void)state;
	Part ball = { SHAPE_SPHERE, { 0.06 }, MK_TEST_UNTURNED, { 1.8e-10, 0.04, 0.33 } };
	Part cube = { SHAPE_BOX, { 0.1, 0.1, 0.1 }, MK_TEST_UNTURNED, { 0.05, 0.15, 0.35 } };
	check_pair(&ball, &cube, 0, 1e-9);
}

static void new_corner_in_line_with_an_edge(void **state) {
	(void)state;
	Part bar = { SHAPE_BOX, { 0.02, 0.33, 0.02 }, MK_TEST_UNTURNED, { 0.054, -0.772, 0.405 } };
	Part block = { SHAPE_BOX, { 0.452, 0.27, 0.42 }, MK_TEST_UNTURNED,
		{ 0.121, -0.6296050575043268, 0.3 } };
	check_pair(&bar, &block, -0.115, 1e-15);
}

static void block_in_block(void **state) {
	(void)state;
	Part small = { SHAPE_BOX, { 0.2, 0.33, 0.1 }, MK_TEST_UNTURNED, { -0.071, -0.772, 0.8 } };
	Part large = { SHAPE_BOX, { 0.452, 0.27, 0.6 }, MK_TEST_UNTURNED,
		{ 0.121, -0.787696056927277, 0.5342204419612515 } };
	check_pair(&small, &large, -0.08422044, 5e-9);
}

// Two equal turned cubes, one on the other, with gaps around the rounding floor.
static void stacked_cubes_are_apart_by_their_gap(void **state) {
	(void)state;
	const double edges[5] = { 0.01, 0.25, 0.5, 10, 1000 };
	const double gaps[7] = { 0, 1e-16, -1e-16, 1e-15, -1e-15, 1e-7, -1e-7 };
	Part lower = { SHAPE_BOX, { 0 },
		{ { 0.94096063217417758, 0.29296840037289501, 0.16959541586174812 },
				{ -0.23569836841299879, 0.92661523595848427, -0.29296840037289507 },
				{ -0.2429801799032639, 0.23569836841299885, 0.94096063217417758 } },
		{ 0, 0, 0 } };
	for (int i = 0; i < 5; i++) {
		for (int k = 0; k < 7; k++) {
			double gap = gaps[k] * edges[i];
			for (int axis = 0; axis < 3; axis++) {
				lower.size[axis] = edges[i];
			}
			Part upper = lower;
			for (int axis = 0; axis < 3; axis++) {
				upper.at[axis] = lower.rows[axis][1] * (edges[i] + gap);
			}
			check_pair(&lower, &upper, gap, 0);
		}
	}
}

static void stacked_cubes_with_a_wrong_first_direction(void **state) {
	(void)state;
	Shape *cube = mk_box_create(vec3(1, 1, 1), NULL);
	ShapeInstance a = instance_local(cube);
	ShapeInstance b = instance_rigid(cube, (Transform){ quat_identity(), vec3(0, 0, (Real)1.9) });
	Difference d = mk_difference(&a, &b);
	PenetrationCache cache = { .gjk = { .axis = { 1, 0, 0 } } };
	PenetrationInput input = {
		.difference = &d, .cache = &cache, .limit = MK_INFINITY, .is_query = true
	};
	Separation s = mk_penetration(&input).separation;
	check_near(s.distance, -0.1, 4 * d.error);
	check_vec3(s.normal, vec3(0, 0, 1), 1e-6);
	mk_shape_release(cube);
}

// The nearest point of this sliver of a triangle stays on it.
static void point_beside_a_sliver_of_a_triangle(void **state) {
	(void)state;
	Triangle corners = { { (Real)-0.228017807, (Real)-28.1085911, (Real)0.140446782 },
		{ (Real)-0.252283931, (Real)173.43692, (Real)0.093847394 },
		{ (Real)-0.252283931, (Real)172.43692, (Real)0.093847394 } };
	Shape *triangle = mk_triangle_create(corners, 0, NULL);
	Shape *ball = mk_sphere_create((Real)0.01, NULL);
	ShapeInstance a = instance_local(triangle);
	ShapeInstance b = instance_local(ball);
	Separation s = mk_separation(&a, &b);
	// the edge from the first to the second corner at y = 0: x = -0.2314, z = 0.1339
	Difference d = mk_difference(&a, &b);
	check_near(s.distance, 0.26739 - 0.01, 2e-4);
	check_near(s.point_a.y, 0, 0.1);
	assert_true(s.point_a.x < corners.a.x && s.point_a.x > corners.b.x - d.error);
	assert_true(s.point_a.z < corners.a.z && s.point_a.z > corners.b.z - d.error);
	mk_shape_release(triangle);
	mk_shape_release(ball);
}

static void cube_sinks_into_a_wide_slab(void **state) {
	(void)state;
	Part slab = { SHAPE_BOX, { 100, 100, 0.5 }, MK_TEST_UNTURNED, { 0, 0, 0 } };
	Part cube = { SHAPE_BOX, { 0.2, 0.2, 0.2 }, MK_TEST_UNTURNED,
		{ 3, -7, 0.25 + 0.1 - 0.000754 } };
	check_pair(&slab, &cube, -0.000754, 1e-15);
	double c = 0.76604444311897803520;
	double s = 0.64278760968653932632;
	Part bar = { SHAPE_BOX, { 0.6, 0.03, 0.03 }, { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } },
		{ 1, 1, 0.25 + 0.015 - 0.01 } };
	check_pair(&slab, &bar, -0.01, 1e-15);
}

// A box just above the tip of a hull: whatever the turn about the vertical, the normal is up.
static void normal_does_not_flip_above_a_hull(void **state) {
	(void)state;
	const Vec3 corners[6] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 },
		{ 0, 0, -1 } };
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = corners, .count = 6 }, NULL);
	Shape *box = mk_box_create(vec3(1, 1, (Real)0.1), NULL);
	ShapeInstance a = instance_local(hull);
	for (int i = 0; i <= 20; i++) {
		Real gap = (Real)(5e-5 * i);
		for (int turn = 0; turn < 12; turn++) {
			Quat about = quat_from_axis_angle(vec3_axis(2), (Real)(0.1 + 0.5 * turn));
			Transform pose = { about, vec3((Real)0.3, (Real)-0.2, (Real)1.1 + gap) };
			ShapeInstance b = instance_rigid(box, pose);
			Separation s = mk_separation(&a, &b);
			check_near(s.distance, gap, pick_tolerance(1e-5, 1e-13));
			check_vec3(s.normal, vec3(0, 0, 1), pick_tolerance(1e-3, 1e-6));
		}
	}
	mk_shape_release(hull);
	mk_shape_release(box);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cylinder_beside_a_thin_box_is_apart),
		cmocka_unit_test(cylinder_almost_scratches_a_box),
		cmocka_unit_test(boxes_almost_touch),
		cmocka_unit_test(ball_touches_the_rim_of_a_cylinder),
		cmocka_unit_test(plate_and_tilted_box_cross_by_edges),
		cmocka_unit_test(stacked_plates_touch_exactly),
		cmocka_unit_test(turned_walls_overlap_by_a_hair),
		cmocka_unit_test(ball_touches_a_cube_below_its_corner),
		cmocka_unit_test(new_corner_in_line_with_an_edge),
		cmocka_unit_test(block_in_block),
		cmocka_unit_test(stacked_cubes_are_apart_by_their_gap),
		cmocka_unit_test(stacked_cubes_with_a_wrong_first_direction),
		cmocka_unit_test(point_beside_a_sliver_of_a_triangle),
		cmocka_unit_test(cube_sinks_into_a_wide_slab),
		cmocka_unit_test(normal_does_not_flip_above_a_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
