// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "shape/hull_arcs.h"

#include "base/alloc.h"

static HullArc arc_of(const Hull *hull, uint32_t half_edge) {
	HullHalfEdge edge = hull->half_edges[half_edge];
	HullHalfEdge twin = hull->half_edges[edge.twin];
	return (HullArc){
		.left = (uint16_t)edge.face,
		.right = (uint16_t)twin.face,
		.start = (uint16_t)edge.origin,
		.end = (uint16_t)twin.origin,
	};
}

static void fill_arcs(const Hull *hull, HullArc *arcs, uint16_t *of_corners) {
	uint16_t used = 0;
	for (uint32_t e = 0; e < hull->half_edge_count; e++) {
		uint32_t twin = hull->half_edges[e].twin;
		if (e > twin) continue;
		of_corners[e] = used;
		of_corners[twin] = used;
		arcs[used++] = arc_of(hull, e);
	}
}

static void fill_planes(const Hull *hull, Real *rows, uint32_t padded) {
	const Plane outside = { { 0, 0, 0 }, MK_INFINITY };
	for (uint32_t f = 0; f < padded; f++) {
		Plane plane = f < hull->face_count ? hull->planes[f] : outside;
		rows[f] = plane.normal.x;
		rows[padded + f] = plane.normal.y;
		rows[2 * padded + f] = plane.normal.z;
		rows[3 * padded + f] = plane.offset;
	}
}

HullArcs mk_hull_arcs_build(const Hull *hull) {
	if (hull->dimension != HULL_SOLID || hull->face_count > MK_HULL_ARC_FACES)
		return (HullArcs){ 0 };
	uint32_t count = hull->half_edge_count / 2;
	uint32_t padded = (hull->face_count + 3) / 4 * 4;
	size_t block_size = count * sizeof(HullArc) + (size_t)padded * 4 * sizeof(Real) +
			hull->half_edge_count * sizeof(uint16_t);
	HullArc *arcs = mk_alloc(block_size);
	Real *rows = (Real *)(arcs + count);
	uint16_t *of_corners = (uint16_t *)(rows + (size_t)padded * 4);
	fill_arcs(hull, arcs, of_corners);
	fill_planes(hull, rows, padded);
	return (HullArcs){
		.arcs = arcs,
		.of_corners = of_corners,
		.planes = { rows, rows + padded, rows + 2 * padded, rows + 3 * padded, padded },
		.count = count,
		.block_size = block_size,
	};
}

void mk_hull_arcs_free(HullArcs *arcs) {
	mk_free(arcs->arcs, arcs->block_size);
	*arcs = (HullArcs){ 0 };
}
