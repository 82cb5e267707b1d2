// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/hull_side.h"

// Faces of a box: +x, -x, +y, -y, +z, -z. A vertex is negative in the axes whose bits
// it has, as in its supports.
static const uint32_t box_corners[24] = { 6, 4, 0, 2, 3, 1, 5, 7, 5, 1, 0, 4, 6, 2, 3, 7, 3, 2, 0,
	1, 5, 4, 6, 7 };
static const uint32_t box_starts[HULL_SIDE_BOX_FACES + 1] = { 0, 4, 8, 12, 16, 20, 24 };
static const HullArc box_arcs[12] = {
	{ 0, 4, 0, 2 },
	{ 0, 3, 2, 6 },
	{ 1, 2, 1, 5 },
	{ 1, 5, 5, 7 },
	{ 2, 0, 0, 4 },
	{ 2, 5, 4, 5 },
	{ 3, 4, 2, 3 },
	{ 3, 1, 3, 7 },
	{ 4, 2, 0, 1 },
	{ 4, 1, 1, 3 },
	{ 5, 0, 4, 6 },
	{ 5, 3, 6, 7 },
};
static const uint16_t box_corner_arcs[24] = { 10, 4, 0, 1, 9, 2, 3, 7, 2, 8, 4, 5, 1, 6, 7, 11, 6,
	0, 8, 9, 5, 10, 11, 3 };

static void set_box(HullSide *side, const BoxShape *box) {
	for (int f = 0; f < HULL_SIDE_BOX_ROW; f++) {
		Real sign = f % 2 == 0 ? 1 : -1;
		for (int axis = 0; axis < 3; axis++)
			side->box_rows[axis][f] = f / 2 == axis ? sign : 0;
		side->box_rows[3][f] = f < HULL_SIDE_BOX_FACES ? vec3_get(box->half, f / 2) : MK_INFINITY;
	}
	for (uint32_t v = 0; v < HULL_SIDE_BOX_VERTICES; v++) {
		side->box_vertices[v] = vec3(v & 1 ? -box->half.x : box->half.x,
				v & 2 ? -box->half.y : box->half.y, v & 4 ? -box->half.z : box->half.z);
	}
	side->planes = (PlaneRows){ side->box_rows[0], side->box_rows[1], side->box_rows[2],
		side->box_rows[3], HULL_SIDE_BOX_ROW };
	side->arcs = box_arcs;
	side->corner_arcs = box_corner_arcs;
	side->corners = box_corners;
	side->starts = box_starts;
	side->vertices = side->box_vertices;
	side->center = vec3_zero();
	side->flatness = 0;
}

static void set_hull(HullSide *side, const HullShape *h) {
	side->planes = h->arcs.planes;
	side->arcs = h->arcs.arcs;
	side->corner_arcs = h->arcs.of_corners;
	side->corners = h->corners;
	side->starts = h->starts;
	side->vertices = h->hull.vertices;
	side->center = h->hull.center;
	side->flatness = h->hull.tolerance;
}

static bool set_side(HullSide *side, const DifferenceSide *from) {
	if (!from->is_rigid || from->is_round_core) return false;
	side->shape = from->shape;
	side->last = MK_SHAPE_NO_ID;
	if (from->shape->kind == SHAPE_BOX) {
		set_box(side, (const BoxShape *)from->shape);
		return true;
	}
	const HullShape *h = (const HullShape *)from->shape;
	if (from->shape->kind != SHAPE_HULL || h->arcs.arcs == NULL) return false;
	set_hull(side, h);
	return true;
}

bool mk_hull_sides(const Difference *difference, HullSide sides[2]) {
	const Difference *d = difference;
	HullSide *a = &sides[0];
	HullSide *b = &sides[1];
	if (d->a.shape->kind == SHAPE_BOX && d->b.shape->kind == SHAPE_BOX) return false;
	if (!d->a.is_local || !set_side(a, &d->a) || !set_side(b, &d->b)) return false;
	a->to_other = mat3_transpose(d->b.linear);
	b->to_other = d->b.linear;
	a->other_origin = d->offset;
	b->other_origin = vec3_negate(mat3_apply(a->to_other, d->offset));
	return true;
}

static inline Quad heights_at(const PlaneRows *p, uint32_t at, const Quad point[3]) {
	Quad x = quad_multiply(quad_load(p->x + at), point[0]);
	Quad y = quad_multiply(quad_load(p->y + at), point[1]);
	Quad z = quad_multiply(quad_load(p->z + at), point[2]);
	return quad_sub(quad_add(quad_add(x, y), z), quad_load(p->offset + at));
}

void mk_hull_side_look(HullSide *side, Vec3 point) {
	const Quad at[3] = { quad_splat(point.x), quad_splat(point.y), quad_splat(point.z) };
	for (uint32_t i = 0; i < side->planes.count; i += 4)
		quad_store(side->heights + i, heights_at(&side->planes, i, at));
}

void mk_hull_side_lower(HullSide *side, Vec3 point) {
	const Quad at[3] = { quad_splat(point.x), quad_splat(point.y), quad_splat(point.z) };
	for (uint32_t i = 0; i < side->planes.count; i += 4) {
		Quad height = heights_at(&side->planes, i, at);
		quad_store(side->heights + i, quad_min(height, quad_load(side->heights + i)));
	}
}

uint32_t mk_hull_side_top(const HullSide *side) {
	Quad most = quad_splat(-MK_INFINITY);
	for (uint32_t i = 0; i < side->planes.count; i += 4)
		most = quad_max(quad_load(side->heights + i), most);
	most = quad_splat(quad_greatest(most));
	for (uint32_t i = 0; i < side->planes.count; i += 4) {
		uint32_t bits = quad_less_equal(most, quad_load(side->heights + i));
		if (bits != 0) return i + (uint32_t)__builtin_ctz(bits);
	}
	return 0;
}

uint32_t mk_hull_side_count(const HullSide *side, Real least) {
	// how many bits are set in each number of four: processors that have no
	// instruction for it call a function
	static const uint8_t set[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
	uint32_t count = 0;
	for (uint32_t i = 0; i < side->planes.count; i += 4) {
		uint32_t bits = quad_less_equal(quad_splat(least), quad_load(side->heights + i));
		count += set[bits & 15];
	}
	return count;
}
