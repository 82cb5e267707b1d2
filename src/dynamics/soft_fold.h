// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The fold of two triangles along their common edge: sine and cosine of the angle by which the
// second is turned against the first, and how it changes with the four points. Moving a corner by d
// across its triangle turns that triangle by d / height; the ends of the edge take what keeps the
// sum of all changes and of their moments zero (Bridson, Marino, Fedkiw, Simulation of Clothing
// with Folds and Wrinkles, 2003, section 4).
#pragma once

#include "dynamics/soft_body.h"

typedef struct SoftFold {
	Real sine;
	Real cosine;
	Vec3 gradients[4]; // rad/m; zero if a triangle has no area, and then sine is 0 and cosine is 1
} SoftFold;

static inline SoftFold soft_fold(const SoftBody *soft, const SoftBend *bend) {
	SoftFold fold = { .cosine = 1 };
	const SoftPoint *points = soft->points.data;
	Vec3 origin = points[bend->points[0]].position;
	Vec3 edge = vec3_sub(points[bend->points[1]].position, origin);
	Vec3 arm_a = vec3_sub(points[bend->points[2]].position, origin);
	Vec3 arm_b = vec3_sub(points[bend->points[3]].position, origin);
	Vec3 normal_a = vec3_cross(edge, arm_a);
	Vec3 normal_b = vec3_cross(arm_b, edge);
	Real edge_squared = vec3_length_squared(edge);
	Real square_a = vec3_length_squared(normal_a);
	Real square_b = vec3_length_squared(normal_b);
	// a height of a ten thousandth of the edge is no triangle any more: its normal is noise
	Real least = (Real)1e-8 * real_square(edge_squared);
	if (!(square_a > least && square_b > least)) return fold;
	Real length = real_sqrt(edge_squared);
	Real scale = 1 / (real_sqrt(square_a) * real_sqrt(square_b));
	fold.sine = vec3_dot(vec3_cross(normal_a, normal_b), edge) * scale / length;
	fold.cosine = vec3_dot(normal_a, normal_b) * scale;
	Real at_a = vec3_dot(arm_a, edge) / edge_squared; // along the edge, 0 to 1 between its ends
	Real at_b = vec3_dot(arm_b, edge) / edge_squared;
	Vec3 a = vec3_scale(normal_a, -length / square_a);
	Vec3 b = vec3_scale(normal_b, -length / square_b);
	fold.gradients[0] = vec3_add(vec3_scale(a, at_a - 1), vec3_scale(b, at_b - 1));
	fold.gradients[1] = vec3_add(vec3_scale(a, -at_a), vec3_scale(b, -at_b));
	fold.gradients[2] = a;
	fold.gradients[3] = b;
	return fold;
}
