// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces and edges on a ball that is much larger: a planet, say. They touch in one point, but nearly
// do so all around it: at x from the point the gap is x^2 over twice the radius. As on lines that
// lie along each other (clip_edge.c) a body would rock on such a point for ever. So a large ball is
// met as if it were flat where the gap is less than what a solver can tell apart.
#include "collide/clip_flat.h"
#include "collide/ground.h"

// A place of the other feature, with its height on the ball's core, which is a point.
static void add_place(Clip *clip, bool is_b, Vec3 ball, Vec3 place, uint32_t corner) {
	uint32_t id = feature_vertex(corner);
	if (is_b) {
		mk_clip_add(clip,
				(ClipPoint){ place.x, place.y, place.z, ball.z, contact_id(id, MK_FEATURE_FACE) });
	} else {
		mk_clip_add(clip,
				(ClipPoint){ place.x, place.y, ball.z, place.z, contact_id(MK_FEATURE_FACE, id) });
	}
}

// Whether the ball's highest point is above an edge: not beyond its ends.
static bool is_above_edge(const FlatFace *edge, Vec3 p) {
	Vec3 way = vec3_sub(edge->points[1], edge->points[0]);
	Vec3 offset = vec3_sub(p, edge->points[0]);
	Real along = way.x * offset.x + way.y * offset.y;
	return along >= 0 && along <= way.x * way.x + way.y * way.y;
}

static bool is_above(const Clip *clip, bool is_b, const FlatFace *other, Vec3 ball) {
	if (other->kind == FACE_EDGE) return is_above_edge(other, ball);
	return other->kind == FACE_DISC ? mk_clip_in_disc(clip, !is_b, ball)
									: mk_clip_in_polygon(other, ball);
}

// The place of the other feature that touches the ball.
static Vec3 foot_of(const FlatFace *other, Vec3 ball) {
	if (other->kind != FACE_EDGE) return vec3(ball.x, ball.y, flat_height(other, ball.x, ball.y));
	Vec3 way = vec3_sub(other->points[1], other->points[0]);
	Vec3 offset = vec3_sub(ball, other->points[0]);
	Real length_squared = way.x * way.x + way.y * way.y;
	Real t = (way.x * offset.x + way.y * offset.y) / length_squared;
	return vec3_lerp(other->points[0], other->points[1], t);
}

bool mk_clip_on_ball(Clip *clip, bool is_b, Vec3 ball) {
	const FlatFace *other = is_b ? &clip->a : &clip->b;
	Real radius = is_b ? clip->input->radius_b : clip->input->radius_a;
	if (other->kind == FACE_POINT) return false;
	Vec3 across = vec3_sub(other->points[other->count / 2], other->points[0]);
	Real size = real_sqrt(across.x * across.x + across.y * across.y) / 2;
	if (!(size > 0 && ball_is_ground(radius, size)) || !is_above(clip, is_b, other, ball))
		return false;
	Real reach = real_sqrt(2 * radius * contact_slop(size) / 5);
	Vec3 foot = foot_of(other, ball);
	for (uint32_t i = 0; i < other->count; i++) {
		Vec3 way = vec3_sub(other->points[i], foot);
		Real length = real_sqrt(way.x * way.x + way.y * way.y);
		Real part = length > reach ? reach / length : 1;
		add_place(clip, is_b, ball, vec3_add_scaled(foot, way, part), other->ids[i]);
	}
	return true;
}
