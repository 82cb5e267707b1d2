// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "collide/penetration_exact.h"

#include "collide/descent.h"
#include "collide/gjk_closed.h"
#include "collide/newton.h"
#include "collide/penetration_reuse.h"

// Normals that are off by less than this (radians) are as good as promised, a thousandth, with room
// for the rounding of the points that show it.
static const double exact_angle = 2.5e-4;

// Faces are looked at if their normal is nearer to the direction than this (cosine): 2.6
// degrees, more than GJK leaves.
static const Real face_cosine = (Real)0.999;

static double height_along(const Difference *d, Vec3 normal) {
	Vec3 w = difference_support(d, normal, difference_no_hint()).point;
	return double3_dot(double3_from(normal), double3_from(w));
}

static void set_answer(EpaResult *result, double height, Vec3 normal, const GjkSimplex *feature) {
	result->status = SEPARATION_CONVERGED;
	result->is_apart = height < 0;
	result->upper = height;
	result->lower = height;
	result->rival = 0;
	result->normal = normal;
	result->feature = *feature;
	mk_penetration_set_witness(result);
}

// The lowest direction of h nearby, by its derivatives or by supports around it. Returns whether
// the points that touch are across it, to the angle that is promised.
static bool find_lowest(const Difference *d, Vec3 normal, EpaResult *result) {
	NewtonResult found;
	mk_newton(
			&(NewtonInput){ .difference = d, .guess = normal, .limit = (double)INFINITY }, &found);
	result->iterations = found.iterations;
	if (found.status == NEWTON_FOUND && found.miss <= -exact_angle * found.height) {
		Vec3 n = vec3((Real)found.normal.x, (Real)found.normal.y, (Real)found.normal.z);
		set_answer(result, found.height, n, &found.feature);
		return true;
	}
	Descent descent = { .difference = d, .normal = normal };
	mk_descent_sample(&descent);
	mk_descent_refine(&descent);
	result->iterations += descent.iterations;
	set_answer(result, descent.height, descent.normal, &descent.feature);
	return descent.miss <= -exact_angle * descent.height;
}

// Writes the normal of a side's face towards a direction, in the frame and from A to B. Returns
// false if there is no face.
static bool face_normal(const Difference *d, bool is_b, Vec3 direction, Vec3 *normal) {
	const DifferenceSide *side = is_b ? &d->b : &d->a;
	ShapeInstance core = {
		.shape = side->shape,
		.pose = { side->linear, vec3_zero() },
		.is_similar = !side->is_round_core,
	};
	ShapeFace face;
	mk_instance_face_core(&core, is_b ? vec3_negate(direction) : direction, &face);
	*normal = is_b ? vec3_negate(face.normal) : face.normal;
	bool is_flat = face.kind == FACE_POLYGON || face.kind == FACE_DISC;
	return is_flat && vec3_dot(*normal, direction) > face_cosine;
}

// The corners of polytopes are what they are: searched to the end, not to the rounding floor of
// distances, they give the normal.
static bool find_corners(const Difference *d, EpaResult *result) {
	GjkInput input = mk_gjk_query_input(d);
	input.is_exact = true;
	input.relative = 0;
	GjkResult found;
	mk_gjk_into(&input, &found);
	result->iterations = found.iterations;
	if (found.is_overlapping || found.status == SEPARATION_CAPPED) return false;
	set_answer(result, -found.upper, found.normal, &found.simplex);
	return true;
}

static void weigh(const GjkSimplex *simplex, Double3 *a, Double3 *b) {
	*a = *b = double3(0, 0, 0);
	for (uint32_t i = 0; i < simplex->count; i++) {
		*a = double3_add(
				*a, double3_scale(double3_from(simplex->points[i].a), simplex->weights[i]));
		*b = double3_add(
				*b, double3_scale(double3_from(simplex->points[i].b), simplex->weights[i]));
	}
}

// A face's plane: the point of the other side is what was found, that of
// the face is across from it.
typedef struct Across {
	Double3 a;
	Double3 b;
	double beside; // m; how far the point of the face is from what was found there
} Across;

static Across across_face(double height, Vec3 normal, bool is_b, const GjkSimplex *simplex) {
	Double3 half = double3_scale(double3_from(normal), height);
	Double3 a;
	Double3 b;
	weigh(simplex, &a, &b);
	Across found = { .a = is_b ? a : double3_add(b, half), .b = is_b ? double3_sub(a, half) : b };
	found.beside = double3_length(is_b ? double3_sub(found.b, b) : double3_sub(found.a, a));
	return found;
}

static void set_face_answer(EpaResult *result, double height, Vec3 normal, const Across *at) {
	GjkSimplex simplex = result->feature;
	set_answer(result, height, normal, &simplex);
	result->point_a = vec3((Real)at->a.x, (Real)at->a.y, (Real)at->a.z);
	result->point_b = vec3((Real)at->b.x, (Real)at->b.y, (Real)at->b.z);
}

static bool are_corners(const Difference *d) {
	return gjk_has_corners(&d->a) && gjk_has_corners(&d->b);
}

bool mk_penetration_exact(const Difference *d, const GjkResult *gjk, EpaResult *result) {
	result->iterations = 0;
	// the angle is at most the root of twice what the bounds leave, as part of the distance
	bool is_exact = 2 * (gjk->upper - gjk->lower) <= exact_angle * exact_angle * gjk->upper;
	if (is_exact) return false;
	// what h itself is rounded by: less than that says nothing
	double noise = (double)d->error / 8;
	double least = double_min(height_along(d, gjk->normal), -gjk->lower);
	bool is_lowest = are_corners(d) ? find_corners(d, result) : find_lowest(d, gjk->normal, result);
	bool is_found = is_lowest && result->upper <= least + noise;
	if (is_found) least = double_min(least, result->upper);
	if (!is_found) result->feature = gjk->simplex;
	result->iterations++;
	for (int side = 0; side < 2; side++) {
		Vec3 normal;
		if (!face_normal(d, side == 1, gjk->normal, &normal)) continue;
		double height = height_along(d, normal);
		result->iterations++;
		// at a face h has a kink: other directions near it are higher by their angle
		if (!(height <= least + noise)) continue;
		Across at = across_face(height, normal, side == 1, &result->feature);
		// its normal is not that of points beside it
		if (is_found && at.beside > noise - exact_angle * height) continue;
		least = double_min(least, height);
		is_found = true;
		set_face_answer(result, height, normal, &at);
	}
	return is_found && result->is_apart;
}
