// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Compounds: every part near the other shape meets it by the table, as if it were alone. Two
// compounds are taken apart one after the other by the same function. Depth is limited when
// compounds are made, so recursion is shallow.
#include "collide/pair_concave.h"
#include "collide/part_cache.h"
#include "shape/compound.h"

typedef struct CompoundPair {
	const CollideInput *input;
	ShapeInstance a; // both relative to A's origin, so that far from the origin no digits are lost
	ShapeInstance b;
	const CompoundShape *compound;
	Aabb box; // of A with all margins, in the compound's space
} CompoundPair;

// A part under the compound's pose; the margin of the compound is one of its parts.
static ShapeInstance part_instance(const CompoundPair *pair, const CompoundPart *part) {
	Affine pose = affine_multiply(pair->b.pose, part->instance.pose);
	return instance_grow(mk_instance(part->instance.shape, pose), pair->b.margin);
}

static bool is_compound(const CollideInput *input) {
	return input->a->shape->kind == SHAPE_COMPOUND || input->b->shape->kind == SHAPE_COMPOUND;
}

static void collide_part(const CompoundPair *pair, const CompoundPart *part) {
	ShapeInstance b = part_instance(pair, part);
	CollideInput inner = *pair->input;
	inner.a = &pair->a;
	inner.b = &b;
	inner.leaf_b += part->first_leaf;
	inner.cache = NULL; // it belongs to the whole pair, as the manifolds of the last test do
	inner.last = NULL;
	uint32_t before = inner.manifolds->count;
	if (is_compound(&inner)) {
		mk_collide(&inner);
	} else {
		mk_part_caches_collide(&inner);
	}
	for (uint32_t i = before; i < inner.manifolds->count; i++)
		inner.manifolds->data[i].child_b += part->first_leaf;
}

static bool visit_parts(void *context, uint32_t first, uint32_t count) {
	const CompoundPair *pair = context;
	for (uint32_t i = first; i < first + count; i++) {
		const CompoundPart *part = &pair->compound->parts[pair->compound->tree.order[i]];
		if (!aabb_overlaps(part->box, pair->box)) continue;
		if (pair->input->pair_counters != NULL) pair->input->pair_counters->pieces++;
		collide_part(pair, part);
	}
	return true;
}

// Returns A's box in the compound's space. Convex shapes have tight ones;
// others a box around theirs.
static Aabb box_of(const ShapeInstance *a, Affine to_compound) {
	Affine map = affine_multiply(to_compound, a->pose);
	if (shape_is_convex(a->shape)) return mk_shape_bounds(a->shape, map);
	return aabb_transform(a->shape->box, map);
}

void mk_pair_any_compound(const CollideInput *input) {
	CompoundPair pair = { .input = input,
		.a = *input->a,
		.b = *input->b,
		.compound = (const CompoundShape *)input->b->shape };
	pair.b.pose.origin = vec3_sub(input->b->pose.origin, input->a->pose.origin);
	pair.a.pose.origin = vec3_zero();
	if (!affine_is_finite(pair.a.pose) || !affine_is_finite(pair.b.pose)) return;
	Affine inverse;
	bool is_bounded = input->a->shape->ops->family != SHAPE_FAMILY_HALF_SPACE;
	if (!is_bounded || !affine_invert(pair.b.pose, &inverse)) {
		pair.box = (Aabb){ vec3_splat(-MK_REAL_MAX), vec3_splat(MK_REAL_MAX) };
	} else {
		pair.box = box_of(&pair.a, inverse);
		Real margin = input->margin + input->a->margin + input->b->margin;
		Vec3 grow = mat3_apply(mat3_abs(inverse.linear), vec3_splat(margin));
		pair.box = (Aabb){ vec3_sub(pair.box.min, grow), vec3_add(pair.box.max, grow) };
	}
	mk_mesh_bvh_query(&pair.compound->tree, pair.box, visit_parts, &pair);
}
