// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Where a point is, seen from a finished hull. A ray from the inside through the point leaves
// the hull by one face, found by walking over edges towards the ray. On a convex surface such a
// walk cannot go in circles but among triangles of one plane (Devillers, Pion, Teillaud 2002),
// so it has a limit. The faces that the point sees are one patch around there, and the nearest
// point of the hull is on them.
#include "geometry/hull_work.h"

typedef struct Outlook {
	uint32_t face;    // the one whose plane is farthest below the point
	double height;    // above that plane
	double distance2; // to the hull, squared
} Outlook;

static void note_faces_of_vertices(HullWork *work) {
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		for (int k = 0; work_is_used(face) && k < 3; k++)
			work->face_at[face->corners[k]] = i;
	}
}

// Returns a face of a vertex, or `otherwise` if it is not a vertex any more.
static uint32_t face_near(const HullWork *work, uint32_t vertex, uint32_t otherwise) {
	uint32_t index = work->face_at[vertex];
	if (index >= work->faces.count) return otherwise;
	const uint32_t *corners = work->faces.data[index].corners;
	bool is_corner = corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
	return is_corner && corners[0] != MK_HULL_NONE ? index : otherwise;
}

static uint32_t first_used_face(const HullWork *work) {
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

// Returns whether the ray through p passes an edge from a to b, counter-clockwise on a
// face, exactly on its far side.
static bool passes(const HullWork *work, Double3 a, Double3 b, Double3 p) {
	Double3 inside = work->inside;
	Double3 cross = double3_cross(double3_sub(a, inside), double3_sub(b, inside));
	double value = double3_dot(cross, double3_sub(p, inside));
	// mk_hull_orientation is certain beyond 2^-50 of six products of three numbers up to 2
	if (fabs(value) > 48 * 0x1p-50) return value < 0;
	return mk_hull_orientation(inside, a, b, p) < 0;
}

// Returns an edge of a face that the ray through p passes, or MK_HULL_NONE if it goes through the
// face. Edges are tried from `turn` on.
static uint32_t passed_edge(const HullWork *work, uint32_t face, Double3 p, uint32_t turn) {
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t half_edge = 4 * face + (turn + i) % 3;
		Double3 a = work->points[work_origin(work, half_edge)];
		Double3 b = work->points[work_origin(work, half_edge_next(half_edge))];
		if (passes(work, a, b, p)) return half_edge;
	}
	return MK_HULL_NONE;
}

// Returns the face by which the ray from the inside through p leaves, walking from a face near it.
static uint32_t find_exit(HullWork *work, Double3 p, uint32_t face) {
	for (uint32_t step = 0; step < work->used_faces; step++) {
		uint32_t half_edge = passed_edge(work, face, p, step % 3);
		work->comparisons++;
		if (half_edge == MK_HULL_NONE) return face;
		face = half_edge_face(work_twin(work, half_edge));
	}
	work->comparisons += work->faces.count;
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

static void look_at(HullWork *work, uint32_t point, uint32_t face_index, Outlook *outlook) {
	WorkFace *face = &work->faces.data[face_index];
	if (face->mark == work->mark) return;
	face->mark = work->mark;
	work->comparisons++;
	if (!mk_hull_work_sees(work, point, face_index)) return;
	hull_indices_push(&work->seen, face_index);
	double distance2 = triangle_distance2(work, face, work->points[point]);
	if (distance2 < outlook->distance2) outlook->distance2 = distance2;
	double height = hull_plane_distance(&face->plane, work->points[point]);
	if (height > outlook->height) {
		outlook->height = height;
		outlook->face = face_index;
	}
}

// Looks at all faces that a point sees, beginning with one of them.
static Outlook look_around(HullWork *work, uint32_t point, uint32_t first) {
	Outlook outlook = { first, 0, HUGE_VAL };
	work->mark++;
	hull_indices_clear(&work->seen);
	look_at(work, point, first, &outlook);
	for (uint32_t i = 0; i < work->seen.count; i++) {
		uint32_t face = work->seen.data[i];
		for (int k = 0; k < 3; k++)
			look_at(work, point, half_edge_face(work->faces.data[face].twins[k]), &outlook);
	}
	return outlook;
}

// Queues the faces that got points, in the order of faces: that of points
// would depend on their copies.
static void queue_all(HullWork *work) {
	for (uint32_t i = 0; i < work->faces.count; i++) {
		const WorkFace *face = &work->faces.data[i];
		if (work_is_used(face) && face->outside != MK_HULL_NONE) mk_hull_work_queue(work, i);
	}
}

uint32_t mk_hull_work_recheck(HullWork *work, double limit) {
	if (work->doubtful.count == 0) return 0;
	note_faces_of_vertices(work);
	uint32_t exit = first_used_face(work);
	uint32_t kept = 0;
	uint32_t assigned = 0;
	for (uint32_t i = 0; i < work->doubtful.count; i++) {
		DoubtfulPoint doubtful = work->doubtful.data[i];
		Double3 p = work->points[doubtful.point];
		exit = find_exit(work, p, face_near(work, doubtful.near, exit));
		double height = hull_plane_distance(&work->faces.data[exit].plane, p);
		if (height < -MK_GRID_ROUNDING) continue;
		Outlook outlook = { 0 };
		if (mk_hull_work_sees(work, doubtful.point, exit)) {
			outlook = look_around(work, doubtful.point, exit);
		}
		// beyond a sharp edge a point can be far away and yet hardly above any face
		if (outlook.distance2 > limit * limit) {
			mk_hull_work_assign(work, doubtful.point, outlook.face, outlook.height);
			assigned++;
		} else {
			doubtful.near = work->faces.data[exit].corners[0];
			work->doubtful.data[kept++] = doubtful;
		}
	}
	work->doubtful.count = kept;
	if (assigned > 0) queue_all(work);
	return assigned;
}

double mk_hull_work_error(HullWork *work) {
	if (work->doubtful.count == 0) return 0;
	note_faces_of_vertices(work);
	uint32_t exit = first_used_face(work);
	double worst2 = 0;
	for (uint32_t i = 0; i < work->doubtful.count; i++) {
		DoubtfulPoint doubtful = work->doubtful.data[i];
		Double3 p = work->points[doubtful.point];
		exit = find_exit(work, p, face_near(work, doubtful.near, exit));
		if (!mk_hull_work_sees(work, doubtful.point, exit)) continue;
		// the way back along the ray, with its rounding, is an upper bound, often enough
		const HullPlane *plane = &work->faces.data[exit].plane;
		Double3 ray = double3_sub(p, work->inside);
		double height = hull_plane_distance(plane, p) + MK_GRID_ROUNDING;
		double rise = double3_dot(plane->normal, ray) - MK_GRID_ROUNDING;
		double back = height / rise;
		if (rise > 0 && back * back * double3_dot(ray, ray) <= worst2) continue;
		double distance2 = look_around(work, doubtful.point, exit).distance2;
		if (distance2 > worst2) worst2 = distance2;
	}
	// rounding of points and distances
	return sqrt(worst2) + 2 * MK_GRID_ROUNDING;
}
