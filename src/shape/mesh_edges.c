// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Who is next to whom in a mesh. Edges are sorted by their two vertices; equal ones then lie side
// by side. Two triangles wound alike are neighbours; more than two at one edge, or two wound
// against each other, have no common outside: such edges belong to everybody (EDGE_SHARED).
#include "base/alloc.h"
#include "shape/mesh.h"

#include <stdlib.h>

typedef struct EdgeRecord {
	uint32_t low; // vertices
	uint32_t high;
	uint32_t corner;
} EdgeRecord;

static int compare_u32(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

// A total order: corners differ, so the result does not depend on how the sort works.
static int compare_edges(const void *a, const void *b) {
	const EdgeRecord *x = a;
	const EdgeRecord *y = b;
	if (x->low != y->low) return compare_u32(x->low, y->low);
	if (x->high != y->high) return compare_u32(x->high, y->high);
	return compare_u32(x->corner, y->corner);
}

static uint32_t next_corner(uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

Real mk_edge_sine(const EdgeSeam *seam) {
	Vec3 direction = vec3_normalize(vec3_sub(seam->end, seam->start));
	return vec3_dot(direction, vec3_cross(seam->normals[0], seam->normals[1]));
}

// How far (m) the triangles are out of each other's planes. The normal of a sliver says little
// about what is far from it, so the smaller height counts.
static Real seam_height(const EdgeSeam *seam) {
	Real first = vec3_dot(seam->normals[1], vec3_sub(seam->apexes[0], seam->start));
	Real second = vec3_dot(seam->normals[0], vec3_sub(seam->apexes[1], seam->start));
	return real_min(real_abs(first), real_abs(second));
}

EdgeClass mk_edge_classify(const EdgeSeam *seam) {
	Real sine = mk_edge_sine(seam);
	if (real_abs(sine) <= MK_MESH_FLAT_SINE) {
		// a sheet folded back on itself is a knife, not a plane
		if (vec3_dot(seam->normals[0], seam->normals[1]) < 0) return EDGE_CONVEX;
		if (seam_height(seam) <= MK_MESH_FLAT_ROUNDINGS * MK_EPSILON * seam->size) return EDGE_FLAT;
	}
	return sine < 0 ? EDGE_CONCAVE : EDGE_CONVEX;
}

static EdgeRecord record_of(const MeshShape *mesh, uint32_t corner) {
	uint32_t a = mesh->indices[corner];
	uint32_t b = mesh->indices[next_corner(corner)];
	return (EdgeRecord){ a < b ? a : b, a < b ? b : a, corner };
}

static Vec3 corner_point(const MeshShape *mesh, uint32_t corner) {
	return mesh->points[mesh->indices[corner]];
}

static EdgeSeam seam_of(const MeshShape *mesh, uint32_t a, uint32_t b) {
	EdgeSeam seam = {
		.start = corner_point(mesh, a),
		.end = corner_point(mesh, b),
		.apexes = { corner_point(mesh, next_corner(next_corner(a))),
				corner_point(mesh, next_corner(next_corner(b))) },
		.normals = { mesh->normals[a / 3], mesh->normals[b / 3] },
	};
	Vec3 most = vec3_max(vec3_max(vec3_abs(seam.start), vec3_abs(seam.end)),
			vec3_max(vec3_abs(seam.apexes[0]), vec3_abs(seam.apexes[1])));
	seam.size = vec3_max_element(most);
	return seam;
}

static void join_pair(MeshShape *mesh, uint32_t a, uint32_t b) {
	if (mesh->indices[a] == mesh->indices[b]) {
		mesh->edge_classes[a] = EDGE_SHARED;
		mesh->edge_classes[b] = EDGE_SHARED;
		mesh->has_borders = true;
		return;
	}
	EdgeSeam seam = seam_of(mesh, a, b);
	EdgeClass class = mk_edge_classify(&seam);
	if (class == EDGE_FLAT)
		mesh->flat_sine = real_max(mesh->flat_sine, real_abs(mk_edge_sine(&seam)));
	mesh->neighbours[a] = b;
	mesh->neighbours[b] = a;
	mesh->edge_classes[a] = (uint8_t) class;
	mesh->edge_classes[b] = (uint8_t) class;
}

static void join_group(MeshShape *mesh, const EdgeRecord *group, uint32_t count) {
	if (count == 2) {
		join_pair(mesh, group[0].corner, group[1].corner);
		return;
	}
	mesh->has_borders = true;
	for (uint32_t i = 0; i < count; i++)
		mesh->edge_classes[group[i].corner] = count == 1 ? EDGE_OPEN : EDGE_SHARED;
}

static void join_edges(MeshShape *mesh) {
	uint32_t count = 3 * mesh->triangle_count;
	size_t bytes = mk_alloc_size(count, sizeof(EdgeRecord));
	EdgeRecord *records = mk_alloc(bytes);
	for (uint32_t corner = 0; corner < count; corner++) {
		mesh->neighbours[corner] = MK_MESH_NONE;
		records[corner] = record_of(mesh, corner);
	}
	qsort(records, count, sizeof(*records), compare_edges);
	uint32_t first = 0;
	for (uint32_t i = 1; i <= count; i++) {
		bool is_same = i < count && records[i].low == records[first].low &&
				records[i].high == records[first].high;
		if (is_same) continue;
		join_group(mesh, records + first, i - first);
		first = i;
	}
	mk_free(records, bytes);
}

// Lists the corners at each vertex, ascending.
static void list_corners(MeshShape *mesh) {
	uint32_t count = 3 * mesh->triangle_count;
	uint32_t *starts = mesh->vertex_starts;
	for (uint32_t v = 0; v <= mesh->point_count; v++)
		starts[v] = 0;
	for (uint32_t corner = 0; corner < count; corner++)
		starts[mesh->indices[corner]]++;
	uint32_t end = 0;
	for (uint32_t v = 0; v < mesh->point_count; v++) {
		end += starts[v];
		starts[v] = end;
	}
	starts[mesh->point_count] = end;
	// filling from the back leaves the starts where they belong
	for (uint32_t corner = count; corner-- > 0;)
		mesh->vertex_corners[--starts[mesh->indices[corner]]] = corner;
}

void mk_mesh_connect(MeshShape *mesh) {
	join_edges(mesh);
	list_corners(mesh);
}
