// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes around sweeps. Relative to the centre of the one that looks: a ball about the other centre
// holds a shape however it turns; its box at the beginning, grown by the longest chord of its turn,
// does so for short turns; what is in both holds it, too. Then the one that looks turns: no point
// comes farther from its place than the chord of that turn at its distance.
#include "collide/toi_box.h"

#include "collide/toi_motion.h"
#include "math/trig.h"

static Aabb everything(void) { return (Aabb){ vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) }; }

// The longest way of a point at distance 1 from the axis.
static Real chord_of(const FineSide *side, double duration) {
	double half = side->angle * duration / 2;
	return half < 1.5 ? (Real)(2 * mk_sin(half)) : 2;
}

static Vec3 narrow(Double3 v) { return vec3((Real)v.x, (Real)v.y, (Real)v.z); }

// Around the one that passes, relative to the centre of the one that looks, in the axes outside.
static Aabb around(const SweepBoxInput *in, const FineSide *side, const FineSide *seen) {
	double duration = in->end - in->begin;
	Double3 from = double3_sub(fine_center(side, in->begin), fine_center(seen, in->begin));
	Vec3 way = narrow(double3_scale(double3_sub(side->motion, seen->motion), duration));
	Real reach = (Real)(side->reach + side->rounding);
	Aabb ball = aabb_sweep(aabb_from_center(narrow(from), vec3_splat(reach)), way);
	Sweep sweep = *in->sweep;
	// numbers relative to its own centre stay small
	sweep.shape.pose.origin = vec3_sub(sweep.shape.pose.origin, sweep.center);
	sweep.center = sweep.motion = vec3_zero();
	ShapeInstance start = mk_sweep_instance(&sweep, in->begin);
	Aabb box = mk_instance_bounds(&start);
	box.min = vec3_add(box.min, narrow(from));
	box.max = vec3_add(box.max, narrow(from));
	box = aabb_grow(aabb_sweep(box, way), chord_of(side, duration) * (Real)side->swing);
	return aabb_intersect(ball, box);
}

static Real farthest(Aabb box) {
	Vec3 far = vec3_max(vec3_abs(box.min), vec3_abs(box.max));
	return vec3_length(far);
}

Aabb mk_sweep_box(const SweepBoxInput *in) {
	FineSide side;
	FineSide seen;
	Vec3 origin = in->seen->center;
	if (!mk_fine_side(&side, in->sweep, origin) || !mk_fine_side(&seen, in->seen, origin)) {
		return everything();
	}
	if (side.is_plane) return everything();
	Aabb box = around(in, &side, &seen);
	Real far = farthest(box);
	Real grow = in->reach + in->seen->shape.margin + far * chord_of(&seen, in->end - in->begin);
	// a dozen roundings of numbers of that size
	box = aabb_grow(box, grow + 16 * MK_EPSILON * (far + grow));
	Sweep at = *in->seen;
	at.shape.pose.origin = vec3_sub(at.shape.pose.origin, at.center);
	at.center = at.motion = vec3_zero();
	Affine inverse;
	if (!affine_invert(mk_sweep_instance(&at, in->begin).pose, &inverse)) return everything();
	return aabb_transform(box, inverse);
}
