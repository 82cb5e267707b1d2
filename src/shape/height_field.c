// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Making height fields, and what does not need the pyramid.
#include "shape/height_field.h"

#include "base/alloc.h"
#include "shape/bounds.h"
#include "shape/concave.h"
#include "shape/mesh.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static const HeightFieldShape *field_of(const Shape *shape) {
	return (const HeightFieldShape *)shape;
}

static ShapePoint closest(const Shape *shape, Vec3 p) { return mk_concave_closest(shape, p, 1); }

static Aabb bounds(const Shape *shape, const Affine *map) {
	const HeightFieldShape *field = field_of(shape);
	Aabb box = aabb_empty();
	for (uint32_t z = 0; z < field->depth; z++) {
		for (uint32_t x = 0; x < field->width; x++) {
			Vec3 p = height_field_point(field, x, z);
			if (p.y == p.y) box = aabb_add_point(box, affine_point(*map, p));
		}
	}
	Vec3 grow = bounds_slack(map, shape->bound);
	return (Aabb){ vec3_sub(box.min, grow), vec3_add(box.max, grow) };
}

static void destroy(Shape *shape) {
	HeightFieldShape *field = (HeightFieldShape *)shape;
	size_t cells = (size_t)(field->width - 1) * (field->depth - 1);
	mk_free(field->heights, (size_t)field->width * field->depth * sizeof(*field->heights));
	mk_free(field->classes, cells * sizeof(*field->classes));
	mk_free(field->ranges, field->range_count * sizeof(*field->ranges));
}

const ShapeOps mk_height_field_ops = {
	.name = "height field",
	.family = SHAPE_FAMILY_CONCAVE,
	.closest = closest,
	.ray = mk_height_field_ray,
	.bounds = bounds,
	.mass = mk_concave_shell_mass,
	.pieces = mk_height_field_pieces,
	.destroy = destroy,
};

static ShapeStatus check(const HeightFieldInput *input) {
	if (input->heights == NULL || input->width < 2 || input->depth < 2) return SHAPE_BAD_GRID;
	Real largest = (Real)(input->width > input->depth ? input->width : input->depth);
	if (largest / 2 > MK_SHAPE_MAX_SIZE) return SHAPE_TOO_LARGE;
	if ((uint64_t)input->width * input->depth > UINT32_MAX / 2) return SHAPE_TOO_MANY;
	for (size_t i = 0; i < (size_t)input->width * input->depth; i++) {
		Real height = input->heights[i];
		if (height != height) continue;
		if (!real_is_finite(height)) return SHAPE_NOT_FINITE;
		if (real_abs(height) > MK_SHAPE_MAX_SIZE) return SHAPE_TOO_LARGE;
	}
	return SHAPE_OK;
}

// Whether a triangle exists; cells beyond the border have none.
static bool exists(const HeightFieldShape *field, int64_t x, int64_t z, uint32_t which) {
	if (x < 0 || z < 0 || x >= field->width - 1 || z >= field->depth - 1) return false;
	return height_field_exists(height_field_triangle(field, (uint32_t)x, (uint32_t)z, which));
}

// Whether any triangle uses a sample: both of the cells before and after it, one of the others.
static bool is_used(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	int64_t i = x;
	int64_t k = z;
	return exists(field, i, k, 0) || exists(field, i - 1, k - 1, 1) || exists(field, i - 1, k, 0) ||
			exists(field, i - 1, k, 1) || exists(field, i, k - 1, 0) || exists(field, i, k - 1, 1);
}

// Turns samples that no triangle uses into holes; returns whether any is left.
static bool drop_unused(HeightFieldShape *field) {
	bool is_any = false;
	for (uint32_t z = 0; z < field->depth; z++) {
		for (uint32_t x = 0; x < field->width; x++) {
			if (is_used(field, x, z)) {
				is_any = true;
			} else {
				// others do not depend on it: it made no triangle
				field->heights[z * field->width + x] = (Real)NAN;
			}
		}
	}
	return is_any;
}

// A triangle: the cell that it is in, and which of the two of it.
typedef struct HeightTriangle {
	uint32_t x;
	uint32_t z;
	uint32_t which;
} HeightTriangle;

static Triangle triangle_of(const HeightFieldShape *field, HeightTriangle at) {
	return height_field_triangle(field, at.x, at.z, at.which);
}

// Unit normals of the triangles of two rows of cells: edges lead no further.
typedef struct NormalRows {
	Vec3 *normals;
	uint32_t width; // triangles of a row
} NormalRows;

static Vec3 *normal_at(const NormalRows *rows, HeightTriangle at) {
	return rows->normals + (at.z % 2) * rows->width + 2 * at.x + at.which;
}

static void find_normals(const HeightFieldShape *field, uint32_t z, const NormalRows *rows) {
	for (uint32_t i = 0; i < rows->width; i++) {
		HeightTriangle at = { i / 2, z, i % 2 };
		*normal_at(rows, at) = vec3_normalize(triangle_normal_area(triangle_of(field, at)));
	}
}

static Real size_of(Triangle t) {
	Vec3 most = vec3_max(vec3_abs(t.a), vec3_max(vec3_abs(t.b), vec3_abs(t.c)));
	return vec3_max_element(most);
}

static void set_class(HeightFieldShape *field, HeightTriangle at, uint32_t edge, EdgeClass class) {
	uint32_t shift = 2 * (3 * at.which + edge);
	field->classes[at.z * (field->width - 1) + at.x] |= (uint16_t)((uint32_t) class << shift);
}

// The edge between two triangles, which has the same number in both; what is not set is open.
static void join(HeightFieldShape *field, const NormalRows *rows, const HeightTriangle at[2],
		uint32_t edge) {
	Triangle t = triangle_of(field, at[0]);
	Triangle other = triangle_of(field, at[1]);
	if (!height_field_exists(t) || !height_field_exists(other)) return;
	const Vec3 corners[3] = { t.a, t.b, t.c };
	const Vec3 others[3] = { other.a, other.b, other.c };
	EdgeSeam seam = {
		.start = corners[edge],
		.end = corners[(edge + 1) % 3],
		.apexes = { corners[(edge + 2) % 3], others[(edge + 2) % 3] },
		.normals = { *normal_at(rows, at[0]), *normal_at(rows, at[1]) },
		.size = real_max(size_of(t), size_of(other)),
	};
	EdgeClass class = mk_edge_classify(&seam);
	if (class == EDGE_FLAT)
		field->flat_sine = real_max(field->flat_sine, real_abs(mk_edge_sine(&seam)));
	set_class(field, at[0], edge, class);
	set_class(field, at[1], edge, class);
}

// The edges of a cell's first triangle, which all triangles' edges are but those at the border.
static void classify_cell(HeightFieldShape *field, const NormalRows *rows, uint32_t x, uint32_t z) {
	HeightTriangle first = { x, z, 0 };
	if (x > 0) join(field, rows, (HeightTriangle[]){ first, { x - 1, z, 1 } }, 0);
	join(field, rows, (HeightTriangle[]){ first, { x, z, 1 } }, 1);
	if (z > 0) join(field, rows, (HeightTriangle[]){ first, { x, z - 1, 1 } }, 2);
}

static void classify_edges(HeightFieldShape *field) {
	uint32_t cells_x = field->width - 1;
	NormalRows rows = { .width = 2 * cells_x };
	size_t size = 2 * (size_t)rows.width * sizeof(Vec3);
	rows.normals = mk_alloc(size);
	memset(field->classes, 0, (size_t)cells_x * (field->depth - 1) * sizeof(*field->classes));
	for (uint32_t z = 0; z < field->depth - 1; z++) {
		find_normals(field, z, &rows);
		for (uint32_t x = 0; x < cells_x; x++)
			classify_cell(field, &rows, x, z);
	}
	mk_free(rows.normals, size);
}

_Static_assert(EDGE_OPEN == 0, "edges at the border are not looked at");
_Static_assert(EDGE_CONCAVE < 4, "two bits per edge");

static HeightRange merge(HeightRange a, HeightRange b) {
	return (HeightRange){ real_min(a.min, b.min), real_max(a.max, b.max) };
}

static HeightRange range_of_cell(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	HeightRange range = { MK_INFINITY, -MK_INFINITY };
	for (uint32_t which = 0; which < 2; which++) {
		Triangle t = height_field_triangle(field, x, z, which);
		if (!height_field_exists(t)) continue;
		range = merge(range, (HeightRange){ t.a.y, t.a.y });
		range = merge(range, (HeightRange){ t.b.y, t.b.y });
		range = merge(range, (HeightRange){ t.c.y, t.c.y });
	}
	return range;
}

static HeightRange range_of_tile(const HeightFieldShape *field, uint32_t tile_x, uint32_t tile_z) {
	HeightRange range = { MK_INFINITY, -MK_INFINITY };
	for (uint32_t i = 0; i < MK_HEIGHT_TILE * MK_HEIGHT_TILE; i++) {
		uint32_t x = tile_x * MK_HEIGHT_TILE + i % MK_HEIGHT_TILE;
		uint32_t z = tile_z * MK_HEIGHT_TILE + i / MK_HEIGHT_TILE;
		if (x < field->width - 1 && z < field->depth - 1) {
			range = merge(range, range_of_cell(field, x, z));
		}
	}
	return range;
}

static HeightRange range_of_four(
		const HeightFieldShape *field, uint32_t level, uint32_t x, uint32_t z) {
	const HeightLevel *below = &field->levels[level - 1];
	HeightRange range = { MK_INFINITY, -MK_INFINITY };
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t child_x = 2 * x + i % 2;
		uint32_t child_z = 2 * z + i / 2;
		if (child_x >= below->width || child_z >= below->depth) continue;
		range = merge(range, field->ranges[below->first + child_z * below->width + child_x]);
	}
	return range;
}

static void lay_out_levels(HeightFieldShape *field) {
	uint32_t width = (field->width - 2) / MK_HEIGHT_TILE + 1;
	uint32_t depth = (field->depth - 2) / MK_HEIGHT_TILE + 1;
	for (;;) {
		field->levels[field->level_count++] = (HeightLevel){ field->range_count, width, depth };
		field->range_count += width * depth;
		if (width == 1 && depth == 1) return;
		width = (width + 1) / 2;
		depth = (depth + 1) / 2;
	}
}

static void build_pyramid(HeightFieldShape *field) {
	lay_out_levels(field);
	field->ranges = mk_alloc(field->range_count * sizeof(*field->ranges));
	for (uint32_t level = 0; level < field->level_count; level++) {
		HeightLevel l = field->levels[level];
		for (uint32_t i = 0; i < l.width * l.depth; i++) {
			uint32_t x = i % l.width;
			uint32_t z = i / l.width;
			field->ranges[l.first + i] = level == 0 ? range_of_tile(field, x, z)
													: range_of_four(field, level, x, z);
		}
	}
}

Shape *mk_height_field_create(const HeightFieldInput *input, ShapeStatus *status) {
	if (!shape_report(check(input), status)) return NULL;
	HeightFieldShape *field = mk_shape_new(SHAPE_HEIGHT_FIELD, sizeof(*field));
	field->width = input->width;
	field->depth = input->depth;
	size_t samples = (size_t)input->width * input->depth;
	size_t cells = (size_t)(input->width - 1) * (input->depth - 1);
	field->heights = mk_alloc(samples * sizeof(*field->heights));
	memcpy(field->heights, input->heights, samples * sizeof(*field->heights));
	field->classes = mk_alloc(cells * sizeof(*field->classes));
	if (!shape_report(drop_unused(field) ? SHAPE_OK : SHAPE_ALL_HOLES, status)) {
		mk_shape_release(&field->shape);
		return NULL;
	}
	classify_edges(field);
	build_pyramid(field);
	mk_shape_finish(&field->shape);
	Vec3 far = vec3_max(vec3_abs(field->shape.box.min), vec3_abs(field->shape.box.max));
	field->shape.bound = vec3_length(far);
	// again, with the room for rounding that follows from the bound
	return mk_shape_finish(&field->shape);
}
