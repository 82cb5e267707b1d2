// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From the working structure to the Hull: vertices in input order, the half-edges of each face side
// by side, neighbour lists as one array, all in one block.
#include "geometry/hull_work.h"

// Writable views of the arrays of a hull.
typedef struct HullParts {
	Vec3 *vertices;
	uint32_t *sources;
	Real *rows[3];
	uint32_t *neighbour_starts;
	uint32_t *neighbours;
	HullHalfEdge *half_edges;
	HullFace *faces;
	Plane *planes;
} HullParts;

typedef struct Packing {
	HullWork *work;
	const HullRegions *regions;
	Hull hull;
	HullParts parts;
	uint32_t neighbour_count;
	uint32_t *vertex_of; // of each input point that is a vertex
	uint32_t *number_of; // of each working half-edge on an outline
} Packing;

// Takes an array from the block; counts only while there is no block yet.
static void *carve(Hull *hull, size_t *used, size_t count, size_t stride) {
	void *part = hull->block == NULL ? NULL : (char *)hull->block + *used;
	*used += mk_alloc_round_up(mk_alloc_size(count, stride));
	return part;
}

static void carve_parts(Hull *hull, HullParts *parts, uint32_t neighbour_count, size_t *used) {
	parts->vertices = carve(hull, used, hull->vertex_count, sizeof(Vec3));
	for (int i = 0; i < 3; i++)
		parts->rows[i] = carve(hull, used, hull->padded_count, sizeof(Real));
	parts->neighbour_starts = carve(hull, used, (size_t)hull->vertex_count + 1, sizeof(uint32_t));
	parts->neighbours = carve(hull, used, neighbour_count, sizeof(uint32_t));
	parts->half_edges = carve(hull, used, hull->half_edge_count, sizeof(HullHalfEdge));
	parts->faces = carve(hull, used, hull->face_count, sizeof(HullFace));
	parts->planes = carve(hull, used, hull->face_count, sizeof(Plane));
	parts->sources = carve(hull, used, hull->vertex_count, sizeof(uint32_t));
}

// Makes room for the counts that are set in the hull.
static void allocate_parts(Hull *hull, HullParts *parts, uint32_t neighbour_count) {
	const uint32_t padding = MK_HULL_PADDING;
	hull->padded_count = (hull->vertex_count + padding - 1) / padding * padding;
	size_t size = 0;
	carve_parts(hull, parts, neighbour_count, &size);
	hull->block_size = size;
	hull->block = mk_alloc(size);
	size = 0;
	carve_parts(hull, parts, neighbour_count, &size);
	hull->vertices = parts->vertices;
	hull->sources = parts->sources;
	hull->x = parts->rows[0];
	hull->y = parts->rows[1];
	hull->z = parts->rows[2];
	hull->neighbour_starts = parts->neighbour_starts;
	hull->neighbours = parts->neighbours;
	hull->half_edges = parts->half_edges;
	hull->faces = parts->faces;
	hull->planes = parts->planes;
}

// Fills what follows from the sources: vertices, rows and the centre.
static void fill_vertices(const HullWork *work, Hull *hull, const HullParts *parts) {
	Double3 sum = { 0 };
	for (uint32_t i = 0; i < hull->padded_count; i++) {
		uint32_t source = parts->sources[i < hull->vertex_count ? i : 0];
		Vec3 p = work->input->points[source];
		parts->rows[0][i] = p.x;
		parts->rows[1][i] = p.y;
		parts->rows[2][i] = p.z;
		if (i >= hull->vertex_count) continue;
		parts->vertices[i] = p;
		sum = double3_add(sum, work->points[source]);
	}
	const HullGrid *grid = &work->grid;
	double unit = 1.0 / hull->vertex_count;
	hull->center.x = (Real)(grid->center.x + sum.x * unit / grid->scale / grid->scale_more);
	hull->center.y = (Real)(grid->center.y + sum.y * unit / grid->scale / grid->scale_more);
	hull->center.z = (Real)(grid->center.z + sum.z * unit / grid->scale / grid->scale_more);
	hull->tolerance = work->tolerance;
}

// Sets the plane of a face: the normal rounded, then moved out to the last corner.
static void fill_plane(const Hull *hull, const HullParts *parts, uint32_t face, Double3 normal) {
	Vec3 rounded = vec3((Real)normal.x, (Real)normal.y, (Real)normal.z);
	double offset = -HUGE_VAL;
	for (uint32_t i = 0; i < parts->faces[face].edge_count; i++) {
		Vec3 p = hull->vertices[hull_face_vertex(hull, face, i)];
		double along = (double)rounded.x * (double)p.x + (double)rounded.y * (double)p.y +
				(double)rounded.z * (double)p.z;
		if (along > offset) offset = along;
	}
	parts->planes[face] = (Plane){ rounded, (Real)offset };
}

static void set_error(Hull *hull, const HullGrid *grid, double error) {
	hull->error = error > 0 ? hull_grid_to_length(grid, error) : 0;
}

// Numbers the points that are corners of faces in input order.
static void number_vertices(Packing *packing) {
	const HullWork *work = packing->work;
	uint32_t count = work->input->count;
	for (uint32_t i = 0; i < count; i++)
		packing->vertex_of[i] = MK_HULL_NONE;
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		for (int k = 0; work_is_used(face) && k < 3; k++)
			packing->vertex_of[face->corners[k]] = 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (packing->vertex_of[i] != MK_HULL_NONE) {
			packing->vertex_of[i] = packing->hull.vertex_count++;
		}
	}
}

static bool is_on_outline(const Packing *packing, uint32_t half_edge) {
	const uint32_t *region = packing->regions->of_face;
	uint32_t twin = work_twin(packing->work, half_edge);
	return region[half_edge_face(half_edge)] != region[half_edge_face(twin)];
}

// Returns whether an edge belongs to the exact hull or to a face.
static bool joins_neighbours(const Packing *packing, uint32_t half_edge) {
	if (is_on_outline(packing, half_edge)) return true;
	const HullWork *work = packing->work;
	const uint32_t *corners = work->faces.data[half_edge_face(half_edge)].corners;
	uint32_t apex = work_apex(work, work_twin(work, half_edge));
	return mk_hull_orientation(work->points[corners[0]], work->points[corners[1]],
				   work->points[corners[2]], work->points[apex]) != 0;
}

// Counts for each vertex the edges that make neighbours.
static void count_neighbours(const Packing *packing, uint32_t *counts) {
	const HullWork *work = packing->work;
	for (uint32_t i = 0; i < 4 * work->faces.count; i++) {
		if ((i & 3) == 3 || !work_is_used(&work->faces.data[i >> 2])) continue;
		if (joins_neighbours(packing, i)) counts[packing->vertex_of[work_origin(work, i)]]++;
	}
}

// Turns counts at [1 ...] into starts.
static void add_up(uint32_t *starts, uint32_t count) {
	starts[0] = 0;
	for (uint32_t i = 0; i < count; i++)
		starts[i + 1] += starts[i];
}

// Fills neighbour lists from the edges in two passes. The first puts each vertex into the lists of
// its neighbours, in the order of the edges; the second does it again in the order of the vertices,
// which leaves every list ascending.
static void fill_neighbours(Packing *packing, const uint32_t *starts) {
	const HullWork *work = packing->work;
	const HullParts *parts = &packing->parts;
	uint32_t count = packing->hull.vertex_count;
	size_t bytes = mk_alloc_size((size_t)packing->neighbour_count + count, sizeof(uint32_t));
	uint32_t *unsorted = mk_alloc(bytes);
	uint32_t *fill = unsorted + packing->neighbour_count;
	memcpy(fill, starts, count * sizeof(uint32_t));
	for (uint32_t i = 0; i < 4 * work->faces.count; i++) {
		if ((i & 3) == 3 || !work_is_used(&work->faces.data[i >> 2])) continue;
		if (!joins_neighbours(packing, i)) continue;
		uint32_t end = packing->vertex_of[work_origin(work, half_edge_next(i))];
		unsorted[fill[packing->vertex_of[work_origin(work, i)]]++] = end;
	}
	memcpy(fill, starts, count * sizeof(uint32_t));
	for (uint32_t vertex = 0; vertex < count; vertex++) {
		for (uint32_t i = starts[vertex]; i < starts[vertex + 1]; i++)
			parts->neighbours[fill[unsorted[i]]++] = vertex;
	}
	mk_free(unsorted, bytes);
}

// Returns the half-edge that follows on the outline of the same region.
static uint32_t follow_outline(const Packing *packing, uint32_t half_edge) {
	uint32_t following = half_edge_next(half_edge);
	while (!is_on_outline(packing, following))
		following = half_edge_next(work_twin(packing->work, following));
	return following;
}

static void fill_face(Packing *packing, uint32_t face, uint32_t first, uint32_t *used) {
	const HullWork *work = packing->work;
	const HullParts *parts = &packing->parts;
	uint32_t first_edge = *used;
	uint32_t half_edge = first;
	do {
		uint32_t origin = packing->vertex_of[work_origin(work, half_edge)];
		packing->number_of[half_edge] = *used;
		parts->half_edges[*used] = (HullHalfEdge){ 0, *used + 1, origin, face };
		++*used;
		half_edge = follow_outline(packing, half_edge);
	} while (half_edge != first);
	parts->half_edges[*used - 1].next = first_edge;
	parts->faces[face] = (HullFace){ first_edge, *used - first_edge };
	fill_plane(&packing->hull, parts, face,
			work->faces.data[packing->regions->planes.data[face]].plane.normal);
}

static void fill_faces(Packing *packing) {
	const HullWork *work = packing->work;
	uint32_t *number_of = packing->number_of;
	memset(number_of, 0xFF, mk_alloc_size(work->faces.count, 4 * sizeof(uint32_t)));
	uint32_t face_count = packing->hull.face_count;
	uint32_t *firsts = mk_alloc(mk_alloc_size(face_count, sizeof(uint32_t)));
	// going down leaves the lowest one of each
	for (uint32_t i = 4 * work->faces.count; i-- > 0;) {
		if ((i & 3) == 3 || !work_is_used(&work->faces.data[i >> 2])) continue;
		if (is_on_outline(packing, i)) firsts[packing->regions->of_face[i >> 2]] = i;
	}
	uint32_t used = 0;
	for (uint32_t face = 0; face < face_count; face++)
		fill_face(packing, face, firsts[face], &used);
	for (uint32_t i = 0; i < 4 * work->faces.count; i++) {
		if (number_of[i] == MK_HULL_NONE) continue;
		packing->parts.half_edges[number_of[i]].twin = number_of[work_twin(work, i)];
	}
	mk_free(firsts, mk_alloc_size(face_count, sizeof(uint32_t)));
}

static void count_half_edges(Packing *packing) {
	const HullWork *work = packing->work;
	for (uint32_t i = 0; i < 4 * work->faces.count; i++) {
		if ((i & 3) == 3 || !work_is_used(&work->faces.data[i >> 2])) continue;
		if (is_on_outline(packing, i)) packing->hull.half_edge_count++;
	}
}

Hull mk_hull_work_finish_solid(HullWork *work, const HullRegions *regions, double error) {
	Packing packing = { .work = work, .regions = regions };
	packing.vertex_of = work->next; // the lists are empty by now
	size_t number_bytes = mk_alloc_size(work->faces.count, 4 * sizeof(uint32_t));
	packing.number_of = mk_alloc(number_bytes);
	packing.hull.dimension = HULL_SOLID;
	packing.hull.face_count = regions->planes.count;
	number_vertices(&packing);
	count_half_edges(&packing);
	uint32_t vertex_count = packing.hull.vertex_count;
	size_t start_bytes = mk_alloc_size((size_t)vertex_count + 1, sizeof(uint32_t));
	uint32_t *starts = mk_alloc(start_bytes);
	memset(starts, 0, start_bytes);
	count_neighbours(&packing, starts + 1);
	add_up(starts, vertex_count);
	packing.neighbour_count = starts[vertex_count];
	allocate_parts(&packing.hull, &packing.parts, packing.neighbour_count);
	memcpy(packing.parts.neighbour_starts, starts, start_bytes);
	for (uint32_t i = 0; i < work->input->count; i++) {
		uint32_t vertex = packing.vertex_of[i];
		if (vertex != MK_HULL_NONE) packing.parts.sources[vertex] = i;
	}
	fill_vertices(work, &packing.hull, &packing.parts);
	fill_neighbours(&packing, starts);
	fill_faces(&packing);
	set_error(&packing.hull, &work->grid, error);
	mk_free(starts, start_bytes);
	mk_free(packing.number_of, number_bytes);
	return packing.hull;
}

// Numbers the corners of a flat hull in input order; corners come in the order of the outline.
static void number_corners(HullWork *work, uint32_t *sources) {
	uint32_t *vertex_of = work->next;
	memset(vertex_of, 0xFF, work->input->count * sizeof(uint32_t));
	for (uint32_t i = 0; i < work->active.count; i++)
		vertex_of[work->active.data[i]] = 0;
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->input->count; i++) {
		if (vertex_of[i] == MK_HULL_NONE) continue;
		sources[count] = i;
		vertex_of[i] = count++;
	}
}

// Fills both loops of a polygon, or the two half-edges of a segment: there
// and back in the second half.
static void fill_loops(const HullWork *work, const Hull *hull, const HullParts *parts) {
	uint32_t count = hull->half_edge_count / 2;
	if (hull->dimension == HULL_SEGMENT) {
		parts->half_edges[0] = (HullHalfEdge){ 1, 1, 0, MK_HULL_NONE };
		parts->half_edges[1] = (HullHalfEdge){ 0, 0, 1, MK_HULL_NONE };
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t there = work->next[work->active.data[i]];
		uint32_t back = work->next[work->active.data[i == 0 ? 0 : count - i]];
		uint32_t following = i + 1 < count ? i + 1 : 0;
		parts->half_edges[i] = (HullHalfEdge){ 2 * count - 1 - i, following, there, 0 };
		parts->half_edges[count + i] = (HullHalfEdge){ count - 1 - i, count + following, back, 1 };
	}
	for (uint32_t face = 0; face < hull->face_count; face++)
		parts->faces[face] = (HullFace){ face * count, count };
	fill_plane(hull, parts, 0, work->normal);
	fill_plane(hull, parts, 1, double3_scale(work->normal, -1));
}

// Fills the neighbour lists of a flat hull: the next corner on either side.
static void fill_flat_neighbours(const HullWork *work, const Hull *hull, const HullParts *parts) {
	uint32_t count = hull->vertex_count;
	uint32_t each = count < 3 ? count - 1 : 2;
	for (uint32_t i = 0; i <= count; i++)
		parts->neighbour_starts[i] = i * each;
	for (uint32_t i = 0; i < count && each > 0; i++) {
		uint32_t vertex = work->next[work->active.data[i]];
		uint32_t before = work->next[work->active.data[i > 0 ? i - 1 : count - 1]];
		uint32_t after = work->next[work->active.data[i + 1 < count ? i + 1 : 0]];
		uint32_t *list = parts->neighbours + vertex * each;
		list[0] = before < after ? before : after;
		list[each - 1] = before < after ? after : before;
	}
}

Hull mk_hull_work_finish_flat(HullWork *work, HullDimension dimension, double error) {
	Hull hull = { .dimension = dimension, .vertex_count = work->active.count };
	HullParts parts;
	if (dimension == HULL_POLYGON) hull.face_count = 2;
	if (dimension == HULL_POLYGON) hull.half_edge_count = 2 * hull.vertex_count;
	if (dimension == HULL_SEGMENT) hull.half_edge_count = 2;
	allocate_parts(&hull, &parts, hull.half_edge_count);
	number_corners(work, parts.sources);
	fill_vertices(work, &hull, &parts);
	fill_flat_neighbours(work, &hull, &parts);
	if (dimension >= HULL_SEGMENT) fill_loops(work, &hull, &parts);
	set_error(&hull, &work->grid, error);
	return hull;
}
