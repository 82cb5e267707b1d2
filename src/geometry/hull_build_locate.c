// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where a point is, seen from a finished hull. A ray from the inside through the point leaves the hull
// by one face, found by walking over edges towards the ray. On a convex surface such a walk cannot go
// in circles but among triangles of one plane (Devillers, Pion, Teillaud 2002), so it has a limit. The
// faces that the point sees are one patch around there, and the nearest point of the hull is on them.
#include "geometry/hull_work.h"

typedef struct Outlook {
	uint32_t face;    // the one whose plane is farthest below the point
	double height;    // above that plane
	double distance2; // to the hull, squared
} Outlook;

static uint32_t any_face(const HullWork *work, uint32_t hint) {
	if (hint < work->faces.count && work_is_used(&work->faces.data[hint])) return hint;
	uint32_t face = 0;
	while (!work_is_used(&work->faces.data[face]))
		face++;
	return face;
}

// Returns the face over which the ray is highest in relation to the depth of the inside point below
// the face: where it leaves. Looks at all of them.
static uint32_t search_exit(const HullWork *work, Double3 p) {
	Double3 ray = double3_sub(p, work->inside);
	uint32_t best = 0;
	double best_quotient = -HUGE_VAL;
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const HullPlane *plane = &work->faces.data[i].plane;
		if (!work_is_used(&work->faces.data[i])) continue;
		double depth = plane->offset - double3_dot(plane->normal, work->inside);
		double quotient = double3_dot(plane->normal, ray) / depth;
		if (quotient > best_quotient) {
			best_quotient = quotient;
			best = i;
		}
	}
	return best;
}

// Returns an edge of a face that the ray passes on its far side, or MK_HULL_NONE if it goes through
// the face. Edges are tried from `turn` on.
static uint32_t passed_edge(const HullWork *work, uint32_t face, Double3 ray, uint32_t turn) {
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t half_edge = 4 * face + (turn + i) % 3;
		Double3 a = double3_sub(work->points[work_origin(work, half_edge)], work->inside);
		uint32_t end = work_origin(work, half_edge_next(half_edge));
		Double3 b = double3_sub(work->points[end], work->inside);
		if (double3_dot(double3_cross(a, b), ray) < 0) return half_edge;
	}
	return MK_HULL_NONE;
}

// Returns the face by which the ray from the inside through p leaves, walking from a face near it.
static uint32_t find_exit(const HullWork *work, Double3 p, uint32_t hint) {
	Double3 ray = double3_sub(p, work->inside);
	uint32_t face = any_face(work, hint);
	for (uint32_t step = 0; step < work->used_faces; step++) {
		uint32_t half_edge = passed_edge(work, face, ray, step % 3);
		if (half_edge == MK_HULL_NONE) return face;
		face = half_edge_face(work_twin(work, half_edge));
	}
	return search_exit(work, p);
}

static double segment_distance2(Double3 p, Double3 a, Double3 b) {
	Double3 ab = double3_sub(b, a);
	Double3 ap = double3_sub(p, a);
	double t = double3_dot(ap, ab) / double3_dot(ab, ab);
	t = t > 0 ? (t < 1 ? t : 1) : 0;
	Double3 d = double3_sub(ap, double3_scale(ab, t));
	return double3_dot(d, d);
}

static double triangle_distance2(const HullWork *work, const WorkFace *face, Double3 p) {
	double best = HUGE_VAL;
	bool is_over = true;
	for (int i = 0; i < 3; i++) {
		Double3 a = work->points[face->corners[i]];
		Double3 b = work->points[face->corners[(i + 1) % 3]];
		Double3 inward = double3_cross(face->plane.normal, double3_sub(b, a));
		is_over = is_over && double3_dot(inward, double3_sub(p, a)) >= 0;
		double d = segment_distance2(p, a, b);
		if (d < best) best = d;
	}
	double height = hull_plane_distance(&face->plane, p);
	return is_over ? height * height : best;
}

static void look_at(HullWork *work, Double3 p, uint32_t face_index, Outlook *outlook) {
	WorkFace *face = &work->faces.data[face_index];
	if (face->mark == work->mark) return;
	face->mark = work->mark;
	double height = hull_plane_distance(&face->plane, p);
	if (!(height > 0)) return;
	hull_indices_push(&work->seen, face_index);
	double d = triangle_distance2(work, face, p);
	if (d < outlook->distance2) outlook->distance2 = d;
	if (height > outlook->height) {
		outlook->height = height;
		outlook->face = face_index;
	}
}

// Looks at all faces that p sees, beginning with one of them.
static Outlook look_around(HullWork *work, Double3 p, uint32_t first) {
	Outlook outlook = { first, 0, HUGE_VAL };
	work->mark++;
	hull_indices_clear(&work->seen);
	look_at(work, p, first, &outlook);
	for (uint32_t i = 0; i < work->seen.count; i++) {
		uint32_t face = work->seen.data[i];
		for (int k = 0; k < 3; k++)
			look_at(work, p, half_edge_face(work->faces.data[face].twins[k]), &outlook);
	}
	return outlook;
}

uint32_t mk_hull_work_recheck(HullWork *work, double limit) {
	uint32_t kept = 0;
	uint32_t assigned = 0;
	for (uint32_t i = 0; i < work->doubtful.count; i++) {
		DoubtfulPoint doubtful = work->doubtful.data[i];
		Double3 p = work->points[doubtful.point];
		doubtful.face = find_exit(work, p, doubtful.face);
		double height = hull_plane_distance(&work->faces.data[doubtful.face].plane, p);
		if (height < -MK_GRID_ROUNDING) continue;
		Outlook outlook = look_around(work, p, doubtful.face);
		if (outlook.height > limit) {
			mk_hull_work_assign(work, doubtful.point, outlook.face, outlook.height);
			mk_hull_work_queue(work, outlook.face);
			assigned++;
		} else {
			work->doubtful.data[kept++] = doubtful;
		}
	}
	work->doubtful.count = kept;
	return assigned;
}

double mk_hull_work_error(HullWork *work) {
	if (work->doubtful.count == 0) return 0;
	double worst2 = 0;
	for (uint32_t i = 0; i < work->doubtful.count; i++) {
		Double3 p = work->points[work->doubtful.data[i].point];
		uint32_t exit = find_exit(work, p, work->doubtful.data[i].face);
		const HullPlane *plane = &work->faces.data[exit].plane;
		double height = hull_plane_distance(plane, p);
		if (!(height > 0)) continue;
		// the way back along the ray is an upper bound, often enough
		Double3 ray = double3_sub(p, work->inside);
		double back = height / double3_dot(plane->normal, ray);
		if (back * back * double3_dot(ray, ray) <= worst2) continue;
		double distance2 = look_around(work, p, exit).distance2;
		if (distance2 > worst2) worst2 = distance2;
	}
	// rounding of points and distances
	return sqrt(worst2) + 2 * MK_GRID_ROUNDING;
}
