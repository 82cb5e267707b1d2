// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Restitution, once after the last sub-step: points that came in fast leave
// with a part of their speed.
//
// The law v' = -e v is about the moment of contact, which is somewhere in the step, or before it
// if a body starts inside another. What is kept is therefore taken from energies. A body that
// steps of length h move freely keeps v^2 / 2 - a y - a h v / 2 exactly, a being its acceleration
// and y its place (the second term is the potential, the third what steps of finite length add to
// it): so this sum at the end of the step is e^2 times that at its start, and a ball comes to e^2
// times the height it fell from.
#include "dynamics/contact_points.h"

// How much faster than e times its speed a point may leave because it is still inside, no unit.
// Larger: bodies of little bounce jump out of deep overlaps.
#define MK_BOUNCE_MOST 1.25f
// How often the points of a manifold are made to bounce. Each sees what the others
// did: once through, the first ones leave too fast by what the later ones add, and a
// flat impact gains energy.
#define MK_BOUNCE_ROUNDS 8

// What a group of lanes has in common.
typedef struct LaneBounce {
	Wide pull;        // m/s^2; how much faster the bodies approach each second by themselves
	LaneOpening path; // m; how far the points have opened since the start of the step
} LaneBounce;

// Returns what presses the bodies together, m/s^2; nothing that pulls them apart.
MK_WIDE_INLINE Wide load_pull(const Lanes *lanes) {
	const ContactPass *pass = lanes->pass;
	if (pass->accelerations == NULL) return wide_zero();
	Wide a[4];
	Wide b[4];
	wide_gather4(pass->accelerations, MK_ACCELERATION_STRIDE, lanes->bundle->a + lanes->first, a);
	wide_gather4(pass->accelerations, MK_ACCELERATION_STRIDE, lanes->bundle->b + lanes->first, b);
	WideVec3 relative = wide_vec3_sub(
			(WideVec3){ a[0], a[1], a[2] }, (WideVec3){ b[0], b[1], b[2] });
	return wide_max(wide_vec3_dot(lanes->normal, relative), wide_zero());
}

// Returns how fast a point leaves that came in with `approach` < 0.
MK_WIDE_INLINE Wide leaving_speed(
		const Lanes *lanes, const LaneBounce *bounce, const LanePoints *points, uint32_t i) {
	const ContactPass *pass = lanes->pass;
	Wide approach = wide_load(lanes->cold->approach[i] + lanes->first);
	Wide e = wide_load(lanes->cold->restitution + lanes->first);
	Wide start = wide_load(lanes->bundle->points[i].separation + lanes->first);
	Wide end = wide_add(start, lane_opening_at(&bounce->path, points->arm[i]));
	// what is deeper than a step's way has not come from this approach
	Wide deepest = wide_multiply(approach, wide_splat(pass->step));
	Wide twice = wide_multiply(wide_splat(2), bounce->pull);
	Wide added = wide_multiply(bounce->pull, wide_splat(pass->step));
	Wide in = wide_multiply(approach, wide_sub(approach, added));
	in = wide_multiply_add(twice, wide_max(start, deepest), in);
	Wide out = wide_sub(wide_multiply(wide_multiply(e, e), wide_max(in, wide_zero())),
			wide_multiply(twice, wide_max(end, deepest)));
	// u^2 - added u = out
	Wide half = wide_multiply(wide_splat(0.5f), added);
	Wide root = wide_sqrt(wide_max(wide_multiply_add(half, half, out), wide_zero()));
	Wide most = wide_multiply(wide_multiply(e, approach), wide_splat(-MK_BOUNCE_MOST));
	return wide_clamp(wide_add(half, root), wide_zero(), most);
}

// Returns which lanes have a point that came in fast, was stopped, and is not of a neighbour in the
// bundle that does not bounce.
MK_WIDE_INLINE WideMask bouncing_at(const Lanes *lanes, uint32_t i) {
	Wide total = wide_load(lanes->cold->total[i] + lanes->first);
	Wide approach = wide_load(lanes->cold->approach[i] + lanes->first);
	WideMask is_hit = mask_and(wide_less(approach, wide_splat(-lanes->pass->bounce_speed)),
			wide_less(wide_zero(), total));
	return mask_and(is_hit, lanes_mask(lanes, lanes->cold->bouncing));
}

MK_WIDE_INLINE void bounce_count(Lanes *lanes, uint32_t count) {
	LanePoints points;
	load_points(lanes, &points, count);
	load_effects(lanes, &points, count);
	LaneBounce bounce = { load_pull(lanes), load_opened(lanes) };
	Wide old[MK_CONTACT_POINTS];
	for (uint32_t i = 0; i < count; i++) {
		old[i] = points.impulse[i];
		Wide missing = wide_sub(points.speed[i], leaving_speed(lanes, &bounce, &points, i));
		points.target[i] = wide_sub(old[i], wide_multiply(points.mass[i], missing));
	}
	for (uint32_t round = 0; round < (count > 1 ? MK_BOUNCE_ROUNDS : 1); round++)
		for (uint32_t i = 0; i < count; i++) {
			Wide wanted = wide_max(points.target[i], wide_zero());
			wanted = wide_select(bouncing_at(lanes, i), wanted, points.impulse[i]);
			change_impulse(&points, i, wanted, count);
		}
	for (uint32_t i = 0; i < count; i++) {
		float *total = lanes->cold->total[i] + lanes->first;
		Wide change = wide_sub(points.impulse[i], old[i]);
		wide_store(total, wide_add(wide_load(total), change));
	}
	store_points(lanes, &points, count);
}

MK_WIDE_INLINE void bounce_lanes(Lanes *lanes) {
	if (lanes->cold->point_count == 1) {
		bounce_count(lanes, 1);
	} else {
		bounce_count(lanes, MK_CONTACT_POINTS);
	}
}

ContactKernel MK_WIDE_NAME(mk_contact_restitute);

void MK_WIDE_NAME(mk_contact_restitute)(const ContactPass *pass, const ContactBundles *bundles) {
	for (uint32_t i = 0; i < bundles->count; i++) {
		if (bundles->cold[i].bouncing == 0) continue;
		ContactBundles one = { bundles->bundles + i, bundles->cold + i, 1 };
		for_each_group(pass, &one, bounce_lanes);
	}
}
