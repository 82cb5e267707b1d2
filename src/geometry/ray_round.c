// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays against round solids (Ericson, Real-Time Collision Detection, 5.3.2 and 5.3.7). Quadratics
// are solved from the point of the line nearest to the solid, not from the origin: b^2 - ac loses
// all digits when a small solid is far away, the distance of the nearest point does not (Haines,
// Gunther, Akenine-Moeller, Precision Improvements for Ray/Sphere Intersection, 2019). A
// cylinder's side is the ball test in the plane across the axis; everything else is an
// intersection of intervals.
#include "geometry/ray.h"

#include "geometry/ray_span.h"

// A line seen from a solid with an axis: parts along the unit axis and across it.
typedef struct AxisRay {
	Real start; // along the axis, m from the solid's start
	Real speed; // along the axis per t
	Ray across; // origin and direction perpendicular to the axis
} AxisRay;

// Sine of the angle to the axis below which a line counts as parallel to it. Its part across the
// axis is a difference that is rounded to about this size; taken as a direction it would be noise.
// Over a way of length L the line moves sideways by at most L times this.
#define MK_RAY_PARALLEL (4 * MK_EPSILON)

static AxisRay split_by_axis(Ray ray, Vec3 start, Vec3 axis) {
	Vec3 from_start = vec3_sub(ray.origin, start);
	AxisRay split = { .start = vec3_dot(from_start, axis), .speed = vec3_dot(ray.direction, axis) };
	split.across.origin = vec3_add_scaled(from_start, axis, -split.start);
	Vec3 across = vec3_add_scaled(ray.direction, axis, -split.speed);
	Real limit = MK_RAY_PARALLEL * MK_RAY_PARALLEL * vec3_length_squared(ray.direction);
	// not ">": NaN stays NaN and finds no hit
	split.across.direction = vec3_length_squared(across) <= limit ? vec3_zero() : across;
	return split;
}

// the ball about zero; with a ray across an axis it is the side of an endless cylinder
static RaySpan ball_span(Ray ray, Real radius) {
	Real speed_squared = vec3_length_squared(ray.direction);
	if (!(radius >= 0)) return ray_span_none();
	if (speed_squared == 0) {
		bool is_inside = vec3_length_squared(ray.origin) <= radius * radius;
		return is_inside ? ray_span_all() : ray_span_none();
	}
	Real t_nearest = -vec3_dot(ray.origin, ray.direction) / speed_squared;
	Vec3 nearest = ray_at(ray, t_nearest);
	Real rest = radius * radius - vec3_length_squared(nearest);
	if (!(rest >= 0)) return ray_span_none();
	Real half = real_sqrt(rest / speed_squared);
	Vec3 normal = vec3_normalize(vec3_add_scaled(nearest, ray.direction, -half));
	// a ball of no size has no normal but the way back
	if (radius == 0) normal = vec3_normalize(vec3_negate(ray.direction));
	return (RaySpan){ t_nearest - half, t_nearest + half, normal };
}

static Ray ray_seen_from(Ray ray, Vec3 center) {
	return (Ray){ vec3_sub(ray.origin, center), ray.direction };
}

RayHit mk_ray_hit_sphere(Ray ray, RayRange range, Sphere sphere) {
	return ray_hit_from_span(ball_span(ray_seen_from(ray, sphere.center), sphere.radius), range);
}

RayHit mk_ray_hit_cylinder(Ray ray, RayRange range, Cylinder cylinder) {
	Vec3 axis = vec3_normalize(vec3_sub(cylinder.end, cylinder.start));
	if (vec3_equals(axis, vec3_zero())) return (RayHit){ 0 };
	AxisRay split = split_by_axis(ray, cylinder.start, axis);
	RaySpan side = ball_span(split.across, cylinder.radius);
	if (!(side.enter <= side.exit)) return (RayHit){ 0 };
	RayRange ends = { 0, vec3_distance(cylinder.start, cylinder.end) };
	RaySpan slab = ray_span_slab(split.start, split.speed, ends, vec3_negate(axis));
	if (!(slab.enter <= slab.exit)) return (RayHit){ 0 };
	return ray_hit_from_span(ray_span_intersect(side, slab), range);
}

// Where a line enters the endless cylinder decides what it meets first: the wall between the ends,
// or the ball on whose side of the wall that is. A line that enters beyond an end and misses that
// ball cannot reach the rest, since the ball closes the cylinder's mouth.
static RaySpan capsule_span(Ray ray, Capsule capsule, Vec3 axis, Real length) {
	AxisRay split = split_by_axis(ray, capsule.start, axis);
	RaySpan side = ball_span(split.across, capsule.radius);
	if (!(side.enter <= side.exit)) return ray_span_none();
	RaySpan first = ball_span(ray_seen_from(ray, capsule.start), capsule.radius);
	RaySpan last = ball_span(ray_seen_from(ray, capsule.end), capsule.radius);
	// along the axis the wall is never met; infinities of the side's interval say which ball is
	bool is_along = side.enter == -MK_INFINITY;
	Real enter_at = is_along ? -split.speed : split.start + side.enter * split.speed;
	Real exit_at = is_along ? split.speed : split.start + side.exit * split.speed;
	if (is_along) length = 0;
	RaySpan span = side;
	if (enter_at < 0) span = first;
	if (enter_at > length) span = last;
	span.exit = exit_at < 0 ? first.exit : exit_at > length ? last.exit : side.exit;
	return span;
}

RayHit mk_ray_hit_capsule(Ray ray, RayRange range, Capsule capsule) {
	Vec3 way = vec3_sub(capsule.end, capsule.start);
	Vec3 axis = vec3_normalize(way);
	Sphere ball = { capsule.start, capsule.radius };
	// a way that is not finite has no direction either, and is no ball
	if (!vec3_is_finite(way)) return (RayHit){ 0 };
	if (vec3_equals(axis, vec3_zero())) return mk_ray_hit_sphere(ray, range, ball);
	if (vec3_length_squared(ray.direction) == 0) {
		// a point: nearest point of the segment as a ball
		Real length = vec3_length(way);
		Real at = real_clamp(vec3_dot(vec3_sub(ray.origin, capsule.start), axis), 0, length);
		ball.center = vec3_add_scaled(capsule.start, axis, at);
		return mk_ray_hit_sphere(ray, range, ball);
	}
	return ray_hit_from_span(capsule_span(ray, capsule, axis, vec3_length(way)), range);
}

// A cone seen from its tip: inside is f(t) = |height across(t)|^2 - (radius along(t))^2 <= 0 with
// along(t) >= 0; f = a t^2 + 2 b t + c. Height and radius count in units of the larger one: with
// their true lengths b^2 would have the eighth power of a length, which vanishes for small cones.
typedef struct ConeQuadratic {
	Real a;
	Real b;
	Real c;
} ConeQuadratic;

// The part of a line in the double cone that can be on the tip's good side: the caller cuts away
// what is behind the tip, so the interval may reach there.
static RaySpan double_cone_span(ConeQuadratic f, Real speed) {
	Real rest = f.b * f.b - f.a * f.c;
	if (f.a > 0 && !(rest >= 0)) return ray_span_none();
	// the two roots without cancellation: q / a and c / q
	Real q = -(f.b + real_copy_sign(real_sqrt(real_max(rest, 0)), f.b));
	if (q == 0 && f.a == 0) return f.c <= 0 ? ray_span_all() : ray_span_none();
	Real root_c = q != 0 ? f.c / q : 0;
	Real root_a = f.a != 0 ? q / f.a : root_c;
	Real low = real_min(root_a, root_c);
	Real high = real_max(root_a, root_c);
	if (f.a > 0) return (RaySpan){ low, high, vec3_zero() };
	// steeper than the side: in one nappe before `low`, in the other after `high`
	if (f.a < 0 ? speed > 0 : f.b < 0) return (RaySpan){ high, MK_INFINITY, vec3_zero() };
	return (RaySpan){ -MK_INFINITY, low, vec3_zero() };
}

static Vec3 cone_side_normal(AxisRay split, Cone cone, Real t) {
	Vec3 outward = vec3_normalize(ray_at(split.across, t));
	return vec3_normalize(
			vec3_add_scaled(vec3_scale(outward, cone.height), cone.axis, -cone.radius));
}

static RaySpan cone_span(AxisRay split, Cone cone) {
	Real size = real_max(cone.height, cone.radius);
	Real height_squared = real_square(cone.height / size);
	Real radius_squared = real_square(cone.radius / size);
	Vec3 start = split.across.origin;
	Vec3 way = split.across.direction;
	ConeQuadratic f = {
		height_squared * vec3_dot(way, way) - radius_squared * split.speed * split.speed,
		height_squared * vec3_dot(start, way) - radius_squared * split.start * split.speed,
		height_squared * vec3_dot(start, start) - radius_squared * split.start * split.start,
	};
	RaySpan side = double_cone_span(f, split.speed);
	RayRange ends = { 0, cone.height };
	RaySpan slab = ray_span_slab(split.start, split.speed, ends, vec3_negate(cone.axis));
	if (!(side.enter <= side.exit && slab.enter <= slab.exit)) return ray_span_none();
	RaySpan span = ray_span_intersect(side, slab);
	if (span.enter <= span.exit && side.enter >= slab.enter) {
		span.normal = cone_side_normal(split, cone, side.enter);
	}
	return span;
}

RayHit mk_ray_hit_cone(Ray ray, RayRange range, Cone cone) {
	if (!(cone.height > 0 && cone.radius >= 0)) return (RayHit){ 0 };
	// start from the point of the line nearest to the tip, so that all numbers have the cone's size
	Real speed_squared = vec3_length_squared(ray.direction);
	Vec3 from_apex = vec3_sub(ray.origin, cone.apex);
	Real shift = speed_squared > 0 ? -vec3_dot(from_apex, ray.direction) / speed_squared : 0;
	Ray near = { vec3_add_scaled(from_apex, ray.direction, shift), ray.direction };
	RaySpan span = cone_span(split_by_axis(near, vec3_zero(), cone.axis), cone);
	span.enter += shift;
	span.exit += shift;
	return ray_hit_from_span(span, range);
}
