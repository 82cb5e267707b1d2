// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/epa_polytope.h"

#include "base/assert.h"

// How far outside of a face, in rounding floors of the pair, the nearest point of its plane may be for
// the face to be a candidate. The nearest point of a convex surface is inside a face or on an edge of
// two, so strictly inside would do without rounding; but on a box it is often exactly on the diagonal
// of a side and both halves would be lost. Larger: faces come up whose nearest point is on another
// one, and the points of contact are wrong by as much.
static const double internal_floors = 8;

// A point this far above a face, in rounding floors of the pair, sees it. Half of one: a larger value
// leaves dents, a smaller one takes rounding for geometry and tears the border.
static const double visible_floors = 0.5;

// Triangles lower than this many rounding floors have no normal worth the name.
static const double sliver_floors = 2;

// The edge after each of a triangle's.
static const uint8_t after[3] = { 1, 2, 0 };

// Attempts to find a border with one more face on the removed side each.
enum { BORDER_ATTEMPTS = 4 };

void mk_epa_polytope_init(EpaPolytope *polytope, double error) {
	polytope->error = error;
	polytope->limit = (double)INFINITY;
	polytope->is_outside = true;
	polytope->point_count = 0;
	polytope->face_count = 0;
	polytope->free_count = 0;
	polytope->mark = 0;
}

uint32_t mk_epa_polytope_add_point(
		EpaPolytope *polytope, const DifferencePoint *point, Vec3 asked) {
	MK_ASSERT(polytope->point_count < MK_EPA_POINTS);
	uint32_t index = polytope->point_count++;
	polytope->points[index] = *point;
	polytope->at[index] = double3_from(point->point);
	polytope->asked[index] = asked;
	return index;
}

// Returns the area vector of the parts of a triangle and its plane's nearest point.
static Double3 area_parts(const EpaPolytope *p, const uint8_t points[3], double parts[3]) {
	Double3 a = p->at[points[0]];
	Double3 b = p->at[points[1]];
	Double3 c = p->at[points[2]];
	Double3 area = double3_cross(double3_sub(b, a), double3_sub(c, a));
	parts[0] = double3_dot(area, double3_cross(b, c));
	parts[1] = double3_dot(area, double3_cross(c, a));
	parts[2] = double3_dot(area, double3_cross(a, b));
	return area;
}

// Fills in the planes of new faces from their area vectors. Whether their nearest points are inside is
// left for the day when a face is the nearest of all, which few see.
static void set_planes(EpaPolytope *p, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		EpaFace *f = &p->faces[p->made[i]];
		Double3 area = p->areas[i];
		double squared = double3_dot(area, area);
		// points on a line: in the surface for its topology, but nothing to expand
		double scale = squared > 0 ? 1 / sqrt(squared) : 0;
		f->normal = double3_scale(area, scale);
		f->distance = double3_dot(f->normal, p->at[f->points[2]]);
		bool is_wanted = scale > 0 && f->distance <= p->limit;
		p->keys[p->made[i]] = is_wanted ? (Real)f->distance : MK_INFINITY;
	}
}

// Returns whether the nearest point of a plane is on the right side of the edge across from a corner;
// `part` is the area between them times the face's.
static bool is_beside(const EpaPolytope *p, const EpaFace *f, uint32_t corner, double part) {
	if (part >= 0) return true;
	Double3 start = p->at[f->points[after[corner]]];
	Double3 side = double3_sub(p->at[f->points[after[after[corner]]]], start);
	Double3 way = double3_sub(p->at[f->points[corner]], start);
	Double3 area = double3_cross(side, way);
	double most = internal_floors * p->error;
	return part * part <= most * most * double3_dot(side, side) * double3_dot(area, area);
}

// Returns whether a face can be the nearest: its nearest point is in it, or the origin is not inside
// the polytope yet.
static bool is_candidate(EpaPolytope *p, EpaFace *f) {
	f->is_checked = true;
	if (p->is_outside && f->distance < 0) return true;
	double parts[3];
	area_parts(p, f->points, parts);
	return is_beside(p, f, 0, parts[0]) && is_beside(p, f, 1, parts[1]) &&
			is_beside(p, f, 2, parts[2]);
}

static uint32_t take_face(EpaPolytope *p) {
	if (p->free_count > 0) return p->free[--p->free_count];
	MK_ASSERT(p->face_count < MK_EPA_FACES);
	return p->face_count++;
}

static void set_points(EpaFace *f, uint8_t a, uint8_t b, uint8_t c) {
	f->points[0] = a;
	f->points[1] = b;
	f->points[2] = c;
	f->is_live = true;
	f->is_checked = false;
	f->mark = 0;
}

static void link_faces(EpaPolytope *p, EpaEdge a, EpaEdge b) {
	p->faces[a.face].links[a.edge] = b.face;
	p->faces[a.face].backs[a.edge] = b.edge;
	p->faces[b.face].links[b.edge] = a.face;
	p->faces[b.face].backs[b.edge] = a.edge;
}

void mk_epa_polytope_tetrahedron(EpaPolytope *polytope, const uint8_t points[4]) {
	const Double3 *at = polytope->at;
	Double3 from = at[points[3]];
	Double3 a = double3_sub(at[points[0]], from);
	Double3 b = double3_sub(at[points[1]], from);
	Double3 c = double3_sub(at[points[2]], from);
	// counter-clockwise seen from the side away from the last point
	bool is_swapped = double3_dot(a, double3_cross(b, c)) < 0;
	uint8_t i = points[0];
	uint8_t j = points[is_swapped ? 2 : 1];
	uint8_t k = points[is_swapped ? 1 : 2];
	uint8_t l = points[3];
	const uint8_t corners[4][3] = { { i, j, k }, { j, i, l }, { k, j, l }, { i, k, l } };
	for (uint32_t face = 0; face < 4; face++) {
		const uint8_t *of = corners[face];
		polytope->made[face] = (uint8_t)take_face(polytope);
		set_points(&polytope->faces[polytope->made[face]], of[0], of[1], of[2]);
		Double3 side = double3_sub(at[of[1]], at[of[0]]);
		polytope->areas[face] = double3_cross(side, double3_sub(at[of[2]], at[of[0]]));
	}
	set_planes(polytope, 4);
	for (uint8_t edge = 0; edge < 3; edge++) {
		uint8_t next = (uint8_t)(1 + (edge + 1) % 3);
		link_faces(polytope, (EpaEdge){ 0, edge }, (EpaEdge){ (uint8_t)(edge + 1), 0 });
		// side faces start with the edge of the base reversed: a shared edge is their second corner's
		link_faces(polytope, (EpaEdge){ (uint8_t)(edge + 1), 2 }, (EpaEdge){ next, 1 });
	}
}

static bool sees(const EpaPolytope *p, uint32_t face, Double3 w) {
	const EpaFace *f = &p->faces[face];
	return double3_dot(f->normal, w) - f->distance > visible_floors * p->error;
}

// Goes from a face over all neighbours that see the point or were marked before, without recursion;
// the border comes out in cyclic order because edges are visited as a recursion would.
static bool flood(EpaPolytope *p, Double3 w, uint32_t seed) {
	EpaEdge stack[2 * MK_EPA_FACES];
	uint32_t depth = 0;
	p->removed_count = 0;
	p->border_count = 0;
	p->removed[p->removed_count++] = (uint8_t)seed;
	p->faces[seed].mark = p->mark;
	for (uint32_t i = 3; i-- > 0;) {
		stack[depth++] = (EpaEdge){ p->faces[seed].links[i], p->faces[seed].backs[i] };
	}
	while (depth > 0) {
		EpaEdge e = stack[--depth];
		EpaFace *f = &p->faces[e.face];
		if (f->mark == p->mark) continue;
		if (f->mark != p->mark - 1 && !sees(p, e.face, w)) {
			if (p->border_count == MK_EPA_POINTS) return false;
			p->border[p->border_count++] = e;
			continue;
		}
		f->mark = p->mark;
		p->removed[p->removed_count++] = e.face;
		uint8_t next = after[e.edge];
		uint8_t last = after[next];
		stack[depth++] = (EpaEdge){ f->links[last], f->backs[last] };
		stack[depth++] = (EpaEdge){ f->links[next], f->backs[next] };
	}
	return true;
}

// The corner where a border edge starts, seen from the hole, and where it ends.
static uint8_t edge_start(const EpaPolytope *p, EpaEdge e) {
	return p->faces[e.face].points[after[e.edge]];
}
static uint8_t edge_end(const EpaPolytope *p, EpaEdge e) { return p->faces[e.face].points[e.edge]; }

// Returns whether the border is one closed cycle and no face of it was removed after all.
static bool is_cycle(const EpaPolytope *p) {
	if (p->border_count < 3) return false;
	for (uint32_t i = 0; i < p->border_count; i++) {
		EpaEdge e = p->border[i];
		EpaEdge next = p->border[i + 1 < p->border_count ? i + 1 : 0];
		if (p->faces[e.face].mark == p->mark) return false;
		if (edge_end(p, e) != edge_start(p, next)) return false;
	}
	return true;
}

// Computes the area vector of the face between a border edge and the new point. Returns false if they
// are on a line as far as can be told.
static bool span_border(EpaPolytope *p, uint32_t edge, Double3 w) {
	Double3 start = p->at[edge_start(p, p->border[edge])];
	Double3 side = double3_sub(p->at[edge_end(p, p->border[edge])], start);
	Double3 way = double3_sub(w, start);
	Double3 area = double3_cross(side, way);
	p->areas[edge] = area;
	// the sum is the longest side squared but for a factor of two
	double longest = double3_dot(side, side) + double3_dot(way, way);
	double height = sliver_floors * p->error;
	return double3_dot(area, area) > height * height * longest;
}

// Finds the faces to remove and their border. A point in line with a border edge would give a face
// without a normal; then the face behind that edge goes as well.
bool mk_epa_polytope_find_border(EpaPolytope *polytope, uint32_t point, uint32_t seed) {
	EpaPolytope *p = polytope;
	Double3 w = p->at[point];
	p->mark++;
	for (int attempt = 0; attempt < BORDER_ATTEMPTS; attempt++) {
		p->mark++;
		// what was removed or forced so far has the mark before this one
		if (!flood(p, w, seed) || !is_cycle(p)) return false;
		bool is_sound = true;
		for (uint32_t i = 0; i < p->border_count; i++) {
			if (span_border(p, i, w)) continue;
			p->faces[p->border[i].face].mark = p->mark;
			is_sound = false;
		}
		if (is_sound) return true;
	}
	return false;
}

void mk_epa_polytope_replace(EpaPolytope *polytope, uint32_t point) {
	EpaPolytope *p = polytope;
	for (uint32_t i = 0; i < p->removed_count; i++) {
		uint8_t face = p->removed[i];
		p->faces[face].is_live = false;
		p->keys[face] = MK_INFINITY;
		p->free[p->free_count++] = face;
	}
	for (uint32_t i = 0; i < p->border_count; i++) {
		EpaEdge e = p->border[i];
		uint8_t face = (uint8_t)take_face(p);
		p->made[i] = face;
		set_points(&p->faces[face], edge_start(p, e), edge_end(p, e), (uint8_t)point);
		link_faces(p, (EpaEdge){ face, 0 }, e);
		if (i > 0) link_faces(p, (EpaEdge){ face, 2 }, (EpaEdge){ p->made[i - 1], 1 });
	}
	EpaEdge last = { p->made[p->border_count - 1], 1 };
	link_faces(p, (EpaEdge){ p->made[0], 2 }, last);
	set_planes(p, p->border_count);
}

uint32_t mk_epa_polytope_nearest(EpaPolytope *polytope) {
	EpaPolytope *p = polytope;
	for (;;) {
		uint32_t best = MK_EPA_FACES;
		Real least = MK_INFINITY;
		for (uint32_t i = 0; i < p->face_count; i++) {
			if (!(p->keys[i] < least)) continue;
			least = p->keys[i];
			best = i;
		}
		if (best == MK_EPA_FACES || p->faces[best].is_checked) return best;
		if (is_candidate(p, &p->faces[best])) return best;
		p->keys[best] = MK_INFINITY;
	}
}

void mk_epa_polytope_weights(
		const EpaPolytope *polytope, const uint8_t points[3], double weights[3]) {
	double parts[3];
	Double3 area = area_parts(polytope, points, parts);
	double sum = double3_dot(area, area);
	for (int i = 0; i < 3; i++) {
		weights[i] = sum > 0 ? parts[i] / sum : (double)(i == 0);
	}
}

bool mk_epa_polytope_is_closed(const EpaPolytope *polytope) {
	bool is_used[MK_EPA_POINTS] = { false };
	uint32_t faces = 0;
	uint32_t points = 0;
	for (uint32_t i = 0; i < polytope->face_count; i++) {
		const EpaFace *f = &polytope->faces[i];
		if (!f->is_live) continue;
		faces++;
		for (uint32_t k = 0; k < 3; k++) {
			const EpaFace *other = &polytope->faces[f->links[k]];
			if (!other->is_live || other->links[f->backs[k]] != i) return false;
			if (other->points[f->backs[k]] != f->points[(k + 1) % 3]) return false;
			if (other->points[(f->backs[k] + 1) % 3] != f->points[k]) return false;
			if (!is_used[f->points[k]]) points++;
			is_used[f->points[k]] = true;
		}
	}
	// edges are three halves of the faces, so V - E + F = 2 is this
	return 2 * points == faces + 4;
}
