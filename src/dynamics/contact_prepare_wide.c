// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Once per step: what follows from a contact's geometry and its bodies' masses.
#include "dynamics/contact_lanes.h"

// How a point's weight in the centre of friction falls with its gap: whole up to 2 cm, nothing at
// twice that, m. Points that do not touch yet must not pull the centre away from those that do.
#define MK_FRICTION_REACH 0.02f
// The least weight, no unit, so that there is a centre at all if no point touches.
#define MK_LEAST_WEIGHT 1e-10f
// Stands for a length or a sum of zero where it is a divisor.
#define MK_TINY 1e-30f

// The points each lane has, as a mask for point i.
static WideMask points_mask(const Lanes *lanes, uint32_t i) {
	uint32_t bits = 0;
	for (uint32_t lane = 0; lane < MK_BUNDLE_LANES; lane++)
		bits |= (uint32_t)(lanes->cold->counts[lane] > i) << lane;
	return lanes_mask(lanes, bits);
}

static Wide inverse_or_zero(Wide x) {
	return wide_select(wide_less(wide_zero(), x), wide_divide(wide_splat(1), x), wide_zero());
}

// Returns u . (sum of the inverse masses at both bodies) . v for impulses at points: u and v are
// directions, the rows their levers.
static Wide row_product(
		const Lanes *lanes, WideVec3 u, WideVec3 v, const LaneRow *u_row, const LaneRow *v_row) {
	WideVec3 masses = wide_vec3_add(lanes->a.inverse_mass, lanes->b.inverse_mass);
	Wide linear = wide_vec3_dot(u, lanes_scale3(masses, v));
	Wide turn_a = wide_vec3_dot(u_row->a, lane_body_turn(&lanes->a, v_row->a));
	Wide turn_b = wide_vec3_dot(u_row->b, lane_body_turn(&lanes->b, v_row->b));
	return wide_add(linear, wide_add(turn_a, turn_b));
}

static void prepare_point(Lanes *lanes, uint32_t i) {
	uint32_t first = lanes->first;
	PointLanes *point = lanes->bundle->points + i;
	LaneRow row = lanes_row(lanes, lanes_load3(&point->arm, first));
	Wide mass = inverse_or_zero(row_product(lanes, lanes->normal, lanes->normal, &row, &row));
	wide_store(point->mass + first, wide_select(points_mask(lanes, i), mass, wide_zero()));
	wide_store(lanes->cold->total[i] + first, wide_zero());
	if (lanes->cold->bouncing == 0) return;
	wide_store(lanes->cold->approach[i] + first, lanes_normal_speed(lanes, &row));
}

// The centre of the points that touch, and their distances from it.
static WideVec3 prepare_center(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	Wide sum = wide_zero();
	WideVec3 center = { wide_zero(), wide_zero(), wide_zero() };
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		Wide gap = wide_load(bundle->points[i].separation + first);
		Wide weight = wide_sub(
				wide_splat(2), wide_multiply(gap, wide_splat(1 / MK_FRICTION_REACH)));
		weight = wide_clamp(weight, wide_splat(MK_LEAST_WEIGHT), wide_splat(1));
		weight = wide_select(points_mask(lanes, i), weight, wide_zero());
		sum = wide_add(sum, weight);
		center = wide_vec3_add_scaled(center, lanes_load3(&bundle->points[i].arm, first), weight);
	}
	Wide inverse = wide_divide(wide_splat(1), wide_max(sum, wide_splat(MK_TINY)));
	center = wide_vec3_scale(center, inverse);
	for (uint32_t i = 0; i < lanes->cold->point_count; i++) {
		WideVec3 away = wide_vec3_sub(lanes_load3(&bundle->points[i].arm, first), center);
		wide_store(bundle->lever[i] + first, wide_sqrt(wide_vec3_dot(away, away)));
	}
	lanes_store3(&bundle->center, first, center);
	return center;
}

// A unit vector across the normal; any, but always the same for the same normal.
static WideVec3 tangent_of(WideVec3 n) {
	WideMask is_flat = wide_less(wide_abs(n.x), wide_abs(n.z));
	WideVec3 across = wide_vec3_select(is_flat, (WideVec3){ wide_zero(), wide_negate(n.z), n.y },
			(WideVec3){ wide_negate(n.y), n.x, wide_zero() });
	Wide length = wide_sqrt(wide_vec3_dot(across, across));
	Wide inverse = wide_divide(wide_splat(1), wide_max(length, wide_splat(MK_TINY)));
	return wide_vec3_scale(across, inverse);
}

// Friction goes on with the impulse of the last step, along the new tangents.
static WideVec3 prepare_tangent(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	WideVec3 last = lanes_load3(&bundle->tangent, first);
	WideVec3 last_other = wide_vec3_cross(last, lanes->normal);
	Wide along1 = wide_load(bundle->friction_impulse[0] + first);
	Wide along2 = wide_load(bundle->friction_impulse[1] + first);
	WideVec3 push = wide_vec3_add_scaled(wide_vec3_scale(last, along1), last_other, along2);
	WideVec3 t1 = tangent_of(lanes->normal);
	lanes_store3(&bundle->tangent, first, t1);
	wide_store(bundle->friction_impulse[0] + first, wide_vec3_dot(push, t1));
	wide_store(bundle->friction_impulse[1] + first,
			wide_vec3_dot(push, wide_vec3_cross(t1, lanes->normal)));
	return t1;
}

static void prepare_friction(Lanes *lanes) {
	uint32_t first = lanes->first;
	ContactBundle *bundle = lanes->bundle;
	WideVec3 arm_a = prepare_center(lanes);
	WideVec3 arm_b = wide_vec3_add(arm_a, lanes->offset);
	WideVec3 t1 = prepare_tangent(lanes);
	WideVec3 t2 = wide_vec3_cross(t1, lanes->normal);
	LaneRow row1 = { wide_vec3_cross(arm_a, t1), wide_vec3_cross(arm_b, t1) };
	LaneRow row2 = { wide_vec3_cross(arm_a, t2), wide_vec3_cross(arm_b, t2) };
	Wide k11 = row_product(lanes, t1, t1, &row1, &row1);
	Wide k12 = row_product(lanes, t1, t2, &row1, &row2);
	Wide k22 = row_product(lanes, t2, t2, &row2, &row2);
	Wide inverse = inverse_or_zero(wide_sub(wide_multiply(k11, k22), wide_multiply(k12, k12)));
	wide_store(bundle->tangent_mass[0] + first, wide_multiply(k22, inverse));
	wide_store(bundle->tangent_mass[1] + first, wide_negate(wide_multiply(k12, inverse)));
	wide_store(bundle->tangent_mass[2] + first, wide_multiply(k11, inverse));
	Wide twist = wide_add(wide_vec3_dot(lanes->normal, lane_body_turn(&lanes->a, lanes->normal)),
			wide_vec3_dot(lanes->normal, lane_body_turn(&lanes->b, lanes->normal)));
	wide_store(bundle->twist_mass + first, inverse_or_zero(twist));
	for (uint32_t i = 0; i < 3; i++)
		wide_store(lanes->cold->total_friction[i] + first, wide_zero());
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
			for (uint32_t k = 0; k < lanes.cold->point_count; k++)
				prepare_point(&lanes, k);
			prepare_friction(&lanes);
		}
	}
}
