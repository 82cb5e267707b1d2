// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The table of the pair matrix. A cell is filled for one order of two kinds; the other order swaps
// the shapes and turns the result round.
#include "collide/collide.h"

#include "collide/concave_cache.h"
#include "collide/pair.h"
#include "collide/pair_concave.h"

void mk_pair_count(PairCounters *sum, const PairCounters *more) {
	sum->skips += more->skips;
	sum->copies += more->copies;
	sum->refreshes += more->refreshes;
	sum->clips += more->clips;
	sum->tests += more->tests;
	sum->pieces += more->pieces;
}

// Short names, so that the table can be read as one. MK_OTHER: the function
// is that of the other order.
#define MK_OTHER NULL
#define MK_CONVX mk_pair_convex
#define MK_SPHSP mk_pair_sphere_sphere
#define MK_SPHCP mk_pair_sphere_capsule
#define MK_SPHBX mk_pair_sphere_box
#define MK_SPHCY mk_pair_sphere_cylinder
#define MK_CAPCP mk_pair_capsule_capsule
#define MK_BOXBX mk_pair_box_box
#define MK_BOXCP mk_pair_box_capsule
#define MK_PLANE mk_pair_convex_half_space
#define MK_LEG_R mk_pair_any_ray
#define MK_NEVER mk_pair_none
#define MK_SURFC mk_pair_convex_surface
#define MK_PLNSF mk_pair_half_space_surface
#define MK_SURSF mk_pair_surface_surface
#define MK_COMPD mk_pair_any_compound

// clang-format off
static PairFunction *const table[SHAPE_KIND_COUNT][SHAPE_KIND_COUNT] = {
	//                          sphere box    roundb capsul cylind roundc cone   taperc taperk ellips segmen triang hull   sum    ray    halfsp mesh   height compound
	[SHAPE_SPHERE]           = { MK_SPHSP, MK_SPHBX, MK_SPHBX, MK_SPHCP, MK_SPHCY, MK_SPHCY, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_BOX]              = { MK_OTHER, MK_BOXBX, MK_CONVX, MK_BOXCP, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_ROUNDED_BOX]      = { MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_CAPSULE]          = { MK_OTHER, MK_OTHER, MK_OTHER, MK_CAPCP, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_CYLINDER]         = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_ROUNDED_CYLINDER] = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_CONE]             = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_TAPERED_CYLINDER] = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_TAPERED_CAPSULE]  = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_ELLIPSOID]        = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_SEGMENT]          = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_TRIANGLE]         = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_HULL]             = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_MINKOWSKI_SUM]    = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_CONVX, MK_LEG_R, MK_PLANE, MK_SURFC, MK_SURFC, MK_COMPD },
	[SHAPE_SEPARATION_RAY]   = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_NEVER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER },
	[SHAPE_HALF_SPACE]       = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_LEG_R, MK_NEVER, MK_PLNSF, MK_PLNSF, MK_COMPD },
	[SHAPE_MESH]             = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_LEG_R, MK_OTHER, MK_SURSF, MK_SURSF, MK_COMPD },
	[SHAPE_HEIGHT_FIELD]     = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_LEG_R, MK_OTHER, MK_OTHER, MK_SURSF, MK_COMPD },
	[SHAPE_COMPOUND]         = { MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_OTHER, MK_LEG_R, MK_OTHER, MK_OTHER, MK_OTHER, MK_COMPD },
};
// clang-format on

PairFunction *mk_pair_function(ShapeKind a, ShapeKind b) { return table[a][b]; }

static void swap_numbers(uint32_t *a, uint32_t *b) {
	uint32_t kept = *a;
	*a = *b;
	*b = kept;
}

// The result of a pair in the other order: from A to B instead of from B to
// A, relative to A's origin.
static void turn_round(Manifold *manifold, Vec3 offset) {
	manifold->normal = vec3_negate(manifold->normal);
	for (uint32_t i = 0; i < manifold->count; i++)
		manifold->points[i].position = vec3_add(manifold->points[i].position, offset);
	swap_numbers(&manifold->child_a, &manifold->child_b);
	swap_numbers(&manifold->index_a, &manifold->index_b);
}

static void collide_swapped(const CollideInput *input, PairFunction *function) {
	CollideInput swapped = *input;
	swapped.a = input->b;
	swapped.b = input->a;
	swap_numbers(&swapped.leaf_a, &swapped.leaf_b);
	uint32_t before = input->manifolds->count;
	function(&swapped);
	Vec3 offset = vec3_sub(input->b->pose.origin, input->a->pose.origin);
	for (uint32_t i = before; i < input->manifolds->count; i++)
		turn_round(manifold_array_at(input->manifolds, i), offset);
}

static void collide_by_table(const CollideInput *input) {
	ShapeKind a = input->a->shape->kind;
	ShapeKind b = input->b->shape->kind;
	if (table[a][b] != NULL) {
		table[a][b](input);
	} else {
		collide_swapped(input, table[b][a]);
	}
}

void mk_collide(const CollideInput *input) {
	bool is_kept = input->cache != NULL && input->cache->concave != NULL &&
			mk_concave_cache_is_for(input->a->shape, input->b->shape);
	if (!is_kept) {
		collide_by_table(input);
		return;
	}
	if (mk_concave_reuse(input)) return;
	if (input->pair_counters != NULL) input->pair_counters->tests++;
	mk_concave_test(input, collide_by_table);
}
