// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Heavy loads on light chains and arms: they hang where the links end, from the first step on,
// swing without tearing and without winning energy, and nothing flies off when they are let go.
#include "shape/convex.h"
#include "support/check.h"
#include "support/world_make.h"
#include "world/snapshot.h"

static Vec3 position(const MadeBody *made) { return made->body.pose.origin; }

static void set_mass(MadeBody *made, Real mass) {
	made->body.moments = vec3_scale(made->body.moments, mass / made->body.mass);
	made->body.mass = mass;
}

static JointSettings settings_of(JointKind kind) {
	JointSettings settings = mk_joint_settings(kind);
	settings.ignores_contacts = true;
	return settings;
}

// Links of 0.5 m and 1 kg from the world's origin along a direction, and a ball of `load` kg.
static MadeBody *make_chain(WorldMake *make, JointKind kind, int links, Vec3 way, Real load) {
	Vec3 half = vec3_add(vec3_splat((Real)0.05), vec3_scale(vec3_abs(way), (Real)0.15));
	MadeBody *last = NULL;
	for (int i = 0; i <= links; i++) {
		Vec3 start = vec3_scale(way, (Real)0.5 * (Real)i);
		Vec3 center = vec3_add_scaled(start, way, (Real)0.25);
		MadeBody *link = i < links ? make_box(make, half, center)
								   : make_ball(make, (Real)0.2, center);
		set_mass(link, i < links ? 1 : load);
		link->body.can_sleep = false;
		make_joint_at(make, settings_of(kind), link, last, start);
		last = link;
	}
	return last;
}

static Real widest_gap(const WorldMake *make) {
	Real widest = 0;
	for (uint32_t i = 0; i < make->joint_count; i++)
		if (make->joints[i]->is_in_world) {
			widest = real_max(widest, made_joint_gap(make->joints[i]));
		}
	return widest;
}

// J; moving and lifted, of all.
static double energy(const WorldMake *make) {
	double sum = 0;
	for (uint32_t i = 0; i < make->count; i++) {
		const Body *body = &make->bodies[i].body;
		if (!body_is_rigid(body)) continue;
		Vec3 spin = quat_rotate(quat_conjugate(body->rotation), body->angular_velocity);
		Vec3 turning = vec3_multiply(spin, vec3_multiply(spin, body->moments));
		sum += 0.5 * (double)body->mass * (double)vec3_length_squared(body->linear_velocity);
		sum += 0.5 * (double)(turning.x + turning.y + turning.z);
		sum -= (double)(body->mass * vec3_dot(make->gravity, body->pose.origin));
	}
	return sum;
}

static void load_hangs_where_its_links_end(void **state) {
	(void)state;
	static const struct {
		JointKind kind;
		int links;
		Real load; // kg
	} chains[] = {
		{ JOINT_PIN, 10, 100 },
		{ JOINT_HINGE, 10, 100 },
		{ JOINT_CONE_TWIST, 10, 100 },
		{ JOINT_FIXED, 10, 100 },
		{ JOINT_PIN, 30, 1000 },
		{ JOINT_PIN, 100, 100 },
		{ JOINT_PIN, 2, 10000 },
	};
	for (size_t i = 0; i < sizeof(chains) / sizeof(*chains); i++) {
		WorldMake *make = world_make(1);
		MadeBody *load = make_chain(
				make, chains[i].kind, chains[i].links, vec3(0, -1, 0), chains[i].load);
		double end = -0.5 * chains[i].links - 0.25;
		for (int step = 0; step < 300; step++) {
			world_make_run(make, 1);
			check_near(position(load).y, end, 0.001);
		}
		// all of the weight, at the root
		double weight = 9.8 * ((double)chains[i].load + chains[i].links);
		check_near(make->joints[0]->reaction_force.y, -weight, 0.001 * weight);
		world_make_free(make);
	}
}

static void welded_arm_does_not_bend_under_its_own_weight(void **state) {
	(void)state;
	for (int links = 1; links <= 21; links += 10) {
		WorldMake *make = world_make(1);
		const MadeBody *end = make_chain(make, JOINT_FIXED, links, vec3(1, 0, 0), 1);
		world_make_run(make, 300);
		check_vec3(position(end), vec3((Real)(0.5 * links + 0.25), 0, 0), 0.002);
		world_make_free(make);
	}
}

// A ball of 1 kg on a lever of five times its radius, without mass, from a single joint: it stays
// where it is from the first step on, and the joint never holds more than its weight.
static void lever_of_one_joint_neither_sinks_nor_jerks(void **state) {
	(void)state;
	static const JointKind kinds[] = { JOINT_FIXED, JOINT_HINGE };
	// the axis of the hinge upright
	Transform root = { quat_from_axis_angle(vec3(1, 0, 0), MK_PI / 2), vec3((Real)-0.5, 0, 0) };
	for (int i = 0; i < 2; i++) {
		WorldMake *make = world_make(1);
		MadeBody *ball = make_ball(make, (Real)0.1, vec3_zero());
		set_mass(ball, 1);
		WorldJoint *joint = make_joint(make, mk_joint_settings(kinds[i]), ball, NULL, root);
		for (int step = 0; step < 60; step++) {
			world_make_run(make, 1);
			check_vec3(position(ball), vec3_zero(), 0.0002);
			check_near(vec3_length(joint->reaction_force), 9.8, 0.05);
			check_near(vec3_length(joint->reaction_torque), 4.9, 0.025);
		}
		world_make_free(make);
	}
}

static void swinging_load_wins_no_energy_and_tears_nothing(void **state) {
	(void)state;
	static const int links[] = { 1, 2, 3, 5, 10, 30 };
	for (size_t i = 0; i < 2 * sizeof(links) / sizeof(*links); i++) {
		WorldMake *make = world_make(1);
		int count = links[i / 2];
		Real load = i % 2 == 0 ? 100 : 1000;
		make_chain(make, JOINT_PIN, count, vec3(1, 0, 0), load);
		double start = energy(make);
		// what it wins by falling for the length of its chain
		double scale = 9.8 * (double)load * 0.5 * count;
		Real widest = 0;
		for (int step = 0; step < 600; step++) {
			world_make_run(make, 1);
			widest = real_max(widest, widest_gap(make));
			assert_true(energy(make) < start + 1e-4 * scale);
		}
		// links lash about at up to 20 rad/s when the load turns round
		assert_true(widest < (Real)0.01);
		world_make_free(make);
	}
}

static void nothing_flies_off_when_a_load_is_let_go(void **state) {
	(void)state;
	static const Real loads[] = { 10, 100, 1000, 10000 };
	for (int i = 0; i < 4; i++) {
		WorldMake *make = world_make(1);
		make_chain(make, JOINT_PIN, 10, vec3(0, -1, 0), loads[i]);
		world_make_run(make, 60);
		mk_world_remove_joint(&make->world, make->joints[10]);
		for (int step = 0; step < 120; step++) {
			world_make_run(make, 1);
			for (int k = 0; k < 10; k++)
				check_near(position(make->bodies + k).y, -0.25 - 0.5 * k, 0.01);
		}
		world_make_free(make);
	}
}

// A beam of boxes with a chain at each end and one in the middle, hung up by a fourth.
static void branches_carry_what_hangs_on_each(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *beam = make_box(make, vec3(1, (Real)0.05, (Real)0.05), vec3(0, -1, 0));
	set_mass(beam, 1);
	make_joint_at(make, settings_of(JOINT_FIXED), beam, NULL, vec3(0, -1, 0));
	MadeBody *loads[3];
	for (int i = 0; i < 3; i++) {
		Vec3 place = vec3((Real)(i - 1), -1, 0);
		MadeBody *link = make_box(make, vec3_splat((Real)0.05), vec3(place.x, (Real)-1.2, 0));
		set_mass(link, 1);
		make_joint_at(make, settings_of(JOINT_PIN), beam, link, place);
		loads[i] = make_ball(make, (Real)0.2, vec3(place.x, (Real)-1.8, 0));
		set_mass(loads[i], (Real)(i == 2 ? 400 : 100));
		make_joint_at(make, settings_of(JOINT_PIN), link, loads[i], vec3(place.x, (Real)-1.4, 0));
	}
	world_make_run(make, 300);
	for (int i = 0; i < 3; i++)
		check_vec3(position(loads[i]), vec3((Real)(i - 1), (Real)-1.8, 0), 0.002);
	// what is heavier on one side turns the beam about its middle
	check_near(make->joints[0]->reaction_force.y, -9.8 * 604, 5);
	check_near(real_abs(make->joints[0]->reaction_torque.z), 9.8 * 300, 5);
	world_make_free(make);
}

// Loops are left to the passes: a heavy load between two chains is held by both of them.
static void load_between_two_chains_is_held(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *load = make_chain(make, JOINT_PIN, 4, vec3(0, -1, 0), 50);
	MadeBody *last = NULL;
	for (int i = 0; i < 4; i++) {
		Vec3 top = vec3(2, (Real)-0.5 * (Real)i, 0);
		MadeBody *link = make_box(
				make, vec3((Real)0.05, (Real)0.2, (Real)0.05), vec3(2, top.y - (Real)0.25, 0));
		set_mass(link, 1);
		make_joint_at(make, settings_of(JOINT_PIN), link, last, top);
		last = link;
	}
	MadeBody *bar = make_box(make, vec3(1, (Real)0.05, (Real)0.05), vec3(1, -2, 0));
	set_mass(bar, 10);
	make_joint_at(make, settings_of(JOINT_PIN), last, bar, vec3(2, -2, 0));
	make_joint_at(make, settings_of(JOINT_PIN), bar, load, vec3(0, -2, 0));
	assert_int_equal(make->world.joints.trees.count, 0);
	for (int step = 0; step < 600; step++) {
		world_make_run(make, 1);
		assert_int_equal(make->world.joints.trees.count, 0);
		assert_true(widest_gap(make) < (Real)0.05);
	}
	check_near(position(load).y, -2.25, 0.1);
	world_make_free(make);
}

// The momentum of what flies freely stays, also where its parts are a thousand times
// heavier than others.
static void thrown_tree_keeps_its_momentum(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make->gravity = vec3_zero();
	MadeBody *load = make_chain(make, JOINT_PIN, 6, vec3(1, 0, 0), 1000);
	mk_world_remove_joint(&make->world, make->joints[0]);
	mk_body_set_linear_velocity(&make->bodies[0].body, vec3(0, 9, 3));
	double start = energy(make);
	for (int step = 0; step < 300; step++) {
		world_make_run(make, 1);
		assert_true(energy(make) <= start * 1.0001);
		assert_true(widest_gap(make) < (Real)0.01);
	}
	Vec3 momentum = vec3_zero();
	for (uint32_t i = 0; i < make->count; i++) {
		const Body *body = &make->bodies[i].body;
		momentum = vec3_add_scaled(momentum, body->linear_velocity, body->mass);
	}
	check_vec3(momentum, vec3(0, 9, 3), 0.01);
	assert_true(vec3_length(load->body.linear_velocity) < (Real)0.1);
	world_make_free(make);
}

// What was put elsewhere comes back to its joints within a second, and is not flung about: it had
// no energy, J; the speeds of the way back would have hundreds.
static void torn_tree_comes_back_at_rest(void **state) {
	(void)state;
	static const struct {
		JointKind kind;
		int links;
		Vec3 away;
	} cases[] = {
		{ JOINT_PIN, 0, { 3, 0, 0 } },
		{ JOINT_PIN, 0, { 6, 6, 6 } },
		{ JOINT_PIN, 0, { 100, 0, 0 } },
		{ JOINT_CONE_TWIST, 0, { 0, 3, 10 } },
		{ JOINT_PIN, 3, { 5, 0, 5 } },
		{ JOINT_HINGE, 3, { 5, 0, 5 } },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		WorldMake *make = world_make(1);
		make->gravity = vec3_zero();
		MadeBody *last = make_chain(make, cases[i].kind, cases[i].links, vec3(0, -1, 0), 1);
		world_make_run(make, 2);
		Affine pose = last->body.pose;
		pose.origin = vec3_add(pose.origin, cases[i].away);
		mk_body_set_pose(&last->body, pose);
		mk_world_change(&make->world, &last->object, OBJECT_POSE_CHANGED);
		for (int step = 0; step < 60; step++) {
			world_make_run(make, 1);
			check_near(energy(make), 0, 0.1);
		}
		check_near(widest_gap(make), 0, 0.0001);
		world_make_free(make);
	}
}

enum { RING = 10 };

// A rope of boxes of 1 m between two hooks.
static void make_ring(WorldMake *make, MadeBody *links[RING]) {
	for (int k = 0; k < RING; k++) {
		Vec3 half = vec3((Real)0.45, (Real)0.05, (Real)0.05);
		links[k] = make_box(make, half, vec3((Real)k, 0, 0));
		links[k]->body.can_sleep = false;
		Vec3 start = vec3((Real)k - (Real)0.5, 0, 0);
		make_joint_at(make, settings_of(JOINT_PIN), links[k], k > 0 ? links[k - 1] : NULL, start);
	}
	Vec3 end = vec3((Real)RING - (Real)0.5, 0, 0);
	make_joint_at(make, settings_of(JOINT_PIN), links[RING - 1], NULL, end);
	world_make_run(make, 2);
}

static void put_away(WorldMake *make, MadeBody *made, Vec3 way) {
	Affine pose = made->body.pose;
	pose.origin = vec3_add(pose.origin, way);
	mk_body_set_pose(&made->body, pose);
	mk_world_change(&make->world, &made->object, OBJECT_POSE_CHANGED);
}

// Links of 1 m between two points of the world are a ring, which is no tree. What is put elsewhere
// is put back and does not tear the others along: it went on with 900 m/s from 3 m.
static void torn_rings_come_back(void **state) {
	(void)state;
	static const Real ways[] = { 1, 3, 10, 100 };
	for (int i = 0; i < 4; i++) {
		WorldMake *make = world_make(1);
		MadeBody *links[RING];
		make_ring(make, links);
		put_away(make, links[5], vec3(0, ways[i], ways[i]));
		Real fastest = 0;
		for (int step = 0; step < 60; step++) {
			world_make_run(make, 1);
			for (int k = 0; k < RING; k++)
				fastest = real_max(fastest, vec3_length(links[k]->body.linear_velocity));
		}
		assert_true(fastest < 15);
		check_near(widest_gap(make), 0, 0.03);
		world_make_free(make);
	}
}

// A snapshot between the putting and the step knows of it.
static void torn_ring_comes_back_the_same_way_after_a_restore(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *links[RING];
	make_ring(make, links);
	put_away(make, links[5], vec3(0, 10, 10));
	size_t size = mk_world_save(&make->world, NULL, 0);
	void *bytes = mk_alloc(size);
	assert_int_equal(mk_world_save(&make->world, bytes, size), size);
	world_make_run(make, 5);
	uint64_t expected = mk_world_hash(&make->world);
	assert_int_equal(mk_world_restore(&make->world, bytes, size).status, SNAPSHOT_OK);
	world_make_run(make, 5);
	assert_int_equal(mk_world_hash(&make->world), expected);
	mk_free(bytes, size);
	world_make_free(make);
}

static void nothing_is_allocated_for_a_tree_that_stays(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_chain(make, JOINT_FIXED, 10, vec3(1, 0, 0), 100);
	world_make_run(make, 10);
	uint64_t before = mk_alloc_stats().total;
	world_make_run(make, 60);
	assert_int_equal(mk_alloc_stats().total, before);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(load_hangs_where_its_links_end),
		cmocka_unit_test(welded_arm_does_not_bend_under_its_own_weight),
		cmocka_unit_test(lever_of_one_joint_neither_sinks_nor_jerks),
		cmocka_unit_test(swinging_load_wins_no_energy_and_tears_nothing),
		cmocka_unit_test(nothing_flies_off_when_a_load_is_let_go),
		cmocka_unit_test(branches_carry_what_hangs_on_each),
		cmocka_unit_test(load_between_two_chains_is_held),
		cmocka_unit_test(thrown_tree_keeps_its_momentum),
		cmocka_unit_test(torn_tree_comes_back_at_rest),
		cmocka_unit_test(torn_rings_come_back),
		cmocka_unit_test(torn_ring_comes_back_the_same_way_after_a_restore),
		cmocka_unit_test(nothing_is_allocated_for_a_tree_that_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
