// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The kernels of the contact solver give the same bits in one, four and eight lanes, whatever the
// contacts are, and in any order of a colour's lanes; and what they do keeps momentum.
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/solver_make.h"

#define BODIES   40
#define CONTACTS 120

static ContactLane random_lane(Rng *rng) {
	ContactLane lane = { .normal = random_unit(rng) };
	lane.offset = random_vec3(rng, 2);
	lane.friction = random_real(rng, 0, 1);
	lane.restitution = rng_below(rng, 3) == 0 ? random_real(rng, 0, 1) : 0;
	lane.rolling = rng_below(rng, 4) == 0 ? random_real(rng, 0, 0.1) : 0;
	lane.is_reporting = rng_below(rng, 2) == 0;
	lane.count = 1 + rng_below(rng, MK_CONTACT_POINTS);
	for (uint32_t i = 0; i < lane.count; i++) {
		lane.points[i].arm = random_vec3(rng, 1);
		lane.points[i].separation = random_real(rng, -0.02, 0.02);
		lane.points[i].impulse = random_real(rng, 0, 1);
	}
	return lane;
}

static void fill(SolverMake *make, Rng *rng, bool has_world) {
	solver_make_init(make);
	for (uint32_t i = 0; i < BODIES; i++) {
		Real mass = random_size(rng, -1, 2);
		uint32_t row = solver_make_body(make, mass, random_sizes(rng, -1, 1));
		for (int k = 0; k < 3; k++) {
			make->bodies[row].velocity[k] = (float)rng_range(rng, -5, 5);
			make->bodies[row].spin[k] = (float)rng_range(rng, -5, 5);
		}
	}
	for (uint32_t i = 0; i < CONTACTS; i++) {
		uint32_t a = 1 + rng_below(rng, BODIES);
		uint32_t b = 1 + (a + rng_below(rng, BODIES - 1)) % BODIES;
		if (has_world && rng_below(rng, 4) == 0) b = 0;
		ContactLane lane = random_lane(rng);
		if (has_world && b != 0 && rng_below(rng, 8) == 0) lane.is_fixed_b = lane.is_held = true;
		solver_make_contact(make, a, b, &lane);
	}
}

static void run_passes(SolverMake *make, const ContactKernels *kernels) {
	ContactPass pass = { .bodies = { make->bodies, make->inertias, make->count, NULL },
		.h = 1.0f / 240,
		.dynamic = softness_from_frequency(30, 10, 1.0f / 240),
		.fixed = softness_from_frequency(60, 5, 1.0f / 240),
		.push_limit = 3,
		.bounce_speed = 1 };
	ContactKernel *const passes[] = { kernels->prepare, kernels->warm_start, kernels->solve,
		kernels->relax, kernels->warm_start, kernels->solve, kernels->relax, kernels->restitute };
	for (uint32_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++) {
		for (uint32_t c = 0; c < MK_GRAPH_COLORS; c++) {
			const GraphColor *color = make->graph.colors + c;
			ContactBundles bundles = { color->bundles, color->cold, color->bundle_count };
			passes[i](&pass, &bundles);
		}
	}
}

// Lanes that nobody uses may be computed along or not.
static void check_same_lanes(const GraphColor *one, const GraphColor *other) {
	assert_int_equal(one->bundle_count, other->bundle_count);
	for (uint32_t i = 0; i < one->bundle_count; i++) {
		const uint32_t *rows = (const uint32_t *)(one->bundles + i);
		const uint32_t *other_rows = (const uint32_t *)(other->bundles + i);
		for (uint32_t k = 0; k < sizeof(ContactBundle) / sizeof(uint32_t); k++) {
			if ((one->cold[i].used >> k % MK_BUNDLE_LANES & 1) == 0) continue;
			assert_int_equal(rows[k], other_rows[k]);
		}
	}
}

static void lanes_give_the_same_bits(Rng *rng) {
	static SolverMake first;
	static SolverMake other;
	Rng same = *rng;
	fill(&first, rng, true);
	run_passes(&first, mk_contact_kernels_for(1));
	for (int lanes = 4; lanes <= 8; lanes += 4) {
		if (mk_contact_kernels_for(lanes) == NULL) continue;
		Rng again = same;
		fill(&other, &again, true);
		run_passes(&other, mk_contact_kernels_for(lanes));
		assert_memory_equal(first.bodies, other.bodies, sizeof(first.bodies));
		for (uint32_t c = 0; c < MK_GRAPH_COLORS; c++)
			check_same_lanes(first.graph.colors + c, other.graph.colors + c);
		solver_make_free(&other);
	}
	solver_make_free(&first);
}

// Turns the lanes of all colours round: every contact has other neighbours in its bundle.
static void turn_lanes_round(Graph *graph) {
	uint64_t order[CONTACTS];
	for (uint32_t c = 0; c < MK_GRAPH_OVERFLOW; c++) {
		uint32_t count = graph->colors[c].lane_count;
		for (uint32_t i = 0; i < count; i++)
			order[i] = count - 1 - i;
		if (count > 0) mk_graph_reorder(graph, c, order);
	}
}

static void order_of_lanes_changes_nothing(Rng *rng) {
	static SolverMake first;
	static SolverMake other;
	Rng same = *rng;
	fill(&first, rng, true);
	fill(&other, &same, true);
	turn_lanes_round(&other.graph);
	run_passes(&first, mk_contact_kernels());
	run_passes(&other, mk_contact_kernels());
	for (uint32_t row = 0; row < first.count; row++) {
		// as numbers: zero may have either sign
		for (int k = 0; k < 3; k++) {
			assert_true(first.bodies[row].velocity[k] == other.bodies[row].velocity[k]);
			assert_true(first.bodies[row].spin[k] == other.bodies[row].spin[k]);
		}
	}
	solver_make_free(&first);
	solver_make_free(&other);
}

// Sum of m v and of m r x v + I w, for contacts whose arms are real: bodies at random
// places, points between them.
typedef struct Momentum {
	double linear[3];
	double angular[3];
} Momentum;

static Momentum momentum_of(const SolverMake *make, const Vec3 *places) {
	Momentum sum = { 0 };
	for (uint32_t row = 1; row < make->count; row++) {
		const SolverBody *body = make->bodies + row;
		const SolverInertia *inertia = make->inertias + row;
		double mass = 1 / (double)body->inverse_mass_x;
		double p[3];
		for (int k = 0; k < 3; k++) {
			p[k] = mass * (double)body->velocity[k];
			sum.linear[k] += p[k];
		}
		double r[3] = { (double)places[row].x, (double)places[row].y, (double)places[row].z };
		double moments[3] = { 1 / (double)inertia->xx, 1 / (double)inertia->yy,
			1 / (double)inertia->zz };
		for (int k = 0; k < 3; k++) {
			int y = (k + 1) % 3;
			int z = (k + 2) % 3;
			sum.angular[k] += r[y] * p[z] - r[z] * p[y] + moments[k] * (double)body->spin[k];
		}
	}
	return sum;
}

static void contacts_keep_momentum(Rng *rng) {
	static SolverMake make;
	static Vec3 places[MAKE_ROWS];
	fill(&make, rng, false);
	for (uint32_t row = 1; row < make.count; row++)
		places[row] = random_vec3(rng, 4);
	for (uint32_t c = 0; c < MK_GRAPH_COLORS; c++) {
		const GraphColor *color = make.graph.colors + c;
		for (uint32_t i = 0; i < color->bundle_count * MK_BUNDLE_LANES; i++) {
			GraphSlot slot = { c, i };
			uint32_t lane = i % MK_BUNDLE_LANES;
			if ((graph_cold(&make.graph, slot)->used >> lane & 1) == 0) continue;
			ContactBundle *bundle = graph_bundle(&make.graph, slot);
			Vec3 offset = vec3_sub(
					places[place_row(bundle->a[lane])], places[place_row(bundle->b[lane])]);
			bundle->offset.x[lane] = (float)offset.x;
			bundle->offset.y[lane] = (float)offset.y;
			bundle->offset.z[lane] = (float)offset.z;
			for (uint32_t k = 0; k < MK_CONTACT_POINTS; k++)
				bundle->points[k].separation[lane] = 0;
		}
	}
	Momentum before = momentum_of(&make, places);
	run_passes(&make, mk_contact_kernels());
	Momentum after = momentum_of(&make, places);
	// 40 bodies of up to 100 kg at up to some 100 m/s, a thousand float operations on each
	for (int k = 0; k < 3; k++) {
		check_near(after.linear[k], before.linear[k], 0.05);
		check_near(after.angular[k], before.angular[k], 0.3);
	}
	solver_make_free(&make);
}

static void test_lanes(void **state) {
	(void)state;
	for_all(lanes_give_the_same_bits, 200, 1);
}

static void test_order(void **state) {
	(void)state;
	for_all(order_of_lanes_changes_nothing, 200, 3);
}

static void test_momentum(void **state) {
	(void)state;
	for_all(contacts_keep_momentum, 100, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_momentum),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
