// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Polygons are flat hulls at z = 0, so GJK is the one of three dimensions; where they overlap, EPA
// is the one of the plane, since in space two flat shapes have no depth.
#include "nodes/flat_query.h"

#include "base/alloc.h"
#include "collide/epa_2d.h"
#include "collide/gjk.h"
#include "collide/penetration.h"
#include "convert.h"
#include "geometry/hull_build.h"
#include "nodes/arrays.h"
#include "nodes/result.h"
#include "nodes/trace.h"
#include "nodes/trace_query.h"
#include "report.h"
#include "shape/hull_shape.h"
#include "variant.h"

// m; the depth of a pair is known to this: some roundings of coordinates of a few metres.
#define MK_FLAT_TOLERANCE 1e-6

#define MK_FLAT_ITERATIONS 64

// Corners of a polygon in the plane of the scene.
typedef struct FlatSide {
	Vec3 *points;
	uint32_t count;
	double radius; // m
} FlatSide;

typedef struct FlatPair {
	FlatSide a;
	FlatSide b;
} FlatPair;

typedef struct FlatWords {
	const char *where;
	const char *polygon;
	const char *transform;
	const char *radius;
} FlatWords;

static bool is_real_finite(double x) { return x - x == 0; }

static bool is_transform_finite(const GdTransform2D *t) {
	const GdVector2 *columns[] = { &t->x, &t->y, &t->origin };
	for (int i = 0; i < 3; i++)
		if (!is_real_finite((double)columns[i]->x) || !is_real_finite((double)columns[i]->y))
			return false;
	return true;
}

// False after saying what is wrong with a polygon.
static bool is_polygon(const GdVector2 *points, int64_t count, const FlatWords *words) {
	if (count == 0 || count > INT32_MAX) {
		mk_report_error(words->where, "%s must hold at least one point.", words->polygon);
		return false;
	}
	for (int64_t i = 0; i < count; i++) {
		if (is_real_finite((double)points[i].x) && is_real_finite((double)points[i].y)) continue;
		mk_report_error(
				words->where, "point %lld of %s is NaN or infinite.", (long long)i, words->polygon);
		return false;
	}
	return true;
}

static bool is_place(const GdTransform2D *t, double radius, const FlatWords *words) {
	if (!is_transform_finite(t)) {
		mk_report_error(words->where, "%s must be finite.", words->transform);
		return false;
	}
	if (radius >= 0 && is_real_finite(radius)) return true;
	mk_report_error(
			words->where, "%s must be a finite number from 0 on, not %g.", words->radius, radius);
	return false;
}

static bool open_side(FlatSide *side, const GdPackedVector2Array *polygon, const GdTransform2D *t,
		const FlatWords *words) {
	int64_t count = gd_packed_vector2_array_size(polygon);
	const GdVector2 *from = count ? gd.packed_vector2_array_operator_index_const(polygon, 0) : NULL;
	if (!is_polygon(from, count, words) || !is_place(t, side->radius, words)) return false;
	side->count = (uint32_t)count;
	side->points = mk_alloc(side->count * sizeof *side->points);
	for (uint32_t i = 0; i < side->count; i++) {
		side->points[i] = vec3(t->x.x * from[i].x + t->y.x * from[i].y + t->origin.x,
				t->x.y * from[i].x + t->y.y * from[i].y + t->origin.y, 0);
	}
	return true;
}

static void close_pair(FlatPair *pair) {
	mk_free(pair->a.points, pair->a.count * sizeof(Vec3));
	mk_free(pair->b.points, pair->b.count * sizeof(Vec3));
}

// The first four arguments: polygon_a, transform_a, polygon_b, transform_b.
static bool open_pair(FlatPair *pair, const GDExtensionConstTypePtr *args, const char *where) {
	FlatWords a = { where, "polygon_a", "transform_a", "radius_a" };
	FlatWords b = { where, "polygon_b", "transform_b", "radius_b" };
	if (!open_side(&pair->a, args[0], args[1], &a)) return false;
	if (open_side(&pair->b, args[2], args[3], &b)) return true;
	close_pair(pair);
	return false;
}

// The farthest point of A - B, the corners alone.
static Epa2dPoint support(const void *set, Epa2dPoint direction) {
	const FlatPair *pair = set;
	Vec3 d = vec3((Real)direction.x, (Real)direction.y, 0);
	Vec3 best[2] = { pair->a.points[0], pair->b.points[0] };
	for (uint32_t i = 1; i < pair->a.count; i++)
		if (vec3_dot(pair->a.points[i], d) > vec3_dot(best[0], d)) best[0] = pair->a.points[i];
	for (uint32_t i = 1; i < pair->b.count; i++)
		if (vec3_dot(pair->b.points[i], d) < vec3_dot(best[1], d)) best[1] = pair->b.points[i];
	return (Epa2dPoint){ (double)best[0].x - (double)best[1].x,
		(double)best[0].y - (double)best[1].y };
}

// the corner of one polygon that is farthest along a direction
static Vec3 corner_along(const FlatSide *side, Vec3 d) {
	Vec3 best = side->points[0];
	for (uint32_t i = 1; i < side->count; i++)
		if (vec3_dot(side->points[i], d) > vec3_dot(best, d)) best = side->points[i];
	return best;
}

// The way out of polygons whose insides meet. The point of contact is a corner: of A if that gives
// a point of B's edge, and it always does for one of the two.
static void dig(const FlatPair *pair, const GjkSimplex *simplex, Trace *trace, Separation *s) {
	Epa2dInput input = {
		.support = support,
		.set = pair,
		.start_count = simplex->count < 3 ? simplex->count : 3,
		.absolute = MK_FLAT_TOLERANCE,
		.max_iterations = MK_FLAT_ITERATIONS,
		.trace = trace,
	};
	for (uint32_t i = 0; i < input.start_count; i++) {
		Vec3 p = simplex->points[i].point;
		input.start[i] = (Epa2dPoint){ (double)p.x, (double)p.y };
	}
	Epa2dResult found = mk_epa_2d(&input);
	double radii = pair->a.radius + pair->b.radius;
	s->status = found.status;
	s->iterations += found.iterations;
	s->distance = s->lower = (Real) - (found.upper + radii);
	s->upper = (Real) - (found.lower + radii);
	s->normal = vec3((Real)found.normal.x, (Real)found.normal.y, 0);
	s->point_a = vec3_add_scaled(
			corner_along(&pair->a, s->normal), s->normal, (Real)pair->a.radius);
	s->point_b = vec3_add_scaled(s->point_a, s->normal, s->distance);
}

static Shape *make_hull(const FlatSide *side) {
	HullShapeInput input = { .points = side->points, .count = side->count };
	input.rounding = (Real)side->radius;
	ShapeStatus status;
	return mk_hull_shape_create(&input, &status);
}

// Status invalid if a polygon is too large or too small for a shape.
static Separation separate(const FlatPair *pair, Trace *trace) {
	Separation s = { .status = SEPARATION_INVALID };
	Shape *a = make_hull(&pair->a);
	Shape *b = make_hull(&pair->b);
	if (a && b) {
		ShapeInstance instance_a = instance_local(a);
		ShapeInstance instance_b = instance_local(b);
		Difference difference = mk_difference(&instance_a, &instance_b);
		GjkInput input = mk_gjk_query_input(&difference);
		input.trace = trace;
		GjkResult gjk = mk_gjk(&input);
		s = mk_gjk_separation(&input, &gjk);
		if (gjk.is_overlapping) {
			s.iterations = gjk.iterations;
			dig(pair, &gjk.simplex, trace, &s);
		}
	}
	mk_shape_release(a);
	mk_shape_release(b);
	return s;
}

void mk_query_distance_2d(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	QueryResult *result = mk_result_create();
	ret->object = result->instance.object;
	FlatPair pair = { { NULL, 0, arg_real(args, 4) }, { NULL, 0, arg_real(args, 5) } };
	if (!open_pair(&pair, args, "MinkowskiPhysics.distance_2d")) return;
	Separation found = separate(&pair, NULL);
	mk_result_write_separation(result, &found);
	close_pair(&pair);
}

void mk_query_trace_2d(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	TraceResult *result = mk_trace_result_create();
	QueryResult *answer = mk_result_create();
	gd_variant_from_object(&result->result, &answer->instance.object);
	ret->object = result->instance.object;
	FlatPair pair = { 0 };
	if (!open_pair(&pair, args, "MinkowskiPhysics.trace_2d")) return;
	Trace trace = mk_trace_begin();
	Separation found = separate(&pair, &trace);
	mk_result_write_separation(answer, &found);
	mk_trace_end(&trace, result, affine_identity());
	close_pair(&pair);
}

// Corners around the outline, or all there are of a segment or a point.
static void write_outline(const Hull *hull, GdPackedVector2Array *ret) {
	bool is_polygon = hull->face_count > 0;
	uint32_t count = is_polygon ? hull->faces[0].edge_count : hull->vertex_count;
	// of the two sides the one that is seen from +z is counter-clockwise
	uint32_t face = is_polygon && hull->planes[0].normal.z < 0 ? 1 : 0;
	GdVector2 *points = mk_alloc(count * sizeof *points);
	for (uint32_t i = 0; i < count; i++) {
		Vec3 p = hull->vertices[is_polygon ? hull_face_vertex(hull, face, i) : i];
		points[i] = (GdVector2){ p.x, p.y };
	}
	mk_points2d_create(ret, points, count);
	mk_free(points, count * sizeof *points);
}

void mk_query_minkowski_difference_2d(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	FlatPair pair = { 0 };
	if (!open_pair(&pair, args, "MinkowskiPhysics.minkowski_difference_2d")) {
		gd_packed_vector2_array_create(&ret->points2d);
		return;
	}
	Hull hull = mk_minkowski_difference(
			(PointSet){ pair.a.points, pair.a.count }, (PointSet){ pair.b.points, pair.b.count });
	write_outline(&hull, &ret->points2d);
	mk_hull_free(&hull);
	close_pair(&pair);
}
