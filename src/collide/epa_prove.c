// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Let L(n) be the largest v . n of all corners v of a polytope in the difference: h is nowhere
// below it. A direction where h is below the depth d that was found is in the set where L is. Where
// one corner is the farthest, L falls with the angle from it, down to the arcs between the normals
// of faces; so every connected part of the set has arcs in it, and is between them: if these are
// within the basin, which is convex, the part is. It is enough to look at the normals of faces
// nearer than d, and along each of their arcs as far as L is below d.
#include "collide/epa_prove.h"

#include "collide/epa_search.h"

// Minima that are followed until one is the smallest.
enum { MAX_MINIMA = 4 };

// What is still to be shown of a minimum.
typedef struct Proof {
	EpaSearch search;
	NewtonResult *minimum;
	double margin;
	double lowest; // m; a direction that is lower belongs to another minimum
	double level;  // m; directions outside of the basin have to be at least as high
	double passed; // m; least distance of faces that are on the surface as far as can be told
} Proof;

static bool is_in_basin(const Proof *p, Double3 n) {
	return double3_dot(p->minimum->normal, n) >= p->minimum->basin;
}

// Whether the part of the arc from a face's normal over one of its edges where L is below the level
// is in the basin; the normal itself is. Along the arc L is `high` times the cosine of the angle
// from the foot of the origin on the edge.
static bool is_arc_in_basin(const Proof *p, const EpaFace *f, uint32_t edge) {
	const EpaPolytope *polytope = p->search.polytope;
	const EpaFace *other = &polytope->faces[f->links[edge]];
	if (is_in_basin(p, other->normal)) return true;
	Double3 start = polytope->at[f->points[edge]];
	Double3 way = double3_sub(polytope->at[f->points[edge < 2 ? edge + 1 : 0]], start);
	double squared = double3_dot(way, way);
	Double3 foot = double3_sub(start, double3_scale(way, double3_dot(start, way) / squared));
	double high = double3_length(foot);
	if (!(high > p->level)) return false;
	Double3 out = double3_scale(foot, 1 / high);
	Double3 across = double3_scale(double3_cross(way, out), 1 / sqrt(squared));
	double side = double3_dot(f->normal, across);
	bool is_above_between = side * double3_dot(other->normal, across) < 0;
	if (!is_above_between && !(other->distance >= p->level)) return false;
	double cosine = p->level / high;
	double sine = sqrt(1 - cosine * cosine);
	Double3 end = double3_add(
			double3_scale(out, cosine), double3_scale(across, side < 0 ? -sine : sine));
	return is_in_basin(p, end);
}

static bool is_face_in_basin(const Proof *p, const EpaFace *f) {
	return is_in_basin(p, f->normal) && is_arc_in_basin(p, f, 0) && is_arc_in_basin(p, f, 1) &&
			is_arc_in_basin(p, f, 2);
}

// Half of the tolerance, since both the faces that are passed over and the minimum have it; not
// less than two floors.
static double enough_of(const EpaInput *input, double depth) {
	double enough = double_max((double)input->absolute, (double)input->relative * depth) / 2;
	return double_max(enough, 2 * (double)input->difference->error);
}

static void set_level(Proof *p) {
	double depth = p->minimum->height;
	p->lowest = depth - enough_of(p->search.input, depth);
	p->level = p->margin > 0 ? depth + p->margin * depth : p->lowest;
}

// Makes the first polytope: what touches, and what is farthest behind it.
static bool begin(Proof *p) {
	EpaSearch *s = &p->search;
	GjkSimplex start = p->minimum->feature;
	Vec3 back = vec3_negate(vec3_from_double3(p->minimum->normal));
	for (uint32_t i = 0; i < start.count; i++)
		start.points[i].id_a = start.points[i].id_b = MK_SHAPE_NO_ID;
	start.points[start.count++] = difference_support(
			s->input->difference, back, difference_no_hint());
	s->iterations++;
	EpaInput input = *s->input;
	input.start = &start;
	const EpaInput *outer = s->input;
	s->input = &input;
	Vec3 axis;
	EpaSpan span = mk_epa_start(s, &axis);
	s->input = outer;
	return span == EPA_SPAN_SOLID;
}

// Goes on from a direction that is lower than the minimum. Returns whether there is another one.
static bool change_minimum(Proof *p) {
	NewtonResult found;
	mk_newton(
			&(NewtonInput){
					.difference = p->search.input->difference,
					.guess = p->search.normal,
					.limit = (double)INFINITY,
					.is_proof_wanted = true,
					.margin = p->margin,
			},
			&found);
	p->search.iterations += found.iterations;
	bool is_known = found.status == NEWTON_FOUND || found.status == NEWTON_UNPROVEN;
	if (!is_known || !(found.height > 0) || !(found.height < p->lowest)) return false;
	// what was left to the basin of the old one is not lower than that
	p->passed = double_min(p->passed, p->lowest);
	*p->minimum = found;
	set_level(p);
	return true;
}

// Looks beyond one face. Returns false if that cannot be told.
static bool expand(Proof *p, uint32_t face) {
	EpaSearch *s = &p->search;
	EpaPolytope *polytope = s->polytope;
	const EpaFace *f = &polytope->faces[face];
	if (polytope->point_count == MK_EPA_POINTS) return false;
	EpaProbe probe = mk_epa_probe(s, vec3_from_double3(f->normal), f->points[0]);
	if (s->is_apart) return false;
	// on the surface, and higher than the minimum
	bool is_done = probe.height >= p->lowest &&
			probe.height - f->distance <= enough_of(s->input, probe.height);
	if (is_done) {
		polytope->keys[face] = MK_INFINITY;
		p->passed = double_min(p->passed, f->distance);
		p->level = double_max(double_min(p->level, f->distance), p->lowest);
		return true;
	}
	if (!mk_epa_polytope_find_border(polytope, probe.point, face)) return false;
	mk_epa_polytope_replace(polytope, probe.point);
	return true;
}

// Whether all faces are as far as they have to be, but for those in the basin.
static bool search_others(Proof *p) {
	EpaSearch *s = &p->search;
	uint32_t minima = 1;
	for (;;) {
		uint32_t face = mk_epa_polytope_nearest(s->polytope);
		if (face == MK_EPA_FACES) return true;
		const EpaFace *f = &s->polytope->faces[face];
		if (f->distance >= p->level) return true;
		if (is_face_in_basin(p, f)) {
			s->polytope->keys[face] = MK_INFINITY;
			continue;
		}
		if (!expand(p, face)) return false;
		if (!(s->upper < p->lowest)) continue;
		if (minima++ == MAX_MINIMA || !change_minimum(p)) return false;
		if (p->minimum->status == NEWTON_FOUND) return true;
	}
}

bool mk_epa_prove(const EpaInput *input, double margin, NewtonResult *minimum) {
	EpaPolytope polytope;
	Proof p = { .minimum = minimum, .margin = margin, .passed = (double)INFINITY };
	epa_search_begin(&p.search, input, &polytope);
	set_level(&p);
	uint32_t iterations = minimum->iterations;
	bool is_proven = begin(&p) && search_others(&p);
	bool is_known = minimum->status == NEWTON_FOUND; // by itself
	if (is_proven && !is_known) {
		minimum->status = NEWTON_FOUND;
		minimum->lower = double_min(p.lowest, p.passed);
		minimum->rival = double_min(p.level, p.passed);
	}
	minimum->iterations = iterations + p.search.iterations;
	return is_proven;
}
