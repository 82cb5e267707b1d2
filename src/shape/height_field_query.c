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

typedef struct RayWalk {
	const HeightFieldShape *field;
	TriangleRay ray;
	RayRange range;
	RaySides sides;
	CastTest test;
	Real start;     // t where the cast began
	uint32_t order; // of children: bit 0 starts with the far x, bit 1 with the far z
	ShapeRayHit best;
} RayWalk;

static bool may_hit(const RayWalk *walk, CellRect cells, HeightRange heights) {
	Real half_x = (Real)(walk->field->width - 1) / 2;
	Real half_z = (Real)(walk->field->depth - 1) / 2;
	if (!(heights.min <= heights.max)) return false;
	BoxRef box = { .min = vec3((Real)cells.x0 - half_x, heights.min, (Real)cells.z0 - half_z),
		.max = vec3((Real)cells.x1 - half_x, heights.max, (Real)cells.z1 - half_z) };
	return cast_test_entry(&walk->test, &box) < MK_INFINITY;
}

static void hit_cell(RayWalk *walk, uint32_t x, uint32_t z) {
	uint32_t cell = z * (walk->field->width - 1) + x;
	for (uint32_t which = 0; which < 2; which++) {
		Triangle t = height_field_triangle(walk->field, x, z, which);
		if (!height_field_exists(t)) continue;
		RayHit hit = mk_ray_hit_triangle(&walk->ray, walk->range, t, walk->sides, NULL);
		uint32_t index = 2 * cell + which;
		bool is_better = hit.hit &&
				(!walk->best.hit.hit || hit.t < walk->best.hit.t ||
						(hit.t == walk->best.hit.t && index < walk->best.index));
		if (!is_better) continue;
		walk->best = (ShapeRayHit){ .hit = hit, .index = index };
		walk->range.max = hit.t;
		cast_test_limit(&walk->test, real_max(hit.t - walk->start, 0));
	}
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

static void hit_cells(RayWalk *walk, CellRect cells) {
	for (uint32_t z = cells.z0; z < cells.z1; z++) {
		for (uint32_t x = cells.x0; x < cells.x1; x++) {
			HeightRange heights = range_of_cell(walk->field, x, z);
			if (may_hit(walk, (CellRect){ x, z, x + 1, z + 1 }, heights)) hit_cell(walk, x, z);
		}
	}
}

// Children in the order in which the ray meets them: what it has found cuts off the rest.
static void hit_tile(RayWalk *walk, uint32_t level, uint32_t x, uint32_t z) {
	const HeightFieldShape *field = walk->field;
	if (x >= field->levels[level].width || z >= field->levels[level].depth) return;
	CellRect cells = cells_of_tile(field, level, x, z);
	if (!may_hit(walk, cells, range_at(field, level, x, z))) return;
	if (level == 0) {
		hit_cells(walk, cells);
		return;
	}
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t child = i ^ walk->order;
		hit_tile(walk, level - 1, 2 * x + child % 2, 2 * z + child / 2);
	}
}

ShapeRayHit mk_height_field_ray(const Shape *shape, const ShapeRay *ray) {
	ConcaveCast cast = mk_concave_cast(ray, shape->box);
	if (!cast.is_possible || !box_cast_is_valid(&cast.cast)) return (ShapeRayHit){ 0 };
	Vec3 direction = ray->ray.direction;
	RayWalk walk = {
		.field = field_of(shape),
		.ray = mk_ray_prepare(ray->ray),
		.range = ray->range,
		.sides = ray->sides,
		.test = cast_test(&cast.cast),
		.start = cast.start,
		.order = (direction.x < 0 ? 1u : 0u) | (direction.z < 0 ? 2u : 0u),
	};
	hit_tile(&walk, walk.field->level_count - 1, 0, 0);
	return walk.best;
}
