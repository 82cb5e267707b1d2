// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Compounds: a tree over the boxes of the children, and the way into them and back.
#include "shape/compound.h"

#include "base/alloc.h"
#include "shape/concave.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static const CompoundShape *compound_of(const Shape *shape) { return (const CompoundShape *)shape; }

// A query on its way through a compound.
typedef struct PartsWalk {
	const CompoundShape *compound;
	const CompoundPart *part; // the one the walk is in
	const PieceQuery *query;
} PartsWalk;

static bool hand_on(const ShapePiece *piece, void *user) {
	const PartsWalk *walk = user;
	ShapePiece outer = {
		.shape = piece->shape,
		.pose = affine_multiply(walk->part->instance.pose, piece->pose),
		.child = walk->part->first_leaf + piece->child,
		.index = piece->index,
	};
	return walk->query->visit(&outer, walk->query->user);
}

static bool visit_parts(void *context, uint32_t first, uint32_t count) {
	PartsWalk *walk = context;
	for (uint32_t i = first; i < first + count; i++) {
		walk->part = &walk->compound->parts[walk->compound->tree.order[i]];
		if (!aabb_overlaps(walk->part->box, walk->query->box)) continue;
		// only what is in both boxes has to be looked for; infinite boxes become finite, too
		Aabb box = aabb_intersect(walk->part->box, walk->query->box);
		PieceQuery inner = { aabb_transform(box, walk->part->inverse), hand_on, walk };
		if (!mk_shape_pieces(walk->part->instance.shape, &inner)) return false;
	}
	return true;
}

static bool pieces(const Shape *shape, const PieceQuery *query) {
	PartsWalk walk = { .compound = compound_of(shape), .query = query };
	return mk_mesh_bvh_query(&walk.compound->tree, query->box, visit_parts, &walk);
}

typedef struct NearestPart {
	const CompoundShape *compound;
	Vec3 p;
	ShapePoint best;
	Real best_squared;
} NearestPart;

static Real compare_parts(void *context, uint32_t first, uint32_t count) {
	NearestPart *nearest = context;
	for (uint32_t i = first; i < first + count; i++) {
		const CompoundPart *part = &nearest->compound->parts[nearest->compound->tree.order[i]];
		ShapePoint found = mk_instance_closest(&part->instance, nearest->p);
		Real squared = found.is_inside ? 0 : vec3_distance_squared(found.point, nearest->p);
		found.child += part->first_leaf;
		// among equals the first leaf, whatever the order of the tree; but
		// inside is nearer than beside
		bool is_nearer = squared < nearest->best_squared ||
				(squared == nearest->best_squared && found.is_inside && !nearest->best.is_inside);
		bool is_before = squared == nearest->best_squared && found.child < nearest->best.child &&
				found.is_inside == nearest->best.is_inside;
		if (!is_nearer && !is_before) continue;
		nearest->best_squared = squared;
		nearest->best = found;
	}
	return nearest->best_squared;
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	NearestPart nearest = {
		.compound = compound_of(shape), .p = p, .best.point = p, .best_squared = MK_INFINITY
	};
	mk_mesh_bvh_nearest(&nearest.compound->tree, p, compare_parts, &nearest);
	return nearest.best;
}

typedef struct PartsRay {
	const CompoundShape *compound;
	ShapeRay ray;
	Real start; // t where the cast began
	ShapeRayHit best;
} PartsRay;

static Real cast_parts(void *context, uint32_t first, uint32_t count, Real max_t) {
	PartsRay *walk = context;
	for (uint32_t i = first; i < first + count; i++) {
		const CompoundPart *part = &walk->compound->parts[walk->compound->tree.order[i]];
		ShapeRayHit found = mk_instance_ray(&part->instance, &walk->ray);
		// among equals the first leaf, whatever the order of the tree
		uint32_t child = part->first_leaf + found.child;
		bool is_better = found.hit.hit &&
				(!walk->best.hit.hit || found.hit.t < walk->best.hit.t ||
						(found.hit.t == walk->best.hit.t && child < walk->best.child));
		if (!is_better) continue;
		walk->best = (ShapeRayHit){ found.hit, child, found.index };
		walk->ray.range.max = found.hit.t;
		max_t = real_min(max_t, real_max(found.hit.t - walk->start, 0));
	}
	return max_t;
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	ConcaveCast cast = mk_concave_cast(ray, shape->box);
	if (!cast.is_possible) return (ShapeRayHit){ 0 };
	PartsRay walk = { .compound = compound_of(shape), .ray = *ray, .start = cast.start };
	mk_mesh_bvh_cast(&walk.compound->tree, &cast.cast, cast_parts, &walk);
	return walk.best;
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	const CompoundShape *compound = compound_of(shape);
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < compound->part_count; i++) {
		const ShapeInstance *part = &compound->parts[i].instance;
		box = aabb_merge(box, mk_shape_bounds(part->shape, affine_multiply(*map, part->pose)));
	}
	return box;
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	const CompoundShape *compound = compound_of(shape);
	size_t bytes = compound->part_count * sizeof(MassProperties);
	MassProperties *masses = mk_alloc(bytes);
	for (uint32_t i = 0; i < compound->part_count; i++) {
		const ShapeInstance *part = &compound->parts[i].instance;
		masses[i] = mk_shape_mass(part->shape, affine_multiply(*map, part->pose));
	}
	MassProperties sum = mk_mass_combine(masses, compound->part_count);
	mk_free(masses, bytes);
	return sum;
}

static void destroy(Shape *shape) {
	CompoundShape *compound = (CompoundShape *)shape;
	for (uint32_t i = 0; i < compound->part_count; i++)
		mk_shape_release(compound->parts[i].owned);
	mk_mesh_bvh_free(&compound->tree);
	mk_free(compound->parts, compound->part_count * sizeof(*compound->parts));
}

const ShapeOps mk_compound_ops = {
	.name = "compound",
	.family = SHAPE_FAMILY_CONCAVE,
	.closest = closest,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
	.pieces = pieces,
	.destroy = destroy,
};

static uint32_t depth_of(const Shape *shape) {
	return shape->kind == SHAPE_COMPOUND ? compound_of(shape)->depth : 0;
}

static ShapeStatus check_child(const CompoundChild *child) {
	Affine inverse;
	if (child->shape == NULL) return SHAPE_NO_CHILD;
	if (child->shape->ops->family == SHAPE_FAMILY_HALF_SPACE) return SHAPE_UNBOUNDED;
	if (!affine_is_finite(child->pose)) return SHAPE_NOT_FINITE;
	if (!affine_invert(child->pose, &inverse) || !affine_is_finite(inverse)) return SHAPE_NO_CHILD;
	if (depth_of(child->shape) >= MK_COMPOUND_MAX_DEPTH) return SHAPE_NESTED_TOO_DEEP;
	Aabb box = mk_shape_bounds(child->shape, child->pose);
	return shape_first(shape_check_point(box.min), shape_check_point(box.max));
}

static ShapeStatus check(const CompoundChild *children, uint32_t count) {
	if (children == NULL || count == 0) return SHAPE_NO_CHILDREN;
	if (count > MK_MESH_BVH_MAX_COUNT) return SHAPE_TOO_MANY;
	uint64_t leaves = 0;
	for (uint32_t i = 0; i < count; i++) {
		ShapeStatus found = check_child(&children[i]);
		if (found != SHAPE_OK) return found;
		leaves += children[i].shape->leaf_count;
	}
	return leaves < UINT32_MAX ? SHAPE_OK : SHAPE_TOO_MANY;
}

static void fill_parts(CompoundShape *compound, const CompoundChild *children) {
	uint32_t leaf = 0;
	for (uint32_t i = 0; i < compound->part_count; i++) {
		CompoundPart *part = &compound->parts[i];
		Shape *shape = children[i].shape;
		part->owned = mk_shape_retain(shape);
		part->instance = mk_instance(shape, children[i].pose);
		affine_invert(children[i].pose, &part->inverse);
		part->box = mk_shape_bounds(shape, children[i].pose);
		part->first_leaf = leaf;
		leaf += shape->leaf_count;
		uint32_t depth = depth_of(shape) + 1;
		compound->depth = depth > compound->depth ? depth : compound->depth;
	}
	compound->shape.leaf_count = leaf;
}

static void build_tree(CompoundShape *compound) {
	size_t bytes = compound->part_count * sizeof(Aabb);
	Aabb *boxes = mk_alloc(bytes);
	for (uint32_t i = 0; i < compound->part_count; i++)
		boxes[i] = compound->parts[i].box;
	mk_mesh_bvh_build(
			&compound->tree, &(MeshBvhInput){ .boxes = boxes, .count = compound->part_count });
	mk_free(boxes, bytes);
}

Shape *mk_compound_create(const CompoundChild *children, uint32_t count, ShapeStatus *status) {
	if (!shape_report(check(children, count), status)) return NULL;
	CompoundShape *compound = mk_shape_new(SHAPE_COMPOUND, sizeof(*compound));
	compound->part_count = count;
	compound->parts = mk_alloc(count * sizeof(*compound->parts));
	fill_parts(compound, children);
	build_tree(compound);
	Shape *shape = mk_shape_finish(&compound->shape);
	shape->bound = vec3_length(vec3_max(vec3_abs(shape->box.min), vec3_abs(shape->box.max)));
	return shape;
}
