// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces first: the one of each hull that the other's centre is highest above gives a bound, by
// which nearly all axes are left out. Axes are chosen in Real, by what their features promise; the
// answer is measured in double by supports.
#include "collide/penetration_hull.h"

#include "collide/epa_polytope.h"
#include "collide/hull_touch.h"
#include "collide/rival.h"

// Faces of both hulls, edges of one and pairs of edges that may be left after that; where
// there are more, EPA is faster.
enum { MAX_FACES_LEFT = 24, MAX_ARCS_LEFT = 48, MAX_PAIRS_LEFT = 512, MAX_AXES = 32 };

// How much deeper than the best an axis may be and still be looked at, as part of the smaller
// hull's size (no unit). What is left out limits `rival`, and so how far a pair may move before its
// answer is looked for again; larger values cost axes.
static const Real rival_part = (Real)0.01;

// Squared sine of the angle between edges below which they count as parallel: the normals of faces
// are as good to that angle, a millionth.
static const double parallel_squared = 1e-12;

typedef struct Axis {
	Vec3 normal;
	Real depth;
} Axis;

// The best face of a side so far, and the vertex of the other hull below it, in the side's space.
typedef struct BestFace {
	uint32_t face;
	Real depth;
	Vec3 vertex;
} BestFace;

typedef struct Search {
	const Difference *difference;
	HullSide sides[2];
	Axis axes[MAX_AXES]; // those looked at that are hardly deeper than the best
	uint32_t axis_count;
	bool is_full; // one of them was not kept
	HullTouch best;
	Real slack; // m; by which axes may be deeper than the best
	uint32_t iterations;
	BestFace tops[2]; // of each side
} Search;

// Edges of a hull that are left, in the frame, in rows.
typedef struct ArcRows {
	uint32_t count;
	uint16_t arcs[MAX_ARCS_LEFT];
	Real edge[3][MAX_ARCS_LEFT];
	Real left[3][MAX_ARCS_LEFT];
	Real right[3][MAX_ARCS_LEFT];
} ArcRows;

// Returns false if the axis separates.
static bool offer(Search *s, const HullTouch *touch) {
	if (touch->depth < s->best.depth) s->best = *touch;
	if (touch->depth < -s->difference->error) return false;
	if (touch->depth > s->best.depth + s->slack) return true;
	if (s->axis_count < MAX_AXES)
		s->axes[s->axis_count++] = (Axis){ touch->normal, touch->depth };
	else
		s->is_full = true;
	return true;
}

// Returns how high a point of the other hull must be above a plane for that to matter: along its
// normal, the hulls are at least as deep as the point is below it.
static Real least_height(const Search *s) { return -(s->best.depth + s->slack); }

// A vertex of the other hull in the space of a side.
static Vec3 vertex_of_other(const Search *s, int own, uint32_t vertex) {
	const HullSide *other = &s->sides[1 - own];
	Vec3 turned = mat3_apply(other->to_other, other->vertices[vertex]);
	return vec3_add(turned, s->sides[own].other_origin);
}

// Measures the pair along the normal of a face: one support of the other hull. Writes its vertex.
static bool offer_face(Search *s, int own, uint32_t face, Vec3 *vertex) {
	const HullSide *side = &s->sides[own];
	HullSide *other = &s->sides[1 - own];
	Plane plane = hull_side_plane(side, face);
	Vec3 against = vec3_negate(mat3_apply(side->to_other, plane.normal));
	uint32_t id = hull_side_support(other, against);
	*vertex = vertex_of_other(s, own, id);
	Real depth = -plane_distance(plane, *vertex);
	s->iterations++;
	if (depth < s->tops[own].depth) s->tops[own] = (BestFace){ face, depth, *vertex };
	return offer(s,
			&(HullTouch){
					.kind = own == 0 ? HULL_TOUCH_FACE_A : HULL_TOUCH_FACE_B,
					.depth = depth,
					.normal = own == 0 ? plane.normal : against,
					.index = { face, id },
			});
}

// The face that the other's centre is highest above gives the first bound.
static bool offer_top(Search *s, int own) {
	HullSide *side = &s->sides[own];
	const HullSide *other = &s->sides[1 - own];
	Vec3 center = vec3_add(mat3_apply(other->to_other, other->center), side->other_origin);
	Vec3 vertex;
	mk_hull_side_look(side, center);
	uint32_t top = mk_hull_side_top(side);
	if (!offer_face(s, own, top, &vertex)) return false;
	mk_hull_side_look(side, vertex);
	side->heights[top] = -MK_INFINITY;
	return true;
}

// Faces by their heights above all vertices found so far, until the next one cannot matter.
static bool offer_faces(Search *s, int own) {
	HullSide *side = &s->sides[own];
	for (;;) {
		uint32_t face = mk_hull_side_top(side);
		Vec3 vertex;
		if (!(side->heights[face] >= least_height(s))) break;
		if (!offer_face(s, own, face, &vertex)) return false;
		mk_hull_side_lower(side, vertex);
		side->heights[face] = -MK_INFINITY;
	}
	return true;
}

static void set_row(Real rows[3][MAX_ARCS_LEFT], uint32_t at, Vec3 v) {
	rows[0][at] = v.x;
	rows[1][at] = v.y;
	rows[2][at] = v.z;
}

static Vec3 get_row(const Real rows[3][MAX_ARCS_LEFT], uint32_t at) {
	return vec3(rows[0][at], rows[1][at], rows[2][at]);
}

static Vec3 in_frame(const HullSide *side, int own, Vec3 v) {
	return own == 0 ? v : mat3_apply(side->to_other, v);
}

// Four points of the other hull, in the space of a side: the vertex below its best face, and
// corners of the other's best face, which are near.
typedef struct Witnesses {
	Quad at[3];
	Quad least;
} Witnesses;

static Witnesses witnesses_of(const Search *s, int own) {
	const HullSide *other = &s->sides[1 - own];
	const uint32_t *corners = other->corners + other->starts[s->tops[1 - own].face];
	Vec3 p = s->tops[own].vertex;
	Vec3 a = vertex_of_other(s, own, corners[0]);
	Vec3 b = vertex_of_other(s, own, corners[1]);
	Vec3 c = vertex_of_other(s, own, corners[2]);
	return (Witnesses){ { quad(p.x, a.x, b.x, c.x), quad(p.y, a.y, b.y, c.y),
								quad(p.z, a.z, b.z, c.z) },
		quad_splat(least_height(s)) };
}

static Quad heights_above(const HullSide *side, uint32_t face, const Witnesses *w) {
	const PlaneRows *p = &side->planes;
	Quad x = quad_scale(w->at[0], p->x[face]);
	Quad y = quad_scale(w->at[1], p->y[face]);
	Quad sum = quad_add(quad_add(x, y), quad_scale(w->at[2], p->z[face]));
	return quad_sub(sum, quad_splat(p->offset[face]));
}

// A bit for each witness that is high enough above a face. Below the planes of both
// faces of an edge, a point is below all between them, which are less than half a
// turn; else it may be anywhere.
static uint32_t high_above(const HullSide *side, uint32_t face, const Witnesses *w) {
	return quad_less_equal(w->least, heights_above(side, face, w));
}

// Adds the edges of a face whose planes can matter; false if they are too many.
static bool add_arcs_of(const HullSide *side, uint32_t face, const Witnesses *w, ArcRows *rows) {
	uint32_t high = high_above(side, face, w);
	for (uint32_t i = side->starts[face]; i < side->starts[face + 1]; i++) {
		const HullArc *arc = &side->arcs[side->corner_arcs[i]];
		// once: by its left face, if that can matter
		bool is_done = face == arc->right && side->heights[arc->left] >= quad_get(w->least, 0);
		if (is_done) continue;
		uint32_t other = face == arc->left ? arc->right : arc->left;
		if (high != 15 && (high | high_above(side, other, w)) != 15) continue;
		if (rows->count == MAX_ARCS_LEFT) return false;
		rows->arcs[rows->count++] = side->corner_arcs[i];
	}
	return true;
}

static void fill_rows(const HullSide *side, int own, ArcRows *rows) {
	for (uint32_t at = 0; at < rows->count; at++) {
		const HullArc *arc = &side->arcs[rows->arcs[at]];
		Vec3 edge = vec3_sub(side->vertices[arc->end], side->vertices[arc->start]);
		set_row(rows->edge, at, in_frame(side, own, edge));
		set_row(rows->left, at, in_frame(side, own, hull_side_plane(side, arc->left).normal));
		set_row(rows->right, at, in_frame(side, own, hull_side_plane(side, arc->right).normal));
	}
	// lanes beyond the last one never cross
	for (uint32_t at = rows->count; at % 4 != 0; at++) {
		set_row(rows->edge, at, vec3_zero());
		set_row(rows->left, at, vec3_zero());
		set_row(rows->right, at, vec3_zero());
	}
}

// Finds the edges whose planes can matter: one of their faces can. False if they are too many.
static bool find_arcs(Search *s, int own, ArcRows *rows) {
	HullSide *side = &s->sides[own];
	Witnesses w = witnesses_of(s, own);
	mk_hull_side_look(side, s->tops[own].vertex);
	rows->count = 0;
	for (uint32_t i = 0; i < side->planes.count; i += 4) {
		uint32_t bits = quad_less_equal(w.least, quad_load(side->heights + i));
		for (; bits != 0; bits &= bits - 1) {
			if (!add_arcs_of(side, i + (uint32_t)__builtin_ctz(bits), &w, rows)) return false;
		}
	}
	return true;
}

static Quad dot_rows(const Real rows[3][MAX_ARCS_LEFT], uint32_t at, Vec3 v) {
	Quad x = quad_scale(quad_load(rows[0] + at), v.x);
	Quad y = quad_scale(quad_load(rows[1] + at), v.y);
	return quad_add(quad_add(x, y), quad_scale(quad_load(rows[2] + at), v.z));
}

// A bit for each of four edges of B whose arc, turned around, crosses that of an edge of A:
// each edge has the other's normals on both sides, and in the same sense. Zeros do not: the
// normal of a face is as good.
static uint32_t crossing(const ArcRows *b, uint32_t at, const Vec3 a[3]) {
	Quad left_a = dot_rows(b->edge, at, a[1]);
	Quad right_a = dot_rows(b->edge, at, a[2]);
	Quad left_b = dot_rows(b->left, at, a[0]);
	Quad right_b = dot_rows(b->right, at, a[0]);
	Quad zero = quad_splat(0);
	uint32_t out = quad_less_equal(zero, quad_multiply(left_a, right_a));
	out |= quad_less_equal(zero, quad_multiply(left_b, right_b));
	out |= quad_less_equal(quad_multiply(left_a, left_b), zero);
	return ~out & 15;
}

// Measures the pair across two edges whose arcs cross: they are what touches there.
static bool offer_edges(Search *s, uint32_t arc_a, uint32_t arc_b, Vec3 edges[2]) {
	Double3 a = double3_from(edges[0]);
	Double3 b = double3_from(edges[1]);
	Double3 cross = double3_cross(a, b);
	double squared = double3_dot(cross, cross);
	if (!(squared > parallel_squared * double3_dot(a, a) * double3_dot(b, b))) return true;
	const HullSide *on_a = &s->sides[0];
	const HullSide *on_b = &s->sides[1];
	uint32_t start_a = on_a->arcs[arc_a].start;
	uint32_t start_b = on_b->arcs[arc_b].start;
	Vec3 place = mat3_apply(on_b->to_other, on_b->vertices[start_b]);
	Vec3 way = vec3_sub(vec3_add(place, s->difference->offset), on_a->vertices[start_a]);
	// from A to B: away from A's inside
	Double3 inside = double3_from(vec3_sub(on_a->center, on_a->vertices[start_a]));
	double sign = double3_dot(cross, inside) > 0 ? -1 : 1;
	Double3 normal = double3_scale(cross, sign / sqrt(squared));
	return offer(s,
			&(HullTouch){
					.kind = HULL_TOUCH_EDGES,
					.depth = (Real)-double3_dot(normal, double3_from(way)),
					.normal = vec3((Real)normal.x, (Real)normal.y, (Real)normal.z),
					.index = { arc_a, arc_b },
			});
}

static bool offer_arcs(Search *s, const ArcRows *a, const ArcRows *b) {
	for (uint32_t i = 0; i < a->count; i++) {
		const Vec3 arc[3] = { get_row(a->edge, i), get_row(a->left, i), get_row(a->right, i) };
		for (uint32_t at = 0; at < b->count; at += 4) {
			for (uint32_t bits = crossing(b, at, arc); bits != 0; bits &= bits - 1) {
				uint32_t k = at + (uint32_t)__builtin_ctz(bits);
				Vec3 edges[2] = { arc[0], get_row(b->edge, k) };
				if (!offer_edges(s, a->arcs[i], b->arcs[k], edges)) return false;
			}
		}
	}
	return true;
}

// Returns the least depth of an axis that belongs to another minimum, as
// far as they were looked at.
static double find_rival(const Search *s) {
	Real rival = s->is_full ? s->best.depth : s->best.depth + s->slack;
	for (uint32_t i = 0; i < s->axis_count; i++) {
		const Axis *axis = &s->axes[i];
		bool is_other = !(vec3_dot(axis->normal, s->best.normal) > (Real)basin_cosine);
		rival = is_other && axis->depth < rival ? axis->depth : rival;
	}
	return (double)rival;
}

// All axes that matter. Returns false if one separates, or they are too many.
static HullDepthState search_axes(Search *s) {
	ArcRows a;
	ArcRows b;
	if (!offer_top(s, 0) || !offer_top(s, 1)) return HULL_DEPTH_APART;
	Real least = least_height(s);
	uint32_t faces = mk_hull_side_count(&s->sides[0], least);
	faces += mk_hull_side_count(&s->sides[1], least);
	if (faces > MAX_FACES_LEFT) return HULL_DEPTH_UNKNOWN;
	if (!offer_faces(s, 0) || !offer_faces(s, 1)) return HULL_DEPTH_APART;
	if (!find_arcs(s, 0, &a)) return HULL_DEPTH_UNKNOWN;
	if (a.count == 0) return HULL_DEPTH_FOUND;
	if (!find_arcs(s, 1, &b)) return HULL_DEPTH_UNKNOWN;
	if (a.count * b.count > MAX_PAIRS_LEFT) return HULL_DEPTH_UNKNOWN;
	if (b.count == 0) return HULL_DEPTH_FOUND;
	fill_rows(&s->sides[0], 0, &a);
	fill_rows(&s->sides[1], 1, &b);
	return offer_arcs(s, &a, &b) ? HULL_DEPTH_FOUND : HULL_DEPTH_APART;
}

HullDepthState mk_penetration_hulls(
		const Difference *difference, bool is_rival_wanted, EpaResult *result) {
	Search s;
	s.difference = difference;
	if (!mk_hull_sides(difference, s.sides)) return HULL_DEPTH_UNKNOWN;
	s.axis_count = 0;
	s.is_full = false;
	s.best.depth = MK_INFINITY;
	Real smaller = real_min(s.sides[0].shape->bound, s.sides[1].shape->bound);
	s.slack = 8 * difference->error + (is_rival_wanted ? rival_part * smaller : 0);
	s.iterations = 0;
	s.tops[0].depth = MK_INFINITY;
	s.tops[1].depth = MK_INFINITY;
	HullDepthState state = search_axes(&s);
	if (state == HULL_DEPTH_UNKNOWN) return state;
	result->iterations = s.iterations;
	result->normal = s.best.normal;
	result->upper = (double)s.best.depth;
	if (state == HULL_DEPTH_APART) {
		DifferencePoint p = mk_hull_touch_point(difference, s.sides, &s.best);
		result->point_a = p.a;
		result->point_b = p.b;
		return state;
	}
	if (!mk_hull_touch(difference, s.sides, &s.best, result)) return HULL_DEPTH_UNKNOWN;
	result->rival = find_rival(&s);
	return HULL_DEPTH_FOUND;
}
