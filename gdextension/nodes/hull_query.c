// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Hulls of points, of differences and of parts of a mesh.
#include "base/alloc.h"
#include "convert.h"
#include "geometry/decompose.h"
#include "geometry/hull_build.h"
#include "math/trig.h"
#include "nodes/arrays.h"
#include "nodes/hull.h"
#include "nodes/shape_source.h"
#include "report.h"
#include "shape/hull_shape.h"

// Corners that a difference may be built of; all pairs are tried, so more would take seconds.
#define MK_DIFFERENCE_POINTS 1024

// Parts and vertices that a script may ask for: enough, and small enough for an int.
#define MK_COUNT_LIMIT 1000000

// A limit that a script gives; false after saying that it is none.
static bool read_limit(int64_t value, const char *where, const char *argument, uint32_t *limit) {
	*limit = (uint32_t)value;
	if (value >= 0 && value <= MK_COUNT_LIMIT) return true;
	mk_report_error(where, "%s must be from 0 to %d, not %lld.", argument, MK_COUNT_LIMIT,
			(long long)value);
	return false;
}

static GDExtensionObjectPtr give_hull(Hull *hull) {
	HullResult *result = mk_hull_result_create(hull);
	mk_hull_free(hull);
	return result->instance.object;
}

void mk_query_convex_hull(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.convex_hull";
	Hull hull = { .status = HULL_NO_POINTS };
	HullInput input = { 0 };
	if (read_limit(arg_int(args, 1), where, "max_vertices", &input.max_vertices)) {
		Vec3 *points = mk_points_read(args[0], &input.count, where, "points");
		input.points = points;
		if (points) hull = mk_hull_build(&input);
		mk_free(points, input.count * sizeof *points);
	}
	ret->object = give_hull(&hull);
}

// Points on the unit sphere, evenly, by the golden angle.
static Vec3 spread_direction(uint32_t index, uint32_t count) {
	const double golden = 2.399963229728653;
	double y = 1 - (2 * (double)index + 1) / count;
	double radius = (double)real_sqrt((Real)(1 - y * y));
	double turn = golden * index;
	return vec3((Real)(radius * mk_cos(turn)), (Real)y, (Real)(radius * mk_sin(turn)));
}

// The corners of a polytope, or points where a curved surface is farthest in some directions.
// Relative to `origin`, so that numbers are as small as the pair.
static Vec3 *sample(const ShapeInstance *in, Vec3 origin, uint32_t samples, uint32_t *count) {
	bool has_corners = in->shape->vertex_count > 0 && in->rounding == 0;
	has_corners = has_corners && in->shape->ops->vertex != NULL;
	*count = has_corners ? in->shape->vertex_count : samples;
	Vec3 *points = mk_alloc(*count * sizeof *points);
	for (uint32_t i = 0; i < *count; i++) {
		Vec3 p;
		if (has_corners) {
			p = affine_point(in->pose, in->shape->ops->vertex(in->shape, i));
		} else {
			Vec3 d = spread_direction(i, samples);
			SupportPoint s = instance_support_core(in, d, MK_SHAPE_NO_ID);
			p = vec3_add_scaled(s.point, d, in->rounding);
		}
		points[i] = vec3_sub(p, origin);
	}
	return points;
}

static Hull difference_hull(const SourcePair *pair, uint32_t samples, const char *where) {
	Hull hull = { .status = HULL_NO_POINTS };
	if (!shape_is_convex(pair->a.shape) || !shape_is_convex(pair->b.shape)) {
		mk_report_error(where, "both shapes must be convex and have an end.");
		return hull;
	}
	PointSet a;
	PointSet b;
	Vec3 *points_a = sample(&pair->a, pair->a.pose.origin, samples, &a.count);
	Vec3 *points_b = sample(&pair->b, pair->a.pose.origin, samples, &b.count);
	a.points = points_a;
	b.points = points_b;
	if (a.count <= MK_DIFFERENCE_POINTS && b.count <= MK_DIFFERENCE_POINTS) {
		hull = mk_minkowski_difference(a, b);
	} else {
		mk_report_error(where, "a shape has more than %d corners.", MK_DIFFERENCE_POINTS);
	}
	mk_free(points_a, a.count * sizeof *points_a);
	mk_free(points_b, b.count * sizeof *points_b);
	return hull;
}

void mk_query_minkowski_difference(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.minkowski_difference";
	Hull hull = { .status = HULL_NO_POINTS };
	int64_t samples = arg_int(args, 4);
	SourcePair pair;
	if (samples < 4 || samples > MK_DIFFERENCE_POINTS) {
		mk_report_error(where, "samples must be from 4 to %d, not %lld.", MK_DIFFERENCE_POINTS,
				(long long)samples);
	} else if (mk_source_pair_open(&pair, args, where)) {
		hull = difference_hull(&pair, (uint32_t)samples, where);
		mk_source_pair_close(&pair);
	}
	ret->object = give_hull(&hull);
}

static void list_parts(const DecomposeInput *input, const char *where, GdArray *parts) {
	Decomposition found = mk_decompose(input);
	if (found.status != DECOMPOSE_OK && found.status != DECOMPOSE_OPEN)
		mk_report_error(
				where, "faces hold nothing that can be cut: no triangle, or too large ones.");
	for (uint32_t i = 0; i < found.parts.count; i++) {
		const ConvexPart *part = &found.parts.data[i];
		HullResult *hull = mk_hull_result_create(&part->hull);
		hull->volume = (double)part->volume;
		hull->concavity = (double)part->concavity;
		mk_array_push_object(parts, hull->instance.object);
	}
	mk_decomposition_free(&found);
}

void mk_query_decompose(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.decompose";
	double concavity = arg_real(args, 2);
	DecomposeInput input = { .max_concavity = (Real)concavity };
	mk_array_create_objects(&ret->array, "MinkowskiHull");
	if (!read_limit(arg_int(args, 1), where, "max_parts", &input.max_parts) ||
			!read_limit(arg_int(args, 3), where, "max_vertices", &input.max_vertices))
		return;
	if (!(concavity >= 0 && concavity <= (double)MK_SHAPE_MAX_SIZE)) {
		mk_report_error(where, "max_concavity must be from 0 to %g, not %g.",
				(double)MK_SHAPE_MAX_SIZE, concavity);
		return;
	}
	uint32_t count;
	Vec3 *points = mk_points_read(args[0], &count, where, "faces");
	if (!points) return;
	if (count % 3 != 0) {
		mk_report_error(
				where, "faces must hold three points of each triangle, not %u points.", count);
		mk_free(points, count * sizeof *points);
		return;
	}
	// Godot's triangles are clockwise
	for (uint32_t i = 0; i + 2 < count; i += 3) {
		Vec3 second = points[i + 1];
		points[i + 1] = points[i + 2];
		points[i + 2] = second;
	}
	input.mesh = (TriangleMesh){ points, count, NULL, count / 3 };
	input.method = arg_bool(args, 4) ? DECOMPOSE_MERGE : DECOMPOSE_CUT;
	list_parts(&input, where, &ret->array);
	mk_free(points, count * sizeof *points);
}
