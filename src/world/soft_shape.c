// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Questions with a shape about soft bodies: each of their triangles is a convex piece for the
// functions that all pairs of shapes go through. The piece's own origin is its first corner, so
// that small triangles far away from the world's origin keep their digits.
#include "collide/overlap.h"
#include "geometry/closest_triangle.h"
#include "shape/convex.h"
#include "world/parts.h"
#include "world/query_shape.h"

// One triangle of a soft body, ready to be met.
typedef struct Piece {
	TriangleShape triangle;
	ShapeInstance instance; // refers to the triangle
} Piece;

// A question about one soft body.
typedef struct SoftPieces {
	WorldSoft *soft;
	Aabb box; // what the shape may reach
	uint32_t next;
} SoftPieces;

static Triangle corners_of(const SoftBody *body, uint32_t face) {
	const uint32_t *points = body->triangles.data[face].points;
	const SoftPoint *data = body->points.data;
	return (Triangle){ data[points[0]].position, data[points[1]].position,
		data[points[2]].position };
}

static Aabb box_of(Triangle t) {
	return (Aabb){ vec3_min(t.a, vec3_min(t.b, t.c)), vec3_max(t.a, vec3_max(t.b, t.c)) };
}

static void make_piece(Triangle t, Piece *piece) {
	Triangle local = { vec3_zero(), vec3_sub(t.b, t.a), vec3_sub(t.c, t.a) };
	mk_triangle_init(&piece->triangle);
	mk_triangle_set(&piece->triangle, local, vec3_normalize(triangle_normal_area(local)));
	piece->instance = instance_rigid(&piece->triangle.shape, (Transform){ quat_identity(), t.a });
}

// Makes the next triangle that the shape may reach; returns its number,
// MK_WORLD_NONE after the last.
static uint32_t next_piece(SoftPieces *pieces, Piece *piece) {
	const SoftBody *body = pieces->soft->body;
	while (pieces->next < body->triangles.count) {
		uint32_t face = pieces->next++;
		Triangle corners = corners_of(body, face);
		if (!aabb_overlaps(box_of(corners), pieces->box)) continue;
		make_piece(corners, piece);
		return face;
	}
	return MK_WORLD_NONE;
}

static bool is_near(const WorldShape *query, const WorldSoft *soft, Aabb box, SoftAsked *is_asked) {
	if (!(soft->layer & query->mask) || soft->body->points.count == 0) return false;
	if (!aabb_overlaps(mk_soft_bounds(soft->body), box)) return false;
	return is_asked == NULL || is_asked(query->user, soft);
}

void mk_world_overlaps_softs(const World *world, const WorldShape *query, SoftAsked *is_asked,
		SoftVisitor *visit, void *user) {
	if (!affine_is_finite(query->shape.pose)) return;
	Aabb box = mk_instance_bounds(&query->shape);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		SoftPieces pieces = { world->softs.data[i], box, 0 };
		if (!is_near(query, pieces.soft, box, is_asked)) continue;
		Piece piece;
		bool is_met = false;
		while (!is_met && next_piece(&pieces, &piece) != MK_WORLD_NONE)
			is_met = mk_overlap(&query->shape, &piece.instance, NULL);
		if (is_met && !visit(user, pieces.soft)) return;
	}
}

static void add_contacts(World *world, const WorldShape *query, Real reach, SoftPieces *pieces,
		WorldContactArray *contacts) {
	// the memory of a worker: nothing in it outlives a step, and none is running
	WorldWorker *worker = world->workers;
	Piece piece;
	for (uint32_t face = next_piece(pieces, &piece); face != MK_WORLD_NONE;
			face = next_piece(pieces, &piece)) {
		manifold_array_clear(&worker->manifolds);
		mk_collide(&(CollideInput){ .a = &query->shape,
				.b = &piece.instance,
				.margin = reach,
				.scratch = &worker->arena,
				.manifolds = &worker->manifolds });
		uint32_t first = contacts->count;
		for (uint32_t i = 0; i < worker->manifolds.count; i++)
			mk_world_contacts_add(contacts, &query->shape, worker->manifolds.data + i);
		for (uint32_t i = first; i < contacts->count; i++) {
			contacts->data[i].soft = pieces->soft;
			contacts->data[i].face = face;
		}
	}
}

void mk_world_contacts_softs(World *world, const WorldShape *query, Real reach, SoftAsked *is_asked,
		WorldContactArray *contacts) {
	if (!affine_is_finite(query->shape.pose)) return;
	Aabb box = aabb_grow(mk_instance_bounds(&query->shape), reach);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		SoftPieces pieces = { world->softs.data[i], box, 0 };
		if (is_near(query, pieces.soft, box, is_asked))
			add_contacts(world, query, reach, &pieces, contacts);
	}
}

static void cast_at(const WorldCast *cast, SoftPieces *pieces, WorldCastHit *best) {
	Piece piece;
	for (uint32_t face = next_piece(pieces, &piece); face != MK_WORLD_NONE;
			face = next_piece(pieces, &piece)) {
		CastInput input = mk_world_cast_input(cast, &piece.instance, best->touch.time);
		CastResult touch = mk_cast(&input);
		if (!cast_is_hit(&touch)) continue;
		// among equals the first one wins
		if (best->soft != NULL && touch.time >= best->touch.time) continue;
		*best = (WorldCastHit){ .soft = pieces->soft, .face = face, .touch = touch };
	}
}

WorldCastHit mk_world_cast_softs(
		const World *world, const WorldCast *cast, SoftAsked *is_asked, Real max_time) {
	WorldCastHit best = { .touch.time = max_time };
	if (!mk_world_cast_is_usable(cast)) return best;
	Aabb box = aabb_sweep(mk_instance_bounds(&cast->shape.shape), cast->motion);
	for (uint32_t i = 0; i < world->softs.count; i++) {
		SoftPieces pieces = { world->softs.data[i], box, 0 };
		if (is_near(&cast->shape, pieces.soft, box, is_asked)) cast_at(cast, &pieces, &best);
	}
	return best;
}

Vec3 mk_soft_velocity_at(const WorldSoft *soft, uint32_t face, Vec3 point) {
	const SoftBody *body = soft->body;
	Triangle t = corners_of(body, face);
	Triangle local = { vec3_zero(), vec3_sub(t.b, t.a), vec3_sub(t.c, t.a) };
	SimplexPoint nearest = mk_closest_on_triangle(local, vec3_sub(point, t.a));
	Vec3 velocity = vec3_zero();
	for (uint32_t k = 0; k < 3; k++) {
		const SoftPoint *corner = body->points.data + body->triangles.data[face].points[k];
		velocity = vec3_add_scaled(velocity, corner->velocity, nearest.weights[k]);
	}
	return velocity;
}

Vec3 mk_soft_closest(const WorldSoft *soft, Vec3 point) {
	Vec3 best = point;
	Real best_squared = MK_INFINITY;
	for (uint32_t i = 0; i < soft->body->triangles.count; i++) {
		Triangle t = corners_of(soft->body, i);
		Triangle local = { vec3_zero(), vec3_sub(t.b, t.a), vec3_sub(t.c, t.a) };
		Vec3 nearest = vec3_add(t.a, mk_closest_on_triangle(local, vec3_sub(point, t.a)).point);
		Real squared = vec3_distance_squared(nearest, point);
		if (!(squared < best_squared)) continue;
		best_squared = squared;
		best = nearest;
	}
	return best;
}
