// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Half-spaces against meshes and height fields. There is one normal and nothing to search for: what
// a plane touches of a surface are its vertices, and those whose boxes reach below it are looked
// at. The box of a half-space is without end: nobody before has told that a mesh is far above it.
#include "collide/mesh_cluster.h"
#include "collide/mesh_surface.h"
#include "collide/pair.h"
#include "collide/pair_concave.h"

typedef struct PlanePair {
	const Surface *surface;
	Plane local; // in the surface's space: distances are right, the normal need not be unit
	Plane plane; // in the frame
	Real margin;
	uint32_t looked_at; // vertices
	uint32_t deepest;   // vertex
	Real depth;
	ContactCandidates candidates;
} PlanePair;

static void take_vertex(PlanePair *pair, uint32_t vertex, Vec3 local) {
	pair->looked_at++;
	Real distance = vec3_dot(pair->local.normal, local) - pair->local.offset;
	if (!(distance <= pair->margin)) return;
	// the plane itself once more, where it is near: the sum above has the size of the whole surface
	Vec3 p = mk_surface_point(pair->surface, vertex);
	distance = plane_distance(pair->plane, p);
	ContactPoint point = {
		.position = vec3_add_scaled(p, pair->plane.normal, -distance / 2),
		.separation = distance,
		.id = contact_id(0, vertex),
	};
	mk_candidates_add(&pair->candidates, &point);
	if (distance >= pair->depth) return;
	pair->depth = distance;
	pair->deepest = vertex;
}

// Every vertex once: with the first of its corners.
static bool visit_places(void *context, uint32_t first, uint32_t count) {
	PlanePair *pair = context;
	const MeshShape *mesh = pair->surface->mesh;
	for (uint32_t corner = 3 * first; corner < 3 * (first + count); corner++) {
		uint32_t v = mesh->indices[corner];
		bool is_first = mesh->vertex_corners[mesh->vertex_starts[v]] == corner;
		if (is_first) take_vertex(pair, v, mesh->points[v]);
	}
	return true;
}

// Whether a box reaches below a plane; one without anything in it does not.
static bool is_below(Aabb box, Plane plane) {
	if (aabb_is_empty(box)) return false;
	Real half = vec3_dot(aabb_half_extents(box), vec3_abs(plane.normal));
	return !(plane_distance(plane, aabb_center(box)) > half);
}

// A tile and the samples that it is looked at for: all but those that the next ones begin with.
typedef struct SampleTile {
	uint32_t first_x;
	uint32_t first_z;
	uint32_t end_x;
	uint32_t end_z;
} SampleTile;

static SampleTile sample_tile(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	HeightLevel level = field->levels[0];
	return (SampleTile){ .first_x = x * MK_HEIGHT_TILE,
		.first_z = z * MK_HEIGHT_TILE,
		.end_x = x + 1 == level.width ? field->width : (x + 1) * MK_HEIGHT_TILE,
		.end_z = z + 1 == level.depth ? field->depth : (z + 1) * MK_HEIGHT_TILE };
}

// The first samples may be used by the tiles before alone, where this one has holes.
static Aabb tile_box(const HeightFieldShape *field, uint32_t x, uint32_t z) {
	SampleTile tile = sample_tile(field, x, z);
	Vec3 low = height_field_point(field, tile.first_x, tile.first_z);
	Vec3 high = height_field_point(field, tile.end_x - 1, tile.end_z - 1);
	Aabb box = { vec3(low.x, MK_INFINITY, low.z), vec3(high.x, -MK_INFINITY, high.z) };
	for (uint32_t tile_z = z > 0 ? z - 1 : 0; tile_z <= z; tile_z++) {
		for (uint32_t tile_x = x > 0 ? x - 1 : 0; tile_x <= x; tile_x++) {
			HeightRange range = field->ranges[tile_z * field->levels[0].width + tile_x];
			box.min.y = real_min(range.min, box.min.y);
			box.max.y = real_max(range.max, box.max.y);
		}
	}
	return box;
}

static void take_tile(PlanePair *pair, SampleTile tile) {
	const HeightFieldShape *field = pair->surface->field;
	for (uint32_t z = tile.first_z; z < tile.end_z; z++) {
		for (uint32_t x = tile.first_x; x < tile.end_x; x++)
			take_vertex(pair, z * field->width + x, height_field_point(field, x, z));
	}
}

// Those that move are small: the finest tiles are enough, without the levels above.
static void take_field(PlanePair *pair, Plane local) {
	const HeightFieldShape *field = pair->surface->field;
	if (!is_below(field->shape.box, local)) return;
	for (uint32_t z = 0; z < field->levels[0].depth; z++) {
		for (uint32_t x = 0; x < field->levels[0].width; x++) {
			if (is_below(tile_box(field, x, z), local)) take_tile(pair, sample_tile(field, x, z));
		}
	}
}

static void take_all(PlanePair *pair) {
	const MeshShape *mesh = pair->surface->mesh;
	Plane local = pair->local;
	local.offset += pair->margin;
	if (mesh == NULL) {
		take_field(pair, local);
	} else if (is_below(mesh->shape.box, local)) {
		mk_mesh_bvh_query_plane(&mesh->tree, local, visit_places, pair);
	}
}

void mk_pair_half_space_surface(const CollideInput *input) {
	// the axes outside, the origin of the half-space, to which positions are relative
	Affine frame = { mat3_identity(), input->a->pose.origin };
	Surface surface = mk_surface(input->b, &frame);
	Affine map = { input->a->pose.linear, vec3_zero() };
	PlanePair pair = { .surface = &surface, .depth = MK_INFINITY };
	pair.plane = plane_affine(((const HalfSpaceShape *)input->a->shape)->plane, map);
	pair.plane.offset += input->a->margin + input->b->margin;
	pair.margin = input->margin;
	if (!vec3_is_unit(pair.plane.normal) || !affine_is_finite(surface.map)) return;
	pair.local.normal = mat3_apply_transposed(surface.map.linear, pair.plane.normal);
	pair.local.offset = -plane_distance(pair.plane, surface.map.origin);
	pair.candidates.normal = pair.plane.normal;
	take_all(&pair);
	if (input->pair_counters != NULL) input->pair_counters->pieces += pair.looked_at;
	if (pair.candidates.count == 0) return;
	pair.candidates.kind = CONTACT_VERTEX_FACE;
	Manifold manifold;
	const Manifold *last = mk_candidates_last(&pair.candidates, input->last);
	mk_manifold_reduce_surface(&pair.candidates, last, MK_SURFACE_HALF_SLOPS, &manifold);
	manifold.index_b = surface_index(&surface, mk_surface_triangle_at(&surface, pair.deepest));
	mk_pair_emit(input, &frame.linear, &manifold);
}
