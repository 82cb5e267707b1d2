// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Bunnies of triangles, with thin ears near each other, a hollow neck and feet: on the
// floor, and on one another.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/contact_scene.h"
#include "support/mesh_bunny.h"
#include "support/world_make.h"

// 4300 triangles, moving, with the mass of water.
static MadeBody *add_bunny(WorldMake *make, Real size, Transform pose) {
	TestMesh mesh = mesh_make_bunny((Real)0.09);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat(size)), vec3_zero() });
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return make_body(make, BODY_RIGID, shape, pose, 1000);
}

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

static Transform turned(Vec3 axis, Real angle, Vec3 position) {
	return (Transform){ quat_from_axis_angle(axis, angle), position };
}

// On its side it lies on an ear, the round body and two feet, and many points of each are
// nearly on the floor: the four that are kept have to be those that touch, or it rocks
// from one to another for ever.
static void a_bunny_lies_still_on_the_floor_whichever_way_it_fell(void **state) {
	(void)state;
	const Vec3 x = vec3(1, 0, 0);
	const Vec3 z = vec3(0, 0, 1);
	const Transform poses[] = {
		turned(z, 0, vec3(0, (Real)0.02, 0)),
		turned(z, MK_PI / 2, vec3(0, 1, 0)),
		turned(z, (Real)-1.4, vec3(0, 1, 0)),
		turned(x, MK_PI / 2, vec3(0, 1, 0)),
		turned(x, MK_PI, vec3(0, (Real)1.35, 0)),
	};
	for (size_t i = 0; i < sizeof(poses) / sizeof(poses[0]); i++) {
		WorldMake *make = world_make(1);
		MadeBody *floor = make_floor(make);
		MadeBody *bunny = add_bunny(make, (Real)0.8, poses[i]);
		// most lie after three seconds; on an ear it may rock between two lines of its side for
		// ten, with a centimetre of play and nothing to damp it
		world_make_run(make, 900);
		assert_true(bunny->body.is_sleeping);
		// the floor is in contact and not pressed into
		Real deepest = deepest_between(bunny, floor);
		assert_true(deepest < (Real)0.001 && deepest > (Real)-0.001);
		world_make_free(make);
	}
}

// Runs until the upper one has come to rest, and shows that it stays: held by the lower
// one, not pressed into it.
static void expect_rest(
		WorldMake *make, const MadeBody *high, const MadeBody *low, uint32_t steps) {
	world_make_run(make, steps);
	assert_true(high->body.is_sleeping && low->body.is_sleeping);
	Real deepest = deepest_between(high, low);
	assert_true(deepest < (Real)0.001 && deepest > (Real)-0.001);
	// nothing but the lower one holds it
	Vec3 place = high->body.pose.origin;
	assert_true(place.y > 1);
	world_make_run(make, 300);
	check_vec3(high->body.pose.origin, place, 0);
}

// Puts a small one above a place of the large one, given in the space of that,
// as if it had been set down.
static void set_down(Transform low_pose, Vec3 place, Real above, Real heading) {
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *low = add_bunny(make, 2, low_pose);
	world_make_run(make, 180);
	assert_true(low->body.is_sleeping);
	Vec3 at = vec3_add(affine_point(low->body.pose, place), vec3(0, above, 0));
	MadeBody *high = add_bunny(make, (Real)0.8, turned(vec3(0, 1, 0), heading, at));
	expect_rest(make, high, low, 300);
	world_make_free(make);
}

// The middle of the body, and what is above it to its back and to its flank (m).
static const Vec3 middle = { 0, (Real)0.88, (Real)-0.16 };
static const Real to_back = (Real)0.82;
static const Real to_flank = (Real)0.78;

static void a_bunny_sits_on_the_back_of_another(void **state) {
	(void)state;
	Transform sitting = turned(vec3(0, 0, 1), 0, vec3(0, (Real)0.02, 0));
	set_down(sitting, vec3_add(middle, vec3(0, 0, (Real)-0.14)), to_back, 0);
}

static void a_bunny_sits_on_another_that_lies_on_its_side(void **state) {
	(void)state;
	Transform lying = turned(vec3(0, 0, 1), MK_PI / 2, vec3(0, 1, 0));
	set_down(lying, middle, to_flank, 0);
	set_down(lying, middle, to_flank, MK_PI / 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bunny_lies_still_on_the_floor_whichever_way_it_fell),
		cmocka_unit_test(a_bunny_sits_on_the_back_of_another),
		cmocka_unit_test(a_bunny_sits_on_another_that_lies_on_its_side),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
