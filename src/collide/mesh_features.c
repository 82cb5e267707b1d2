// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Vertex against face and edge against edge, for the triangles of two surfaces.
#include "collide/mesh_features.h"

// Marks that keep the names of vertices, edges and faces apart.
enum { NAME_EDGE = 1 << 28, NAME_FACE = 1 << 29 };

void mk_vertex_list_add(VertexList *list, uint32_t vertex) {
	if (list->count == list->capacity) {
		uint32_t capacity = list->capacity > 0 ? 2 * list->capacity : 8 * MK_FIRST_CAPACITY;
		uint32_t *data = mk_arena_alloc(list->arena, capacity, sizeof(*data));
		if (list->count > 0) memcpy(data, list->data, list->count * sizeof(*data));
		list->data = data;
		list->capacity = capacity;
	}
	list->data[list->count++] = vertex;
}

uint32_t mk_features_vertex_id(uint32_t side, uint32_t vertex) {
	return side == 0 ? contact_id(vertex, NAME_FACE) : contact_id(NAME_FACE, vertex);
}

bool mk_features_is_over(const SurfaceTriangle *t, Vec3 p, Real width) {
	for (int i = 0; i < 3; i++) {
		Vec3 side = vec3_sub(t->corners[(i + 1) % 3], t->corners[i]);
		Real inside = vec3_triple(t->normal, side, vec3_sub(p, t->corners[i]));
		if (!(inside >= -width * vec3_length(side))) return false;
	}
	return true;
}

void mk_features_add(FeaturePair *pair, const FeatureContact *contact) {
	Vec3 way = vec3_sub(contact->point_a, contact->point_b);
	Real separation = vec3_dot(contact->normal, way) - pair->grow;
	SurfaceContact *added = mk_contact_add(&pair->list);
	added->normal = contact->normal;
	added->kind = contact_kind(contact->degree_a, contact->degree_b);
	added->degree = contact->degree_b;
	added->support = separation;
	added->is_crossing = contact->is_crossing;
	added->index_a = surface_index(&pair->sides[0].surface, contact->triangle_a->number);
	added->index_b = surface_index(&pair->sides[1].surface, contact->triangle_b->number);
	memcpy(added->corners_a, contact->triangle_a->corners, sizeof(added->corners_a));
	memcpy(added->corners, contact->triangle_b->corners, sizeof(added->corners));
	ContactPoint point = {
		.position = vec3_scale(vec3_add(contact->point_a, contact->point_b), (Real)0.5),
		.separation = separation,
		.id = contact->id,
	};
	mk_contact_add_point(&pair->list, &point);
}

// Two triangles in work, each once as the one whose vertices are looked at.
typedef struct TrianglePairWork {
	FeaturePair *pair;
	const SurfaceTriangle *triangles[2];
	Real heights[2][3]; // m; of the vertices of one above the plane of the other
	Real reach;         // m; how far features can be apart
	bool is_crossing;   // the triangles cross, and deeper than the reach
} TrianglePairWork;

static bool is_vertex_allowed(const FeatureSide *side, uint32_t vertex, Vec3 direction) {
	return mk_surface_vertex_allows(
			&side->surface, &(ConeQuery){ vertex, direction, MK_CONE_SLACK });
}

// Writes the normal of a face towards a vertex that it holds and returns true. The back of a
// two-sided face holds vertices too, if they look at it.
static bool find_face_normal(
		const TrianglePairWork *work, uint32_t side, uint32_t vertex, Real height, Vec3 *normal) {
	const FeatureSide *own = &work->pair->sides[side];
	const FeatureSide *other = &work->pair->sides[1 - side];
	Vec3 front = work->triangles[1 - side]->normal;
	bool is_front = is_vertex_allowed(own, vertex, vec3_negate(front));
	bool is_back = other->surface.is_two_sided && is_vertex_allowed(own, vertex, front);
	// a vertex of a thin sheet looks both ways: it is where it is
	if (is_front && is_back) is_back = height < 0;
	*normal = is_back ? vec3_negate(front) : front;
	return is_front || is_back;
}

// The vertices of one triangle over the face of the other, within reach.
static void add_vertices(const TrianglePairWork *work, uint32_t side) {
	FeaturePair *pair = work->pair;
	const SurfaceTriangle *own = work->triangles[side];
	const SurfaceTriangle *other = work->triangles[1 - side];
	for (uint32_t i = 0; i < 3; i++) {
		Real height = work->heights[side][i];
		if (!(real_abs(height) <= work->reach)) continue;
		const Surface *surface = &pair->sides[side].surface;
		uint32_t vertex = mk_surface_vertex(surface, own, i);
		if (mk_surface_triangle_at(surface, vertex) != own->number) continue;
		if (!mk_features_is_over(other, own->corners[i], pair->width)) continue;
		Vec3 normal;
		if (!find_face_normal(work, side, vertex, height, &normal)) continue;
		Vec3 below = vec3_add_scaled(own->corners[i], other->normal, -height);
		FeatureContact contact = {
			.normal = side == 0 ? normal : vec3_negate(normal),
			.point_a = side == 0 ? own->corners[i] : below,
			.point_b = side == 0 ? below : own->corners[i],
			.id = mk_features_vertex_id(side, vertex),
			.triangle_a = work->triangles[0],
			.triangle_b = work->triangles[1],
			.degree_a = side == 0 ? 0 : 2,
			.degree_b = side == 0 ? 2 : 0,
		};
		mk_features_add(pair, &contact);
	}
}

// Whether an edge can touch: cuts in flat parts and valleys cannot.
static bool is_active(const Surface *surface, const SurfaceTriangle *t, uint32_t edge) {
	EdgeClass class = mk_surface_edge_class(surface, t, edge);
	if (surface->is_two_sided && class == EDGE_CONCAVE) return true;
	return class != EDGE_FLAT && class != EDGE_CONCAVE;
}

static bool is_edge_allowed(
		const Surface *surface, const SurfaceTriangle *t, uint32_t edge, Vec3 direction) {
	ArcQuery arc = { edge, direction, MK_CONE_SLACK };
	if (mk_surface_edge_allows(surface, t, &arc)) return true;
	if (!surface->is_two_sided) return false;
	SurfaceTriangle back = *t;
	surface_triangle_flip(&back);
	// seen from the back the edges are in the other order
	arc.edge = 2 - edge;
	return mk_surface_edge_allows(surface, &back, &arc);
}

typedef struct EdgePair {
	uint32_t edges[2];
	Vec3 starts[2];
	Vec3 sides[2];
	Vec3 points[2]; // nearest to each other
	Vec3 normal;    // unit, across both
} EdgePair;

// Writes where two edges are nearest; false if that is not inside of both, or if they are parallel
// but for a degree: then their ends are on the faces. Beyond an end by a quarter of the depth still
// counts: where two saddles are pressed into each other, the lines of their edges are nearest
// there, and no vertex looks outward.
static bool meet_edges(const TrianglePairWork *work, EdgePair *e) {
	Vec3 cross = vec3_cross(e->sides[0], e->sides[1]);
	Real cross_squared = vec3_length_squared(cross);
	Real sizes = vec3_length_squared(e->sides[0]) * vec3_length_squared(e->sides[1]);
	// squares of edges below a nanometre have no digits left in single precision
	if (!(cross_squared > MK_CONE_SLACK * MK_CONE_SLACK * sizes)) return false;
	if (!(cross_squared > MK_REAL_MIN / MK_EPSILON)) return false;
	Vec3 way = vec3_sub(e->starts[1], e->starts[0]);
	Real apart = vec3_dot(way, cross);
	if (!work->is_crossing && apart * apart > real_square(work->reach) * cross_squared)
		return false;
	Real s = real_clamp(vec3_triple(way, e->sides[1], cross) / cross_squared, 0, 1);
	Real t = real_clamp(vec3_triple(way, e->sides[0], cross) / cross_squared, 0, 1);
	e->points[0] = vec3_add_scaled(e->starts[0], e->sides[0], s);
	e->points[1] = vec3_add_scaled(e->starts[1], e->sides[1], t);
	e->normal = vec3_normalize(cross);
	Vec3 between = vec3_sub(e->points[1], e->points[0]);
	Real height = vec3_dot(between, e->normal);
	Vec3 aside = vec3_add_scaled(between, e->normal, -height);
	return vec3_length_squared(aside) <= real_square(work->pair->width + real_abs(height) / 4);
}

// Adds the contact of two edges along the direction that both allow.
// Directions go from A to B here.
static void add_edge_pair(const TrianglePairWork *work, const EdgePair *e) {
	FeaturePair *pair = work->pair;
	const Surface *a = &pair->sides[0].surface;
	const Surface *b = &pair->sides[1].surface;
	Real apart = vec3_dot(e->normal, vec3_sub(e->points[1], e->points[0]));
	for (int sign = 1; sign >= -1; sign -= 2) {
		Vec3 normal = vec3_scale(e->normal, (Real)sign);
		Real separation = apart * (Real)sign;
		if (separation > work->reach) continue;
		if (separation < -work->reach && !work->is_crossing) continue;
		if (!is_edge_allowed(a, work->triangles[0], e->edges[0], normal)) continue;
		if (!is_edge_allowed(b, work->triangles[1], e->edges[1], vec3_negate(normal))) continue;
		PointNormal of_a = { e->points[0], normal, pair->width };
		PointNormal of_b = { e->points[1], vec3_negate(normal), pair->width };
		if (!mk_surface_point_allows(a, &of_a) || !mk_surface_point_allows(b, &of_b)) continue;
		uint32_t id_a = NAME_EDGE + mk_surface_edge_id(a, work->triangles[0], e->edges[0]);
		uint32_t id_b = NAME_EDGE + mk_surface_edge_id(b, work->triangles[1], e->edges[1]);
		FeatureContact contact = {
			.normal = vec3_negate(normal),
			.point_a = e->points[0],
			.point_b = e->points[1],
			.id = contact_id(id_a, id_b),
			.triangle_a = work->triangles[0],
			.triangle_b = work->triangles[1],
			.degree_a = 1,
			.degree_b = 1,
			.is_crossing = separation < -work->reach,
		};
		mk_features_add(pair, &contact);
		return;
	}
}

// Returns a bit for each edge that can touch and is this triangle's own;
// all that can if they cross.
static uint32_t edges_of(const TrianglePairWork *work, uint32_t side) {
	const Surface *surface = &work->pair->sides[side].surface;
	const SurfaceTriangle *t = work->triangles[side];
	uint32_t bits = 0;
	for (uint32_t i = 0; i < 3; i++) {
		// whose edge it is is sooner known than what it is
		uint32_t own = 3 * t->number + surface_edge(t, i);
		bool is_own = surface->mesh != NULL ? surface->mesh->neighbours[own] >= own
											: mk_surface_edge_id(surface, t, i) == own;
		if ((work->is_crossing || is_own) && is_active(surface, t, i)) bits |= 1u << i;
	}
	return bits;
}

static void add_edges(const TrianglePairWork *work) {
	uint32_t bits_a = edges_of(work, 0);
	if (bits_a == 0) return;
	uint32_t bits_b = edges_of(work, 1);
	for (uint32_t i = 0; i < 9; i++) {
		EdgePair e = { .edges = { i / 3, i % 3 } };
		if ((bits_a >> e.edges[0] & 1) == 0 || (bits_b >> e.edges[1] & 1) == 0) continue;
		for (uint32_t side = 0; side < 2; side++) {
			const Vec3 *corners = work->triangles[side]->corners;
			e.starts[side] = corners[e.edges[side]];
			e.sides[side] = vec3_sub(corners[(e.edges[side] + 1) % 3], e.starts[side]);
		}
		if (meet_edges(work, &e)) add_edge_pair(work, &e);
	}
}

// Writes the heights of one triangle over the plane of the other; false if it is all out of reach.
static bool set_heights(TrianglePairWork *work, uint32_t side) {
	const SurfaceTriangle *own = work->triangles[side];
	const SurfaceTriangle *other = work->triangles[1 - side];
	Real *heights = work->heights[side];
	for (int i = 0; i < 3; i++)
		heights[i] = vec3_dot(other->normal, vec3_sub(own->corners[i], other->corners[0]));
	Real least = real_min(heights[0], real_min(heights[1], heights[2]));
	Real most = real_max(heights[0], real_max(heights[1], heights[2]));
	return least <= work->reach && most >= -work->reach;
}

static Real least_of(const Real heights[3]) {
	return real_min(heights[0], real_min(heights[1], heights[2]));
}

static bool is_straddling(const Real heights[3]) {
	return least_of(heights) < 0 && real_max(heights[0], real_max(heights[1], heights[2])) > 0;
}

// Where a triangle that straddles the plane of the other one is on the line in both planes.
static void span_on_line(const TrianglePairWork *work, uint32_t side, Vec3 line, Real span[2]) {
	const Vec3 *corners = work->triangles[side]->corners;
	const Real *h = work->heights[side];
	// the corner that is alone on its side
	uint32_t lone = (h[0] > 0) == (h[1] > 0) ? 2 : (h[0] > 0) == (h[2] > 0) ? 1 : 0;
	Real from = vec3_dot(line, corners[lone]);
	for (uint32_t k = 0; k < 2; k++) {
		uint32_t other = (lone + 1 + k) % 3;
		Real share = h[lone] / (h[lone] - h[other]);
		span[k] = from + (vec3_dot(line, corners[other]) - from) * share;
	}
}

// Whether both straddle each other's planes and overlap on the line where these meet (Moeller, "A
// fast triangle-triangle intersection test", 1997). What only touches by rounding may go either
// way: its vertices are looked at again.
static bool is_pair_crossing(const TrianglePairWork *work) {
	if (!is_straddling(work->heights[0]) || !is_straddling(work->heights[1])) return false;
	Vec3 line = vec3_cross(work->triangles[0]->normal, work->triangles[1]->normal);
	Real a[2];
	Real b[2];
	span_on_line(work, 0, line, a);
	span_on_line(work, 1, line, b);
	Real low = real_max(real_min(a[0], a[1]), real_min(b[0], b[1]));
	Real high = real_min(real_max(a[0], a[1]), real_max(b[0], b[1]));
	return low < high;
}

// Where triangles cross, the vertices behind the other surface are noted: there may be deeper ones.
static void note_deep(TrianglePairWork *work) {
	if (!is_pair_crossing(work)) return;
	work->is_crossing = least_of(work->heights[0]) < -work->reach ||
			least_of(work->heights[1]) < -work->reach;
	work->pair->is_crossing = true;
	for (uint32_t k = 0; k < 6; k++) {
		uint32_t side = k / 3;
		FeatureSide *own = &work->pair->sides[side];
		if (!(work->heights[side][k % 3] < 0)) continue;
		uint32_t vertex = mk_surface_vertex(&own->surface, work->triangles[side], k % 3);
		mk_vertex_list_add(&own->deep, vertex);
	}
}

void mk_features_triangles(FeaturePair *pair, const SurfaceTriangle *a, const SurfaceTriangle *b) {
	TrianglePairWork work = { .pair = pair, .triangles = { a, b } };
	work.reach = pair->margin + pair->grow;
	if (!set_heights(&work, 0) || !set_heights(&work, 1)) return;
	note_deep(&work);
	add_vertices(&work, 0);
	add_vertices(&work, 1);
	add_edges(&work);
}
