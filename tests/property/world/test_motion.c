// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Characters in random rooms of boxes, balls and meshes: whatever the motion, they never end in
// anything deeper than they began, nothing is passed through, and the fractions say what is so.
#include "world/motion.h"

#include "shape/convex.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/world_make.h"

static const Real margin = (Real)0.001;

static void add_obstacle(WorldMake *make, Rng *rng) {
	Transform pose = random_transform(rng, 5);
	Vec3 half = random_sizes(rng, -1, 0.3);
	Shape *shape = rng_below(rng, 3) == 0 ? mk_sphere_create(half.x, NULL)
										  : mk_box_create(half, NULL);
	make_body(make, BODY_STATIC, shape, pose, 0);
}

static Shape *random_character(Rng *rng) {
	uint32_t kind = rng_below(rng, 3);
	if (kind == 0) return mk_sphere_create((Real)0.5, NULL);
	if (kind == 1) return mk_box_create(vec3((Real)0.4, (Real)0.8, (Real)0.4), NULL);
	return mk_capsule_create((Real)0.4, (Real)1.8, NULL);
}

// The deepest contact of the character at a place, as a separation; infinite if nothing is near.
static Real nearest_at(WorldMake *make, const MotionInput *input, Vec3 way) {
	Affine pose = input->from;
	pose.origin = vec3_add(pose.origin, way);
	const ObjectShape *own = &input->object->shapes.data[0];
	WorldShape query = { .shape = mk_instance(own->shape, affine_multiply(pose, own->local)),
		.mask = 2 };
	WorldContactArray contacts = { 0 };
	mk_world_contacts(&make->world, &query, (Real)0.05, &contacts);
	mk_world_contacts_sort(&contacts);
	Real nearest = contacts.count > 0 ? contacts.data[0].separation : MK_INFINITY;
	world_contact_array_free(&contacts);
	return nearest;
}

// m; floors of casts and of contacts among bodies of some metres.
static const Real rounding = (Real)pick_tolerance(1e-4, 1e-7);

static void check_motion(WorldMake *make, const MotionInput *input) {
	MotionResult r;
	bool is_hit = mk_world_test_motion(&make->world, input, &r);
	assert_int_equal(is_hit, r.count > 0);
	assert_true(vec3_is_finite(r.travel) && r.safe >= 0 && r.safe <= r.unsafe && r.unsafe <= 1);
	// what is neither of the motion: recovery, and what a wedge gives is taken from the remainder
	Vec3 recovery = vec3_sub(vec3_add(r.travel, r.remainder), input->motion);
	Vec3 creep = vec3_sub(vec3_scale(input->motion, 1 - r.safe), r.remainder);
	assert_true(
			vec3_length(creep) < margin && vec3_dot(creep, input->motion) >= -rounding * margin);
	Real start = nearest_at(make, input, vec3_zero());
	Real recovered = nearest_at(make, input, recovery);
	Real end = nearest_at(make, input, r.travel);
	// one pass of several pushes may trade one overlap for another, but none
	// that was not there comes
	if (start > margin) {
		check_vec3(recovery, vec3_zero(), rounding);
		assert_true(end >= -rounding);
	}
	// who keeps away from all keeps away, also where it creeps
	if (start > (Real)0.5 * margin) assert_true(end >= -rounding);
	// the way is free where it is said to be: no place on it is deeper than its start
	for (int i = 1; i <= 4; i++) {
		Vec3 way = vec3_add_scaled(recovery, input->motion, r.safe * (Real)i / 4);
		if (recovered > 0) assert_true(nearest_at(make, input, way) >= -rounding);
	}
	for (uint32_t i = 0; i < r.count; i++) {
		assert_true(vec3_is_unit(r.collisions[i].normal));
		assert_true(i == 0 || r.collisions[i].depth <= r.collisions[i - 1].depth);
		assert_true(r.collisions[i].depth >= 0);
	}
	// at the unsafe pose it does touch
	if (r.unsafe < 1 && is_hit) {
		Vec3 way = vec3_add_scaled(recovery, input->motion, r.unsafe);
		assert_true(nearest_at(make, input, way) <= margin);
	}
}

// As a host slides: by the rest of the motion along what is met first.
static void check_slides(WorldMake *make, MotionInput input) {
	input.up = vec3(0, 1, 0);
	input.reports_recovery = true;
	for (int slide = 0; slide < 6; slide++) {
		MotionResult r;
		if (!mk_world_test_motion(&make->world, &input, &r)) return;
		Vec3 normal = r.collisions[0].normal;
		input.from.origin = vec3_add(input.from.origin, r.travel);
		input.motion = vec3_add_scaled(r.remainder, normal, -vec3_dot(normal, r.remainder));
		if (vec3_length(input.motion) < margin) return;
		check_motion(make, &input);
	}
}

static uint32_t stops;
static uint32_t motions;

static void motions_end_in_nothing(Rng *rng) {
	WorldMake *make = world_make(1);
	for (int i = 0; i < 25; i++)
		add_obstacle(make, rng);
	for (uint32_t i = 0; i < make->count; i++)
		make->bodies[i].object.layer = 2;
	Transform pose = random_transform(rng, 5);
	MadeBody *body = make_body(make, BODY_KINEMATIC, random_character(rng), pose, 0);
	body->object.mask = 2;
	for (int i = 0; i < 8; i++) {
		Transform from = random_transform(rng, 6);
		Vec3 motion = random_sized(rng, -2, 1.5);
		MotionInput input = {
			.object = &body->object,
			.from = affine_from_transform(from),
			.motion = motion,
			.margin = margin,
			.max_collisions = 6,
			.reports_recovery = rng_below(rng, 2) == 0,
		};
		check_motion(make, &input);
		check_slides(make, input);
		motions++;
		MotionResult r;
		stops += mk_world_test_motion(&make->world, &input, &r) && r.unsafe < 1;
	}
	world_make_free(make);
}

static void test_motions_end_in_nothing(void **state) {
	(void)state;
	stops = motions = 0;
	for_all(motions_end_in_nothing, 600, 1);
	assert_true(stops > motions / 20);
}

int main(void) {
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_motions_end_in_nothing) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
