// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Welding by exact position and counting of edges, both by hash tables.
#include "geometry/triangle_mesh.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/pair_set.h"

Aabb mk_triangle_mesh_bounds(TriangleMesh mesh) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++)
		box = aabb_add_point(box, triangle_mesh_corner(mesh, i));
	return box;
}

static uint64_t hash_position(Vec3 p) {
	// adding zero makes the two zeros one
	uint64_t hash = hash_f64(MK_HASH_SEED, (double)p.x + 0.0);
	hash = hash_f64(hash, (double)p.y + 0.0);
	return hash_f64(hash, (double)p.z + 0.0);
}

// returns the first corner at this position, which is `corner` itself if the position is new
static uint32_t find_or_add(PairSet *seen, TriangleMesh mesh, uint32_t corner) {
	Vec3 position = triangle_mesh_corner(mesh, corner);
	uint64_t key = hash_position(position);
	for (;; key = hash_u64(key, 1)) {
		if (key == 0) continue;
		const uint32_t *found = mk_pair_set_find(seen, key);
		if (found == NULL) break;
		// two positions with one hash: go on with another key
		if (vec3_equals(triangle_mesh_corner(mesh, *found), position)) return *found;
	}
	mk_pair_set_insert(seen, key, corner);
	return corner;
}

void mk_triangle_mesh_weld(TriangleMesh mesh, uint32_t *corners) {
	PairSet seen = { 0 };
	mk_pair_set_reserve(&seen, mesh.point_count);
	for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++)
		corners[i] = find_or_add(&seen, mesh, i);
	mk_pair_set_free(&seen);
}

// Edges while they are counted: per undirected edge the uses in one direction
// minus those in the other.
typedef struct EdgeCount {
	PairSet balances; // MK_EDGE_BALANCED + difference
	uint32_t odd;     // edges whose difference is odd
	uint32_t uneven;  // edges whose difference is even and not zero
} EdgeCount;

#define MK_EDGE_BALANCED 0x80000000u // the value of a balanced edge; no mesh has as many triangles

static void add_edge(EdgeCount *edges, uint32_t from, uint32_t to) {
	if (from == to) return;
	uint64_t key = pair_key(from, to);
	uint32_t *balance = mk_pair_set_find(&edges->balances, key);
	if (balance == NULL) {
		mk_pair_set_insert(&edges->balances, key, MK_EDGE_BALANCED);
		balance = mk_pair_set_find(&edges->balances, key);
	}
	if (*balance % 2 != 0)
		edges->odd--;
	else if (*balance != MK_EDGE_BALANCED)
		edges->uneven--;
	*balance += from < to ? 1u : UINT32_MAX;
	if (*balance % 2 != 0)
		edges->odd++;
	else if (*balance != MK_EDGE_BALANCED)
		edges->uneven++;
}

static MeshReport count_edges(TriangleMesh mesh) {
	uint32_t corner_count = 3 * mesh.triangle_count;
	size_t size = mk_alloc_size(corner_count, sizeof(uint32_t));
	uint32_t *corners = mk_alloc(size);
	mk_triangle_mesh_weld(mesh, corners);
	EdgeCount edges = { 0 };
	mk_pair_set_reserve(&edges.balances, corner_count / 2);
	for (uint32_t i = 0; i < corner_count; i += 3) {
		add_edge(&edges, corners[i], corners[i + 1]);
		add_edge(&edges, corners[i + 1], corners[i + 2]);
		add_edge(&edges, corners[i + 2], corners[i]);
	}
	mk_pair_set_free(&edges.balances);
	mk_free(corners, size);
	MeshStatus status = edges.odd > 0 ? MESH_OPEN : edges.uneven > 0 ? MESH_TWISTED : MESH_CLOSED;
	return (MeshReport){ status, edges.odd, edges.uneven };
}

static MeshStatus find_bad_corner(TriangleMesh mesh) {
	for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++) {
		uint32_t index = mesh.indices != NULL ? mesh.indices[i] : i;
		if (index >= mesh.point_count) return MESH_BAD_INDEX;
		if (!vec3_is_finite(mesh.points[index])) return MESH_NOT_FINITE;
	}
	return MESH_CLOSED;
}

MeshReport mk_triangle_mesh_check(TriangleMesh mesh) {
	if (mesh.triangle_count == 0) return (MeshReport){ .status = MESH_EMPTY };
	MeshStatus bad = find_bad_corner(mesh);
	if (bad != MESH_CLOSED) return (MeshReport){ .status = bad };
	return count_edges(mesh);
}
