// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The first polytope of EPA. GJK leaves one to four points, often dependent ones: aligned boxes end
// with two or three as a rule. Points are taken from there one by one, each farthest from what the
// others span; where that is too little, supports are asked for: three around a segment, two beside
// a triangle. What stays without extent then has none.
#include "collide/epa_search.h"

#include "base/assert.h"

// A difference thinner than this many rounding floors is flat. Its depth is at most its thickness,
// so that is also the largest error; smaller values would build polytopes out of rounding.
static const double flat_floors = 4;

// Points of a simplex that are nearer to what the others span than this part of the simplex's size
// (no unit) are not used if a support is farther: a thin start makes slivers of all that follows.
// Larger values only cost supports.
static const double thin_part = 1e-2;

// Where the start stands: what its first points span.
typedef struct Span {
	uint8_t corners[4];
	Double3 axis; // unit; along the segment, then across the triangle
	double size;  // m; length of the segment
} Span;

typedef double Measure(const EpaPolytope *p, const Span *span, uint32_t point);

static double from_point(const EpaPolytope *p, const Span *span, uint32_t point) {
	return double3_length(double3_sub(p->at[point], p->at[span->corners[0]]));
}

static double from_line(const EpaPolytope *p, const Span *span, uint32_t point) {
	Double3 way = double3_sub(p->at[point], p->at[span->corners[0]]);
	return double3_length(double3_cross(span->axis, way));
}

static double from_plane(const EpaPolytope *p, const Span *span, uint32_t point) {
	return fabs(double3_dot(span->axis, double3_sub(p->at[point], p->at[span->corners[0]])));
}

// Finds the point for which a measure is largest, the first one among equals.
static double farthest(const EpaPolytope *p, const Span *span, Measure *measure, uint8_t *point) {
	double most = -1;
	for (uint32_t i = 0; i < p->point_count; i++) {
		double distance = measure(p, span, i);
		if (!(distance > most)) continue;
		most = distance;
		*point = (uint8_t)i;
	}
	return most;
}

static void probe_both(EpaSearch *s, Vec3 direction) {
	mk_epa_probe(s, direction, 0);
	mk_epa_probe(s, vec3_negate(direction), 0);
}

// Three directions across an axis, a third of a turn from each other.
static void probe_around(EpaSearch *s, Vec3 axis) {
	const Real half_root_3 = (Real)0.86602540378443864676;
	Vec3 u = vec3_perpendicular(axis);
	Vec3 v = vec3_scale(vec3_cross(axis, u), half_root_3);
	Vec3 back = vec3_scale(u, (Real)-0.5);
	mk_epa_probe(s, u, 0);
	mk_epa_probe(s, vec3_add(back, v), 0);
	mk_epa_probe(s, vec3_sub(back, v), 0);
}

static bool span_segment(EpaSearch *s, Span *span) {
	EpaPolytope *p = s->polytope;
	span->corners[0] = 0;
	double enough = flat_floors * p->error;
	double length = farthest(p, span, from_point, &span->corners[1]);
	if (length <= enough) {
		for (int axis = 0; axis < 3; axis++) {
			probe_both(s, vec3_axis(axis));
		}
		length = farthest(p, span, from_point, &span->corners[1]);
		if (length <= enough) return false;
	}
	Double3 way = double3_sub(p->at[span->corners[1]], p->at[0]);
	span->axis = double3_scale(way, 1 / length);
	span->size = length;
	return true;
}

static bool span_triangle(EpaSearch *s, Span *span) {
	EpaPolytope *p = s->polytope;
	double width = farthest(p, span, from_line, &span->corners[2]);
	if (width <= double_max(flat_floors * p->error, thin_part * span->size)) {
		probe_around(s, vec3_from_double3(span->axis));
		width = farthest(p, span, from_line, &span->corners[2]);
		if (width <= flat_floors * p->error) return false;
	}
	Double3 way = double3_sub(p->at[span->corners[2]], p->at[0]);
	Double3 area = double3_cross(span->axis, way);
	span->axis = double3_scale(area, 1 / double3_length(area));
	return true;
}

static bool span_solid(EpaSearch *s, Span *span) {
	EpaPolytope *p = s->polytope;
	double height = farthest(p, span, from_plane, &span->corners[3]);
	if (height <= double_max(flat_floors * p->error, thin_part * span->size)) {
		probe_both(s, vec3_from_double3(span->axis));
		height = farthest(p, span, from_plane, &span->corners[3]);
	}
	return height > flat_floors * p->error;
}

// Takes points that the tetrahedron does not use into the surface if they are outside of it.
static bool insert_rest(EpaPolytope *p, const Span *span) {
	for (uint32_t i = 0; i < p->point_count; i++) {
		bool is_corner = false;
		for (int k = 0; k < 4; k++) {
			is_corner |= span->corners[k] == i;
		}
		if (is_corner) continue;
		uint32_t seed = MK_EPA_FACES;
		double most = p->error;
		for (uint32_t face = 0; face < p->face_count; face++) {
			const EpaFace *f = &p->faces[face];
			double above = double3_dot(f->normal, p->at[i]) - f->distance;
			if (!f->is_live || !(above > most)) continue;
			most = above;
			seed = face;
		}
		if (seed == MK_EPA_FACES) continue;
		if (!mk_epa_polytope_find_border(p, i, seed)) return false;
		mk_epa_polytope_replace(p, i);
	}
	return true;
}

EpaSpan mk_epa_start(EpaSearch *search, Vec3 *axis) {
	const GjkSimplex *simplex = search->input->start;
	MK_ASSERT(simplex->count >= 1 && simplex->count <= 4);
	for (uint32_t i = 0; i < simplex->count; i++) {
		mk_epa_polytope_add_point(search->polytope, &simplex->points[i], vec3_zero());
	}
	Vec3 guess = vec3_normalize(search->input->guess);
	bool has_guess = !vec3_equals(guess, vec3_zero());
	if (has_guess) mk_epa_probe(search, guess, 0);
	// the rule after a deep overlap: a tetrahedron that is good as it is
	double least = flat_floors * search->polytope->error;
	if (!has_guess && simplex->count == 4 &&
			mk_epa_polytope_first(search->polytope, least, thin_part))
		return EPA_SPAN_SOLID;
	Span span = { .axis = double3(0, 0, 0) };
	if (!span_segment(search, &span)) return EPA_SPAN_POINT;
	*axis = vec3_from_double3(span.axis);
	if (!span_triangle(search, &span)) return EPA_SPAN_SEGMENT;
	*axis = vec3_from_double3(span.axis);
	if (!span_solid(search, &span)) return EPA_SPAN_FLAT;
	mk_epa_polytope_tetrahedron(search->polytope, span.corners);
	return insert_rest(search->polytope, &span) ? EPA_SPAN_SOLID : EPA_SPAN_TORN;
}
