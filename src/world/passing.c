// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts that have not begun and will not. The solver keeps points that are apart from closing
// their gap along the normal that they have when the step begins. Where a body passes an edge,
// that normal turns while it does: a ball that rolls from one box of a floor to the next would
// be thrown up by an edge that it never hits. So a contact that is about to begin is looked at
// from the end of the step as well, with both bodies where they would be if nothing held them.
// If they are apart there, or hardly in each other and along the normal of that place approach
// much less, they only pass.
//
// Those that share a face pass no edge, and stay: in a pile they come and go by less than a
// millimetre, under a weight that these velocities do not have yet, and without their
// contact would sink in by it.
//
// Two that are through each other by then have a normal the other way round, and do not pass. What
// is wrong for one step is seen in the next one: it has sunk in by less than the slop.
#include "world/parts.h"
#include "world/sweep.h"

// m; less of an approach in a step is none
#define MK_PASSING_LEAST ((Real)1e-4)
// m; how far they may be in each other already: what resting bodies sink in, and no more
#define MK_PASSING_DEPTH ((Real)1e-3)
// no unit; the cosine of a normal that has turned by more than a right angle, up to rounding
#define MK_PASSING_TURN ((Real)0.1)
// rad; how far bodies may turn in a step for a face to count as one all the while: 4 degrees
#define MK_PASSING_SPIN ((Real)0.07)

static inline Vec3 center_of(const Body *body) {
	return vec3_add(body->pose.origin, body_center(body));
}

// Returns the velocity along the normal of a point in the world as part of a body,
// which has moved for `time`.
static inline Real speed_of(const Collider *collider, Vec3 point, Vec3 normal, Real time) {
	const Body *body = collider->object->body;
	Vec3 center = vec3_add_scaled(center_of(body), body->linear_velocity, time);
	Vec3 spin = vec3_cross(body->angular_velocity, vec3_sub(point, center));
	return vec3_dot(normal, vec3_add(body->linear_velocity, spin));
}

// Returns a collider's shape where it will be.
static ShapeInstance instance_after(const Collider *collider, Real dt) {
	const Body *body = collider->object->body;
	ShapeInstance after = collider->instance;
	Vec3 center = center_of(body);
	Quat turn = quat_integrate(quat_identity(), body->angular_velocity, dt);
	Vec3 arm = quat_rotate(turn, vec3_sub(after.pose.origin, center));
	after.pose.linear = mat3_multiply(quat_to_mat3(turn), after.pose.linear);
	after.pose.origin = vec3_add(vec3_add_scaled(center, body->linear_velocity, dt), arm);
	return after;
}

static const ContactPoint *deepest_point(const Manifold *manifold) {
	const ContactPoint *deepest = manifold->points;
	for (uint32_t i = 1; i < manifold->count; i++)
		if (manifold->points[i].separation < deepest->separation) deepest = manifold->points + i;
	return deepest;
}

// Returns how B moves against A along the normal at the deepest point, which is relative to A's
// `origin`; m in a step, negative: they approach.
static Real opening_of(const Passing *pair, const Manifold *manifold, Vec3 origin, Real time) {
	Vec3 point = vec3_add(origin, deepest_point(manifold)->position);
	Real speed = speed_of(pair->b, point, manifold->normal, time) -
			speed_of(pair->a, point, manifold->normal, time);
	return speed * pair->dt;
}

static Real spin_of(const Collider *collider) {
	return vec3_length(collider->object->body->angular_velocity);
}

// The least height of the triangle of the first three points, squared, m^2.
static Real width_squared(const Manifold *manifold) {
	Vec3 u = vec3_sub(manifold->points[1].position, manifold->points[0].position);
	Vec3 v = vec3_sub(manifold->points[2].position, manifold->points[0].position);
	Real longest = real_max(vec3_length_squared(u), vec3_length_squared(v));
	longest = real_max(longest, vec3_distance_squared(u, v));
	return longest > 0 ? vec3_length_squared(vec3_cross(u, v)) / longest : 0;
}

// Whether they share a face so wide that they cannot leave it within the step: in no
// other direction are they as little in each other at its end, so the normal is that
// of the face all the while.
static bool is_on_face(const Passing *pair, const Manifold *manifold) {
	if (manifold->count < 3) return false;
	const WorldObject *a = pair->a->object;
	const WorldObject *b = pair->b->object;
	Real spin_a = spin_of(pair->a);
	Real spin_b = spin_of(pair->b);
	if (!((spin_a + spin_b) * pair->dt < MK_PASSING_SPIN)) return false;
	Real speed = vec3_distance(a->body->linear_velocity, b->body->linear_velocity);
	speed += spin_a * object_reach(a) + spin_b * object_reach(b);
	return width_squared(manifold) > real_square(2 * (speed * pair->dt + MK_CONTACT_SLOP));
}

bool mk_world_is_passing(const Passing *pair, const Manifold *manifold, WorldWorker *worker) {
	if (!shape_is_convex(pair->a->instance.shape) || !shape_is_convex(pair->b->instance.shape))
		return false;
	Real separation = deepest_point(manifold)->separation;
	if (separation < -MK_PASSING_DEPTH) return false;
	Real opening = opening_of(pair, manifold, pair->a->instance.pose.origin, 0);
	if (opening > -MK_PASSING_LEAST || separation + opening >= MK_CONTACT_SLOP) return false;
	if (is_on_face(pair, manifold)) return false;
	ShapeInstance a = instance_after(pair->a, pair->dt);
	ShapeInstance b = instance_after(pair->b, pair->dt);
	Vec3 normal = manifold->normal;
	PairCache cache; // to start from; the contact keeps its own
	if (pair->cache != NULL) cache = *pair->cache;
	uint32_t first = worker->manifolds.count;
	CollideInput input = {
		.a = &a,
		.b = &b,
		.margin = pair->margin,
		.cache = pair->cache != NULL ? &cache : NULL,
		.scratch = &worker->arena,
		.manifolds = &worker->manifolds,
	};
	mk_collide(&input);
	bool is_passing = false;
	if (worker->manifolds.count > first) {
		const Manifold *then = worker->manifolds.data + first;
		Real gap = deepest_point(then)->separation;
		bool is_slower = opening_of(pair, then, a.pose.origin, pair->dt) >= opening / 2;
		is_passing = (gap > 0 || (gap >= -MK_CONTACT_SLOP && is_slower)) &&
				vec3_dot(then->normal, normal) > -MK_PASSING_TURN;
	}
	worker->manifolds.count = first;
	return is_passing;
}
