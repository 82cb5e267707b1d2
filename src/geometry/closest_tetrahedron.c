// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// On which side of the faces a point lies is decided by exact signs of volumes. With rounded ones,
// a far point in the plane of a nearly flat tetrahedron can seem to be behind all four faces, and
// would be called inside; a needle-like face has no usable normal at all.
#include "geometry/closest_tetrahedron.h"

#include "geometry/closest_triangle.h"
#include "geometry/double3.h"
#include "geometry/orientation.h"

// The squared sine of the angle at a face's first corner below which the regions are not asked; no
// unit. Their signs are off by the rounding of doubles over the sine: 1e-12 of the size here.
// Smaller: thin faces give wrong regions. Larger: fewer tetrahedra are decided by regions.
#define MK_REGION_SINE_SQUARED 1e-8

// Corners of the faces, counter-clockwise from outside, and the corner opposite.
static const int faces[4][4] = {
	{ 0, 1, 2, 3 },
	{ 0, 2, 3, 1 },
	{ 0, 3, 1, 2 },
	{ 1, 3, 2, 0 },
};

static SimplexPoint on_face(const Vec3 v[4], const int face[4], Vec3 p) {
	Triangle triangle = { v[face[0]], v[face[1]], v[face[2]] };
	SimplexPoint flat = mk_closest_on_triangle(triangle, p);
	SimplexPoint result = { .point = flat.point };
	for (int i = 0; i < 3; i++) {
		result.weights[face[i]] = flat.weights[i];
		result.corners |= (flat.corners >> i & 1) << face[i];
	}
	return result;
}

// Returns the volume with p in place of the corner opposite to a face: zero in the plane of the
// face, and of the same sign as the whole if p is behind it.
static double volume_behind(const Vec3 v[4], const int face[4], Vec3 p) {
	return mk_orientation_3d(v[face[0]], v[face[1]], v[face[2]], p);
}

// The volumes behind the faces are in proportion to the weights of the corners opposite.
static SimplexPoint inside(const double volumes[4], Vec3 p) {
	SimplexPoint result = { .point = p, .corners = CORNER_A | CORNER_B | CORNER_C | CORNER_D };
	double whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
	for (int f = 0; f < 4; f++) {
		result.weights[faces[f][3]] = (Real)(volumes[f] / whole);
	}
	return result;
}

// The nearest point on those faces for which `looks` has a bit.
static SimplexPoint on_nearest_face(const Vec3 v[4], unsigned looks, Vec3 p) {
	SimplexPoint best = { .corners = 0 };
	Real best_distance = MK_INFINITY;
	for (int f = 0; f < 4; f++) {
		if (!(looks >> f & 1)) continue;
		SimplexPoint candidate = on_face(v, faces[f], p);
		Real distance = vec3_distance_squared(p, candidate.point);
		if (distance < best_distance || best.corners == 0) {
			best = candidate;
			best_distance = distance;
		}
	}
	return best;
}

// `winding` is the sign of the whole volume; 0 or NaN: flat, there is no inside.
static SimplexPoint on_tetrahedron(const Vec3 v[4], double winding, Vec3 p) {
	if (!(winding != 0) || winding != winding) return on_nearest_face(v, 15, p);
	double volumes[4];
	unsigned in_front = 0;
	for (int f = 0; f < 4; f++) {
		volumes[f] = volume_behind(v, faces[f], p);
		bool is_behind = winding > 0 ? volumes[f] >= 0 : volumes[f] <= 0;
		if (!is_behind) in_front |= 1u << f;
	}
	return in_front == 0 ? inside(volumes, p) : on_nearest_face(v, in_front, p);
}

SimplexPoint mk_closest_on_tetrahedron_wound(Tetrahedron t, Vec3 p) {
	const Vec3 v[4] = { t.a, t.b, t.c, t.d };
	return on_tetrahedron(v, 1, p);
}

SimplexPoint mk_closest_on_tetrahedron(Tetrahedron t, Vec3 p) {
	const Vec3 v[4] = { t.a, t.b, t.c, t.d };
	return on_tetrahedron(v, volume_behind(v, faces[0], t.d), p);
}

// What the tests for the Voronoi regions share. Every directed edge i to j belongs to one face.
typedef struct Regions {
	const Vec3 *v;
	Vec3 p;
	double along[4][4]; // (p - v[i]) . (v[j] - v[i])
	double outside[4]
				  [4]; // (p - v[i]) . ((v[j] - v[i]) x n), n of the face that has the edge i to j
	double front[4];   // (p - v) . n per face
	double areas[4];   // n . n per face
} Regions;

// Returns whether the face has a usable normal.
static bool measure_face(Regions *r, int f) {
	const int *face = faces[f];
	Vec3 first = r->v[face[0]];
	Double3 side = double3_between(r->v[face[1]], first);
	Double3 other = double3_between(r->v[face[2]], first);
	Double3 n = double3_cross(side, other);
	r->front[f] = double3_dot(double3_between(r->p, first), n);
	r->areas[f] = double3_dot(n, n);
	for (int k = 0; k < 3; k++) {
		int i = face[k];
		int j = face[(k + 1) % 3];
		Double3 edge = double3_between(r->v[j], r->v[i]);
		Double3 offset = double3_between(r->p, r->v[i]);
		r->along[i][j] = double3_dot(offset, edge);
		r->outside[i][j] = double3_dot(n, double3_cross(offset, edge));
	}
	double sizes = double3_dot(side, side) * double3_dot(other, other);
	return r->areas[f] > MK_REGION_SINE_SQUARED * sizes;
}

// Returns whether p is in the region of vertex i, and writes the point then.
static bool in_vertex_region(const Regions *r, int i, SimplexPoint *result) {
	for (int j = 0; j < 4; j++) {
		if (j != i && !(r->along[i][j] <= 0)) return false;
	}
	*result = (SimplexPoint){ .point = r->v[i], .corners = 1u << i };
	result->weights[i] = 1;
	return true;
}

static bool in_edge_region(const Regions *r, int i, int j, SimplexPoint *result) {
	bool is_between = r->along[i][j] >= 0 && r->along[j][i] >= 0;
	if (!(is_between && r->outside[i][j] >= 0 && r->outside[j][i] >= 0)) return false;
	Segment edge = { r->v[i], r->v[j] };
	LinePoint nearest = closest_on_segment(edge, r->p);
	*result = (SimplexPoint){ .point = nearest.point, .corners = 1u << i | 1u << j };
	result->weights[i] = 1 - nearest.t;
	result->weights[j] = nearest.t;
	return true;
}

static bool in_face_region(const Regions *r, int f, SimplexPoint *result) {
	const int *face = faces[f];
	if (!(r->front[f] >= 0)) return false;
	*result = (SimplexPoint){ .corners = 15u & ~(1u << face[3]) };
	Vec3 point = vec3_zero();
	for (int k = 0; k < 3; k++) {
		double area = -r->outside[face[(k + 1) % 3]][face[(k + 2) % 3]];
		if (!(area >= 0)) return false;
		Real weight = (Real)(area / r->areas[f]);
		result->weights[face[k]] = weight;
		point = vec3_add_scaled(point, vec3_sub(r->v[face[k]], r->v[face[0]]), weight);
	}
	result->point = vec3_add(r->v[face[0]], point);
	return true;
}

static bool in_some_region(const Regions *r, SimplexPoint *result) {
	for (int i = 0; i < 4; i++) {
		if (in_vertex_region(r, i, result)) return true;
	}
	for (int i = 0; i < 4; i++) {
		for (int j = i + 1; j < 4; j++) {
			if (in_edge_region(r, i, j, result)) return true;
		}
	}
	for (int f = 0; f < 4; f++) {
		if (in_face_region(r, f, result)) return true;
	}
	return false;
}

// The same tetrahedron with c and d exchanged, and its answer brought back.
static SimplexPoint on_mirrored_regions(Tetrahedron t, Vec3 p) {
	Tetrahedron mirrored = { t.a, t.b, t.d, t.c };
	SimplexPoint result = mk_closest_on_tetrahedron_regions(mirrored, p);
	Real weight_c = result.weights[3];
	result.weights[3] = result.weights[2];
	result.weights[2] = weight_c;
	uint32_t others = result.corners & (CORNER_A | CORNER_B);
	uint32_t c = (result.corners & CORNER_D) >> 1;
	uint32_t d = (result.corners & CORNER_C) << 1;
	result.corners = others | c | d;
	return result;
}

SimplexPoint mk_closest_on_tetrahedron_regions(Tetrahedron t, Vec3 p) {
	const Vec3 v[4] = { t.a, t.b, t.c, t.d };
	double winding = volume_behind(v, faces[0], t.d);
	if (winding < 0) return on_mirrored_regions(t, p);
	if (!(winding > 0)) return mk_closest_on_tetrahedron(t, p);

	Regions r = { .v = v, .p = p };
	for (int f = 0; f < 4; f++) {
		if (!measure_face(&r, f)) return mk_closest_on_tetrahedron(t, p);
	}
	SimplexPoint result;
	if (in_some_region(&r, &result)) return result;
	// inside, unless rounding has opened a gap between regions
	return mk_closest_on_tetrahedron(t, p);
}
