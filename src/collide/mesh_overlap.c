// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All ways work in one frame: the origin is A's, the axes are A's own if its pose is rigid, else
// those outside. Only the parts are along the axes outside.
#include "collide/mesh_overlap.h"

#include "collide/facets.h"
#include "collide/sat_hull.h"
#include "geometry/bounding_sphere.h"
#include "geometry/triangle_triangle.h"

typedef struct MeshPair {
	const MeshOverlapInput *input;
	Facets a;
	Facets b;
	Vec3 offset; // from A's origin to B's, outside
	Real error;  // m; how much coordinates may be off
	MeshOverlap *result;
} MeshPair;

typedef void MeshWay(MeshPair *pair);

// Not less than the largest stretch of a map.
static Real stretch_of(const ShapeInstance *in) {
	if (in->is_rigid) return 1;
	Mat3 m = in->pose.linear;
	return real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
}

// The products and sums of a mapped point, as in difference.c.
static Real rounding_floor(const MeshPair *pair) {
	const ShapeInstance *a = pair->input->a;
	const ShapeInstance *b = pair->input->b;
	Real size = a->shape->bound * stretch_of(a) + b->shape->bound * stretch_of(b);
	return 4 * MK_EPSILON * (size + vec3_length(pair->offset));
}

static bool init_pair(MeshPair *pair) {
	const ShapeInstance *a = pair->input->a;
	const ShapeInstance *b = pair->input->b;
	pair->offset = vec3_sub(b->pose.origin, a->pose.origin);
	pair->error = rounding_floor(pair);
	Affine map_a = { a->pose.linear, vec3_zero() };
	Affine map_b = { b->pose.linear, pair->offset };
	if (a->is_rigid) {
		map_a.linear = mat3_identity();
		map_b.linear = mat3_multiply_transposed(a->pose.linear, b->pose.linear);
		map_b.origin = mat3_apply_transposed(a->pose.linear, pair->offset);
	}
	bool is_sharp = a->margin == 0 && b->margin == 0;
	return mk_facets_init(&pair->a, a->shape, map_a) && mk_facets_init(&pair->b, b->shape, map_b) &&
			is_sharp;
}

// The smaller of two spheres that turn with the shape: around its origin, or around its box.
static Sphere sphere_of(const Facets *facets, const ShapeInstance *in) {
	Real stretch = stretch_of(in);
	Sphere around_box = sphere_around_box(in->shape->box);
	bool is_box = around_box.radius < in->shape->bound;
	Vec3 center = is_box ? around_box.center : vec3_zero();
	Real radius = is_box ? around_box.radius : in->shape->bound;
	return (Sphere){ affine_point(facets->map, center), radius * stretch };
}

static bool spheres_are_apart(const MeshPair *pair) {
	Sphere a = sphere_of(&pair->a, pair->input->a);
	Sphere b = sphere_of(&pair->b, pair->input->b);
	return vec3_distance(a.center, b.center) > a.radius + b.radius + pair->error;
}

static SatSymmetric box_of(const Facets *facets) {
	Mat3 m = facets->map.linear;
	Vec3 half = aabb_half_extents(facets->shape->box);
	return (SatSymmetric){ affine_point(facets->map, aabb_center(facets->shape->box)),
		{ vec3_scale(m.x, half.x), vec3_scale(m.y, half.y), vec3_scale(m.z, half.z) }, 0 };
}

static bool boxes_are_apart(const MeshPair *pair) {
	SatBoxInput boxes = { .a = box_of(&pair->a), .b = box_of(&pair->b), .is_bool = true };
	boxes.slack = pair->error;
	return !mk_sat_boxes(&boxes).is_overlapping;
}

static bool is_culled(const MeshPair *pair) {
	MeshCulling culling = pair->input->culling;
	if (culling == MESH_CULLING_NONE) return false;
	return spheres_are_apart(pair) || (culling == MESH_CULLING_BOXES && boxes_are_apart(pair));
}

// Returns true if the triangles meet: then the search is over.
static bool meet(MeshPair *pair, Triangle a, Triangle b) {
	pair->result->tests++;
	return mk_triangles_meet(a, b).meeting != TRIANGLES_APART;
}

static void report(MeshPair *pair, uint32_t slot_a, uint32_t slot_b) {
	pair->result->is_overlapping = true;
	pair->result->triangle_a = slot_a;
	pair->result->triangle_b = slot_b;
}

static void find_in_pairs(MeshPair *pair) {
	Triangle on_a;
	Triangle on_b;
	for (uint32_t j = 0; j < pair->b.slots; j++) {
		if (!facets_get(&pair->b, j, &on_b)) continue;
		for (uint32_t i = 0; i < pair->a.slots; i++) {
			if (!facets_get(&pair->a, i, &on_a) || !meet(pair, on_a, on_b)) continue;
			report(pair, i, j);
			return;
		}
	}
}

// Two parts that touch. A pair of triangles that share several touching parts is tested
// in the first of them only.
typedef struct PartPair {
	const MeshParts *a;
	const MeshParts *b;
	uint32_t part_a;
	uint32_t part_b;
	uint8_t touching[MK_MESH_PARTS]; // by part of A: bits of the parts of B
} PartPair;

static bool is_first_meeting(const PartPair *at, uint32_t place_a, uint32_t place_b) {
	for (uint32_t i = 0; i <= at->part_a; i++) {
		uint32_t shared = at->a->masks[place_a] >> i & 1 ? at->touching[i] : 0u;
		shared &= at->b->masks[place_b];
		if (i == at->part_a) shared &= (1u << at->part_b) - 1;
		if (shared != 0) return false;
	}
	return true;
}

static bool find_in_part_pair(MeshPair *pair, const PartPair *at) {
	const MeshParts *a = at->a;
	const MeshParts *b = at->b;
	for (uint32_t j = b->starts[at->part_b]; j < b->starts[at->part_b + 1]; j++) {
		uint32_t place_b = b->members.data[j];
		Triangle on_b = b->triangles[place_b];
		on_b.a = vec3_add(on_b.a, pair->offset);
		on_b.b = vec3_add(on_b.b, pair->offset);
		on_b.c = vec3_add(on_b.c, pair->offset);
		for (uint32_t i = a->starts[at->part_a]; i < a->starts[at->part_a + 1]; i++) {
			uint32_t place_a = a->members.data[i];
			if (!is_first_meeting(at, place_a, place_b)) continue;
			if (!meet(pair, a->triangles[place_a], on_b)) continue;
			report(pair, place_a, place_b);
			return true;
		}
	}
	return false;
}

static void find_in_parts(MeshPair *pair) {
	PartPair at = { .a = pair->input->parts_a, .b = pair->input->parts_b };
	for (uint32_t i = 0; i < MK_MESH_PARTS; i++) {
		Aabb box = aabb_grow(at.a->boxes[i], pair->error);
		for (uint32_t j = 0; j < MK_MESH_PARTS; j++) {
			Aabb other = at.b->boxes[j];
			other.min = vec3_add(other.min, pair->offset);
			other.max = vec3_add(other.max, pair->offset);
			if (aabb_overlaps(box, other)) at.touching[i] |= (uint8_t)(1u << j);
		}
	}
	for (at.part_a = 0; at.part_a < MK_MESH_PARTS; at.part_a++) {
		for (at.part_b = 0; at.part_b < MK_MESH_PARTS; at.part_b++) {
			if ((at.touching[at.part_a] >> at.part_b & 1) == 0) continue;
			if (find_in_part_pair(pair, &at)) return;
		}
	}
}

static bool visit_leaves(void *context, MeshBvhRange a, MeshBvhRange b) {
	MeshPair *pair = context;
	Triangle on_a;
	Triangle on_b;
	for (uint32_t j = b.first; j < b.first + b.count; j++) {
		facets_get(&pair->b, j, &on_b);
		for (uint32_t i = a.first; i < a.first + a.count; i++) {
			facets_get(&pair->a, i, &on_a);
			if (!meet(pair, on_a, on_b)) continue;
			report(pair, i, j);
			return false;
		}
	}
	return true;
}

static void find_in_trees(MeshPair *pair) {
	Affine back;
	if (!affine_invert(pair->a.map, &back)) {
		pair->result->status = MESH_OVERLAP_UNSUPPORTED;
		return;
	}
	// lengths in A's own space
	Mat3 m = back.linear;
	Real shrink = real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
	MeshBvhPairQuery query = {
		.a = &((const MeshShape *)pair->a.shape)->tree,
		.b = &((const MeshShape *)pair->b.shape)->tree,
		.b_to_a = affine_multiply(back, pair->b.map),
		.margin = pair->error * shrink,
	};
	mk_mesh_bvh_find_pairs(&query, visit_leaves, pair);
}

static ShapeInstance hull_of(const ShapeInstance *in) {
	ShapeInstance hull = *in;
	if (in->shape->kind == SHAPE_MESH) hull.shape = ((const MeshShape *)in->shape)->hull;
	return hull;
}

static void find_in_hulls(MeshPair *pair) {
	MeshOverlap *result = pair->result;
	ShapeInstance a = hull_of(pair->input->a);
	ShapeInstance b = hull_of(pair->input->b);
	if (a.shape == NULL || b.shape == NULL) {
		result->status = MESH_OVERLAP_UNSUPPORTED;
		return;
	}
	Difference difference = mk_difference(&a, &b);
	SatHullInput input = { .difference = &difference };
	SatHullResult found = mk_sat_hull(&input);
	bool is_mesh = pair->a.shape->kind == SHAPE_MESH || pair->b.shape->kind == SHAPE_MESH;
	if (!found.is_supported) result->status = MESH_OVERLAP_UNSUPPORTED;
	result->is_overlapping = found.is_overlapping;
	result->is_certain = !(found.is_overlapping && is_mesh);
	result->tests = found.axes;
	result->separation = found.separation;
	result->normal = mat3_apply(difference.pose.linear, found.normal);
}

// Does the way know the shapes?
static MeshOverlapStatus check(const MeshPair *pair) {
	const MeshOverlapInput *in = pair->input;
	if (!(pair->error < MK_INFINITY) || !affine_is_finite(pair->b.map) ||
			!affine_is_finite(pair->a.map)) {
		return MESH_OVERLAP_INVALID;
	}
	bool are_meshes = pair->a.shape->kind == SHAPE_MESH && pair->b.shape->kind == SHAPE_MESH;
	bool needs_meshes = in->method == MESH_METHOD_PARTS || in->method == MESH_METHOD_TREES;
	if (needs_meshes && !are_meshes) return MESH_OVERLAP_UNSUPPORTED;
	if (in->method != MESH_METHOD_PARTS) return MESH_OVERLAP_OK;
	bool is_fresh = mk_mesh_parts_are_of(in->parts_a, in->a) &&
			mk_mesh_parts_are_of(in->parts_b, in->b);
	return is_fresh ? MESH_OVERLAP_OK : MESH_OVERLAP_STALE;
}

MeshOverlap mk_mesh_overlap(const MeshOverlapInput *input) {
	static MeshWay *const ways[MESH_METHOD_COUNT] = {
		[MESH_METHOD_PAIRS] = find_in_pairs,
		[MESH_METHOD_PARTS] = find_in_parts,
		[MESH_METHOD_TREES] = find_in_trees,
		[MESH_METHOD_HULLS] = find_in_hulls,
	};
	MeshOverlap result = { .status = MESH_OVERLAP_UNSUPPORTED };
	MeshPair pair = { .input = input, .result = &result };
	if (!init_pair(&pair)) return result;
	result.status = check(&pair);
	if (result.status != MESH_OVERLAP_OK) return result;
	result.is_certain = true;
	result.is_culled = is_culled(&pair);
	if (result.is_culled) return result;
	ways[input->method](&pair);
	if (result.is_overlapping || result.status != MESH_OVERLAP_OK) return result;
	if (input->method == MESH_METHOD_HULLS) return result;
	result.is_nested = mk_facets_hold(&pair.a, &pair.b) || mk_facets_hold(&pair.b, &pair.a);
	result.is_overlapping = result.is_nested;
	return result;
}
