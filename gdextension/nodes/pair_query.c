// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Distance, depth and contacts of two shapes. pair_motion.c has those that move.
#include "nodes/pair_query.h"

#include "collide/collide.h"
#include "collide/separation_any.h"
#include "convert.h"
#include "nodes/arrays.h"
#include "report.h"
#include "variant.h"

static const ResultStatus result_status[SEPARATION_STATUS_COUNT] = {
	[SEPARATION_CONVERGED] = RESULT_CONVERGED,
	[SEPARATION_BEYOND] = RESULT_FREE,
	[SEPARATION_STALLED] = RESULT_STALLED,
	[SEPARATION_CAPPED] = RESULT_CAPPED,
	[SEPARATION_DEGENERATE] = RESULT_DEGENERATE,
	[SEPARATION_INVALID] = RESULT_INVALID,
};

void mk_result_write_separation(QueryResult *result, const Separation *separation) {
	result->status = result_status[separation->status];
	result->is_overlapping = result->status != RESULT_INVALID && separation->distance <= 0;
	result->distance = (double)separation->distance;
	result->lower = (double)separation->lower;
	result->upper = (double)separation->upper;
	result->normal = vec3_to_godot(separation->normal);
	result->point_a = vec3_to_godot(separation->point_a);
	result->point_b = vec3_to_godot(separation->point_b);
	result->iterations = separation->iterations;
}

static void separate(
		const char *where, const GDExtensionConstTypePtr *args, Real limit, Value *ret) {
	QueryResult *result = mk_result_create();
	ret->object = result->instance.object;
	SourcePair pair;
	if (!mk_source_pair_open(&pair, args, where)) return;
	AnySeparation any = mk_separation_any(&pair.a, &pair.b, limit);
	if (any.is_supported) {
		mk_result_write_separation(result, &any.separation);
		result->child_a = any.child_a;
		result->child_b = any.child_b;
		result->index_a = any.index_a;
		result->index_b = any.index_b;
	} else {
		result->status = RESULT_UNSUPPORTED;
	}
	mk_source_pair_close(&pair);
}

void mk_query_distance(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	separate("MinkowskiPhysics.distance", args, MK_INFINITY, ret);
}

void mk_query_penetration(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	separate("MinkowskiPhysics.penetration", args, 0, ret);
}

void mk_query_detect(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.detect";
	QueryResult *result = mk_result_create();
	ret->object = result->instance.object;
	int64_t detector = arg_int(args, 4);
	SourcePair pair;
	if (detector < 0 || detector >= QUERY_DETECTOR_COUNT) {
		mk_report_error(where, "there is no detector %lld.", (long long)detector);
		return;
	}
	if (!mk_source_pair_open(&pair, args, where)) return;
	mk_query_run(&pair, (QueryDetector)detector, NULL, result);
	mk_source_pair_close(&pair);
}

// Points are kept relative to A's origin.
static void push_point(
		GdArray *list, const Manifold *manifold, const ContactPoint *point, Vec3 origin) {
	GdDictionary contact;
	Vec3 middle = vec3_add(origin, point->position);
	gd_dictionary_create(&contact);
	mk_dictionary_put_vector(&contact, "position", middle);
	mk_dictionary_put_vector(
			&contact, "point_a", vec3_add_scaled(middle, manifold->normal, -point->separation / 2));
	mk_dictionary_put_vector(
			&contact, "point_b", vec3_add_scaled(middle, manifold->normal, point->separation / 2));
	mk_dictionary_put_vector(&contact, "normal", manifold->normal);
	mk_dictionary_put_real(&contact, "separation", (double)point->separation);
	mk_dictionary_put_int(&contact, "id", point->id);
	mk_dictionary_put_int(&contact, "child_a", manifold->child_a);
	mk_dictionary_put_int(&contact, "child_b", manifold->child_b);
	mk_dictionary_put_int(&contact, "index_a", manifold->index_a);
	mk_dictionary_put_int(&contact, "index_b", manifold->index_b);
	mk_array_push_dictionary(list, &contact);
}

static void collect(const SourcePair *pair, double margin, GdArray *list) {
	Arena arena = { 0 };
	ManifoldArray manifolds = { 0 };
	mk_collide(&(CollideInput){ .a = &pair->a,
			.b = &pair->b,
			.margin = (Real)margin,
			.scratch = &arena,
			.manifolds = &manifolds });
	for (uint32_t i = 0; i < manifolds.count; i++) {
		const Manifold *manifold = &manifolds.data[i];
		for (uint32_t k = 0; k < manifold->count; k++)
			push_point(list, manifold, &manifold->points[k], pair->a.pose.origin);
	}
	manifold_array_free(&manifolds);
	mk_arena_free(&arena);
}

void mk_query_contacts(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.contacts";
	double margin = arg_real(args, 4);
	SourcePair pair;
	mk_array_create_dictionaries(&ret->array);
	if (!(margin >= 0 && margin <= (double)MK_SHAPE_MAX_SIZE)) {
		mk_report_error(
				where, "margin must be from 0 to %g, not %g.", (double)MK_SHAPE_MAX_SIZE, margin);
		return;
	}
	if (!mk_source_pair_open(&pair, args, where)) return;
	collect(&pair, margin, &ret->array);
	mk_source_pair_close(&pair);
}
