// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two boxes by their fifteen axes (Gottschalk 1996): three of each box and nine cross products of
// edges. In overlap the best axis is the exact depth. Apart, it is so only if a corner is above a face
// or two edges cross; boxes that face each other with corners go the general way.
#include "collide/feature.h"
#include "collide/pair_convex.h"
#include "shape/convex.h"

// Squared sine of the angle between edges below which they count as parallel: their cross product has
// no direction, and a face axis says the same. Larger: edges that cross at 0.06 degrees are lost.
static const Real parallel_squared = (Real)1e-6;

typedef struct BoxAxes {
	Vec3 half_a;
	Vec3 half_b;
	Vec3 offset_a;    // B's centre seen from A, in A's axes
	Vec3 offset_b;    // the same in B's axes
	Vec3 rows[3];     // [i].j: A's axis i . B's axis j
	Vec3 rows_abs[3]; // without signs
	Vec3 face_a;      // separations along A's axes
	Vec3 face_b;      // and along B's
} BoxAxes;

// The best edge axis.
typedef struct EdgeAxis {
	Real separation; // m
	int edge_a;      // -1: none
	int edge_b;
} EdgeAxis;

static void measure_faces(const CollideInput *input, const Affine *relative, BoxAxes *x) {
	x->half_a = ((const BoxShape *)input->a->shape)->half;
	x->half_b = ((const BoxShape *)input->b->shape)->half;
	x->offset_a = relative->origin;
	x->offset_b = mat3_apply_transposed(relative->linear, relative->origin);
	Mat3 rows = mat3_transpose(relative->linear);
	x->rows[0] = rows.x;
	x->rows[1] = rows.y;
	x->rows[2] = rows.z;
	for (int i = 0; i < 3; i++)
		x->rows_abs[i] = vec3_abs(x->rows[i]);
	Mat3 size = { x->rows_abs[0], x->rows_abs[1], x->rows_abs[2] };
	Vec3 reach_a = mat3_apply(size, x->half_a);
	Vec3 reach_b = mat3_apply_transposed(size, x->half_b);
	x->face_a = vec3_sub(vec3_sub(vec3_abs(x->offset_a), x->half_a), reach_b);
	x->face_b = vec3_sub(vec3_sub(vec3_abs(x->offset_b), x->half_b), reach_a);
}

// Separations of A's edge i and B's three edges, in lengths of the cross products; and the squares of
// these lengths.
static inline Vec3 measure_edges(const BoxAxes *x, int i, Vec3 *lengths_squared) {
	int k = i < 2 ? i + 1 : 0;
	int l = i > 0 ? i - 1 : 2;
	Real offset_k = vec3_get(x->offset_a, k);
	Real offset_l = vec3_get(x->offset_a, l);
	Vec3 centre = vec3_sub(vec3_scale(x->rows[k], offset_l), vec3_scale(x->rows[l], offset_k));
	Vec3 reach_a = vec3_add(vec3_scale(x->rows_abs[l], vec3_get(x->half_a, k)),
			vec3_scale(x->rows_abs[k], vec3_get(x->half_a, l)));
	Vec3 turn = x->rows_abs[i];
	Vec3 half = x->half_b;
	Vec3 reach_b = vec3(half.y * turn.z + half.z * turn.y, half.z * turn.x + half.x * turn.z,
			half.x * turn.y + half.y * turn.x);
	*lengths_squared = vec3_add(
			vec3_multiply(x->rows[k], x->rows[k]), vec3_multiply(x->rows[l], x->rows[l]));
	return vec3_sub(vec3_sub(vec3_abs(centre), reach_a), reach_b);
}

static inline EdgeAxis better_edges(EdgeAxis best, Real along, Real length_squared, int pair) {
	if (!(along > best.separation) && along <= 0) return best;
	if (!(length_squared > parallel_squared)) return best;
	Real separation = along / real_sqrt(length_squared);
	return separation > best.separation ? (EdgeAxis){ separation, pair / 3, pair % 3 } : best;
}

// The edge axis that is better than `limit` and best; without one its separation is the limit. An axis
// of length l <= 1 that separates by s of its lengths separates by s / l: for overlaps that is even
// less than s, so most axes are done with before the square root.
static EdgeAxis best_edges(const BoxAxes *x, Real limit) {
	EdgeAxis best = { limit, -1, -1 };
	for (int i = 0; i < 3; i++) {
		Vec3 lengths;
		Vec3 along = measure_edges(x, i, &lengths);
		// all three at once: hardly any row has an axis worth a look
		Real largest = vec3_max_element(along);
		if (!(largest > best.separation) && largest <= 0) continue;
		best = better_edges(best, along.x, lengths.x, 3 * i);
		best = better_edges(best, along.y, lengths.y, 3 * i + 1);
		best = better_edges(best, along.z, lengths.z, 3 * i + 2);
	}
	return best;
}

static Vec3 column(Mat3 m, int i) { return i == 0 ? m.x : i == 1 ? m.y : m.z; }

// The face axis to use, 0 to 2 of A and 3 to 5 of B: A's unless B's is better by more than noise; that of the last step a little
// longer.
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

static Vec3 face_normal(const Affine *relative, const BoxAxes *x, int face) {
	if (face < 3) return vec3_scale(vec3_axis(face), vec3_get(x->offset_a, face) < 0 ? -1 : 1);
	Real sign = vec3_get(x->offset_b, face - 3) < 0 ? -1 : 1;
	return vec3_scale(column(relative->linear, face - 3), sign);
}

static Vec3 edge_normal(const Affine *relative, EdgeAxis axis) {
	Vec3 across = vec3_cross(vec3_axis(axis.edge_a), column(relative->linear, axis.edge_b));
	Vec3 normal = vec3_normalize(across);
	return vec3_dot(normal, relative->origin) < 0 ? vec3_negate(normal) : normal;
}

// The edges of both boxes that are farthest along an edge axis, and their nearest points.
static bool set_edges(ConvexPair *pair, EdgeAxis axis) {
	Vec3 a = instance_support_core(&pair->a, pair->measure.normal, MK_SHAPE_NO_ID).point;
	Vec3 b = instance_support_core(&pair->b, vec3_negate(pair->measure.normal), MK_SHAPE_NO_ID)
					 .point;
	Vec3 along_a = vec3_axis(axis.edge_a);
	Vec3 along_b = column(pair->b.pose.linear, axis.edge_b);
	// lines a + s along_a and b + t along_b: the way between them is along the normal
	Vec3 offset = vec3_sub(b, a);
	Real cosine = vec3_dot(along_a, along_b);
	Real on_a = vec3_dot(offset, along_a);
	Real on_b = vec3_dot(offset, along_b);
	Real determinant = 1 - cosine * cosine;
	Real s = (on_a - cosine * on_b) / determinant;
	Real t = (cosine * on_a - on_b) / determinant;
	pair->measure.point_a = vec3_add_scaled(a, along_a, s);
	pair->measure.point_b = vec3_add_scaled(b, along_b, t);
	pair->measure.separation = axis.separation;
	pair->measure.reference = REFERENCE_NONE;
	Vec3 half_a = ((const BoxShape *)pair->a.shape)->half;
	Vec3 half_b = ((const BoxShape *)pair->b.shape)->half;
	Real middle_a = vec3_dot(pair->measure.point_a, along_a);
	Real middle_b = vec3_dot(vec3_sub(pair->measure.point_b, pair->b.pose.origin), along_b);
	Real slack = pair->difference.error;
	return real_abs(middle_a) <= vec3_get(half_a, axis.edge_a) + slack &&
			real_abs(middle_b) <= vec3_get(half_b, axis.edge_b) + slack;
}

// Whether the deepest point of the other box is above the face of the reference: only then a positive
// separation along the face's normal is the distance.
static bool is_above_face(const ConvexPair *pair, int face) {
	const ShapeInstance *box = face < 3 ? &pair->a : &pair->b;
	Vec3 half = ((const BoxShape *)box->shape)->half;
	Vec3 p = vec3_sub(face < 3 ? pair->measure.point_b : pair->measure.point_a, box->pose.origin);
	Vec3 local = vec3_abs(mat3_apply_transposed(box->pose.linear, p));
	int axis = face % 3;
	Real slack = pair->difference.error;
	for (int i = 0; i < 3; i++) {
		if (i != axis && !(vec3_get(local, i) <= vec3_get(half, i) + slack)) return false;
	}
	return true;
}

// The frame of A with B in it, as mk_convex_sides makes it, but what boxes do not need.
static void set_sides(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	pair->a = *input->a;
	pair->b = *input->b;
	if (!pair->reuse.is_possible)
		pair->reuse.relative = affine_relative(&input->a->pose, &input->b->pose);
	pair->a.pose = affine_identity();
	pair->b.pose = pair->reuse.relative;
	pair->difference.pose = input->a->pose;
	pair->difference.radius_a = 0;
	pair->difference.radius_b = 0;
	pair->difference.rounding = 0;
	Real sizes = input->a->shape->bound + input->b->shape->bound;
	pair->difference.error = 4 * MK_EPSILON * (sizes + vec3_length(pair->b.pose.origin));
}

// Sets normal, features and nearest points for an axis. Returns false if the boxes are apart and the
// axis does not give their distance.
static bool set_axis(ConvexPair *pair, const BoxAxes *x, int face, EdgeAxis edges) {
	if (edges.edge_a >= 0) {
		pair->measure.normal = edge_normal(&pair->b.pose, edges);
		bool is_exact = set_edges(pair, edges);
		if (!is_exact && edges.separation > 0) return false;
		mk_convex_faces(pair);
		return true;
	}
	pair->measure.normal = face_normal(&pair->b.pose, x, face);
	mk_convex_faces(pair);
	mk_convex_set_normal(pair, face < 3 ? REFERENCE_A : REFERENCE_B, pair->measure.normal);
	return face_separation(x, face) <= 0 || is_above_face(pair, face);
}

static void test_boxes(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	set_sides(pair);
	if (!affine_is_finite(pair->b.pose)) return;
	const Affine relative = pair->b.pose;
	BoxAxes axes;
	measure_faces(input, &relative, &axes);
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
		mk_reuse_store_gap(input, &pair->reuse, apart - pair->difference.error);
		return;
	}
	if (set_axis(pair, &axes, face, edges) && mk_convex_finish(pair)) return;
	// a face that is beside the other box had been preferred to edges that are hardly better
	if (edges.edge_a < 0) edges = best_edges(&axes, face_separation(&axes, face));
	if (edges.edge_a >= 0 && set_axis(pair, &axes, face, edges) && mk_convex_finish(pair)) return;
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
	pair.reuse = mk_reuse_look(input);
	switch (pair.reuse.tier) {
		case REUSE_GAP: break;
		case REUSE_COPY:
		case REUSE_REFRESH: mk_reuse_emit(input, &pair.reuse); break;
		case REUSE_NORMAL: mk_convex_clip(&pair); break;
		case REUSE_NOTHING: test_boxes(&pair); break;
	}
}
