// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The kernels of joints give the same bits in one, four and eight lanes, whatever the joints are;
// a joint is solved the same whoever its neighbours in the bundle are; and its impulses go on
// from sub-step to sub-step.
#include "dynamics/joint_lane.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/solver_make.h"

// A bundle of joints of one plan between pairs of bodies that are all different.
typedef struct LaneScene {
	SolverMake make;
	JointBundle bundle;
	JointTurning turning;
	JointRowLanes rows[JOINT_AXES];
} LaneScene;

static SolverJoints joints_of(LaneScene *scene) {
	return (SolverJoints){
		.bundles = &scene->bundle, .turnings = &scene->turning, .rows = scene->rows
	};
}

static JointHold random_hold(Rng *rng) {
	JointHold hold = { MK_JOINT_FREQUENCY, MK_JOINT_DAMPING_RATIO, MK_INFINITY, MK_INFINITY };
	if (rng_below(rng, 3) == 0) hold.frequency = random_real(rng, 0, 20);
	if (rng_below(rng, 3) == 0) hold.force = random_real(rng, 0, 500);
	if (rng_below(rng, 3) == 0) hold.impulse = random_real(rng, 0, 5);
	return hold;
}

static JointAxis random_axis(Rng *rng) {
	JointAxis axis = { .has_limit = rng_below(rng, 4) != 0 };
	axis.has_motor = rng_below(rng, 3) == 0;
	axis.has_spring = rng_below(rng, 3) == 0;
	axis.lower = random_real(rng, -1, 0.2);
	axis.upper = axis.lower + (rng_below(rng, 4) == 0 ? 0 : random_real(rng, 0, 1));
	axis.hold = random_hold(rng);
	axis.bounce = rng_below(rng, 2) == 0 ? random_real(rng, 0, 1) : 0;
	axis.soft_zone = rng_below(rng, 3) == 0 ? random_real(rng, 0, 0.3) : 0;
	axis.motor_speed = random_real(rng, -2, 2);
	axis.motor_force = random_real(rng, 0, 100);
	axis.motor_impulse = MK_INFINITY;
	axis.stiffness = random_size(rng, -1, 4);
	axis.damping = random_size(rng, -2, 2);
	axis.equilibrium = random_real(rng, -1, 1);
	axis.brake = rng_below(rng, 4) == 0 ? random_real(rng, 0, 1) : 0;
	return axis;
}

static JointSettings random_settings(Rng *rng, JointKind kind) {
	JointSettings settings = mk_joint_settings(kind);
	settings.linear = random_hold(rng);
	settings.angular = random_hold(rng);
	for (uint32_t i = 0; i < JOINT_AXES; i++) {
		settings.axes[i] = random_axis(rng);
		// rigid locks, so that joints with all axes free have blocks as well
		if (kind != JOINT_GENERIC || rng_below(rng, 3) != 0) continue;
		settings.axes[i] = (JointAxis){ .has_limit = true,
			.hold = { MK_JOINT_FREQUENCY, MK_JOINT_DAMPING_RATIO, MK_INFINITY, MK_INFINITY } };
	}
	return settings;
}

static JointMemory random_memory(Rng *rng) {
	Real numbers[5];
	for (int i = 0; i < 5; i++)
		numbers[i] = random_real(rng, 0, 0.5);
	return (JointMemory){ numbers[0], numbers[1], numbers[2], numbers[3], numbers[4] };
}

// Every fourth body has no inertia about some axes, or none at all, and takes the rare way
// out of singular matrices.
static uint32_t random_body(Rng *rng, SolverMake *make) {
	Real mass = random_size(rng, -1, 2);
	uint32_t row = solver_make_body(make, mass, random_sizes(rng, -1, 1));
	for (int k = 0; k < 3; k++) {
		make->bodies[row].velocity[k] = (float)rng_range(rng, -5, 5);
		make->bodies[row].spin[k] = (float)rng_range(rng, -5, 5);
		make->bodies[row].shift[k] = (float)rng_range(rng, -0.1, 0.1);
	}
	Quat turn = quat_integrate(quat_identity(), random_vec3(rng, 1), (Real)0.1);
	memcpy(make->bodies[row].turn,
			(float[4]){ (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w },
			sizeof(make->bodies[row].turn));
	if (rng_below(rng, 4) == 0) make->inertias[row].xx = 0;
	if (rng_below(rng, 8) == 0) make->inertias[row].yy = 0;
	return row;
}

static void add_joint(LaneScene *scene, Rng *rng, uint32_t lane, const JointSettings *settings) {
	PlainJoint parts = { 0 };
	parts.bodies[0] = random_body(rng, &scene->make);
	parts.bodies[1] = random_body(rng, &scene->make);
	parts.is_moved[0] = parts.is_moved[1] = true;
	bool is_at_world = rng_below(rng, 4) == 0;
	const JointBuild build = { settings, scene->bundle.plan, (Real)1 / 360, 6 };
	mk_joint_build(&parts, &build);
	if (joint_plan_linear(build.plan) != 0) parts.linear.impulse = random_vec3(rng, 1);
	if (joint_plan_angular(build.plan) != 0) parts.angular.impulse = random_vec3(rng, 1);
	for (uint32_t i = 0; i < joint_plan_rows(build.plan); i++)
		parts.rows[i].memory = random_memory(rng);
	JointPlace place;
	place.arms[0] = random_vec3(rng, 1);
	place.arms[1] = random_vec3(rng, 1);
	Vec3 gap = random_vec3(rng, rng_below(rng, 3) == 0 ? 0.5 : 0.01);
	place.offset = vec3_add(vec3_sub(place.arms[0], place.arms[1]), gap);
	place.frames[0] = random_quat(rng);
	Vec3 lean = random_vec3(rng, 0.5);
	place.frames[1] = quat_multiply(place.frames[0], mk_quat_from_rotation_vector(lean));
	if (is_at_world) {
		parts.bodies[0] = 0;
		parts.is_moved[0] = false;
	}
	SolverJoints joints = joints_of(scene);
	JointSlot slot = { 0, lane };
	mk_joint_lane_write(&joints, slot, &parts, settings);
	mk_joint_lane_place(&joints, slot, &place);
}

// All joints of a bundle have the plan of the first; those of `lanes` are there.
static void fill(LaneScene *scene, Rng *rng, uint32_t lanes) {
	*scene = (LaneScene){ 0 };
	solver_make_init(&scene->make);
	JointKind kind = (JointKind)rng_below(rng, JOINT_KIND_COUNT);
	JointSettings settings = random_settings(rng, kind);
	JointLayout plan = mk_joint_ops(kind)->plan(&settings);
	scene->bundle.plan = plan;
	scene->bundle.row_count = (uint8_t)joint_plan_rows(plan);
	uint64_t seed = rng->state;
	for (uint32_t lane = 0; lane < MK_BUNDLE_LANES; lane++) {
		Rng own = { seed + lane };
		JointSettings other = random_settings(&own, kind);
		bool has_plan = mk_joint_ops(kind)->plan(&other) == plan;
		if (lanes >> lane & 1) add_joint(scene, &own, lane, has_plan ? &other : &settings);
	}
}

static void run_pass(LaneScene *scene, JointKernel *kernel) {
	SolverJoints joints = joints_of(scene);
	SolverBodies bodies = { scene->make.bodies, scene->make.inertias, scene->make.count,
		scene->make.untouched };
	JointPass pass = mk_joint_pass(&joints, bodies, 1.0f / 360);
	kernel(&pass, &scene->bundle, 1);
}

static void run_passes(LaneScene *scene, const JointKernels *kernels) {
	JointKernel *const passes[] = { kernels->prepare, kernels->warm_start, kernels->solve,
		kernels->relax, kernels->solve, kernels->relax, kernels->restitute };
	for (uint32_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++)
		run_pass(scene, passes[i]);
}

// Lanes that nobody uses may be computed along or not.
static void check_same_lanes(const void *one, const void *other, size_t size, uint32_t lanes) {
	const uint32_t *rows = one;
	const uint32_t *other_rows = other;
	for (uint32_t k = 0; k < size / sizeof(uint32_t); k++)
		if (lanes >> k % MK_BUNDLE_LANES & 1) assert_int_equal(rows[k], other_rows[k]);
}

static void check_same(const LaneScene *one, const LaneScene *other, uint32_t lanes) {
	check_same_lanes(&one->bundle, &other->bundle, offsetof(JointBundle, plan), lanes);
	check_same_lanes(&one->turning, &other->turning, sizeof(JointTurning), lanes);
	for (uint32_t i = 0; i < one->bundle.row_count; i++)
		check_same_lanes(one->rows + i, other->rows + i, offsetof(JointRowLanes, limited), lanes);
}

static void lanes_give_the_same_bits(Rng *rng) {
	static LaneScene first;
	static LaneScene other;
	Rng same = *rng;
	uint32_t lanes = 1 + rng_below(rng, 255);
	fill(&first, rng, lanes);
	run_passes(&first, mk_joint_kernels_for(1));
	for (int width = 4; width <= 8; width += 4) {
		if (mk_joint_kernels_for(width) == NULL) continue;
		Rng again = same;
		rng_below(&again, 255);
		fill(&other, &again, lanes);
		run_passes(&other, mk_joint_kernels_for(width));
		assert_memory_equal(first.make.bodies, other.make.bodies, sizeof(first.make.bodies));
		assert_memory_equal(
				first.make.untouched, other.make.untouched, sizeof(first.make.untouched));
		check_same(&first, &other, lanes);
	}
}

static void neighbours_change_nothing(Rng *rng) {
	static LaneScene full;
	static LaneScene alone;
	Rng same = *rng;
	fill(&full, rng, 255);
	run_passes(&full, mk_joint_kernels());
	uint32_t lane = rng_below(rng, MK_BUNDLE_LANES);
	fill(&alone, &same, 1u << lane);
	run_passes(&alone, mk_joint_kernels());
	JointMemory memories[2][JOINT_AXES] = { 0 };
	SolverJoints joints[2] = { joints_of(&full), joints_of(&alone) };
	JointSlot slot = { 0, lane };
	JointResult one = mk_joint_lane_read(joints, slot, memories[0]);
	JointResult other = mk_joint_lane_read(joints + 1, slot, memories[1]);
	assert_memory_equal(&one, &other, sizeof(one));
	assert_memory_equal(memories[0], memories[1], sizeof(memories[0]));
}

// Starts a sub-step, with bodies that nothing has touched yet.
static void forget_touch(SolverMake *make) {
	for (uint32_t i = 0; i < make->count; i++) {
		memcpy(make->untouched[i].velocity, make->bodies[i].velocity, 3 * sizeof(float));
		memcpy(make->untouched[i].spin, make->bodies[i].spin, 3 * sizeof(float));
	}
}

static void move_bodies(Rng *rng, SolverMake *make) {
	for (uint32_t i = 1; i < make->count; i++) {
		Quat turn = quat_integrate(quat_identity(), random_vec3(rng, 1), (Real)0.3);
		memcpy(make->bodies[i].turn,
				(float[4]){ (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w },
				sizeof(make->bodies[i].turn));
		for (int k = 0; k < 3; k++)
			make->bodies[i].shift[k] += (float)rng_range(rng, -0.1, 0.1);
	}
}

static void stop_bodies(SolverMake *make) {
	for (uint32_t i = 0; i < make->count; i++) {
		memset(make->bodies[i].velocity, 0, 3 * sizeof(float));
		memset(make->bodies[i].spin, 0, 3 * sizeof(float));
	}
}

static double largest_of(const SolverMake *make) {
	double largest = 1;
	for (uint32_t i = 0; i < make->count; i++)
		for (int k = 0; k < 3; k++) {
			largest = fmax(largest, fabs((double)make->bodies[i].velocity[k]));
			largest = fmax(largest, fabs((double)make->bodies[i].spin[k]));
		}
	return largest;
}

// What the next sub-step starts from, velocities less those without touch, is what all
// impulses do at the arms of the moved bodies: what a warm start would do to bodies at
// rest. Brakes are in neither.
static void impulses_go_on_at_the_new_arms(Rng *rng) {
	static LaneScene scene;
	static LaneScene warm;
	const JointKernels *kernels = mk_joint_kernels();
	fill(&scene, rng, 255);
	forget_touch(&scene.make);
	run_pass(&scene, kernels->prepare);
	run_pass(&scene, kernels->warm_start);
	run_pass(&scene, kernels->solve);
	move_bodies(rng, &scene.make);
	double largest = largest_of(&scene.make);
	run_pass(&scene, kernels->relax);
	warm = scene;
	stop_bodies(&warm.make);
	run_pass(&warm, kernels->warm_start);
	// rounding of velocities and impulses, some dozen operations
	double tolerance = 1e-5 * fmax(largest, fmax(largest_of(&scene.make), largest_of(&warm.make)));
	for (uint32_t i = 0; i < scene.make.count; i++) {
		const SolverBody *body = scene.make.bodies + i;
		const SolverUntouched *untouched = scene.make.untouched + i;
		for (int k = 0; k < 3; k++) {
			check_near((Real)(body->velocity[k] - untouched->velocity[k]),
					(Real)warm.make.bodies[i].velocity[k], tolerance);
			check_near((Real)(body->spin[k] - untouched->spin[k]),
					(Real)warm.make.bodies[i].spin[k], tolerance);
		}
	}
}

static void test_going_on(void **state) {
	(void)state;
	for_all(impulses_go_on_at_the_new_arms, 400, 3);
}

static void test_lanes(void **state) {
	(void)state;
	for_all(lanes_give_the_same_bits, 400, 1);
}

static void test_neighbours(void **state) {
	(void)state;
	for_all(neighbours_change_nothing, 400, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_going_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
