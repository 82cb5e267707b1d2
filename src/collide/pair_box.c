// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two boxes by their fifteen axes (Gottschalk 1996): three of each box and nine cross products of
// edges. In overlap the best axis is the exact depth. Apart, it is so only if a corner is above a
// face or two edges cross; boxes that face each other with corners go the general way.
#include "collide/clip_box.h"
#include "collide/clip_flat.h"
#include "collide/pair_convex.h"
#include "math/quad.h"
#include "shape/convex.h"

// Squared sine of the angle between edges below which they count as parallel: their
// cross product has no direction, and a face axis says the same. Larger: edges that
// cross at 0.06 degrees are lost.
static const Real parallel_squared = (Real)1e-6;

typedef struct BoxAxes {
	Vec3 half_a;
	Vec3 half_b;
	Vec3 offset_a;    // B's centre seen from A, in A's axes
	Vec3 offset_b;    // the same in B's axes
	Quad rows[3];     // [i] in lane j: A's axis i . B's axis j
	Quad rows_abs[3]; // without signs
	Vec3 face_a;      // separations along A's axes
	Vec3 face_b;      // and along B's
} BoxAxes;

// The best edge axis.
typedef struct EdgeAxis {
	Real separation; // m
	int edge_a;      // -1: none
	int edge_b;
} EdgeAxis;

// Cosine between a face and the normal of crossed edges from which on the face is met as one, and
// squared sine between edges below which they touch along their length: as in clip.c.
static const Real aligned_cosine = (Real)0.98;
static const Real along_squared = (Real)4e-4;

static void measure_faces(const CollideInput *input, const Affine *relative, BoxAxes *x) {
	x->half_a = ((const BoxShape *)input->a->shape)->half;
	x->half_b = ((const BoxShape *)input->b->shape)->half;
	x->offset_a = relative->origin;
	Mat3 m = relative->linear;
	x->rows[0] = quad(m.x.x, m.y.x, m.z.x, 0);
	x->rows[1] = quad(m.x.y, m.y.y, m.z.y, 0);
	x->rows[2] = quad(m.x.z, m.y.z, m.z.z, 0);
	for (int i = 0; i < 3; i++)
		x->rows_abs[i] = quad_abs(x->rows[i]);
	Quad offset_a = quad_from_vec3(x->offset_a);
	Quad offset_b = quad_multiply(x->rows[0], quad_splat(x->offset_a.x));
	offset_b = quad_add(offset_b, quad_multiply(x->rows[1], quad_splat(x->offset_a.y)));
	offset_b = quad_add(offset_b, quad_multiply(x->rows[2], quad_splat(x->offset_a.z)));
	Quad reach_a = quad_multiply(x->rows_abs[0], quad_splat(x->half_a.x));
	reach_a = quad_add(reach_a, quad_multiply(x->rows_abs[1], quad_splat(x->half_a.y)));
	reach_a = quad_add(reach_a, quad_multiply(x->rows_abs[2], quad_splat(x->half_a.z)));
	Quad reach_b = quad_scale(quad_abs(quad_from_vec3(m.x)), x->half_b.x);
	reach_b = quad_add(reach_b, quad_scale(quad_abs(quad_from_vec3(m.y)), x->half_b.y));
	reach_b = quad_add(reach_b, quad_scale(quad_abs(quad_from_vec3(m.z)), x->half_b.z));
	Quad face_a = quad_sub(quad_sub(quad_abs(offset_a), quad_from_vec3(x->half_a)), reach_b);
	Quad face_b = quad_sub(quad_sub(quad_abs(offset_b), quad_from_vec3(x->half_b)), reach_a);
	x->offset_b = quad_to_vec3(offset_b);
	x->face_a = quad_to_vec3(face_a);
	x->face_b = quad_to_vec3(face_b);
}

// Separations of A's edge i and B's three edges, in lengths of the cross products; and the
// squares of these lengths.
static inline Quad measure_edges(const BoxAxes *x, int i, Quad *lengths_squared) {
	int k = i < 2 ? i + 1 : 0;
	int l = i > 0 ? i - 1 : 2;
	Quad row_k = x->rows[k];
	Quad row_l = x->rows[l];
	Quad centre = quad_sub(quad_scale(row_k, vec3_get(x->offset_a, l)),
			quad_scale(row_l, vec3_get(x->offset_a, k)));
	Quad reach_a = quad_add(quad_scale(x->rows_abs[l], vec3_get(x->half_a, k)),
			quad_scale(x->rows_abs[k], vec3_get(x->half_a, l)));
	// half.y turn.z + half.z turn.y and so on
	Quad turn = quad_turn(x->rows_abs[i]);
	Quad half = quad_turn(quad_from_vec3(x->half_b));
	Quad reach_b = quad_add(
			quad_multiply(half, quad_turn(turn)), quad_multiply(quad_turn(half), turn));
	*lengths_squared = quad_add(quad_multiply(row_k, row_k), quad_multiply(row_l, row_l));
	return quad_sub(quad_sub(quad_abs(centre), reach_a), reach_b);
}

static inline EdgeAxis better_edges(EdgeAxis best, Real along, Real length_squared, int pair) {
	if (!(along > best.separation) && along <= 0) return best;
	if (!(length_squared > parallel_squared)) return best;
	Real separation = along / real_sqrt(length_squared);
	return separation > best.separation ? (EdgeAxis){ separation, pair / 3, pair % 3 } : best;
}

// The edge axis that is better than `limit` and best; without one its separation is the limit. An
// axis of length l <= 1 that separates by s of its lengths separates by s / l: for overlaps that is
// even less than s, so most axes are done with before the square root.
static EdgeAxis best_edges(const BoxAxes *x, Real limit) {
	EdgeAxis best = { limit, -1, -1 };
	for (int i = 0; i < 3; i++) {
		Quad lengths;
		Quad along = measure_edges(x, i, &lengths);
		// all three at once: hardly any row has an axis worth a look
		Quad least = quad_splat(real_min(best.separation, 0));
		if ((quad_less_equal(along, least) & 7) == 7) continue;
		for (int k = 0; k < 3; k++)
			best = better_edges(best, quad_get(along, k), quad_get(lengths, k), 3 * i + k);
	}
	return best;
}

// The face axis to use, 0 to 2 of A and 3 to 5 of B: A's unless B's is better by more than noise;
// that of the last step a little longer.
static int choose_face(const CollideInput *input, const BoxAxes *x, Real slop) {
	int on_a = vec3_max_axis(x->face_a);
	int on_b = vec3_max_axis(x->face_b);
	bool was_b = input->cache != NULL && input->cache->reference == REFERENCE_B;
	Real bias = (was_b ? -slop : slop) / 50;
	bool is_b = vec3_get(x->face_b, on_b) > vec3_get(x->face_a, on_a) + bias;
	return is_b ? 3 + on_b : on_a;
}

static Real face_separation(const BoxAxes *x, int face) {
	return face < 3 ? vec3_get(x->face_a, face) : vec3_get(x->face_b, face - 3);
}

// Unit, from A to B.
static Vec3 edge_normal(const BoxAxes *x, EdgeAxis axis) {
	Vec3 along_b = vec3(quad_get(x->rows[0], axis.edge_b), quad_get(x->rows[1], axis.edge_b),
			quad_get(x->rows[2], axis.edge_b));
	Vec3 normal = vec3_normalize(vec3_cross(vec3_axis(axis.edge_a), along_b));
	return vec3_dot(normal, x->offset_a) < 0 ? vec3_negate(normal) : normal;
}

// The corner of a box that is farthest along a direction, in its axes, and
// its number (shape/box.c).
static Vec3 far_corner(Vec3 half, Vec3 direction, uint32_t *id) {
	*id = (uint32_t)(direction.x < 0) | (uint32_t)(direction.y < 0) << 1 |
			(uint32_t)(direction.z < 0) << 2;
	return vec3(direction.x < 0 ? -half.x : half.x, direction.y < 0 ? -half.y : half.y,
			direction.z < 0 ? -half.z : half.z);
}

// Two edges that are farthest along their common normal.
typedef struct EdgePair {
	Vec3 normal;   // unit, from A to B
	Vec3 normal_b; // in B's axes
	Vec3 along_a;  // unit
	Vec3 along_b;
	Vec3 point_a; // where they are nearest, in A's axes
	Vec3 point_b;
	uint32_t id_a; // a corner of each
	uint32_t id_b;
} EdgePair;

// Finds the edges along an edge axis and their nearest points; false if these are beyond the edges'
// ends: then the axis is not the distance.
static bool cross_edges(
		const BoxAxes *x, const Affine *relative, EdgeAxis axis, Real slack, EdgePair *e) {
	e->normal = edge_normal(x, axis);
	e->normal_b = mat3_apply_transposed(relative->linear, e->normal);
	Vec3 a = far_corner(x->half_a, e->normal, &e->id_a);
	Vec3 b = far_corner(x->half_b, vec3_negate(e->normal_b), &e->id_b);
	Real place_b = vec3_get(b, axis.edge_b);
	b = affine_point(*relative, b);
	e->along_a = vec3_axis(axis.edge_a);
	e->along_b = mat3_column(relative->linear, axis.edge_b);
	// lines a + s along_a and b + t along_b: the way between them is along the normal
	Vec3 offset = vec3_sub(b, a);
	Real cosine = vec3_get(e->along_b, axis.edge_a);
	Real on_a = vec3_get(offset, axis.edge_a);
	Real on_b = vec3_dot(offset, e->along_b);
	Real scale = 1 / (1 - cosine * cosine);
	Real s = (on_a - cosine * on_b) * scale;
	Real t = (cosine * on_a - on_b) * scale;
	e->point_a = vec3_add_scaled(a, e->along_a, s);
	e->point_b = vec3_add_scaled(b, e->along_b, t);
	return real_abs(vec3_get(e->point_a, axis.edge_a)) <=
			vec3_get(x->half_a, axis.edge_a) + slack &&
			real_abs(place_b + t) <= vec3_get(x->half_b, axis.edge_b) + slack;
}

// The frame of A with B in it, as mk_convex_sides makes it, but what boxes do not need.
static void set_sides(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	pair->a = *input->a;
	pair->b = *input->b;
	pair->a.pose = affine_identity();
	pair->b.pose = pair->reuse.relative;
	pair->difference.pose = input->a->pose;
	pair->difference.radius_a = 0;
	pair->difference.radius_b = 0;
	pair->difference.rounding = 0;
}

// Adds a manifold given in A's axes and keeps it for the next step.
static void hand_out(const ConvexPair *pair, const Manifold *manifold, ContactReference reference) {
	mk_reuse_store(pair->input, &pair->reuse, manifold, reference);
	if (manifold->count > 0) mk_pair_emit(pair->input, &pair->input->a->pose.linear, manifold);
}

static bool is_facing(Vec3 normal) { return vec3_max_element(vec3_abs(normal)) >= aligned_cosine; }

// Whether edges are across each other, and touch no face: one point is all there is.
static bool is_plain_crossing(const EdgePair *e) {
	Real cosine = vec3_dot(e->along_a, e->along_b);
	return 1 - cosine * cosine > along_squared && !is_facing(e->normal) && !is_facing(e->normal_b);
}

static uint32_t edge_feature(uint32_t corner, int axis) {
	return feature_edge(corner & ~(1u << axis), corner | 1u << axis);
}

// A normal, and the face that is across it: 0 to 2 of A, 3 to 5 of B.
typedef struct BoxNormal {
	Vec3 normal;     // unit, from A to B
	Vec3 outward;    // the same in the axes of the face's box, out of it
	Real separation; // m; of the boxes along it
	int face;
	bool is_exact; // it is the face's normal
} BoxNormal;

// Clips along a normal. Returns false if the other box is beside the face.
static bool clip_along(ConvexPair *pair, const BoxAxes *x, const BoxNormal *n) {
	const Affine *relative = &pair->reuse.relative;
	bool is_b = n->face >= 3;
	int axis = is_b ? n->face - 3 : n->face;
	ClipBoxInput input = {
		.half = is_b ? x->half_b : x->half_a,
		.other_half = is_b ? x->half_a : x->half_b,
		.middle = is_b ? vec3_negate(x->offset_b) : x->offset_a,
		.axis = axis,
		.is_negative = vec3_get(n->outward, axis) < 0,
		.is_b = is_b,
		.normal = n->outward,
		.is_face = n->is_exact,
		.separation = n->separation,
		.margin = pair->input->margin,
		.slack = pair->difference.error,
	};
	for (int i = 0; i < 3; i++)
		input.rows[i] = is_b ? quad_from_vec3(mat3_column(relative->linear, i)) : x->rows[i];
	ContactCandidates candidates;
	if (!mk_clip_boxes(&input, &candidates)) return false;
	candidates.normal = n->normal;
	for (uint32_t i = 0; is_b && i < candidates.count; i++) {
		ContactPoint *point = &candidates.points[i];
		point->position = affine_point(*relative, point->position);
	}
	Manifold manifold;
	const PairCache *cache = pair->input->cache;
	mk_manifold_reduce(&candidates, cache != NULL ? &cache->last : NULL, &manifold);
	ContactReference reference = is_b ? REFERENCE_B : REFERENCE_A;
	hand_out(pair, &manifold, n->is_exact ? reference : REFERENCE_NONE);
	return true;
}

// Clips along the normal of edges if a face is nearly across it.
static bool clip_edges(ConvexPair *pair, const BoxAxes *x, const EdgePair *e, Real separation) {
	Vec3 facing_a = vec3_abs(e->normal);
	Vec3 facing_b = vec3_abs(e->normal_b);
	if (!is_facing(e->normal) && !is_facing(e->normal_b)) return false;
	bool is_b = vec3_max_element(facing_b) > vec3_max_element(facing_a);
	return clip_along(pair, x,
			&(BoxNormal){
					.normal = e->normal,
					.outward = is_b ? vec3_negate(e->normal_b) : e->normal,
					.separation = separation,
					.face = is_b ? 3 + vec3_max_axis(facing_b) : vec3_max_axis(facing_a),
			});
}

// Along an edge axis. Returns false if the boxes are apart and the axis
// does not give their distance.
static bool finish_edges(ConvexPair *pair, const BoxAxes *x, EdgeAxis axis) {
	EdgePair e;
	bool is_exact = cross_edges(x, &pair->reuse.relative, axis, pair->difference.error, &e);
	if (!is_exact && axis.separation > 0) return false;
	if (is_exact && is_plain_crossing(&e)) {
		Manifold manifold = { .normal = e.normal, .kind = CONTACT_EDGE_EDGE, .count = 1 };
		manifold.points[0] = (ContactPoint){
			vec3_add_scaled(e.point_a, e.normal, axis.separation / 2),
			axis.separation,
			contact_id(edge_feature(e.id_a, axis.edge_a), edge_feature(e.id_b, axis.edge_b)),
		};
		hand_out(pair, &manifold, REFERENCE_NONE);
		return true;
	}
	if (clip_edges(pair, x, &e, axis.separation)) return true;
	set_sides(pair);
	pair->measure = (PairMeasure){ e.normal, axis.separation, e.point_a, e.point_b,
		REFERENCE_NONE };
	mk_convex_faces(pair);
	return mk_convex_finish(pair);
}

// Along the normal of a face, 0 to 2 of A and 3 to 5 of B. Returns false if
// the other box is beside it.
static bool finish_face(ConvexPair *pair, const BoxAxes *x, int face) {
	bool is_b = face >= 3;
	int axis = is_b ? face - 3 : face;
	Real way = is_b ? vec3_get(x->offset_b, axis) : vec3_get(x->offset_a, axis);
	Vec3 unit = vec3_axis(axis);
	Vec3 normal = is_b ? mat3_column(pair->reuse.relative.linear, axis) : unit;
	return clip_along(pair, x,
			&(BoxNormal){
					.normal = way < 0 ? vec3_negate(normal) : normal,
					.outward = is_b != (way < 0) ? vec3_negate(unit) : unit,
					.separation = face_separation(x, face),
					.face = face,
					.is_exact = true,
			});
}

static bool finish(ConvexPair *pair, const BoxAxes *x, int face, EdgeAxis edges) {
	return edges.edge_a >= 0 ? finish_edges(pair, x, edges) : finish_face(pair, x, face);
}

// A sum is finite only if all its terms are.
static bool is_finite_sum(const Affine *a) {
	Vec3 sum = vec3_add(vec3_add(a->linear.x, a->linear.y), vec3_add(a->linear.z, a->origin));
	return vec3_is_finite(sum);
}

// Whether the cache has a manifold. Of boxes that were apart nothing is kept or asked for: their
// six faces cost less than to find out how far they moved.
static bool has_contact(const CollideInput *input) {
	return input->cache != NULL && input->cache->last.count > 0;
}

static void test_boxes(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	if (!pair->reuse.is_possible)
		affine_relative(&input->a->pose, &input->b->pose, &pair->reuse.relative);
	const Affine *relative = &pair->reuse.relative;
	if (!is_finite_sum(relative)) return;
	Real sizes = input->a->shape->bound + input->b->shape->bound;
	Real way = vec3_length(relative->origin);
	pair->difference.error = 4 * MK_EPSILON * (sizes + way);
	// spheres around them are enough where no gap is to be kept
	bool keeps_gap = has_contact(input);
	if (!keeps_gap && way - sizes - pair->difference.error > input->margin) return;
	BoxAxes axes;
	measure_faces(input, relative, &axes);
	Real slop = contact_slop(real_min(input->a->shape->bound, input->b->shape->bound));
	int face = choose_face(input, &axes, slop);
	Real apart = face_separation(&axes, face);
	// an edge must be better than the face by what the face's steady normal is worth
	bool was_edge = input->cache != NULL && input->cache->last.count > 0 &&
			input->cache->reference == REFERENCE_NONE;
	EdgeAxis edges = { apart, -1, -1 };
	if (!(apart > input->margin)) edges = best_edges(&axes, apart + slop / (was_edge ? 20 : 10));
	if (edges.edge_a >= 0) apart = edges.separation;
	if (apart > input->margin) {
		if (keeps_gap) mk_reuse_store_gap(input, &pair->reuse, apart - pair->difference.error);
		return;
	}
	if (finish(pair, &axes, face, edges)) return;
	// a face that is beside the other box had been preferred to edges that are hardly better
	if (edges.edge_a < 0) edges = best_edges(&axes, face_separation(&axes, face));
	if (edges.edge_a >= 0 && finish(pair, &axes, face, edges)) return;
	mk_convex_test(pair);
}

void mk_pair_box_box(const CollideInput *input) {
	if (!input->a->is_rigid || !input->b->is_rigid || input->a->rounding > 0 ||
			input->b->rounding > 0) {
		mk_pair_convex(input);
		return;
	}
	ConvexPair pair;
	pair.input = input;
	if (has_contact(input))
		mk_reuse_look(input, &pair.reuse);
	else
		mk_reuse_look_anew(input, &pair.reuse);
	switch (pair.reuse.tier) {
		case REUSE_GAP: break;
		case REUSE_COPY:
		case REUSE_REFRESH: mk_reuse_emit(input, &pair.reuse); break;
		case REUSE_NORMAL:
		case REUSE_NOTHING: test_boxes(&pair); break;
	}
}
