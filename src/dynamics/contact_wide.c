// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The passes of a sub-step over contact bundles; contact_solver.h says what each is for. Preparation,
// once per step, is in contact_prepare_wide.c.
#include "dynamics/contact_lanes.h"

// Returns the sum of the normal impulses: what a contact is loaded with.
MK_WIDE_INLINE Wide load_of(const Lanes *lanes) {
	Wide sum = wide_zero();
	for (uint32_t i = 0; i < lanes->cold->point_count; i++)
		sum = wide_add(sum, wide_load(lanes->bundle->points[i].impulse + lanes->first));
	return sum;
}

// Returns the sum of the normal impulses times their distances from the centre of friction.
MK_WIDE_INLINE Wide leverage_of(const Lanes *lanes) {
	Wide sum = wide_zero();
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		Wide impulse = wide_load(lanes->bundle->points[i].impulse + lanes->first);
		sum = wide_multiply_add(impulse, wide_load(lanes->bundle->lever[i] + lanes->first), sum);
	}
	return sum;
}

// Returns the impulse of friction as a vector.
MK_WIDE_INLINE WideVec3 friction_push(WideVec3 t1, WideVec3 t2, Wide along1, Wide along2) {
	return wide_vec3_add_scaled(wide_vec3_scale(t1, along1), t2, along2);
}

// All points of a manifold at once: their impulses have one sum and one moment about each centre.
MK_WIDE_INLINE void warm_start_lanes(Lanes *lanes) {
	const ContactBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	Wide sum = wide_zero();
	WideVec3 moment = { wide_zero(), wide_zero(), wide_zero() };
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		const PointLanes *point = bundle->points + i;
		Wide impulse = wide_load(point->impulse + first);
		sum = wide_add(sum, impulse);
		moment = wide_vec3_add_scaled(moment, lanes_load3(&point->arm, first), impulse);
	}
	WideVec3 t1 = lanes_load3(&bundle->tangent, first);
	WideVec3 friction = friction_push(t1, wide_vec3_cross(t1, lanes->normal),
			wide_load(bundle->friction_impulse[0] + first),
			wide_load(bundle->friction_impulse[1] + first));
	Wide twist = wide_load(bundle->friction_impulse[2] + first);
	WideVec3 push = wide_vec3_add_scaled(friction, lanes->normal, sum);
	WideVec3 turn_a = wide_vec3_add(wide_vec3_cross(moment, lanes->normal),
			wide_vec3_cross(lanes_load3(&bundle->center, first), friction));
	turn_a = wide_vec3_add_scaled(turn_a, lanes->normal, twist);
	if (lanes->cold->resisting != 0) {
		turn_a = wide_vec3_add(turn_a, lanes_load3(&lanes->cold->rolling_impulse, first));
	}
	WideVec3 turn_b = wide_vec3_add(turn_a, wide_vec3_cross(lanes->offset, push));
	lane_body_pull(&lanes->a, push, turn_a);
	lane_body_push(&lanes->b, push, turn_b);
}

// The points of a manifold while a pass solves them. They are solved in terms of impulses: one at a point
// opens the others by the couplings, and the bodies get the sum of all in the end.
typedef struct LanePoints {
	WideVec3 arm[MK_CONTACT_POINTS];
	Wide old[MK_CONTACT_POINTS];     // N s; the impulse before
	Wide impulse[MK_CONTACT_POINTS]; // N s
	Wide mass[MK_CONTACT_POINTS];    // kg
	Wide speed[MK_CONTACT_POINTS];   // m/s; without what its own change of impulse does
	Wide scale[MK_CONTACT_POINTS];   // no unit; part of the speed that is taken away
	Wide bias[MK_CONTACT_POINTS]; // N s; what remains to be pushed against overlap or kept of a gap
} LanePoints;

MK_WIDE_INLINE void load_points(const Lanes *lanes, LanePoints *points, uint32_t count) {
	LaneOpening speed = lanes_opening_speed(lanes);
	for (uint32_t i = 0; i < count; i++) {
		const PointLanes *point = lanes->bundle->points + i;
		points->arm[i] = lanes_load3(&point->arm, lanes->first);
		points->old[i] = points->impulse[i] = wide_load(point->impulse + lanes->first);
		points->mass[i] = wide_load(point->mass + lanes->first);
		points->speed[i] = lane_opening_at(&speed, points->arm[i]);
	}
}

MK_WIDE_INLINE void store_points(Lanes *lanes, const LanePoints *points, uint32_t count) {
	Wide sum = wide_zero();
	WideVec3 moment = { wide_zero(), wide_zero(), wide_zero() };
	for (uint32_t i = 0; i < count; i++) {
		Wide change = wide_sub(points->impulse[i], points->old[i]);
		sum = wide_add(sum, change);
		moment = wide_vec3_add_scaled(moment, points->arm[i], change);
		wide_store(lanes->bundle->points[i].impulse + lanes->first, points->impulse[i]);
	}
	lanes_apply_normals(lanes, sum, moment);
}

// Which of the couplings belongs to two points.
static const uint8_t couplings[MK_CONTACT_POINTS][MK_CONTACT_POINTS] = {
	{ 0, 0, 1, 2 },
	{ 0, 0, 3, 4 },
	{ 1, 3, 0, 5 },
	{ 2, 4, 5, 0 },
};

// Gives a point a new impulse; the others feel it.
MK_WIDE_INLINE void set_impulse(
		const Lanes *lanes, LanePoints *points, uint32_t i, Wide impulse, uint32_t count) {
	Wide change = wide_sub(impulse, points->impulse[i]);
	points->impulse[i] = impulse;
	for (uint32_t k = 0; k < count; k++) {
		if (k == i) continue;
		const float *coupling = lanes->bundle->coupling[couplings[i][k]];
		points->speed[k] = wide_multiply_add(
				wide_load(coupling + lanes->first), change, points->speed[k]);
	}
}

// The rotation vector of a small rotation: twice the vector part of its quaternion.
MK_WIDE_INLINE WideVec3 small_turn(const Wide turn[4]) {
	return wide_vec3_scale((WideVec3){ turn[0], turn[1], turn[2] }, wide_splat(2));
}

// How far the points have opened since the start of the step.
MK_WIDE_INLINE LaneOpening load_opened(const Lanes *lanes) {
	Wide shift_a[4];
	Wide shift_b[4];
	Wide turn_a[4];
	Wide turn_b[4];
	const SolverBodies *bodies = &lanes->pass->bodies;
	const uint32_t *rows_a = lanes->bundle->a + lanes->first;
	const uint32_t *rows_b = lanes->bundle->b + lanes->first;
	wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, rows_a, shift_a);
	wide_gather4(bodies->bodies->shift, MK_SOLVER_BODY_STRIDE, rows_b, shift_b);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, rows_a, turn_a);
	wide_gather4(bodies->bodies->turn, MK_SOLVER_BODY_STRIDE, rows_b, turn_b);
	WideVec3 a = { shift_a[0], shift_a[1], shift_a[2] };
	WideVec3 b = { shift_b[0], shift_b[1], shift_b[2] };
	return lanes_opening(lanes, wide_vec3_sub(b, a), small_turn(turn_a), small_turn(turn_b));
}

// How a row answers to overlap in this pass; mass_scale + impulse_scale of a softness is 1.
typedef struct LaneSoftness {
	Wide push; // 1/s; mass_scale times bias_rate
	Wide mass_scale;
} LaneSoftness;

MK_WIDE_INLINE LaneSoftness load_softness(const Lanes *lanes, bool has_bias) {
	if (!has_bias) return (LaneSoftness){ wide_zero(), wide_splat(1) };
	WideMask fixed = lanes_mask(lanes, lanes->cold->fixed_a | lanes->cold->fixed_b);
	Softness hard = lanes->pass->fixed;
	Softness soft = lanes->pass->dynamic;
	return (LaneSoftness){
		wide_select(fixed, wide_splat(hard.mass_scale * hard.bias_rate),
				wide_splat(soft.mass_scale * soft.bias_rate)),
		wide_select(fixed, wide_splat(hard.mass_scale), wide_splat(soft.mass_scale)),
	};
}

// A gap may be closed within this sub-step and no more; overlap is worked off softly.
MK_WIDE_INLINE void load_biases(
		const Lanes *lanes, LanePoints *points, uint32_t count, bool has_bias) {
	LaneOpening opened = load_opened(lanes);
	LaneSoftness softness = load_softness(lanes, has_bias);
	for (uint32_t i = 0; i < count; i++) {
		Wide start = wide_load(lanes->bundle->points[i].separation + lanes->first);
		Wide s = wide_add(start, lane_opening_at(&opened, points->arm[i]));
		WideMask is_apart = wide_less(wide_zero(), s);
		Wide soft = wide_zero();
		if (has_bias) {
			soft = wide_max(wide_multiply(softness.push, s), wide_splat(-lanes->pass->push_limit));
		}
		Wide bias = wide_select(is_apart, wide_multiply(s, wide_splat(1 / lanes->pass->h)), soft);
		points->bias[i] = wide_multiply(points->mass[i], bias);
		points->scale[i] = wide_select(is_apart, wide_splat(1), softness.mass_scale);
	}
}

// lambda' = max(0, lambda - m (s v + bias) - (1 - s) lambda), where v contains the change of lambda
// itself, which drops out of s (lambda - m v).
MK_WIDE_INLINE void solve_point(
		const Lanes *lanes, LanePoints *points, uint32_t i, uint32_t count) {
	Wide stopped = wide_sub(points->old[i], wide_multiply(points->mass[i], points->speed[i]));
	Wide wanted = wide_sub(wide_multiply(points->scale[i], stopped), points->bias[i]);
	set_impulse(lanes, points, i, wide_max(wanted, wide_zero()), count);
}

// There and back: what comes first must not be what a tower leans to.
MK_WIDE_INLINE void solve_count(Lanes *lanes, uint32_t count, bool has_bias) {
	LanePoints points;
	load_points(lanes, &points, count);
	load_biases(lanes, &points, count, has_bias);
	for (uint32_t i = 0; i < count; i++)
		solve_point(lanes, &points, i, count);
	for (uint32_t i = count - 1; i-- > 0;)
		solve_point(lanes, &points, i, count);
	store_points(lanes, &points, count);
}

MK_WIDE_INLINE void solve_normals(Lanes *lanes, bool has_bias) {
	if (lanes->cold->point_count == 1) {
		solve_count(lanes, 1, has_bias);
	} else {
		solve_count(lanes, MK_CONTACT_POINTS, has_bias);
	}
}

// Returns what to scale a vector with so that its length is at most `limit`.
MK_WIDE_INLINE Wide scale_to(Wide length_squared, Wide limit) {
	WideMask is_over = wide_less(wide_multiply(limit, limit), length_squared);
	Wide length = wide_sqrt(length_squared);
	return wide_select(is_over, wide_divide(limit, length), wide_splat(1));
}

// Sliding at the centre of the points, inside the friction cone.
MK_WIDE_INLINE void solve_friction(Lanes *lanes, Wide load) {
	ContactBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	WideVec3 t1 = lanes_load3(&bundle->tangent, first);
	WideVec3 t2 = wide_vec3_cross(t1, lanes->normal);
	WideVec3 arm_a = lanes_load3(&bundle->center, first);
	WideVec3 arm_b = wide_vec3_add(arm_a, lanes->offset);
	WideVec3 at_a = wide_vec3_add(lanes->a.velocity, wide_vec3_cross(lanes->a.spin, arm_a));
	WideVec3 at_b = wide_vec3_add(lanes->b.velocity, wide_vec3_cross(lanes->b.spin, arm_b));
	WideVec3 relative = wide_vec3_sub(at_b, at_a);
	Wide speed1 = wide_vec3_dot(t1, relative);
	Wide speed2 = wide_vec3_dot(t2, relative);
	Wide m11 = wide_load(bundle->tangent_mass[0] + first);
	Wide m12 = wide_load(bundle->tangent_mass[1] + first);
	Wide m22 = wide_load(bundle->tangent_mass[2] + first);
	Wide old1 = wide_load(bundle->friction_impulse[0] + first);
	Wide old2 = wide_load(bundle->friction_impulse[1] + first);
	Wide new1 = wide_sub(old1, wide_multiply_add(m12, speed2, wide_multiply(m11, speed1)));
	Wide new2 = wide_sub(old2, wide_multiply_add(m22, speed2, wide_multiply(m12, speed1)));
	Wide limit = wide_multiply(wide_load(bundle->friction + first), load);
	Wide scale = scale_to(wide_multiply_add(new2, new2, wide_multiply(new1, new1)), limit);
	new1 = wide_multiply(new1, scale);
	new2 = wide_multiply(new2, scale);
	wide_store(bundle->friction_impulse[0] + first, new1);
	wide_store(bundle->friction_impulse[1] + first, new2);
	WideVec3 push = friction_push(t1, t2, wide_sub(new1, old1), wide_sub(new2, old2));
	lane_body_pull(&lanes->a, push, wide_vec3_cross(arm_a, push));
	lane_body_push(&lanes->b, push, wide_vec3_cross(arm_b, push));
}

MK_WIDE_INLINE void apply_twist(Lanes *lanes, WideVec3 twist) {
	lanes->a.spin = wide_vec3_sub(lanes->a.spin, lane_body_turn(&lanes->a, twist));
	lanes->b.spin = wide_vec3_add(lanes->b.spin, lane_body_turn(&lanes->b, twist));
}

// Spinning about the normal: friction of each point at its lever.
MK_WIDE_INLINE void solve_twist(Lanes *lanes) {
	ContactBundle *bundle = lanes->bundle;
	uint32_t first = lanes->first;
	Wide speed = wide_vec3_dot(lanes->normal, wide_vec3_sub(lanes->b.spin, lanes->a.spin));
	Wide limit = wide_multiply(wide_load(bundle->friction + first), leverage_of(lanes));
	Wide old = wide_load(bundle->friction_impulse[2] + first);
	Wide wanted = wide_sub(old, wide_multiply(wide_load(bundle->twist_mass + first), speed));
	Wide impulse = wide_clamp(wanted, wide_negate(limit), limit);
	wide_store(bundle->friction_impulse[2] + first, impulse);
	apply_twist(lanes, wide_vec3_scale(lanes->normal, wide_sub(impulse, old)));
}

// Returns (IA^-1 + IB^-1)^-1 times v, zero where it cannot be inverted.
MK_WIDE_INLINE WideVec3 solve_inertias(const Lanes *lanes, WideVec3 v) {
	Wide xx = wide_add(lanes->a.xx, lanes->b.xx);
	Wide xy = wide_add(lanes->a.xy, lanes->b.xy);
	Wide xz = wide_add(lanes->a.xz, lanes->b.xz);
	Wide yy = wide_add(lanes->a.yy, lanes->b.yy);
	Wide yz = wide_add(lanes->a.yz, lanes->b.yz);
	Wide zz = wide_add(lanes->a.zz, lanes->b.zz);
	WideVec3 x = { xx, xy, xz };
	WideVec3 y = { xy, yy, yz };
	WideVec3 z = { xz, yz, zz };
	WideVec3 yz_cross = wide_vec3_cross(y, z);
	Wide determinant = wide_vec3_dot(x, yz_cross);
	Wide inverse = wide_select(wide_less(wide_zero(), determinant),
			wide_divide(wide_splat(1), determinant), wide_zero());
	return (WideVec3){
		wide_multiply(inverse, wide_vec3_dot(v, yz_cross)),
		wide_multiply(inverse, wide_vec3_dot(v, wide_vec3_cross(z, x))),
		wide_multiply(inverse, wide_vec3_dot(v, wide_vec3_cross(x, y))),
	};
}

// Rolling: a torque against the relative spin, up to the resistance times the load.
MK_WIDE_INLINE void solve_rolling(Lanes *lanes, Wide load) {
	ContactBundleCold *cold = lanes->cold;
	uint32_t first = lanes->first;
	WideVec3 old = lanes_load3(&cold->rolling_impulse, first);
	WideVec3 spin = wide_vec3_sub(lanes->b.spin, lanes->a.spin);
	WideVec3 wanted = wide_vec3_sub(old, solve_inertias(lanes, spin));
	Wide limit = wide_multiply(wide_load(cold->rolling + first), load);
	WideVec3 impulse = wide_vec3_scale(wanted, scale_to(wide_vec3_dot(wanted, wanted), limit));
	lanes_store3(&cold->rolling_impulse, first, impulse);
	apply_twist(lanes, wide_vec3_sub(impulse, old));
}

MK_WIDE_INLINE void add_to(float *total, const float *impulse) {
	wide_store(total, wide_add(wide_load(total), wide_load(impulse)));
}

MK_WIDE_INLINE void add_totals(const Lanes *lanes) {
	ContactBundleCold *cold = lanes->cold;
	uint32_t first = lanes->first;
	for (uint32_t i = 0; i < cold->point_count; i++)
		add_to(cold->total[i] + first, lanes->bundle->points[i].impulse + first);
	for (uint32_t i = 0; i < 3; i++)
		add_to(cold->total_friction[i] + first, lanes->bundle->friction_impulse[i] + first);
}

MK_WIDE_INLINE void relax_lanes(Lanes *lanes) {
	solve_normals(lanes, false);
	Wide load = load_of(lanes);
	if (lanes->cold->resisting != 0) solve_rolling(lanes, load);
	solve_friction(lanes, load);
	solve_twist(lanes);
	if ((lanes->cold->reporting | lanes->cold->bouncing) != 0) add_totals(lanes);
}

MK_WIDE_INLINE void solve_lanes(Lanes *lanes) { solve_normals(lanes, true); }

// A point that came in fast and was stopped leaves with a part of its speed.
MK_WIDE_INLINE void bounce_point(
		const Lanes *lanes, LanePoints *points, uint32_t i, uint32_t count) {
	uint32_t first = lanes->first;
	Wide approach = wide_load(lanes->cold->approach[i] + first);
	Wide total = wide_load(lanes->cold->total[i] + first);
	WideMask is_bouncing = mask_and(wide_less(approach, wide_splat(-lanes->pass->bounce_speed)),
			wide_less(wide_zero(), total));
	Wide wanted = wide_multiply_add(
			wide_load(lanes->cold->restitution + first), approach, points->speed[i]);
	Wide stopped = wide_sub(points->old[i], wide_multiply(points->mass[i], wanted));
	Wide impulse = wide_select(is_bouncing, wide_max(stopped, wide_zero()), points->impulse[i]);
	set_impulse(lanes, points, i, impulse, count);
}

// How often the points of a manifold are made to bounce. Each sees what the others did: once through, the
// first ones leave too fast by what the later ones add, and a flat impact gains energy.
#define MK_BOUNCE_ROUNDS 8

MK_WIDE_INLINE void bounce_count(Lanes *lanes, uint32_t count) {
	LanePoints points;
	load_points(lanes, &points, count);
	for (uint32_t round = 0; round < (count > 1 ? MK_BOUNCE_ROUNDS : 1); round++)
		for (uint32_t i = 0; i < count; i++)
			bounce_point(lanes, &points, i, count);
	for (uint32_t i = 0; i < count; i++) {
		float *total = lanes->cold->total[i] + lanes->first;
		Wide change = wide_sub(points.impulse[i], points.old[i]);
		wide_store(total, wide_add(wide_load(total), change));
	}
	store_points(lanes, &points, count);
}

MK_WIDE_INLINE void restitute_lanes(Lanes *lanes) {
	if (lanes->cold->point_count == 1) {
		bounce_count(lanes, 1);
	} else {
		bounce_count(lanes, MK_CONTACT_POINTS);
	}
}

// Calls a pass for every group of lanes that is in use.
MK_WIDE_INLINE void for_each_group(
		const ContactPass *pass, const ContactBundles *bundles, void (*run)(Lanes *lanes)) {
	for (uint32_t i = 0; i < bundles->count; i++) {
		for (uint32_t first = 0; first < MK_BUNDLE_LANES; first += MK_LANES) {
			if (((uint32_t)bundles->cold[i].used >> first & MK_ALL_LANES) == 0) continue;
			Lanes lanes = lanes_load(pass, bundles, i, first);
			run(&lanes);
			lanes_store(&lanes);
		}
	}
}

ContactKernel MK_WIDE_NAME(mk_contact_warm_start);
ContactKernel MK_WIDE_NAME(mk_contact_solve);
ContactKernel MK_WIDE_NAME(mk_contact_relax);
ContactKernel MK_WIDE_NAME(mk_contact_restitute);

void MK_WIDE_NAME(mk_contact_warm_start)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, warm_start_lanes);
}

void MK_WIDE_NAME(mk_contact_solve)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, solve_lanes);
}

void MK_WIDE_NAME(mk_contact_relax)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, relax_lanes);
}

void MK_WIDE_NAME(mk_contact_restitute)(const ContactPass *pass, const ContactBundles *bundles) {
	for (uint32_t i = 0; i < bundles->count; i++) {
		if (bundles->cold[i].bouncing == 0) continue;
		ContactBundles one = { bundles->bundles + i, bundles->cold + i, 1 };
		for_each_group(pass, &one, restitute_lanes);
	}
}
