// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/soft_step.h"

#include "dynamics/soft_contact.h"
#include "dynamics/soft_fold.h"

// Density of air near the ground, kg/m^3, for drag.
#define MK_AIR_DENSITY ((Real)1.2)

// How far gas moves a point in a sub-step at most, in parts of the edges' mean length. What edges
// do not take back in their pass stays as stretch, so it is small; gas so strong, or a skin so
// light, that it would go farther only fills more slowly.
#define MK_GAS_REACH ((Real)0.1)

static SoftPoint *corner(const SoftBody *soft, const SoftTriangle *triangle, uint32_t k) {
	return soft->points.data + triangle->points[k];
}

// Twice the area as a vector, when the sub-step began.
static Vec3 area_of(const SoftBody *soft, const SoftTriangle *triangle) {
	Vec3 origin = corner(soft, triangle, 0)->position;
	return vec3_cross(vec3_sub(corner(soft, triangle, 1)->position, origin),
			vec3_sub(corner(soft, triangle, 2)->position, origin));
}

// Drag along the normal is solved for its end: however light the point, air only slows it down.
static void blow_on_triangle(SoftBody *soft, const SoftTriangle *triangle, const SoftInput *input) {
	Real h = input->dt / (Real)soft->material.sub_steps;
	Vec3 twice = area_of(soft, triangle);
	Real area = vec3_length(twice) / 2;
	if (!(area > 0)) return;
	Vec3 normal = vec3_scale(twice, 1 / (2 * area));
	Vec3 center = vec3_zero();
	for (uint32_t k = 0; k < 3; k++)
		center = vec3_add_scaled(center, corner(soft, triangle, k)->position, (Real)1 / 3);
	Vec3 force = vec3_zero();
	for (uint32_t i = 0; i < input->wind_count; i++)
		force = vec3_add(force, mk_wind_force(input->winds + i, center, normal, area));
	Real pushed = h / 3 * vec3_dot(force, normal);
	Real braked = h * area / 6 * MK_AIR_DENSITY * soft->material.drag;
	for (uint32_t k = 0; k < 3; k++) {
		SoftPoint *point = corner(soft, triangle, k);
		Real speed = vec3_dot(point->velocity, normal);
		Real slowed = (speed + pushed * point->inverse_mass) / (1 + braked * point->inverse_mass);
		point->velocity = vec3_add_scaled(point->velocity, normal, slowed - speed);
	}
}

static void blow(SoftBody *soft, const SoftInput *input) {
	if (soft->material.drag == 0 && input->wind_count == 0) return;
	for (uint32_t i = 0; i < soft->triangles.count; i++)
		blow_on_triangle(soft, soft->triangles.data + i, input);
}

static void move_points(SoftBody *soft, const SoftInput *input, Real h) {
	Real kept = real_max(0, 1 - soft->material.damping * h);
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		if (point->inverse_mass == 0) continue;
		Vec3 pull = vec3_add_scaled(input->gravity, point->force, point->inverse_mass);
		point->velocity = vec3_add_scaled(vec3_scale(point->velocity, kept), pull, h);
		point->shift = vec3_scale(point->velocity, h);
	}
}

// Gas: pressure times volume is constant. Along the gradient g of the volume V the push l fulfils
// l = h^2 p / (V + s l), s = sum of g^2 / m: pressure of the volume that results, so neither a
// light skin nor a flat one blows up.
static void press(SoftBody *soft, Real h) {
	if (soft->material.pressure == 0) return;
	soft_vector_array_resize(&soft->gradients, soft->points.count);
	Vec3 *gradients = soft->gradients.data;
	memset(gradients, 0, soft->points.count * sizeof(*gradients));
	for (uint32_t i = 0; i < soft->triangles.count; i++) {
		const SoftTriangle *triangle = soft->triangles.data + i;
		Vec3 twice = area_of(soft, triangle);
		for (uint32_t k = 0; k < 3; k++) {
			Vec3 *sum = gradients + triangle->points[k];
			*sum = vec3_add_scaled(*sum, twice, (Real)1 / 6);
		}
	}
	Real weight = 0;
	Real farthest = 0;
	for (uint32_t i = 0; i < soft->points.count; i++) {
		Real inverse_mass = soft->points.data[i].inverse_mass;
		Real square = vec3_length_squared(gradients[i]);
		weight += inverse_mass * square;
		farthest = real_max(farthest, square * real_square(inverse_mass));
	}
	if (!(weight > 0)) return;
	Real volume = mk_soft_volume(soft);
	Real wanted = 4 * weight * real_square(h) * soft->material.pressure;
	// a negative pressure sucks at most half of the volume out
	Real root = real_sqrt(real_max(0, real_square(volume) + wanted));
	Real push = (root - volume) / (2 * weight);
	Real limit = MK_GAS_REACH * soft->mean_length / real_sqrt(farthest);
	push = real_clamp(push, -limit, limit);
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		point->shift = vec3_add_scaled(point->shift, gradients[i], push * point->inverse_mass);
	}
}

// The direction in which an edge pulls: where it was when the sub-step began, like all directions
// in here. Then angular momentum is kept exactly; with directions that follow the points, a skin
// under load spins itself up, because edges that come later see others already moved. An edge that
// turns by more than 60 degrees in a sub-step has no such direction and follows.
static Vec3 pull_direction(const SoftPoint *a, const SoftPoint *b, Vec3 unit, Real *cosine) {
	Vec3 start = vec3_normalize(vec3_sub(b->position, a->position));
	*cosine = vec3_dot(start, unit);
	if (*cosine > (Real)0.95) return start;
	*cosine = 1;
	return unit;
}

static void pull_edge(SoftBody *soft, SoftEdge *edge, Real compliance, Real part) {
	SoftPoint *a = soft->points.data + edge->points[0];
	SoftPoint *b = soft->points.data + edge->points[1];
	Real weight = a->inverse_mass + b->inverse_mass;
	Vec3 way = soft_way(a, b);
	Real length = vec3_length(way);
	if (weight == 0 || length == 0) return;
	Real cosine;
	Vec3 along = pull_direction(a, b, vec3_scale(way, 1 / length), &cosine);
	Real error = length - edge->length * part - compliance * edge->pull;
	Real pull = error / (weight * cosine + compliance);
	edge->pull += pull;
	a->shift = vec3_add_scaled(a->shift, along, pull * a->inverse_mass);
	b->shift = vec3_add_scaled(b->shift, along, -pull * b->inverse_mass);
}

// Once forth and once back: loads come from the first points to the last ones
// as fast as the other way.
static void pull_edges(SoftBody *soft, Real h) {
	const SoftMaterial *material = &soft->material;
	if (!(material->stiffness > 0)) return;
	Real compliance = 1 / (material->stiffness * real_square(h));
	Real part = real_max(0, 1 - material->shrink);
	for (uint32_t i = 0; i < soft->edges.count; i++) {
		soft->edges.data[i].pull = 0;
		pull_edge(soft, soft->edges.data + i, compliance, part);
	}
	for (uint32_t i = soft->edges.count; i-- > 0;)
		pull_edge(soft, soft->edges.data + i, compliance, part);
}

// The spring is on 2 sin(d / 2), d the angle away from rest: as good as d where folds are gentle,
// and it needs no inverse of a sine.
static void pull_bends(SoftBody *soft, Real h) {
	const SoftMaterial *material = &soft->material;
	Real stiffness = material->stiffness * material->bending * real_square(h);
	if (!(stiffness > 0)) return;
	for (uint32_t i = 0; i < soft->bends.count; i++) {
		const SoftBend *bend = soft->bends.data + i;
		SoftFold fold = soft_fold(soft, bend);
		Real cosine = fold.cosine * bend->cosine + fold.sine * bend->sine;
		Real sine = fold.sine * bend->cosine - fold.cosine * bend->sine;
		Real half_sine = real_sqrt(real_max(0, (1 - cosine) / 2));
		Real half_cosine = real_sqrt(real_max(0, (1 + cosine) / 2));
		Real error = 2 * (sine < 0 ? -half_sine : half_sine);
		Real weight = 0;
		for (uint32_t k = 0; k < 4; k++) {
			const SoftPoint *point = soft->points.data + bend->points[k];
			weight += point->inverse_mass * vec3_length_squared(fold.gradients[k]);
			error += half_cosine * vec3_dot(point->shift, fold.gradients[k]);
		}
		Real stiff = stiffness * real_square(bend->length);
		Real push = -error * half_cosine * stiff / (1 + weight * real_square(half_cosine) * stiff);
		for (uint32_t k = 0; k < 4; k++) {
			SoftPoint *point = soft->points.data + bend->points[k];
			point->shift = vec3_add_scaled(
					point->shift, fold.gradients[k], push * point->inverse_mass);
		}
	}
}

static void take_velocities(SoftBody *soft, Real h) {
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		if (point->inverse_mass == 0) continue;
		point->velocity = vec3_scale(point->shift, 1 / h);
	}
}

static bool is_finite(const SoftBody *soft) {
	Vec3 sum = vec3_zero();
	for (uint32_t i = 0; i < soft->points.count; i++)
		sum = vec3_add(sum, vec3_scale(soft->points.data[i].velocity, 0));
	return vec3_is_finite(sum);
}

// Points go where they were shifted to, or, if that is nowhere, stay and stop.
static void place_points(SoftBody *soft, bool is_good) {
	for (uint32_t i = 0; i < soft->points.count; i++) {
		SoftPoint *point = soft->points.data + i;
		if (!is_good) point->velocity = vec3_zero();
		if (is_good) point->position = vec3_add(point->position, point->shift);
		point->shift = vec3_zero();
	}
}

bool mk_soft_step(SoftBody *soft, const SoftInput *input) {
	Real h = input->dt / (Real)soft->material.sub_steps;
	bool is_good = true;
	for (uint32_t s = 0; is_good && s < soft->material.sub_steps; s++) {
		blow(soft, input);
		move_points(soft, input, h);
		mk_soft_start_contacts(soft, input, h);
		press(soft, h);
		pull_edges(soft, h);
		pull_bends(soft, h);
		mk_soft_push_contacts(soft, input, h);
		take_velocities(soft, h);
		mk_soft_rub_contacts(soft, input, h);
		is_good = is_finite(soft);
		place_points(soft, is_good);
	}
	for (uint32_t i = 0; i < soft->points.count; i++)
		soft->points.data[i].force = vec3_zero();
	return is_good;
}
