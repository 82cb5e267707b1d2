// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Reading triangles side by side.
#include "collide/mesh_batch.h"

typedef struct BatchWalk {
	const Surface *surface;
	const BatchQuery *query;
	CullBatch batch;
} BatchWalk;

static void store(float rows[3][MK_CULL_LANES], uint32_t lane, Vec3 v) {
	rows[0][lane] = (float)v.x;
	rows[1][lane] = (float)v.y;
	rows[2][lane] = (float)v.z;
}

static void flush(BatchWalk *walk) {
	if (walk->batch.count == 0) return;
	walk->query->visit(walk->query->context, &walk->batch);
	walk->batch.count = 0;
	walk->batch.flat = 0;
}

// Takes the next lane.
static uint32_t take_lane(BatchWalk *walk, uint32_t number) {
	if (walk->batch.count == MK_CULL_LANES) flush(walk);
	uint32_t lane = walk->batch.count++;
	walk->batch.numbers[lane] = number;
	return lane;
}

// Classes of another map than the one they were made for are not known here.
static bool is_flat(const Surface *surface, uint32_t place) {
	const uint8_t *classes = surface->mesh->edge_classes + 3 * (size_t)place;
	return surface->is_similar && classes[0] == EDGE_FLAT && classes[1] == EDGE_FLAT &&
			classes[2] == EDGE_FLAT;
}

static bool add_places(void *context, uint32_t first, uint32_t count) {
	BatchWalk *walk = context;
	const Surface *surface = walk->surface;
	const MeshShape *mesh = surface->mesh;
	uint32_t second = surface->is_mirrored ? 2 : 1;
	for (uint32_t place = first; place < first + count; place++) {
		uint32_t lane = take_lane(walk, place);
		const uint32_t *corners = mesh->indices + 3 * (size_t)place;
		CullBatch *batch = &walk->batch;
		store(batch->corners[0], lane, surface_map_point(surface, mesh->points[corners[0]]));
		store(batch->corners[1], lane, surface_map_point(surface, mesh->points[corners[second]]));
		store(batch->corners[2], lane,
				surface_map_point(surface, mesh->points[corners[3 - second]]));
		store(batch->normals, lane, surface_map_normal(surface, mesh->normals[place]));
		batch->flat |= (uint32_t)is_flat(surface, place) << lane;
	}
	return true;
}

// Cells of a height field are cut into triangles on the way.
static void add_triangle(void *context, const SurfaceTriangle *triangle) {
	BatchWalk *walk = context;
	uint32_t lane = take_lane(walk, triangle->number);
	for (int i = 0; i < 3; i++)
		store(walk->batch.corners[i], lane, triangle->corners[i]);
	store(walk->batch.normals, lane, triangle->normal);
	uint32_t bits = (uint32_t)walk->surface->field->classes[triangle->number / 2];
	bits = bits >> (6 * (triangle->number % 2)) & 63;
	bool is_all_flat = bits == (EDGE_FLAT | EDGE_FLAT << 2 | EDGE_FLAT << 4);
	walk->batch.flat |= (uint32_t)(walk->surface->is_similar && is_all_flat) << lane;
}

void mk_surface_visit_batches(const Surface *surface, const BatchQuery *query) {
	BatchWalk walk;
	walk.surface = surface;
	walk.query = query;
	// lanes beyond the last triangle are read, and what is in them means nothing
	memset(&walk.batch, 0, sizeof(walk.batch));
	if (surface->mesh != NULL) {
		Aabb box = mk_surface_box(surface, query->box);
		mk_mesh_bvh_query(&surface->mesh->tree, box, add_places, &walk);
	} else {
		mk_surface_visit(surface, &(SurfaceQuery){ query->box, add_triangle, &walk });
	}
	flush(&walk);
}
