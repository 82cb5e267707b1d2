// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bodies that slide without friction over triangulated surfaces: no edge between triangles is felt.
// The same way on a body without inner edges, a plane or a hull, says what is to be expected.
#include "math/trig.h"
#include "shape/compound.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/world_make.h"

// Ball, box, lying capsule, standing and lying cylinder, and how high their origins are over a
// floor.
enum { BALL, BOX, CAPSULE, CYLINDER, ROLLER, SLIDERS };
static const Real heights[SLIDERS] = { (Real)0.3, (Real)0.25, (Real)0.2, (Real)0.25, (Real)0.3 };

static Shape *slider_shape(int which) {
	switch (which) {
		case BALL: return mk_sphere_create((Real)0.3, NULL);
		case BOX: return mk_box_create(vec3((Real)0.4, (Real)0.25, (Real)0.3), NULL);
		case CAPSULE: return mk_capsule_create((Real)0.2, 1, NULL);
		case CYLINDER: return mk_cylinder_create((Real)0.4, (Real)0.5, NULL);
		default: return mk_cylinder_create((Real)0.3, 1, NULL);
	}
}

// Puts a body without friction on a point of a floor whose normal is y, turned about y.
static MadeBody *make_slider(WorldMake *make, int which, Vec3 floor_point, Real angle) {
	Quat turn = quat_from_axis_angle(vec3(0, 1, 0), angle);
	Quat lie = quat_from_axis_angle(
			vec3(0, 0, 1), which == CAPSULE || which == ROLLER ? MK_PI / 2 : 0);
	Transform pose = { quat_normalize(quat_multiply(turn, lie)),
		vec3_add(floor_point, vec3(0, heights[which], 0)) };
	MadeBody *made = make_body(make, BODY_RIGID, slider_shape(which), pose, 1000);
	made->object.friction = 0;
	mk_world_change(&make->world, &made->object, OBJECT_SURFACE_CHANGED);
	return made;
}

static Shape *make_flat_field(void) {
	enum { N = 25 };
	Real flat[N * N] = { 0 };
	return mk_height_field_create(&(HeightFieldInput){ flat, N, N }, NULL);
}

// A floor as a part of a compound, stretched to three times its length.
static Shape *make_stretched_floor(void) {
	Shape *mesh = scene_mesh(scene_floor(20, 71, (Real)0.24, 7), false);
	CompoundChild child = { mesh, { mat3_diagonal(vec3(3, 2, (Real)0.5)), vec3_zero() } };
	Shape *compound = mk_compound_create(&child, 1, NULL);
	mk_shape_release(mesh);
	return compound;
}

enum { ONE_SIDED, TWO_SIDED, FIELD, STRETCHED, FLOORS };

static Shape *make_flat(int floor) {
	switch (floor) {
		case ONE_SIDED: return scene_mesh(scene_floor(20, 71, (Real)0.24, 5), false);
		case TWO_SIDED: return scene_mesh(scene_floor(20, 71, (Real)0.24, 6), true);
		case FIELD: return make_flat_field();
		default: return make_stretched_floor();
	}
}

// m/s; 16 m in 4 s: triangles are 0.2 m to 1 m long.
static const Vec3 given = { 4, 0, (Real)0.5 };

// m/s; the rounding of heights up to 0.3 m, 3e-8 m, mended in the 240th of a second of a sub-step.
static const Real lift_of_rounding = (Real)1e-5;

// m/s; the same of the rim of what turns: 0.6 m from its middle its place in a turn is rounded.
static const Real lift_of_turning = 240 * (Real)FLT_EPSILON * (Real)0.6;

// rad/s; the weight of a step on an arm that is off by the rounding of a place 10 m away turns the
// ball and the capsule most: the square of their least radius of gyration is 2/5 (0.2 m)^2. The
// solver's numbers are floats in either precision.
static const Real turn_of_rounding = (Real)9.8 / 60 * 10 * (Real)FLT_EPSILON /
		((Real)0.4 * (Real)0.2 * (Real)0.2);

// Its weight sinks in by a part of the slop first.
static MadeBody *start_on_a_flat_floor(WorldMake *make, int which, int floor, Real angle) {
	make_body(make, BODY_STATIC, make_flat(floor), transform_identity(), 0);
	MadeBody *made = make_slider(make, which, vec3(-8, 0, -1), angle);
	world_make_run(make, 60);
	mk_body_set_linear_velocity(&made->body, given);
	return made;
}

// All normals are up: neither in one step nor in all does anything change but by rounding. Nothing
// holds what a lying cylinder turns about its axis, so that adds up.
static void slide_over_a_flat_floor(int which, int floor) {
	// as far as a walk of 240 steps of chance gets: the root of their number
	const Real turn_of_all = (Real)15.5 * turn_of_rounding;
	WorldMake *make = world_make(1);
	MadeBody *made = start_on_a_flat_floor(make, which, floor, (Real)0.3 * (Real)floor);
	Vec3 last = made->body.angular_velocity;
	for (int i = 0; i < 240; i++) {
		world_make_run(make, 1);
		Vec3 turn = made->body.angular_velocity;
		check_vec3(made->body.linear_velocity, given, lift_of_rounding);
		check_vec3(turn, last, turn_of_rounding);
		check_vec3(turn, vec3_zero(), turn_of_all);
		last = turn;
	}
	check_near(made->body.pose.origin.x, 8, 0.001);
	world_make_free(make);
}

static void no_body_feels_the_edges_of_a_flat_floor(void **state) {
	(void)state;
	for (int which = 0; which < SLIDERS; which++)
		for (int floor = 0; floor < FLOORS; floor++)
			slide_over_a_flat_floor(which, floor);
}

// Across its way, it rolls. Nothing holds its heading, so its axis wanders, as on a plane; an edge
// would lift it or cost it speed.
static void roll_over_a_flat_floor(int floor) {
	WorldMake *make = world_make(1);
	Real across = real_atan2(given.x, given.z);
	MadeBody *made = start_on_a_flat_floor(make, ROLLER, floor, across);
	Vec3 spin = vec3_scale(vec3_cross(vec3(0, 1, 0), given), 1 / heights[ROLLER]);
	mk_body_set_angular_velocity(&made->body, spin);
	for (int i = 0; i < 240; i++) {
		world_make_run(make, 1);
		check_vec3(made->body.linear_velocity, given, lift_of_turning);
	}
	check_near(made->body.pose.origin.x, 8, 0.001);
	world_make_free(make);
}

static void no_roller_feels_the_edges_of_a_flat_floor(void **state) {
	(void)state;
	for (int floor = 0; floor < FLOORS; floor++)
		roll_over_a_flat_floor(floor);
}

static void pull_to_center(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user;
	out->gravity = vec3_scale(vec3_normalize(object->body->pose.origin), (Real)-9.8);
}

// A ball of 10 m whose faces meet at 5.6 degrees.
enum { RINGS = 31, AROUND = 64 };

static Shape *make_coarse_ball(bool is_hull) {
	TestMesh mesh = mesh_make_ball(RINGS, AROUND);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat(10)), vec3_zero() });
	if (!is_hull) return scene_mesh(mesh, false);
	HullShapeInput points = { .points = mesh.points.data, .count = mesh.points.count };
	Shape *hull = mk_hull_shape_create(&points, NULL);
	mesh_free(&mesh);
	return hull;
}

// The cap of a coarse ball of 16 m as a height field of cells of 1 m: on a paraboloid their four
// corners are in one plane, so the hull of the same points has the same faces.
static Shape *make_dome(bool is_hull) {
	enum { MIDDLE = 8, N = 2 * MIDDLE + 1 };
	Real heights_of[N * N];
	Vec3 points[N * N];
	for (int i = 0; i < N * N; i++) {
		int row = i / N;
		Real x = (Real)(i % N - MIDDLE);
		Real z = (Real)(row - MIDDLE);
		heights_of[i] = 16 - (x * x + z * z) / 32;
		points[i] = vec3(x, heights_of[i], z);
	}
	if (!is_hull) return mk_height_field_create(&(HeightFieldInput){ heights_of, N, N }, NULL);
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = N * N }, NULL);
}

// What is slid around, with its middle in the origin.
typedef struct Round {
	Shape *(*make)(bool is_hull);
	Real radius; // m
	Real angle;  // rad; between faces
	Real bulge;  // m; how far it is outside of the ball of that radius, as far as anything gets
} Round;

static const Round coarse_ball = { make_coarse_ball, 10, 2 * MK_PI / AROUND, 0 };

// In 3 s at 2 m/s a body gets 6 m far, where the paraboloid is 6^4 / (8 16^3) = 0.04 m outside and
// steeper by 6^3 / (2 16^3) = 0.026; across a corner of a cell two ridges of 1/16 are one.
static const Round dome = { make_dome, 16, (Real)0.088 + (Real)0.026, (Real)0.04 };
enum { DOME_STEPS = 180 };

// Deepest point (m, negative inside) of what two bodies have in common; infinite if they are apart.
static Real deepest_between(const MadeBody *a, const MadeBody *b) {
	ContactScene scene = { 0 };
	ShapeInstance on = mk_instance(a->object.shapes.data[0].shape, a->body.pose);
	ShapeInstance under = mk_instance(b->object.shapes.data[0].shape, b->body.pose);
	scene_collide(&scene, &on, &under, (Real)0.02);
	Real deepest = scene_deepest(&scene);
	scene_free(&scene);
	return deepest;
}

typedef struct Slide {
	Real speed;   // m/s; what is left
	Real deepest; // m; negative: inside
} Slide;

// Under a pull to its centre, at 2 m/s.
static Slide slide_around(const Round *round, int which, bool is_hull, Real heading, int steps) {
	WorldMake *make = world_make(1);
	make->world.surroundings = pull_to_center;
	MadeBody *ball = make_body(make, BODY_STATIC, round->make(is_hull), transform_identity(), 0);
	MadeBody *made = make_slider(make, which, vec3(0, round->radius, 0), 0);
	world_make_run(make, 60);
	mk_body_set_linear_velocity(&made->body, vec3(2 * real_cos(heading), 0, 2 * real_sin(heading)));
	Real last = vec3_length(made->body.linear_velocity);
	Real deepest = 0;
	// the slope of a face changes the speed, and landing on the next two faces turns it
	Real angle = round->angle;
	Real most = (Real)9.8 / 60 * real_sin(angle) + last * (1 - real_cos(2 * angle));
	for (int i = 0; i < steps; i++) {
		world_make_run(make, 1);
		Real now = vec3_length(made->body.linear_velocity);
		if (!is_hull) assert_true(real_abs(now - last) <= most);
		last = now;
		deepest = real_min(deepest_between(made, ball), deepest);
		Real height = vec3_length(made->body.pose.origin) - round->radius - heights[which];
		// the middle of a face is up to 16 mm low, in each of both directions
		assert_true(height > (Real)-0.03 && height < (Real)0.01 + round->bulge);
	}
	world_make_free(make);
	return (Slide){ last, deepest };
}

// Of the speed that a hull leaves. What rolls or slides on a line tips over nothing; what lies on
// a flat side falls onto the next vertex, and where it lands is chance.
static const Real least_parts[SLIDERS] = { (Real)0.99, (Real)0.9, (Real)0.99, (Real)0.95,
	(Real)0.98 };

// The sum of many ways: bodies with flat sides tip over every ridge, and where they land differs.
static Slide slide_many_ways(const Round *round, int which, bool is_hull, int steps) {
	Slide sum = { 0 };
	for (int i = 0; i < pick_count(16, 4); i++) {
		Real heading = (Real)0.25 + (Real)1.1 * (Real)i;
		Slide slide = slide_around(round, which, is_hull, heading, steps);
		sum.speed += slide.speed;
		sum.deepest += slide.deepest;
	}
	return sum;
}

static void edges_of_a_coarse_ball_cost_no_more_than_those_of_its_hull(void **state) {
	(void)state;
	int steps = pick_count(600, 150);
	for (int which = BOX; which < SLIDERS; which++) {
		Real on_mesh = slide_many_ways(&coarse_ball, which, false, steps).speed;
		Real on_hull = slide_many_ways(&coarse_ball, which, true, steps).speed;
		assert_true(on_mesh > least_parts[which] * on_hull);
	}
}

static void edges_of_a_dome_cost_no_more_than_those_of_its_hull(void **state) {
	(void)state;
	for (int which = BALL; which < SLIDERS; which++) {
		Slide on_field = slide_many_ways(&dome, which, false, DOME_STEPS);
		Slide on_hull = slide_many_ways(&dome, which, true, DOME_STEPS);
		assert_true(on_field.speed > least_parts[which] * on_hull.speed);
		// the slop and a tenth: a contact that is looked ahead for leans too far into a new ridge
		assert_true(on_field.deepest > (Real)-0.0055 * (Real)pick_count(16, 4));
	}
}

static void ball_slides_around_a_coarse_ball_without_loss(void **state) {
	(void)state;
	Real left = slide_around(&coarse_ball, BALL, false, (Real)0.25, 600).speed;
	// of 2 m/s; to land at each of 20 ridges would cost 1 - cos 5.6 degrees
	// every time, a tenth in all
	check_near(left, 2, 0.04);
	check_near(left, slide_around(&coarse_ball, BALL, true, (Real)0.25, 600).speed, 0.04);
}

// Of more vertices under a flat side than a manifold has points those are kept that hold it: else
// it would fall from one onto the next, and into it.
static void nothing_rocks_into_a_coarse_ball(void **state) {
	(void)state;
	for (int which = BOX; which < SLIDERS; which++) {
		int steps = pick_count(600, 150);
		Real sum = slide_many_ways(&coarse_ball, which, false, steps).deepest;
		// the slop
		assert_true(sum > (Real)-0.005 * (Real)pick_count(16, 4));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_body_feels_the_edges_of_a_flat_floor),
		cmocka_unit_test(no_roller_feels_the_edges_of_a_flat_floor),
		cmocka_unit_test(edges_of_a_coarse_ball_cost_no_more_than_those_of_its_hull),
		cmocka_unit_test(edges_of_a_dome_cost_no_more_than_those_of_its_hull),
		cmocka_unit_test(nothing_rocks_into_a_coarse_ball),
		cmocka_unit_test(ball_slides_around_a_coarse_ball_without_loss),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
