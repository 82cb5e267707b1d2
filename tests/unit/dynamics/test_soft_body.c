// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What soft bodies are made of, and single parts of their motion against closed forms.
#include "dynamics/soft_body.h"

#include "dynamics/soft_fold.h"
#include "dynamics/soft_step.h"
#include "math/trig.h"
#include "support/check.h"
#include "support/soft_make.h"

static const Real dt = (Real)1 / 60;

static bool step(SoftBody *soft, Vec3 gravity) {
	SoftPartnerArray partners = { 0 };
	SoftContactArray contacts = { 0 };
	SoftInput input = {
		.gravity = gravity, .dt = dt, .partners = &partners, .contacts = &contacts
	};
	return mk_soft_step(soft, &input);
}

static void cloth_of_four_cells_has_its_edges_and_bends(void **state) {
	(void)state;
	SoftBody soft;
	soft_make_cloth(&soft, 2, 2);
	assert_int_equal(soft.points.count, 9);
	assert_int_equal(soft.triangles.count, 8);
	// 12 sides of cells and 4 diagonals; of these 8 are on the rim and bend nothing
	assert_int_equal(soft.edges.count, 16);
	assert_int_equal(soft.bends.count, 8);
	check_near(soft.points.data[4].inverse_mass, 9, 0);
	for (uint32_t i = 0; i < soft.bends.count; i++) {
		check_near(soft.bends.data[i].sine, 0, 1e-6);
		check_near(soft.bends.data[i].cosine, 1, 1e-6);
	}
	mk_soft_free(&soft);
}

static void three_triangles_on_one_edge_bend_in_pairs(void **state) {
	(void)state;
	SoftBody soft = { .material = mk_soft_default_material() };
	Vec3 places[5] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 } };
	for (int i = 0; i < 5; i++)
		soft_point_array_add(&soft.points)->position = places[i];
	for (uint32_t i = 2; i < 5; i++)
		soft_triangle_array_push(&soft.triangles, (SoftTriangle){ { 0, 1, i } });
	mk_soft_build(&soft);
	assert_int_equal(soft.edges.count, 7);
	assert_int_equal(soft.bends.count, 2);
	mk_soft_free(&soft);
}

// Two triangles of height 1 along the x axis, the second one turned by an angle.
static SoftBody make_fold(Real angle) {
	SoftBody soft = { .material = mk_soft_default_material() };
	Vec3 places[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { (Real)0.3, 0, 1 },
		{ (Real)0.6, real_sin(angle), -real_cos(angle) } };
	for (int i = 0; i < 4; i++)
		soft_point_array_add(&soft.points)->position = places[i];
	soft_triangle_array_push(&soft.triangles, (SoftTriangle){ { 1, 0, 2 } });
	soft_triangle_array_push(&soft.triangles, (SoftTriangle){ { 0, 1, 3 } });
	mk_soft_build(&soft);
	return soft;
}

static void fold_has_the_angle_between_its_triangles(void **state) {
	(void)state;
	for (int i = -170; i <= 170; i += 17) {
		Real angle = (Real)i * (Real)0.017453293;
		SoftBody soft = make_fold(angle);
		check_near(real_abs(soft.bends.data[0].sine), real_abs(real_sin(angle)), 1e-5);
		check_near(soft.bends.data[0].cosine, real_cos(angle), 1e-5);
		mk_soft_free(&soft);
	}
}

// The gradients against differences of the angle.
static void fold_changes_as_its_gradients_say(void **state) {
	(void)state;
	const Real step_length = pick_tolerance((Real)1e-3, (Real)1e-5);
	SoftBody soft = make_fold((Real)0.7);
	const SoftBend *bend = soft.bends.data;
	SoftFold fold = soft_fold(&soft, bend);
	for (uint32_t p = 0; p < 4; p++)
		for (int axis = 0; axis < 3; axis++) {
			Vec3 *place = &soft.points.data[bend->points[p]].position;
			Vec3 kept = *place;
			Real angles[2];
			for (int side = 0; side < 2; side++) {
				*place = vec3_add_scaled(
						kept, vec3_axis(axis), side == 0 ? -step_length : step_length);
				SoftFold moved = soft_fold(&soft, bend);
				angles[side] = real_atan2(moved.sine, moved.cosine);
			}
			*place = kept;
			Real slope = (angles[1] - angles[0]) / (2 * step_length);
			check_near(vec3_get(fold.gradients[p], axis), slope, pick_tolerance(2e-3, 1e-6));
		}
	mk_soft_free(&soft);
}

static void free_cloth_falls_as_any_body(void **state) {
	(void)state;
	SoftBody soft;
	soft_make_cloth(&soft, 1, 4);
	soft.material.damping = 0;
	for (int i = 0; i < 60; i++)
		assert_true(step(&soft, vec3(0, -8, 0)));
	// n sub-steps of h: y = -g h^2 n (n + 1) / 2, n = 300, h = 1/300
	for (uint32_t i = 0; i < soft.points.count; i++) {
		check_near(soft.points.data[i].position.y, -4.0 * 301 / 300, 1e-4);
		check_near(soft.points.data[i].velocity.y, -8, 2e-3);
	}
	assert_true(soft_stretch(&soft) < (Real)1e-4);
	mk_soft_free(&soft);
}

// One point on one edge below a pinned one: a spring with a weight.
static void loaded_edge_gives_way_by_force_over_stiffness(void **state) {
	(void)state;
	SoftBody soft = { .material = mk_soft_default_material() };
	for (int i = 0; i < 3; i++)
		soft_point_array_add(&soft.points)->position = vec3((Real)(i == 2), (Real) - (i == 1), 0);
	soft_triangle_array_push(&soft.triangles, (SoftTriangle){ { 0, 1, 2 } });
	soft.material.mass = 3;
	soft.material.stiffness = 490;
	soft.material.damping = 5;
	mk_soft_build(&soft);
	mk_soft_pin(&soft, 0, true);
	mk_soft_pin(&soft, 2, true);
	soft_edge_array_clear(&soft.edges);
	soft_edge_array_push(&soft.edges, (SoftEdge){ .points = { 0, 1 }, .length = 1 });
	for (int i = 0; i < 600; i++)
		step(&soft, vec3(0, (Real)-9.8, 0));
	// 1 kg * 9.8 m/s^2 / 490 N/m
	check_near(soft.points.data[1].position.y, -1.02, 1e-4);
	check_vec3(soft.points.data[0].position, vec3_zero(), 0);
	mk_soft_free(&soft);
}

// about the origin, per kg
static Vec3 angular_momentum(const SoftBody *soft) {
	Vec3 sum = vec3_zero();
	for (uint32_t i = 0; i < soft->points.count; i++) {
		const SoftPoint *point = soft->points.data + i;
		sum = vec3_add(sum, vec3_cross(point->position, point->velocity));
	}
	return vec3_scale(sum, 1 / (Real)soft->points.count);
}

// Edges are pulled one after the other; nothing may come of their order.
static void skin_under_pressure_does_not_spin_itself_up(void **state) {
	(void)state;
	SoftBody soft;
	TestMesh mesh = mesh_make_ball(8, 12);
	soft_make_closed(&soft, &mesh);
	soft.material.pressure = 400;
	soft.material.damping = 0;
	for (int i = 0; i < 300; i++)
		assert_true(step(&soft, vec3_zero()));
	check_vec3(angular_momentum(&soft), vec3_zero(), 1e-5);
	mk_soft_free(&soft);
}

static void momentum_of_a_free_body_stays(void **state) {
	(void)state;
	SoftBody soft;
	TestMesh mesh = mesh_make_ball(6, 8);
	soft_make_closed(&soft, &mesh);
	soft.material.damping = 0;
	soft.material.pressure = 30;
	for (uint32_t i = 0; i < soft.points.count; i++)
		soft.points.data[i].velocity = vec3((Real)(i % 5), (Real)(i % 3), 2);
	Vec3 before = vec3_zero();
	for (uint32_t i = 0; i < soft.points.count; i++)
		before = vec3_add(before, soft.points.data[i].velocity);
	for (int i = 0; i < 30; i++)
		assert_true(step(&soft, vec3_zero()));
	Vec3 after = vec3_zero();
	for (uint32_t i = 0; i < soft.points.count; i++)
		after = vec3_add(after, soft.points.data[i].velocity);
	check_vec3(vec3_scale(after, 1 / (Real)soft.points.count),
			vec3_scale(before, 1 / (Real)soft.points.count), 1e-3);
	mk_soft_free(&soft);
}

// A spherical skin of edges without strength: the gas alone; with strength: it stops at a balance.
static void gas_blows_a_ball_up_until_the_skin_holds(void **state) {
	(void)state;
	Real volumes[2];
	for (int i = 0; i < 2; i++) {
		SoftBody soft;
		TestMesh mesh = mesh_make_ball(8, 12);
		soft_make_closed(&soft, &mesh);
		soft.material.stiffness = 2000;
		soft.material.damping = 3;
		soft.material.pressure = i == 0 ? 0 : 400;
		for (int k = 0; k < 600; k++)
			assert_true(step(&soft, vec3_zero()));
		volumes[i] = mk_soft_volume(&soft);
		assert_true(soft_kinetic(&soft) < (Real)1e-4);
		mk_soft_free(&soft);
	}
	assert_true(volumes[1] > volumes[0] * (Real)1.05);
	assert_true(volumes[1] < volumes[0] * 2);
}

static void flat_and_light_skin_under_pressure_stays_finite(void **state) {
	(void)state;
	SoftBody soft;
	TestMesh mesh = mesh_make_ball(6, 8);
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3(1, (Real)1e-3, 1)), vec3_zero() });
	soft_make_closed(&soft, &mesh);
	soft.material.mass = (Real)1e-3;
	soft.material.pressure = 1000;
	mk_soft_share_mass(&soft);
	for (int i = 0; i < 120; i++)
		assert_true(step(&soft, vec3(0, (Real)-9.8, 0)));
	assert_true(soft_stretch(&soft) < 2);
	mk_soft_free(&soft);
}

static void drag_brakes_along_the_normal_and_never_turns_back(void **state) {
	(void)state;
	for (int i = 0; i < 2; i++) {
		SoftBody soft;
		soft_make_cloth(&soft, 1, 1);
		soft.material.damping = 0;
		soft.material.stiffness = 0;
		soft.material.sub_steps = 1;
		soft.material.drag = i == 0 ? (Real)0.1 : (Real)1e6;
		for (uint32_t p = 0; p < 4; p++)
			soft.points.data[p].velocity = vec3(3, 2, 0);
		step(&soft, vec3_zero());
		// point 0 is in one triangle of 1/2 m^2: v' = v / (1 + dt A / 3 *
		// rho c / 2 / m), m = 1/4 kg
		Real expected = 2 / (1 + dt * (Real)0.5 / 6 * (Real)1.2 * soft.material.drag * 4);
		check_vec3(soft.points.data[0].velocity, vec3(3, expected, 0), 1e-5);
		mk_soft_free(&soft);
	}
}

static void forces_act_for_one_step_and_not_on_pinned_points(void **state) {
	(void)state;
	SoftBody soft;
	soft_make_cloth(&soft, 1, 1);
	soft.material.damping = 0;
	for (uint32_t i = 0; i < 4; i++)
		soft.points.data[i].force = vec3(0, 1, 0);
	step(&soft, vec3_zero());
	check_near(soft.points.data[0].velocity.y, 4.0 / 60, 1e-5);
	step(&soft, vec3_zero());
	check_near(soft.points.data[0].velocity.y, 4.0 / 60, 1e-5);
	mk_soft_pin(&soft, 0, true);
	soft.points.data[0].force = vec3(0, 1, 0);
	Vec3 place = soft.points.data[0].position;
	step(&soft, vec3_zero());
	check_vec3(soft.points.data[0].position, place, 0);
	mk_soft_free(&soft);
}

static void body_that_would_become_infinite_is_stopped(void **state) {
	(void)state;
	SoftBody soft;
	soft_make_cloth(&soft, 1, 2);
	soft.points.data[3].velocity = vec3(MK_INFINITY, 0, 0);
	assert_false(step(&soft, vec3_zero()));
	for (uint32_t i = 0; i < soft.points.count; i++) {
		assert_true(vec3_is_finite(soft.points.data[i].position));
		check_vec3(soft.points.data[i].velocity, vec3_zero(), 0);
	}
	assert_true(step(&soft, vec3(0, -1, 0)));
	mk_soft_free(&soft);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cloth_of_four_cells_has_its_edges_and_bends),
		cmocka_unit_test(three_triangles_on_one_edge_bend_in_pairs),
		cmocka_unit_test(fold_has_the_angle_between_its_triangles),
		cmocka_unit_test(fold_changes_as_its_gradients_say),
		cmocka_unit_test(free_cloth_falls_as_any_body),
		cmocka_unit_test(loaded_edge_gives_way_by_force_over_stiffness),
		cmocka_unit_test(skin_under_pressure_does_not_spin_itself_up),
		cmocka_unit_test(momentum_of_a_free_body_stays),
		cmocka_unit_test(gas_blows_a_ball_up_until_the_skin_holds),
		cmocka_unit_test(flat_and_light_skin_under_pressure_stays_finite),
		cmocka_unit_test(drag_brakes_along_the_normal_and_never_turns_back),
		cmocka_unit_test(forces_act_for_one_step_and_not_on_pinned_points),
		cmocka_unit_test(body_that_would_become_infinite_is_stopped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
