// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The best direction of push on an edge and on a vertex. Along an arc each point x of the shape
// gives a sinusoid n . (x - p), and the separation is the least of them. Between two directions it
// is not more than the sinusoids of the supports at both, which are highest where they cross, or at
// the top of one. Spans of the arc that promise most are cut there, until none promises more than
// what was found. Apart there is one peak and this is a search by cutting planes; where the two
// overlap there may be several.
#include "collide/feature.h"
#include "collide/mesh_probe.h"
#include "geometry/closest.h"

// Supports in one search. Polytopes need about 4, curved shapes about 8; more means that rounding
// has taken over, and the best direction so far is as good as any.
enum { ARC_STEPS = 16 };

typedef struct ArcEnd {
	Vec3 normal;
	Vec3 point; // support of the core
	Real value; // m; separation from the edge
} ArcEnd;

// A part of the arc: no direction in it is better than `bound`, which `next` may reach.
typedef struct ArcSpan {
	ArcEnd low;
	ArcEnd high;
	Vec3 next;
	Real bound; // m; minus infinity if the ends are the best
} ArcSpan;

typedef struct Arc {
	const Probe *probe;
	Vec3 start; // of the edge
	Vec3 along; // unit
	ArcEnd best;
	uint32_t count;
	ArcSpan spans[ARC_STEPS + 2];
} Arc;

static ArcEnd end_of(const Arc *arc, Vec3 normal, Vec3 support) {
	Real value = vec3_dot(normal, support) - arc->probe->radius - vec3_dot(normal, arc->start);
	return (ArcEnd){ normal, support, value };
}

static ArcEnd arc_at(const Arc *arc, Vec3 normal) {
	Vec3 support;
	probe_support(arc->probe, normal, &support);
	return end_of(arc, normal, support);
}

// How fast the sinusoid of a point grows towards the high end at a direction of any length.
static Real slope_of(const Arc *arc, Vec3 point, Vec3 normal) {
	return vec3_dot(vec3_cross(arc->along, normal), vec3_sub(point, arc->start));
}

// The direction across the edge to a point: where its sinusoid has its top.
static Vec3 direction_to(const Arc *arc, Vec3 point) {
	Vec3 way = vec3_sub(point, arc->start);
	return vec3_normalize(vec3_add_scaled(way, arc->along, -vec3_dot(way, arc->along)));
}

static bool is_between(const Arc *arc, Vec3 low, Vec3 normal, Vec3 high) {
	return vec3_dot(arc->along, vec3_cross(low, normal)) > 0 &&
			vec3_dot(arc->along, vec3_cross(normal, high)) > 0;
}

// Takes a direction as the next one if the sinusoid of a point promises more there.
static void promise(const Arc *arc, ArcSpan *span, Vec3 normal, Vec3 point) {
	Real value = vec3_dot(normal, vec3_sub(point, arc->start)) - arc->probe->radius;
	if (!(value > span->bound)) return;
	span->bound = value;
	span->next = normal;
}

static void add_span(Arc *arc, const ArcEnd *low, const ArcEnd *high) {
	ArcSpan *span = &arc->spans[arc->count++];
	*span = (ArcSpan){ *low, *high, vec3_zero(), -MK_INFINITY };
	Vec3 crossing = vec3_normalize(vec3_cross(arc->along, vec3_sub(low->point, high->point)));
	if (vec3_dot(crossing, vec3_add(low->normal, high->normal)) < 0)
		crossing = vec3_negate(crossing);
	// supports in one place make one sinusoid, which ends where the other one does
	bool is_crossing = is_between(arc, low->normal, crossing, high->normal);
	if (is_crossing) promise(arc, span, crossing, low->point);
	// a sinusoid that rises at one end of its part and falls at the other has its top between
	Vec3 end_low = is_crossing ? crossing : high->normal;
	Vec3 start_high = is_crossing ? crossing : low->normal;
	if (slope_of(arc, low->point, low->normal) > 0 && slope_of(arc, low->point, end_low) < 0)
		promise(arc, span, direction_to(arc, low->point), low->point);
	if (slope_of(arc, high->point, start_high) > 0 && slope_of(arc, high->point, high->normal) < 0)
		promise(arc, span, direction_to(arc, high->point), high->point);
}

static ArcSpan *best_span(Arc *arc) {
	ArcSpan *best = &arc->spans[0];
	for (uint32_t i = 1; i < arc->count; i++) {
		if (arc->spans[i].bound > best->bound) best = &arc->spans[i];
	}
	return best;
}

static void search(Arc *arc) {
	for (int i = 0; i < ARC_STEPS; i++) {
		ArcSpan *span = best_span(arc);
		if (!(span->bound > arc->best.value + arc->probe->rounding)) return;
		ArcEnd middle = arc_at(arc, span->next);
		if (middle.value > arc->best.value) arc->best = middle;
		ArcEnd low = span->low;
		ArcEnd high = span->high;
		*span = arc->spans[--arc->count];
		add_span(arc, &low, &middle);
		add_span(arc, &middle, &high);
	}
}

// The far end of the arc: the neighbour's normal, or at an open edge straight out of it.
static bool far_normal(const ArcInput *in, Vec3 along, Vec3 *normal) {
	bool is_open = in->class != EDGE_CONVEX ||
			!mk_surface_normal_across(in->surface, in->triangle, in->edge, normal);
	// slivers have normals that are not quite across their edges
	if (is_open) *normal = vec3_normalize(vec3_cross(along, in->triangle->normal));
	return is_open;
}

// A knife's arc is half a circle, in which "between" has no meaning: it is halved first.
static void add_arc(Arc *arc, const ArcEnd *low, const ArcEnd *high) {
	if (vec3_dot(low->normal, high->normal) > (Real)-0.9) {
		add_span(arc, low, high);
		return;
	}
	ArcEnd middle = arc_at(arc, vec3_normalize(vec3_cross(arc->along, low->normal)));
	if (middle.value > arc->best.value) arc->best = middle;
	add_span(arc, low, &middle);
	add_span(arc, &middle, high);
}

// Where the core is nearest to the edge: at the support, or between that and one on the other side
// of the edge that is as near.
static Vec3 nearest_point(const Arc *arc) {
	Vec3 normal = arc->best.normal;
	Vec3 point = arc->best.point;
	Real own = slope_of(arc, point, normal);
	for (uint32_t i = 0; i < arc->count; i++) {
		const ArcSpan *span = &arc->spans[i];
		const ArcEnd *end = own > 0 ? &span->low : &span->high;
		if (!vec3_equals(end->normal, normal)) continue;
		Vec3 other = own > 0 ? span->high.point : span->low.point;
		Real across = slope_of(arc, other, normal);
		Real higher = vec3_dot(normal, vec3_sub(other, point));
		bool is_other_side = (own > 0) != (across > 0) && higher <= arc->probe->slop / 50;
		return is_other_side ? vec3_lerp(point, other, own / (own - across)) : point;
	}
	return point;
}

static void set_push(const Arc *arc, const ArcInput *in, PushDirection *push) {
	Vec3 point = nearest_point(arc);
	Vec3 side = vec3_sub(point, arc->start);
	*push = (PushDirection){
		.normal = arc->best.normal,
		.offset = vec3_dot(arc->best.normal, arc->start),
		.point_a = point,
		.point_b = vec3_add_scaled(arc->start, arc->along, vec3_dot(side, arc->along)),
		.place = in->edge,
		.degree = 1,
	};
	push->support = push->offset + arc->best.value;
}

// A point of the edge near the shape: relative to the start of a long edge the digits of the
// direction to the shape would be lost.
static Vec3 near_start(const SurfaceTriangle *t, uint32_t edge, Vec3 point) {
	Segment side = { t->corners[edge], t->corners[(edge + 1) % 3] };
	return closest_on_segment(side, point).point;
}

// The support against the triangle, which the probe may know.
static Vec3 support_of(const Probe *probe, Vec3 normal) {
	if (vec3_equals(probe->facing, normal)) return probe->deepest;
	Vec3 point;
	probe_support(probe, normal, &point);
	return point;
}

bool mk_probe_arc(const ArcInput *in, PushDirection *push) {
	const SurfaceTriangle *t = in->triangle;
	Arc arc;
	arc.probe = in->probe;
	Vec3 deepest = support_of(in->probe, t->normal);
	arc.start = near_start(t, in->edge, deepest);
	arc.count = 0;
	Vec3 side = vec3_sub(t->corners[(in->edge + 1) % 3], t->corners[in->edge]);
	arc.along = vec3_normalize(side);
	Vec3 far;
	bool is_open = far_normal(in, arc.along, &far);
	ArcEnd low = end_of(&arc, t->normal, deepest);
	ArcEnd high = arc_at(&arc, far);
	arc.best = high.value > low.value + in->probe->rounding ? high : low;
	// the sinusoid of the far end's support is above all, and still rises there:
	// nothing before it is better
	bool is_rising = arc.best.value == high.value && slope_of(&arc, high.point, far) > 0 &&
			vec3_dot(t->normal, far) > 0;
	if (!is_rising) {
		add_arc(&arc, &low, &high);
		search(&arc);
	}
	bool is_far = vec3_equals(arc.best.normal, high.normal);
	set_push(&arc, in, push);
	return is_open || !is_far;
}

static bool is_allowed(const ArcInput *in, uint32_t vertex, Vec3 normal, Real slack) {
	return mk_surface_vertex_allows(in->surface, &(ConeQuery){ vertex, normal, slack });
}

// A vertex in the core: the nearest way out of the core, if the surface allows it.
static bool search_cone(const ArcInput *in, uint32_t vertex, PushDirection *push) {
	Vec3 p = push->point_b;
	TriangleShape dot;
	mk_triangle_init(&dot);
	mk_triangle_set(&dot, (Triangle){ p, p, p }, vec3_zero());
	ShapeInstance point = instance_local(&dot.shape);
	Separation out = mk_probe_separation(in->probe, &in->probe->core, &point);
	if (out.status == SEPARATION_INVALID) return false;
	push->normal = vec3_negate(out.normal);
	Vec3 lowest;
	push->support = probe_support(in->probe, push->normal, &lowest);
	push->offset = vec3_dot(push->normal, p);
	// a face of the core is below the vertex, whatever corner of it is the support
	push->point_a = vec3_add_scaled(p, push->normal, push_separation(push) + in->probe->radius);
	return is_allowed(in, vertex, push->normal, probe_slack(in->probe, push_separation(push)));
}

// The length of a way in roundings from which on its direction is good to a milliradian.
#define MK_WAY_ROUNDINGS 1000

// Writes the direction of a short way out of the face of the core that ends it, if one does: of the
// way itself rounding is a large part, and what one peak of a surface says would not fit to what
// the next one under the same face says.
static void straighten(const Probe *probe, Vec3 p, Real length, Vec3 *normal) {
	if (length > MK_WAY_ROUNDINGS * probe->rounding) return;
	ShapeFace face;
	mk_feature_face(&probe->core, vec3_negate(*normal), MK_SHAPE_NO_ID, &face);
	if (face.count < 3) return;
	// nothing of the core is nearer than the plane, so what is as near is in it
	Real height = vec3_dot(face.normal, vec3_sub(p, face.points[0]));
	if (height >= length - probe->rounding) *normal = vec3_negate(face.normal);
}

bool mk_probe_vertex(const ArcInput *in, uint32_t corner, PushDirection *push) {
	Vec3 p = in->triangle->corners[corner];
	uint32_t vertex = mk_surface_vertex(in->surface, in->triangle, corner);
	ShapePoint nearest = mk_instance_closest(&in->probe->core, p);
	Vec3 way = vec3_sub(nearest.point, p);
	Real length = vec3_length(way);
	push->point_b = p;
	push->place = corner;
	push->degree = 0;
	if (nearest.is_inside || length <= 4 * in->probe->rounding) {
		return search_cone(in, vertex, push);
	}
	push->normal = vec3_normalize(way);
	straighten(in->probe, p, length, &push->normal);
	push->point_a = nearest.point;
	push->support = vec3_dot(push->normal, nearest.point) - in->probe->radius;
	push->offset = vec3_dot(push->normal, p);
	return is_allowed(in, vertex, push->normal, probe_slack(in->probe, length));
}
