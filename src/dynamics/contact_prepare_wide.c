// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Once per step: what follows from a contact's geometry and its bodies' masses.
#include "dynamics/contact_lanes.h"
#include "math/wide_turn.h"

// How a point's weight in the centre of friction falls with its gap: whole up to 2 cm, nothing at
// twice that, m. Points that do not touch yet must not pull the centre away from those that do.
#define MK_FRICTION_REACH 0.02f
// The least weight, no unit, so that there is a centre at all if no point touches.
#define MK_LEAST_WEIGHT 1e-10f
// Stands for a sum of zero where it is a divisor.
#define MK_TINY 1e-30f

// Bodies touch in a spot, not in a point: this part of their size, no unit. It brakes what spins
// about the normal on one point, which nothing else would ever stop.
#define MK_SPOT_PART 0.005f

// How a contact makes up for what it gives under its load: which part of it, no unit, and up to
// what, m. All of it would leave no place to come to rest at.
#define MK_LIFT_PART 0.95f
#define MK_LIFT_MOST 0.003f
// How fast it is learned while a contact is new and later, and how long it counts as new, s. The
// first is over when a pile falls asleep; but every pile swings up on it if it goes on long enough,
// the sooner the larger it is: one of 40 rows within some seconds.
#define MK_LIFT_TIME  0.1f
#define MK_LIFT_LATER 2.0f
#define MK_LIFT_NEW   0.4f
// How much is learned in the first step, m; after that as much again as there is. A blow is no
// load: it is over before it counts.
#define MK_LIFT_FIRST 0.00005f

// A point's lever arms on a row: arm x direction on both bodies.
typedef struct LaneRow {
	WideVec3 a;
	WideVec3 b;
} LaneRow;

// Returns which lanes have a point i, bit per lane.
static uint32_t having(const ContactBundleCold *cold, uint32_t i) {
	uint32_t bits = 0;
	for (uint32_t lane = 0; lane < MK_BUNDLE_LANES; lane++)
		bits |= (uint32_t)(cold->counts[lane] > i) << lane;
	return bits;
}

MK_WIDE_INLINE LaneRow row_at(const Lanes *lanes, WideVec3 arm, WideVec3 direction) {
	WideVec3 arm_b = wide_vec3_add(arm, lanes->offset);
	return (LaneRow){ wide_vec3_cross(arm, direction), wide_vec3_cross(arm_b, direction) };
}

// Returns what torques of a unit impulse along a row turn, per unit.
MK_WIDE_INLINE LaneRow row_turned(const Lanes *lanes, const LaneRow *row) {
	return (LaneRow){ lane_body_turn(&lanes->a, row->a), lane_body_turn(&lanes->b, row->b) };
}

MK_WIDE_INLINE Wide row_dot(const LaneRow *row, const LaneRow *turned) {
	return wide_add(wide_vec3_dot(row->a, turned->a), wide_vec3_dot(row->b, turned->b));
}

// Returns u . (sum of the inverse masses) . v.
MK_WIDE_INLINE Wide mass_product(const Lanes *lanes, WideVec3 u, WideVec3 v) {
	WideVec3 masses = wide_vec3_add(lanes->a.inverse_mass, lanes->b.inverse_mass);
	return wide_vec3_dot(u, lanes_scale3(masses, v));
}

// Effective masses of the points, and how an impulse at one opens the others.
MK_WIDE_INLINE void prepare_points(Lanes *lanes, uint32_t count) {
	uint32_t first = lanes->first;
	LaneRow rows[MK_CONTACT_POINTS];
	Wide linear = mass_product(lanes, lanes->normal, lanes->normal);
	float(*coupling)[MK_BUNDLE_LANES] = lanes->bundle->coupling;
	for (uint32_t i = 0; i < count; i++)
		rows[i] = row_at(lanes, lanes_load3(&lanes->bundle->points[i].arm, first), lanes->normal);
	for (uint32_t i = 0; i < count; i++) {
		LaneRow turned = row_turned(lanes, rows + i);
		Wide mass = wide_inverse_or_zero(wide_add(linear, row_dot(rows + i, &turned)));
		WideMask has = lanes_mask(lanes, having(lanes->cold, i));
		PointLanes *point = lanes->bundle->points + i;
		wide_store(point->mass + first, wide_select(has, mass, wide_zero()));
		wide_store(lanes->cold->total[i] + first, wide_zero());
		for (uint32_t k = i + 1; k < count; k++)
			wide_store(*coupling++ + first, wide_add(linear, row_dot(rows + k, &turned)));
	}
}

MK_WIDE_INLINE void prepare_approach(const Lanes *lanes, uint32_t count) {
	uint32_t first = lanes->first;
	LaneOpening speed = lanes_opening_speed(lanes);
	for (uint32_t i = 0; i < count; i++) {
		WideVec3 arm = lanes_load3(&lanes->bundle->points[i].arm, first);
		wide_store(lanes->cold->approach[i] + first, lane_opening_at(&speed, arm));
	}
}

// Returns the square of the radius of the spot in which two bodies touch, m^2: by the shorter of
// their arms, of those that the contact moves.
MK_WIDE_INLINE Wide spot_at(const Lanes *lanes, WideVec3 arm_a) {
	WideVec3 arm_b = wide_vec3_add(arm_a, lanes->offset);
	Wide a = wide_vec3_dot(arm_a, arm_a);
	Wide b = wide_vec3_dot(arm_b, arm_b);
	Wide least = wide_select(lanes_mask(lanes, lanes->cold->fixed_a), b,
			wide_select(lanes_mask(lanes, lanes->cold->fixed_b), a, wide_min(a, b)));
	return wide_multiply(least, wide_splat(MK_SPOT_PART * MK_SPOT_PART));
}

// The centre of the points that touch, and their distances from it.
MK_WIDE_INLINE WideVec3 prepare_center(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	Wide sum = wide_zero();
	WideVec3 center = { wide_zero(), wide_zero(), wide_zero() };
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		Wide gap = wide_load(bundle->points[i].separation + first);
		Wide weight = wide_sub(
				wide_splat(2), wide_multiply(gap, wide_splat(1 / MK_FRICTION_REACH)));
		weight = wide_clamp(weight, wide_splat(MK_LEAST_WEIGHT), wide_splat(1));
		weight = wide_select(lanes_mask(lanes, having(lanes->cold, i)), weight, wide_zero());
		sum = wide_add(sum, weight);
		center = wide_vec3_add_scaled(center, lanes_load3(&bundle->points[i].arm, first), weight);
	}
	Wide inverse = wide_divide(wide_splat(1), wide_max(sum, wide_splat(MK_TINY)));
	center = wide_vec3_scale(center, inverse);
	Wide spot_squared = spot_at(lanes, center);
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		WideVec3 away = wide_vec3_sub(lanes_load3(&bundle->points[i].arm, first), center);
		Wide squared = wide_max(wide_vec3_dot(away, away), spot_squared);
		wide_store(bundle->lever[i] + first, wide_sqrt(squared));
	}
	lanes_store3(&bundle->center, first, center);
	return center;
}

// Friction goes on with the impulse of the last step, along the new tangents.
MK_WIDE_INLINE WideVec3 prepare_tangent(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	WideVec3 last = lanes_load3(&bundle->tangent, first);
	WideVec3 last_other = wide_vec3_cross(last, lanes->normal);
	Wide along1 = wide_load(bundle->friction_impulse[0] + first);
	Wide along2 = wide_load(bundle->friction_impulse[1] + first);
	WideVec3 push = wide_vec3_add_scaled(wide_vec3_scale(last, along1), last_other, along2);
	WideVec3 t1 = wide_vec3_perpendicular(lanes->normal);
	lanes_store3(&bundle->tangent, first, t1);
	wide_store(bundle->friction_impulse[0] + first, wide_vec3_dot(push, t1));
	wide_store(bundle->friction_impulse[1] + first,
			wide_vec3_dot(push, wide_vec3_cross(t1, lanes->normal)));
	return t1;
}

MK_WIDE_INLINE void prepare_friction(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	WideVec3 arm_a = prepare_center(lanes);
	WideVec3 t1 = prepare_tangent(lanes);
	WideVec3 t2 = wide_vec3_cross(t1, lanes->normal);
	LaneRow row1 = row_at(lanes, arm_a, t1);
	LaneRow row2 = row_at(lanes, arm_a, t2);
	LaneRow turned1 = row_turned(lanes, &row1);
	LaneRow turned2 = row_turned(lanes, &row2);
	Wide k11 = wide_add(mass_product(lanes, t1, t1), row_dot(&row1, &turned1));
	Wide k12 = wide_add(mass_product(lanes, t1, t2), row_dot(&row1, &turned2));
	Wide k22 = wide_add(mass_product(lanes, t2, t2), row_dot(&row2, &turned2));
	Wide inverse = wide_inverse_or_zero(wide_sub(wide_multiply(k11, k22), wide_multiply(k12, k12)));
	wide_store(bundle->tangent_mass[0] + first, wide_multiply(k22, inverse));
	wide_store(bundle->tangent_mass[1] + first, wide_negate(wide_multiply(k12, inverse)));
	wide_store(bundle->tangent_mass[2] + first, wide_multiply(k11, inverse));
	Wide twist = wide_add(wide_vec3_dot(lanes->normal, lane_body_turn(&lanes->a, lanes->normal)),
			wide_vec3_dot(lanes->normal, lane_body_turn(&lanes->b, lanes->normal)));
	wide_store(bundle->twist_mass + first, wide_inverse_or_zero(twist));
	for (uint32_t i = 0; i < 3; i++)
		wide_store(lanes->cold->total_friction[i] + first, wide_zero());
}

// Returns by how much the points of a manifold give under their impulses, m; nothing against bodies
// that do not move, where it is a quarter as much and does not add up.
MK_WIDE_INLINE Wide given_by(const Lanes *lanes) {
	const ContactPass *pass = lanes->pass;
	Wide impulse = wide_zero();
	Wide mass = wide_zero();
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		const PointLanes *point = lanes->bundle->points + i;
		impulse = wide_add(impulse, wide_load(point->impulse + lanes->first));
		mass = wide_add(mass, wide_load(point->mass + lanes->first));
	}
	Wide yield = wide_splat(softness_yield(pass->dynamic, pass->h));
	Wide given = wide_multiply(wide_multiply(impulse, yield), wide_inverse_or_zero(mass));
	WideMask fixed = lanes_mask(lanes, lanes->cold->fixed_a | lanes->cold->fixed_b);
	return wide_select(fixed, wide_zero(), given);
}

// Returns which part of a change with a time (s) comes in this step.
static float part_in_step(const ContactPass *pass, float time) {
	return pass->step / (time + pass->step);
}

// A soft contact gives under its load, by impulse / (mass h (2 pi f)^2), which adds up in a
// high pile. What it gives is learned from the impulses and added to the overlap: the spring
// carries the load where the points touch. All points of a manifold are lifted alike, so
// that nothing is tilted by it.
MK_WIDE_INLINE void prepare_lift(const Lanes *lanes, uint32_t count) {
	float *lifts = lanes->bundle->lift + lanes->first;
	float *ages = lanes->cold->settled + lanes->first;
	float fast = part_in_step(lanes->pass, MK_LIFT_TIME);
	float slow = part_in_step(lanes->pass, MK_LIFT_LATER);
	float aging = part_in_step(lanes->pass, MK_LIFT_NEW);
	Wide wanted = wide_multiply(given_by(lanes), wide_splat(MK_LIFT_PART));
	wanted = wide_min(wanted, wide_splat(MK_LIFT_MOST));
	Wide lift = wide_load(lifts);
	Wide settled = wide_load(ages);
	Wide rate = wide_multiply_add(settled, wide_splat(slow - fast), wide_splat(fast));
	Wide change = wide_multiply(wide_sub(wanted, lift), rate);
	change = wide_min(change, wide_add(lift, wide_splat(MK_LIFT_FIRST)));
	lift = wide_add(lift, change);
	wide_store(lifts, lift);
	for (uint32_t i = 0; i < count; i++) {
		PointLanes *point = lanes->bundle->points + i;
		Wide separation = wide_load(point->separation + lanes->first);
		wide_store(point->gap + lanes->first, wide_sub(separation, lift));
	}
	Wide left = wide_sub(wide_splat(1), settled);
	wide_store(ages, wide_multiply_add(left, wide_splat(aging), settled));
}

static uint8_t most_points(const ContactBundleCold *cold) {
	uint8_t most = 0;
	for (uint32_t lane = 0; lane < MK_BUNDLE_LANES; lane++)
		most = cold->counts[lane] > most ? cold->counts[lane] : most;
	return most;
}

ContactKernel MK_WIDE_NAME(mk_contact_prepare);

void MK_WIDE_NAME(mk_contact_prepare)(const ContactPass *pass, const ContactBundles *bundles) {
	for (uint32_t i = 0; i < bundles->count; i++) {
		bundles->cold[i].point_count = most_points(bundles->cold + i);
		for (uint32_t first = 0; first < MK_BUNDLE_LANES; first += MK_LANES) {
			if (((uint32_t)bundles->cold[i].used >> first & MK_ALL_LANES) == 0) continue;
			Lanes lanes = lanes_load(pass, bundles, i, first);
			// the passes treat two and three points as four
			uint32_t count = lanes.cold->point_count > 1 ? MK_CONTACT_POINTS : 1;
			prepare_points(&lanes, count);
			if (lanes.cold->bouncing != 0) prepare_approach(&lanes, count);
			prepare_friction(&lanes);
			prepare_lift(&lanes, count);
		}
	}
}
