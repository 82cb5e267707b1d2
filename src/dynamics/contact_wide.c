// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The passes of a sub-step over contact bundles; contact_solver.h says what each is for.
// Preparation, once per step, is in contact_prepare_wide.c, restitution in contact_bounce_wide.c.
#include "dynamics/contact_points.h"

#include <float.h>

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

// How a row answers to overlap in this pass; mass_scale + impulse_scale of a softness is 1.
typedef struct LaneSoftness {
	Wide push; // 1/s; mass_scale times bias_rate
	Wide mass_scale;
} LaneSoftness;

MK_WIDE_INLINE LaneSoftness load_softness(const Lanes *lanes) {
	WideMask fixed = lanes_mask(lanes, lanes->cold->fixed_a | lanes->cold->fixed_b);
	Softness hard = lanes->pass->fixed;
	Softness soft = lanes->pass->dynamic;
	return (LaneSoftness){
		wide_select(fixed, wide_splat(hard.mass_scale * hard.bias_rate),
				wide_splat(soft.mass_scale * soft.bias_rate)),
		wide_select(fixed, wide_splat(hard.mass_scale), wide_splat(soft.mass_scale)),
	};
}

// A gap may be closed within this sub-step and no more.
MK_WIDE_INLINE Wide closing_speed(const Lanes *lanes, Wide gap) {
	return wide_multiply(gap, wide_splat(1 / lanes->pass->h));
}

// Overlap is worked off softly: lambda' = max(0, lambda - m (s v + bias) - (1 - s) lambda).
MK_WIDE_INLINE void aim_to_part(const Lanes *lanes, LanePoints *points, uint32_t count) {
	LaneSoftness softness = load_softness(lanes);
	for (uint32_t i = 0; i < count; i++) {
		Wide gap = wide_load(lanes->bundle->points[i].gap + lanes->first);
		WideMask is_apart = wide_less(wide_zero(), gap);
		Wide soft = wide_max(
				wide_multiply(softness.push, gap), wide_splat(-lanes->pass->push_limit));
		Wide bias = wide_select(is_apart, closing_speed(lanes, gap), soft);
		Wide scale = wide_select(is_apart, wide_splat(1), softness.mass_scale);
		Wide stopped = wide_sub(
				points->impulse[i], wide_multiply(points->mass[i], points->speed[i]));
		points->target[i] = wide_sub(
				wide_multiply(scale, stopped), wide_multiply(points->mass[i], bias));
		points->mass[i] = wide_multiply(scale, points->mass[i]);
	}
}

// Without bias, and firmly; the bodies have moved, so gaps are others.
MK_WIDE_INLINE void aim_to_stop(const Lanes *lanes, LanePoints *points, uint32_t count) {
	LaneOpening opened = load_opened(lanes);
	opened.along = wide_sub(opened.along, wide_load(lanes->bundle->lift + lanes->first));
	for (uint32_t i = 0; i < count; i++) {
		PointLanes *point = lanes->bundle->points + i;
		Wide start = wide_load(point->separation + lanes->first);
		Wide gap = wide_add(start, lane_opening_at(&opened, points->arm[i]));
		wide_store(point->gap + lanes->first, gap);
		Wide speed = wide_add(points->speed[i], closing_speed(lanes, wide_max(gap, wide_zero())));
		points->target[i] = wide_sub(points->impulse[i], wide_multiply(points->mass[i], speed));
	}
}

// How often the points of a manifold are gone through without bias, which is what stays
// of a sub-step: twice, and boxes pushed face on face keep a seventieth of the spin that
// once through would leave.
#define MK_RELAX_ROUNDS 2

// There and back: what comes first must not be what a tower leans to.
MK_WIDE_INLINE void solve_count(Lanes *lanes, uint32_t count, bool has_bias) {
	LanePoints points;
	load_points(lanes, &points, count);
	if (has_bias) {
		aim_to_part(lanes, &points, count);
	} else {
		aim_to_stop(lanes, &points, count);
	}
	load_effects(lanes, &points, count);
	set_impulse(&points, 0, count);
	for (uint32_t round = 0; round < (has_bias || count == 1 ? 1 : MK_RELAX_ROUNDS); round++) {
		for (uint32_t i = 1; i < count; i++)
			set_impulse(&points, i, count);
		for (uint32_t i = count - 1; i-- > 0;)
			set_impulse(&points, i, count);
	}
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

// An impulse along both tangents, N s.
typedef struct LaneSlide {
	Wide x;
	Wide y;
} LaneSlide;

MK_WIDE_INLINE Wide slide_squared(LaneSlide p) {
	return wide_multiply_add(p.y, p.y, wide_multiply(p.x, p.x));
}

// How often Newton's method is applied. It starts below the solution and comes nearer from
// there, by many digits at once if the masses along both tangents are alike; with 16 : 1,
// twice leave a thousandth.
#define MK_SLIDE_ROUNDS 2

// Less than this part of a mass is no difference between two directions, no unit: some roundings.
#define MK_EVEN_PART 1e-5f

// Where bodies are not as easy to push along one tangent as along another; balls are.
MK_WIDE_INLINE WideMask is_heavier_one_way(const Wide m[3]) {
	Wide even = wide_multiply(m[0], wide_splat(MK_EVEN_PART));
	Wide across = wide_max(wide_abs(m[1]), wide_abs(wide_sub(m[0], m[2])));
	return wide_less(even, across);
}

// Returns an impulse with the length `limit` in some lanes.
MK_WIDE_INLINE LaneSlide scale_slide(LaneSlide p, WideMask is_over, Wide limit, Wide squared) {
	Wide scale = wide_divide(limit, wide_sqrt(squared));
	return (LaneSlide){ wide_select(is_over, wide_multiply(p.x, scale), p.x),
		wide_select(is_over, wide_multiply(p.y, scale), p.y) };
}

// The impulse inside the friction cone that is nearest to the one that would stop all sliding,
// in terms of energy: friction then acts against the sliding that is left, also if a body is
// easier to push one way than the other. K (p - p*) + v p = 0 with |p| the limit, v > 0 by
// Newton's method on 1 / |p| (Moré and Sorensen, "Computing a Trust Region Step", 1983); with
// the masses M = K^-1 all times det M.
MK_WIDE_INLINE LaneSlide limit_slide(const Wide m[3], LaneSlide wanted, Wide limit) {
	Wide wanted_squared = slide_squared(wanted);
	WideMask is_over = wide_less(wide_multiply(limit, limit), wanted_squared);
	if (!mask_any(is_over)) return wanted;
	WideMask is_uneven = mask_and(is_over, is_heavier_one_way(m));
	if (!mask_any(is_uneven)) return scale_slide(wanted, is_over, limit, wanted_squared);
	LaneSlide b = {
		wide_sub(wide_multiply(m[2], wanted.x), wide_multiply(m[1], wanted.y)),
		wide_sub(wide_multiply(m[0], wanted.y), wide_multiply(m[1], wanted.x)),
	};
	Wide cross_squared = wide_multiply(m[1], m[1]);
	Wide v = wide_zero();
	LaneSlide p = wanted;
	for (uint32_t i = 0; i < MK_SLIDE_ROUNDS; i++) {
		Wide m11 = wide_add(m[0], v);
		Wide m22 = wide_add(m[2], v);
		Wide squared = slide_squared(p);
		Wide length = wide_sqrt(squared);
		// no limit at all would be infinitely far away
		Wide least = wide_max(limit, wide_multiply(length, wide_splat(1e-6f)));
		Wide bent = wide_add(wide_multiply(m11, wide_multiply(p.x, p.x)),
				wide_multiply(m22, wide_multiply(p.y, p.y)));
		bent = wide_multiply_add(wide_multiply(wide_splat(2), m[1]), wide_multiply(p.x, p.y), bent);
		Wide determinant = wide_sub(wide_multiply(m11, m22), cross_squared);
		Wide far = wide_divide(wide_sub(length, least), wide_multiply(least, bent));
		v = wide_multiply_add(wide_multiply(squared, determinant), far, v);
		m11 = wide_add(m[0], v);
		m22 = wide_add(m[2], v);
		Wide inverse = wide_divide(wide_splat(1), wide_sub(wide_multiply(m11, m22), cross_squared));
		p.x = wide_multiply(inverse, wide_multiply_add(m[1], b.y, wide_multiply(m11, b.x)));
		p.y = wide_multiply(inverse, wide_multiply_add(m[1], b.x, wide_multiply(m22, b.y)));
	}
	// without masses there is no such impulse
	Wide squared = slide_squared(p);
	WideMask is_found = mask_and(
			wide_less(wide_zero(), squared), wide_less(squared, wide_splat(FLT_MAX)));
	is_found = mask_and(is_found, is_uneven);
	p.x = wide_select(is_found, p.x, wanted.x);
	p.y = wide_select(is_found, p.y, wanted.y);
	return scale_slide(p, is_over, limit, slide_squared(p));
}

// Sliding at the centre of the points.
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
	Wide m[3];
	for (uint32_t i = 0; i < 3; i++)
		m[i] = wide_load(bundle->tangent_mass[i] + first);
	LaneSlide old = { wide_load(bundle->friction_impulse[0] + first),
		wide_load(bundle->friction_impulse[1] + first) };
	LaneSlide wanted = {
		wide_sub(old.x, wide_multiply_add(m[1], speed2, wide_multiply(m[0], speed1))),
		wide_sub(old.y, wide_multiply_add(m[2], speed2, wide_multiply(m[1], speed1))),
	};
	Wide limit = wide_multiply(wide_load(bundle->friction + first), load);
	LaneSlide impulse = limit_slide(m, wanted, limit);
	wide_store(bundle->friction_impulse[0] + first, impulse.x);
	wide_store(bundle->friction_impulse[1] + first, impulse.y);
	WideVec3 push = friction_push(t1, t2, wide_sub(impulse.x, old.x), wide_sub(impulse.y, old.y));
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

ContactKernel MK_WIDE_NAME(mk_contact_warm_start);
ContactKernel MK_WIDE_NAME(mk_contact_solve);
ContactKernel MK_WIDE_NAME(mk_contact_relax);

void MK_WIDE_NAME(mk_contact_warm_start)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, warm_start_lanes);
}

void MK_WIDE_NAME(mk_contact_solve)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, solve_lanes);
}

void MK_WIDE_NAME(mk_contact_relax)(const ContactPass *pass, const ContactBundles *bundles) {
	for_each_group(pass, bundles, relax_lanes);
}
