// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/soft_body.h"

#include "dynamics/soft_fold.h"

#include <stdlib.h>

// Half of how thick cloth is for contacts, m: what keeps folds of a body of metres visibly off what
// they lie on. Finer meshes have a part of their edges' mean length, or their points would be in
// each other's way; and no less than shapes may have.
#define MK_SOFT_THICKNESS      ((Real)0.01)
#define MK_SOFT_THICKNESS_PART ((Real)0.1)
#define MK_SOFT_THICKNESS_MIN  ((Real)1e-4)

SoftMaterial mk_soft_default_material(void) {
	return (SoftMaterial){
		.mass = 1,
		.stiffness = 12500,
		// a fold of cloth gives way to its own weight; a thousand times more is cardboard
		.bending = (Real)1e-5,
		.damping = (Real)0.6,
		.sub_steps = 5,
	};
}

void mk_soft_free(SoftBody *soft) {
	soft_point_array_free(&soft->points);
	soft_triangle_array_free(&soft->triangles);
	soft_edge_array_free(&soft->edges);
	soft_bend_array_free(&soft->bends);
	soft_vector_array_free(&soft->gradients);
}

static Vec3 place(const SoftBody *soft, uint32_t point) {
	return soft_point_array_at(&soft->points, point)->position;
}

// A side of a triangle, named by its points in order of their numbers.
typedef struct Side {
	uint32_t low;
	uint32_t high;
	uint32_t opposite;
	uint32_t number; // order in which sides were read, so that sorting has no ties
} Side;

MK_ARRAY_DECLARE(SideArray, side_array, Side);

static int compare_numbers(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int compare_sides(const void *a, const void *b) {
	const Side *left = a;
	const Side *right = b;
	int order = compare_numbers(left->low, right->low);
	if (order == 0) order = compare_numbers(left->high, right->high);
	return order != 0 ? order : compare_numbers(left->number, right->number);
}

static void collect_sides(const SoftBody *soft, SideArray *sides) {
	for (uint32_t i = 0; i < soft->triangles.count; i++) {
		const uint32_t *corners = soft->triangles.data[i].points;
		for (uint32_t k = 0; k < 3; k++) {
			uint32_t a = corners[k];
			uint32_t b = corners[(k + 1) % 3];
			MK_ASSERT(a != b && a < soft->points.count && b < soft->points.count);
			Side side = { a < b ? a : b, a < b ? b : a, corners[(k + 2) % 3], sides->count };
			side_array_push(sides, side);
		}
	}
	if (sides->count > 0) qsort(sides->data, sides->count, sizeof(Side), compare_sides);
}

// Equal sides follow each other: the first makes the edge, each next one a
// bend with the one before.
static void add_sides(SoftBody *soft, const SideArray *sides) {
	for (uint32_t i = 0; i < sides->count; i++) {
		const Side *side = sides->data + i;
		const Side *last = i > 0 ? side - 1 : NULL;
		if (last == NULL || last->low != side->low || last->high != side->high) {
			soft_edge_array_push(&soft->edges, (SoftEdge){ .points = { side->low, side->high } });
		} else if (last->opposite != side->opposite) {
			SoftBend bend = { .points = { side->low, side->high, last->opposite, side->opposite } };
			soft_bend_array_push(&soft->bends, bend);
		}
	}
}

void mk_soft_build(SoftBody *soft) {
	SideArray sides = { 0 };
	soft_edge_array_clear(&soft->edges);
	soft_bend_array_clear(&soft->bends);
	collect_sides(soft, &sides);
	add_sides(soft, &sides);
	side_array_free(&sides);
	mk_soft_set_rest(soft);
	mk_soft_share_mass(soft);
}

void mk_soft_set_rest(SoftBody *soft) {
	Real sum = 0;
	for (uint32_t i = 0; i < soft->edges.count; i++) {
		SoftEdge *edge = soft->edges.data + i;
		edge->length = vec3_distance(place(soft, edge->points[0]), place(soft, edge->points[1]));
		sum += edge->length;
	}
	soft->mean_length = soft->edges.count > 0 ? sum / (Real)soft->edges.count : 0;
	soft->thickness = real_clamp(
			MK_SOFT_THICKNESS_PART * soft->mean_length, MK_SOFT_THICKNESS_MIN, MK_SOFT_THICKNESS);
	for (uint32_t i = 0; i < soft->bends.count; i++) {
		SoftBend *bend = soft->bends.data + i;
		bend->length = vec3_distance(place(soft, bend->points[0]), place(soft, bend->points[1]));
		SoftFold fold = soft_fold(soft, bend);
		bend->sine = fold.sine;
		bend->cosine = fold.cosine;
	}
}

void mk_soft_share_mass(SoftBody *soft) {
	Real inverse = (Real)soft->points.count / soft->material.mass;
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		point->inverse_mass = point->is_pinned ? 0 : inverse;
	}
}

void mk_soft_pin(SoftBody *soft, uint32_t point, bool is_pinned) {
	SoftPoint *pinned = soft_point_array_at(&soft->points, point);
	pinned->is_pinned = is_pinned;
	pinned->velocity = vec3_zero();
	pinned->inverse_mass = is_pinned ? 0 : (Real)soft->points.count / soft->material.mass;
}

void mk_soft_transform(SoftBody *soft, Affine map) {
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		point->position = affine_point(map, point->position);
		point->velocity = vec3_zero();
	}
	mk_soft_set_rest(soft);
}

Aabb mk_soft_bounds(const SoftBody *soft) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < soft->points.count; i++)
		box = aabb_add_point(box, soft->points.data[i].position);
	return box;
}

// Relative to a point of the body: far from the origin the products would have no digits left.
Real mk_soft_volume(const SoftBody *soft) {
	if (soft->points.count == 0) return 0;
	const SoftPoint *points = soft->points.data;
	Real sum = 0;
	for (uint32_t i = 0; i < soft->triangles.count; i++) {
		const uint32_t *corners = soft->triangles.data[i].points;
		sum += vec3_triple(soft_way(points, points + corners[0]),
				soft_way(points, points + corners[1]), soft_way(points, points + corners[2]));
	}
	return sum / 6;
}
