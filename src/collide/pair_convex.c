// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Contacts of any two convex shapes, in the frame of the pair: the normal from the distance or
// depth of the cores, then the features of both along it, clipped. A face that is nearly across the
// normal and costs hardly any depth gives its own normal instead: it is the same from step to step,
// where the search's carries noise.
#include "collide/pair_convex.h"

#include "collide/clip.h"
#include "collide/feature.h"

// Cosine between the normal found and that of a face below which the face's is not tried.
static const Real facing_cosine = (Real)0.9;

// By how much (cosine) the other shape's face must face better to become the reference.
static const Real sticky_cosine = (Real)0.01;

void mk_convex_faces(ConvexPair *pair) {
	const PairCache *cache = pair->input->cache;
	uint32_t hint_a = cache != NULL ? cache->penetration.gjk.ids_a[0] : MK_SHAPE_NO_ID;
	uint32_t hint_b = cache != NULL ? cache->penetration.gjk.ids_b[0] : MK_SHAPE_NO_ID;
	if (hint_a >= pair->a.shape->vertex_count) hint_a = MK_SHAPE_NO_ID;
	if (hint_b >= pair->b.shape->vertex_count) hint_b = MK_SHAPE_NO_ID;
	mk_feature_face(&pair->a, pair->measure.normal, hint_a, &pair->face_a);
	mk_feature_face(&pair->b, vec3_negate(pair->measure.normal), hint_b, &pair->face_b);
}

// Measures the pair along the normal of one shape's face: the other's farthest point is where the
// cores are deepest. Returns the separation of the surfaces.
static Real measure_face(
		const ConvexPair *pair, ContactReference reference, Vec3 normal, Vec3 points[2]) {
	const Difference *d = &pair->difference;
	if (reference == REFERENCE_A) {
		points[1] = instance_support_core(&pair->b, vec3_negate(normal), pair->face_b.ids[0]).point;
		Real core = vec3_dot(vec3_sub(points[1], pair->face_a.points[0]), normal);
		points[0] = vec3_add_scaled(points[1], normal, -core);
		return core - d->rounding;
	}
	points[0] = instance_support_core(&pair->a, normal, pair->face_a.ids[0]).point;
	Real core = vec3_dot(vec3_sub(pair->face_b.points[0], points[0]), normal);
	points[1] = vec3_add_scaled(points[0], normal, core);
	return core - d->rounding;
}

static bool is_flat(const ShapeFace *face) { return face->kind >= FACE_POLYGON; }

// The face that is most across the normal; none if both look aside.
static ContactReference choose_reference(const ConvexPair *pair) {
	Real on_a = is_flat(&pair->face_a) ? vec3_dot(pair->face_a.normal, pair->measure.normal) : 0;
	Real on_b = is_flat(&pair->face_b) ? -vec3_dot(pair->face_b.normal, pair->measure.normal) : 0;
	const PairCache *cache = pair->input->cache;
	bool was_b = cache != NULL && cache->reference == REFERENCE_B;
	ContactReference best = on_b > on_a + (was_b ? -sticky_cosine : sticky_cosine) ? REFERENCE_B
																				   : REFERENCE_A;
	return (best == REFERENCE_A ? on_a : on_b) >= facing_cosine ? best : REFERENCE_NONE;
}

void mk_convex_set_normal(ConvexPair *pair, ContactReference reference, Vec3 normal) {
	Vec3 points[2];
	pair->measure.separation = measure_face(pair, reference, normal, points);
	pair->measure.reference = reference;
	pair->measure.normal = normal;
	pair->measure.point_a = points[0];
	pair->measure.point_b = points[1];
}

static bool clip(const ConvexPair *pair, ContactCandidates *candidates) {
	ClipInput input = {
		.a = &pair->face_a,
		.b = &pair->face_b,
		.normal = pair->measure.normal,
		.point_a = pair->measure.point_a,
		.point_b = pair->measure.point_b,
		.radius_a = pair->difference.radius_a,
		.radius_b = pair->difference.radius_b,
		.margin = pair->input->margin,
	};
	return mk_clip_faces(&input, candidates);
}

// m; what tolerances of an instance are measured by, under a scale as large as it looks.
static Real size_of(const ShapeInstance *in) {
	if (in->is_rigid) return in->shape->bound;
	Mat3 m = in->pose.linear;
	Vec3 squares = vec3(
			vec3_length_squared(m.x), vec3_length_squared(m.y), vec3_length_squared(m.z));
	return in->shape->bound * real_sqrt(vec3_max_element(squares));
}

// Takes the normal of a face if it hardly costs depth: a tenth of the slop, twice that for the face
// of the last step. More would push bodies out the wrong way, less would leave the noise in. The
// other shape must be above the face, not beside it.
static bool clip_along_face(ConvexPair *pair, ContactCandidates *candidates) {
	ContactReference best = choose_reference(pair);
	if (best == REFERENCE_NONE) return false;
	const PairCache *cache = pair->input->cache;
	bool was_best = cache != NULL && cache->reference == best;
	Real size = real_min(size_of(pair->input->a), size_of(pair->input->b));
	Real cost = contact_slop(size) / (was_best ? 5 : 10) + 2 * pair->difference.error;
	const PairMeasure before = pair->measure;
	Vec3 normal = best == REFERENCE_A ? pair->face_a.normal : vec3_negate(pair->face_b.normal);
	if (vec3_equals(normal, before.normal))
		pair->measure.reference = best; // measured already
	else
		mk_convex_set_normal(pair, best, normal);
	if (pair->measure.separation >= before.separation - cost && clip(pair, candidates)) return true;
	pair->measure = before;
	return false;
}

static void keep(ConvexPair *pair, const ContactCandidates *candidates) {
	const CollideInput *input = pair->input;
	Manifold manifold;
	const Manifold *last = input->cache != NULL ? &input->cache->last : NULL;
	mk_manifold_reduce(candidates, last, &manifold);
	if (pair->reuse.tier != REUSE_NORMAL) {
		mk_reuse_store(input, &pair->reuse, &manifold, pair->measure.reference);
	}
	if (manifold.count > 0) mk_pair_emit(input, &pair->difference.pose.linear, &manifold);
}

bool mk_convex_finish(ConvexPair *pair) {
	ContactCandidates candidates;
	bool is_above = clip(pair, &candidates);
	if (!is_above && pair->measure.reference != REFERENCE_NONE) return false;
	keep(pair, &candidates);
	return true;
}

static void set_sides(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	pair->a = mk_feature_side(&pair->difference, input->a, false);
	pair->b = mk_feature_side(&pair->difference, input->b, true);
	pair->measure.reference = REFERENCE_NONE;
	pair->face_a.ids[0] = MK_SHAPE_NO_ID;
	pair->face_b.ids[0] = MK_SHAPE_NO_ID;
}

void mk_convex_sides(ConvexPair *pair) {
	pair->difference = mk_difference(pair->input->a, pair->input->b);
	set_sides(pair);
}

void mk_convex_test(ConvexPair *pair) {
	const CollideInput *input = pair->input;
	pair->difference = mk_difference(input->a, input->b);
	const Difference *d = &pair->difference;
	Penetration found = mk_penetration(&(PenetrationInput){
			.difference = d,
			.cache = input->cache != NULL ? &input->cache->penetration : NULL,
			.counters = input->counters,
			.limit = input->margin,
	});
	const Separation *s = &found.separation;
	if (s->status == SEPARATION_INVALID) return;
	if (!(s->distance <= input->margin)) {
		mk_reuse_store_gap(input, &pair->reuse, s->lower - d->error);
		return;
	}
	set_sides(pair);
	pair->measure.normal = s->normal;
	pair->measure.separation = s->distance;
	pair->measure.point_a = vec3_add_scaled(s->point_a, s->normal, -d->radius_a);
	pair->measure.point_b = vec3_add_scaled(s->point_b, s->normal, d->radius_b);
	if (found.has_corners) {
		mk_feature_face_at(&pair->a, s->normal, found.corner_a, &pair->face_a);
		mk_feature_face_at(&pair->b, vec3_negate(s->normal), found.corner_b, &pair->face_b);
	} else {
		mk_convex_faces(pair);
	}
	ContactCandidates candidates;
	if (!clip_along_face(pair, &candidates)) clip(pair, &candidates);
	keep(pair, &candidates);
}

// The last normal again, which is that of a face, with the features along it; all anew if the other
// shape has left the face.
void mk_convex_clip(ConvexPair *pair) {
	mk_convex_sides(pair);
	pair->measure.normal = mk_reuse_normal(pair->input, &pair->reuse);
	mk_convex_faces(pair);
	ContactReference reference = pair->input->cache->reference;
	const ShapeFace *face = reference == REFERENCE_A ? &pair->face_a : &pair->face_b;
	mk_convex_set_normal(
			pair, reference, reference == REFERENCE_A ? face->normal : vec3_negate(face->normal));
	if (mk_convex_finish(pair)) return;
	pair->reuse.tier = REUSE_NOTHING;
	mk_convex_test(pair);
}

// Whether balls around the shapes are apart: cheaper than anything else, and enough for most pairs.
static bool are_balls_apart(const CollideInput *input) {
	if (!input->a->is_rigid || !input->b->is_rigid) return false;
	Real reach = input->a->shape->bound + input->b->shape->bound + input->a->margin +
			input->b->margin + input->margin;
	Vec3 way = vec3_sub(input->b->pose.origin, input->a->pose.origin);
	return vec3_length_squared(way) > real_square(reach * (1 + 8 * MK_EPSILON));
}

void mk_pair_convex(const CollideInput *input) {
	ConvexPair pair;
	pair.input = input;
	if (are_balls_apart(input)) {
		if (input->pair_counters != NULL) input->pair_counters->skips++;
		// what the cache says of an earlier pose stays true
		if (input->cache != NULL && input->cache->last.count > 0) mk_reuse_forget(input);
		return;
	}
	mk_reuse_look(input, &pair.reuse);
	switch (pair.reuse.tier) {
		case REUSE_GAP: break;
		case REUSE_COPY:
		case REUSE_REFRESH: mk_reuse_emit(input, &pair.reuse); break;
		case REUSE_NORMAL: mk_convex_clip(&pair); break;
		case REUSE_NOTHING: mk_convex_test(&pair); break;
	}
}
