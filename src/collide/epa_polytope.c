// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/epa_polytope.h"

#include "base/assert.h"
#include "math/quad.h"

// How far outside of a face, in rounding floors of the pair, the nearest point of its plane may be
// for the face to be a candidate. The nearest point of a convex surface is inside a face or on an
// edge of two, so strictly inside would do without rounding; but on a box it is often exactly on
// the diagonal of a side and both halves would be lost. Larger: faces come up whose nearest point
// is on another one, and the points of contact are wrong by as much.
static const double internal_floors = 8;

// A point this far above a face, in rounding floors of the pair, sees it. Half of one: a larger
// value leaves dents, a smaller one takes rounding for geometry and tears the border.
static const double visible_floors = 0.5;

// Triangles lower than this many rounding floors have no normal worth the name.
static const double sliver_floors = 2;

// The edge after each of a triangle's.
static const uint8_t after[3] = { 1, 2, 0 };

// Attempts to find a border with one more face on the removed side each.
enum { BORDER_ATTEMPTS = 4 };

void mk_epa_polytope_init(EpaPolytope *polytope, double error) {
	polytope->error = error;
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

typedef struct Corners {
	uint8_t a;
	uint8_t b;
	uint8_t c;
} Corners;

// Fills in a face: its corners and its plane, by the area vector of a border edge.
static inline void set_face(EpaPolytope *p, uint32_t edge, Corners corners) {
	uint8_t face = p->made[edge];
	EpaFace *f = &p->faces[face];
	double squared = p->squares[edge];
	// points on a line: in the surface for its topology, but nothing to expand
	double scale = squared > 0 ? 1 / sqrt(squared) : 0;
	Double3 normal = double3_scale(p->areas[edge], scale);
	double distance = double3_dot(normal, p->at[corners.c]);
	f->points[0] = corners.a;
	f->points[1] = corners.b;
	f->points[2] = corners.c;
	f->is_live = true;
	f->mark = 0;
	f->normal = normal;
	f->distance = distance;
	p->keys[face] = scale > 0 ? (Real)distance : MK_INFINITY;
}

// Returns whether the nearest point of a plane is on the right side of the edge across from a
// corner; `part` is the area between them times the face's.
static bool is_beside(const EpaPolytope *p, const EpaFace *f, uint32_t corner, double part) {
	if (part >= 0) return true;
	Double3 start = p->at[f->points[after[corner]]];
	Double3 side = double3_sub(p->at[f->points[after[after[corner]]]], start);
	Double3 way = double3_sub(p->at[f->points[corner]], start);
	Double3 area = double3_cross(side, way);
	double most = internal_floors * p->error;
	return part * part <= most * most * double3_dot(side, side) * double3_dot(area, area);
}

bool mk_epa_polytope_holds_foot(const EpaPolytope *polytope, uint32_t face) {
	const EpaPolytope *p = polytope;
	const EpaFace *f = &p->faces[face];
	double parts[3];
	area_parts(p, f->points, parts);
	return is_beside(p, f, 0, parts[0]) && is_beside(p, f, 1, parts[1]) &&
			is_beside(p, f, 2, parts[2]);
}

static uint32_t take_face(EpaPolytope *p) {
	if (p->free_count > 0) return p->free[--p->free_count];
	MK_ASSERT(p->face_count < MK_EPA_FACES);
	uint32_t face = p->face_count++;
	if (face % 4 == 0) quad_store(p->keys + face, quad_splat(MK_INFINITY));
	return face;
}

static void link_faces(EpaPolytope *p, EpaEdge a, EpaEdge b) {
	p->faces[a.face].links[a.edge] = b.face;
	p->faces[a.face].backs[a.edge] = b.edge;
	p->faces[b.face].links[b.edge] = a.face;
	p->faces[b.face].backs[b.edge] = a.edge;
}

// The edges of a tetrahedron from its last point, and the area vectors of the faces there.
typedef struct Corner3 {
	Double3 edges[3];
	Double3 areas[3]; // of the faces without edge i
	double volume;    // times six, with sign
} Corner3;

static Corner3 corner_of(const EpaPolytope *p, const uint8_t points[4]) {
	Corner3 c;
	for (int i = 0; i < 3; i++)
		c.edges[i] = double3_sub(p->at[points[i]], p->at[points[3]]);
	c.areas[0] = double3_cross(c.edges[1], c.edges[2]);
	c.areas[1] = double3_cross(c.edges[2], c.edges[0]);
	c.areas[2] = double3_cross(c.edges[0], c.edges[1]);
	c.volume = double3_dot(c.edges[0], c.areas[0]);
	return c;
}

static Double3 base_of(const Corner3 *c) {
	return double3_add(double3_add(c->areas[0], c->areas[1]), c->areas[2]);
}

// Makes the faces: counter-clockwise seen from the side away from the last point.
static void make_tetrahedron(EpaPolytope *p, const uint8_t points[4], const Corner3 *c) {
	bool is_swapped = c->volume < 0;
	double sign = is_swapped ? -1 : 1;
	uint8_t i = points[0];
	uint8_t j = points[is_swapped ? 2 : 1];
	uint8_t k = points[is_swapped ? 1 : 2];
	uint8_t l = points[3];
	const Corners corners[4] = { { i, j, k }, { j, i, l }, { k, j, l }, { i, k, l } };
	const Double3 areas[4] = { base_of(c), c->areas[is_swapped ? 1 : 2], c->areas[0],
		c->areas[is_swapped ? 2 : 1] };
	for (uint32_t face = 0; face < 4; face++) {
		p->made[face] = (uint8_t)take_face(p);
		// those at the last point look inward
		p->areas[face] = double3_scale(areas[face], face == 0 ? sign : -sign);
		p->squares[face] = double3_dot(areas[face], areas[face]);
		set_face(p, face, corners[face]);
	}
	for (uint8_t edge = 0; edge < 3; edge++) {
		uint8_t next = (uint8_t)(1 + (edge + 1) % 3);
		link_faces(p, (EpaEdge){ 0, edge }, (EpaEdge){ (uint8_t)(edge + 1), 0 });
		// side faces start with the edge of the base reversed: a shared edge
		// is their second corner's
		link_faces(p, (EpaEdge){ (uint8_t)(edge + 1), 2 }, (EpaEdge){ next, 1 });
	}
}

void mk_epa_polytope_tetrahedron(EpaPolytope *polytope, const uint8_t points[4]) {
	Corner3 c = corner_of(polytope, points);
	make_tetrahedron(polytope, points, &c);
}

bool mk_epa_polytope_first(EpaPolytope *polytope, double least, double part) {
	const uint8_t points[4] = { 0, 1, 2, 3 };
	Corner3 c = corner_of(polytope, points);
	// the height above a face is six volumes by the length of its area vector
	Double3 base = base_of(&c);
	double largest = double3_dot(base, base);
	double longest = 0;
	for (int i = 0; i < 3; i++) {
		largest = double_max(largest, double3_dot(c.areas[i], c.areas[i]));
		longest = double_max(longest, double3_dot(c.edges[i], c.edges[i]));
	}
	// no edge is longer than twice the longest of three that meet
	double squared = double_max(least * least, part * part * 4 * longest);
	if (!(c.volume * c.volume > squared * largest)) return false;
	make_tetrahedron(polytope, points, &c);
	return true;
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
			p->rim[p->border_count] = f->points[after[e.edge]];
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

// Returns whether the border is one closed cycle and no face of it was removed after all.
static bool is_cycle(const EpaPolytope *p) {
	if (p->border_count < 3) return false;
	for (uint32_t i = 0; i < p->border_count; i++) {
		EpaEdge e = p->border[i];
		const EpaFace *f = &p->faces[e.face];
		uint8_t next = p->rim[i + 1 < p->border_count ? i + 1 : 0];
		if (f->mark == p->mark || f->points[e.edge] != next) return false;
	}
	return true;
}

// Marks what has to go where a border edge from a to b and the new point are on a line as far as
// can be told. A point between a and b splits the edge, and the face behind it. Beyond one of them,
// that corner is on the way from the other to the point, so no face around it is above the point;
// left in, it would make a face that is turned around.
static void force_line(EpaPolytope *p, uint32_t edge, Double3 w) {
	uint8_t a = p->rim[edge];
	uint8_t b = p->rim[edge + 1 < p->border_count ? edge + 1 : 0];
	Double3 side = double3_sub(p->at[b], p->at[a]);
	double along = double3_dot(side, double3_sub(w, p->at[a]));
	p->faces[p->border[edge].face].mark = p->mark;
	if (along > 0 && along < double3_dot(side, side)) return;
	uint8_t corner = along > 0 ? b : a;
	for (uint32_t i = 0; i < p->face_count; i++) {
		EpaFace *f = &p->faces[i];
		bool is_around = f->points[0] == corner || f->points[1] == corner || f->points[2] == corner;
		if (f->is_live && is_around) f->mark = p->mark;
	}
}

// Computes the area vectors of the faces between the border and the new point. Where that leaves a
// face without a normal, what has to go as well is marked, and the answer is false.
static bool span_border(EpaPolytope *p, Double3 w) {
	double least = sliver_floors * p->error;
	Double3 way = double3_sub(p->at[p->rim[0]], w);
	double length = double3_dot(way, way);
	bool is_sound = true;
	for (uint32_t i = 0; i < p->border_count; i++) {
		uint32_t next = i + 1 < p->border_count ? i + 1 : 0;
		Double3 next_way = double3_sub(p->at[p->rim[next]], w);
		double next_length = double3_dot(next_way, next_way);
		Double3 area = double3_cross(way, next_way);
		double squared = double3_dot(area, area);
		p->areas[i] = area;
		p->squares[i] = squared;
		// the sum is the longest side squared but for a factor of two
		if (!(squared > least * least * (length + next_length))) {
			force_line(p, i, w);
			is_sound = false;
		}
		way = next_way;
		length = next_length;
	}
	return is_sound;
}

// Finds the faces to remove and their border. A point in line with a border edge would give a face
// without a normal; then more faces have to go.
bool mk_epa_polytope_find_border(EpaPolytope *polytope, uint32_t point, uint32_t seed) {
	EpaPolytope *p = polytope;
	Double3 w = p->at[point];
	p->mark++;
	for (int attempt = 0; attempt < BORDER_ATTEMPTS; attempt++) {
		p->mark++;
		// what was removed or forced so far has the mark before this one
		if (!flood(p, w, seed) || !is_cycle(p)) return false;
		if (span_border(p, w)) return true;
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
	uint32_t count = p->border_count;
	for (uint32_t i = 0; i < count; i++)
		p->made[i] = (uint8_t)take_face(p);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t next = i + 1 < count ? i + 1 : 0;
		uint32_t last = i > 0 ? i - 1 : count - 1;
		EpaEdge e = p->border[i];
		EpaFace *f = &p->faces[p->made[i]];
		set_face(p, i, (Corners){ p->rim[i], p->rim[next], (uint8_t)point });
		f->links[0] = e.face;
		f->links[1] = p->made[next];
		f->links[2] = p->made[last];
		f->backs[0] = e.edge;
		f->backs[1] = 2;
		f->backs[2] = 1;
		p->faces[e.face].links[e.edge] = p->made[i];
		p->faces[e.face].backs[e.edge] = 0;
	}
}

uint32_t mk_epa_polytope_nearest(const EpaPolytope *polytope) {
	const Real *keys = polytope->keys;
	uint32_t count = polytope->face_count;
	Quad least = quad_splat(MK_INFINITY);
	for (uint32_t i = 0; i < count; i += 4)
		least = quad_min(quad_load(keys + i), least);
	Real low = quad_least(least);
	if (!(low < MK_INFINITY)) return MK_EPA_FACES;
	least = quad_splat(low);
	for (uint32_t i = 0; i < count; i += 4) {
		uint32_t bits = quad_less_equal(quad_load(keys + i), least);
		if (bits != 0) return i + (uint32_t)__builtin_ctz(bits);
	}
	return MK_EPA_FACES;
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
