// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes and rays against height fields, from the top of the pyramid down. It has at most
// MK_HEIGHT_MAX_LEVELS levels, so recursion is shallow.
#include "shape/concave.h"
#include "shape/height_field.h"

static const HeightFieldShape *field_of(const Shape *shape) {
	return (const HeightFieldShape *)shape;
}

// A square of cells, ends not included.
typedef struct CellRect {
	uint32_t x0;
	uint32_t z0;
	uint32_t x1;
	uint32_t z1;
} CellRect;

static CellRect cells_of_tile(
		const HeightFieldShape *field, uint32_t level, uint32_t x, uint32_t z) {
	uint32_t size = (uint32_t)MK_HEIGHT_TILE << level;
	uint32_t end_x = (x + 1) * size;
	uint32_t end_z = (z + 1) * size;
	return (CellRect){ x * size, z * size, end_x < field->width - 1 ? end_x : field->width - 1,
		end_z < field->depth - 1 ? end_z : field->depth - 1 };
}

static HeightRange range_at(const HeightFieldShape *field, uint32_t level, uint32_t x, uint32_t z) {
	const HeightLevel *l = &field->levels[level];
	return field->ranges[l->first + z * l->width + x];
}

typedef struct BoxWalk {
	const HeightFieldShape *field;
	const PieceQuery *query;
	CellRect cells; // that the box touches
	TriangleShape triangle;
} BoxWalk;

static bool visit_cell(BoxWalk *walk, uint32_t x, uint32_t z) {
	const HeightFieldShape *field = walk->field;
	uint32_t cell = z * (field->width - 1) + x;
	for (uint32_t which = 0; which < 2; which++) {
		Triangle t = height_field_triangle(field, x, z, which);
		if (!height_field_exists(t)) continue;
		mk_triangle_set(&walk->triangle, t, vec3_normalize(triangle_normal_area(t)));
		if (!aabb_overlaps(walk->triangle.shape.box, walk->query->box)) continue;
		uint32_t bits = (uint32_t)field->classes[cell] >> (6 * which);
		for (uint32_t i = 0; i < 3; i++)
			walk->triangle.edge_class[i] = (uint8_t)(bits >> (2 * i) & 3);
		ShapePiece piece = {
			.shape = &walk->triangle.shape, .pose = affine_identity(), .index = 2 * cell + which
		};
		if (!walk->query->visit(&piece, walk->query->user)) return false;
	}
	return true;
}

static bool visit_cells(BoxWalk *walk, CellRect cells) {
	CellRect all = walk->cells;
	uint32_t x0 = cells.x0 > all.x0 ? cells.x0 : all.x0;
	uint32_t x1 = cells.x1 < all.x1 ? cells.x1 : all.x1;
	uint32_t z0 = cells.z0 > all.z0 ? cells.z0 : all.z0;
	uint32_t z1 = cells.z1 < all.z1 ? cells.z1 : all.z1;
	for (uint32_t z = z0; z < z1; z++) {
		for (uint32_t x = x0; x < x1; x++) {
			if (!visit_cell(walk, x, z)) return false;
		}
	}
	return true;
}

static bool visit_tile(BoxWalk *walk, uint32_t level, uint32_t x, uint32_t z) {
	const HeightFieldShape *field = walk->field;
	if (x >= field->levels[level].width || z >= field->levels[level].depth) return true;
	CellRect cells = cells_of_tile(field, level, x, z);
	CellRect all = walk->cells;
	if (cells.x0 >= all.x1 || all.x0 >= cells.x1 || cells.z0 >= all.z1 || all.z0 >= cells.z1) {
		return true;
	}
	HeightRange range = range_at(field, level, x, z);
	Aabb box = walk->query->box;
	if (!(range.min <= box.max.y && range.max >= box.min.y)) return true;
	if (level == 0) return visit_cells(walk, cells);
	for (uint32_t i = 0; i < 4; i++) {
		if (!visit_tile(walk, level - 1, 2 * x + i % 2, 2 * z + i / 2)) return false;
	}
	return true;
}

// The cells that [min, max] touches along an axis with `samples` samples; a side on a line of the
// grid touches both cells there. Empty, also for NaN, if there are none.
static void find_cells(Real min, Real max, uint32_t samples, uint32_t range[2]) {
	Real half = (Real)(samples - 1) / 2;
	Real last = (Real)(samples - 1);
	Real first = real_clamp(real_ceil(min + half) - 1, 0, last);
	Real end = real_clamp(real_floor(max + half) + 1, 0, last);
	bool is_any = max + half >= 0 && min + half <= last;
	range[0] = is_any ? (uint32_t)first : 0;
	range[1] = is_any ? (uint32_t)end : 0;
}

bool mk_height_field_pieces(const Shape *shape, const PieceQuery *query) {
	BoxWalk walk = { .field = field_of(shape), .query = query };
	uint32_t range_x[2];
	uint32_t range_z[2];
	find_cells(query->box.min.x, query->box.max.x, walk.field->width, range_x);
	find_cells(query->box.min.z, query->box.max.z, walk.field->depth, range_z);
	walk.cells = (CellRect){ range_x[0], range_z[0], range_x[1], range_z[1] };
	mk_triangle_init(&walk.triangle);
	return visit_tile(&walk, walk.field->level_count - 1, 0, 0);
}

typedef struct CastWalk {
	const HeightFieldShape *field;
	CastTest test;
	Real max_t;     // negative: stopped
	uint32_t order; // of children: bit 0 starts with the far x, bit 1 with the far z
	MeshBvhCastVisit *visit;
	void *context;
} CastWalk;

static bool may_hit(const CastWalk *walk, CellRect cells, HeightRange heights) {
	Real half_x = (Real)(walk->field->width - 1) / 2;
	Real half_z = (Real)(walk->field->depth - 1) / 2;
	if (!(heights.min <= heights.max)) return false;
	BoxRef box = { .min = vec3((Real)cells.x0 - half_x, heights.min, (Real)cells.z0 - half_z),
		.max = vec3((Real)cells.x1 - half_x, heights.max, (Real)cells.z1 - half_z) };
	return cast_test_entry(&walk->test, &box) < MK_INFINITY;
}

static HeightRange range_of_cell(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	const Real *row = field->heights + z * field->width + x;
	const Real *next = row + field->width;
	// NaN as the first argument is dropped
	Real min = real_min(
			row[0], real_min(row[1], real_min(next[0], real_min(next[1], MK_INFINITY))));
	Real max = real_max(
			row[0], real_max(row[1], real_max(next[0], real_max(next[1], -MK_INFINITY))));
	return (HeightRange){ min, max };
}

static void cast_cell(CastWalk *walk, uint32_t x, uint32_t z) {
	if (walk->max_t < 0) return;
	HeightRange heights = range_of_cell(walk->field, x, z);
	if (!may_hit(walk, (CellRect){ x, z, x + 1, z + 1 }, heights)) return;
	uint32_t cell = z * (walk->field->width - 1) + x;
	Real max_t = walk->visit(walk->context, 2 * cell, 2, walk->max_t);
	walk->max_t = real_min(max_t, walk->max_t);
	cast_test_limit(&walk->test, walk->max_t);
}

// Rows and columns in the order of the way, as the tiles.
static void cast_cells(CastWalk *walk, CellRect cells) {
	uint32_t width = cells.x1 - cells.x0;
	uint32_t depth = cells.z1 - cells.z0;
	for (uint32_t k = 0; k < depth; k++) {
		uint32_t z = walk->order & 2u ? cells.z1 - 1 - k : cells.z0 + k;
		for (uint32_t i = 0; i < width; i++)
			cast_cell(walk, walk->order & 1u ? cells.x1 - 1 - i : cells.x0 + i, z);
	}
}

// Children in the order in which the cast meets them: what it has found cuts off the rest.
static void cast_tile(CastWalk *walk, uint32_t level, uint32_t x, uint32_t z) {
	const HeightFieldShape *field = walk->field;
	if (x >= field->levels[level].width || z >= field->levels[level].depth) return;
	CellRect cells = cells_of_tile(field, level, x, z);
	if (walk->max_t < 0 || !may_hit(walk, cells, range_at(field, level, x, z))) return;
	if (level == 0) {
		cast_cells(walk, cells);
		return;
	}
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t child = i ^ walk->order;
		cast_tile(walk, level - 1, 2 * x + child % 2, 2 * z + child / 2);
	}
}

void mk_height_field_cast(const HeightFieldShape *field, const BoxCast *cast,
		MeshBvhCastVisit *visit, void *context) {
	if (!box_cast_is_valid(cast)) return;
	CastWalk walk = {
		.field = field,
		.test = cast_test(cast),
		.max_t = cast->max_t,
		.order = (cast->motion.x < 0 ? 1u : 0u) | (cast->motion.z < 0 ? 2u : 0u),
		.visit = visit,
		.context = context,
	};
	cast_tile(&walk, field->level_count - 1, 0, 0);
}

typedef struct RayWalk {
	const HeightFieldShape *field;
	TriangleRay ray;
	RayRange range;
	RaySides sides;
	Real start; // t where the cast began
	ShapeRayHit best;
} RayWalk;

static Real hit_triangles(void *context, uint32_t first, uint32_t count, Real max_t) {
	RayWalk *walk = context;
	uint32_t cells_x = walk->field->width - 1;
	for (uint32_t index = first; index < first + count; index++) {
		uint32_t cell = index / 2;
		Triangle t = height_field_triangle(walk->field, cell % cells_x, cell / cells_x, index % 2);
		if (!height_field_exists(t)) continue;
		RayHit hit = mk_ray_hit_triangle(&walk->ray, walk->range, t, walk->sides, NULL);
		bool is_better = hit.hit &&
				(!walk->best.hit.hit || hit.t < walk->best.hit.t ||
						(hit.t == walk->best.hit.t && index < walk->best.index));
		if (!is_better) continue;
		walk->best = (ShapeRayHit){ .hit = hit, .index = index };
		walk->range.max = hit.t;
		max_t = real_max(hit.t - walk->start, 0);
	}
	return max_t;
}

ShapeRayHit mk_height_field_ray(const Shape *shape, const ShapeRay *ray) {
	ConcaveCast cast = mk_concave_cast(ray, shape->box);
	if (!cast.is_possible) return (ShapeRayHit){ 0 };
	RayWalk walk = {
		.field = field_of(shape),
		.ray = mk_ray_prepare(ray->ray),
		.range = ray->range,
		.sides = ray->sides,
		.start = cast.start,
	};
	mk_height_field_cast(walk.field, &cast.cast, hit_triangles, &walk);
	return walk.best;
}
