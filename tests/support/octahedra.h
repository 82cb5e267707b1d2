// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two octahedra fly in a cube: the scene on which detectors are compared. Together they fill one
// hundredth of the cube; a step is 2 ms; start and motion come from a fixed seed. Walls and
// bodies bounce by the simplest rule that keeps them going, because only the question "do they
// overlap?" is of interest: the motion depends on the answers, so two detectors that answer
// alike see the same flight.
#pragma once

#include "collide/detector.h"
#include "support/mesh_make.h"
#include "support/random.h"

#define FLIGHT_STEP ((Real)0.002) // s

typedef struct Flyer {
	Transform pose;
	Vec3 velocity; // m/s
	Vec3 spin;     // rad/s
} Flyer;

typedef struct Flight {
	Shape *shape;
	Flyer flyers[2];
	DetectCache cache;
	uint64_t work; // iterations of the detector, in all
	uint32_t hits; // steps with an overlap
	uint64_t hash; // of the numbers of these steps
} Flight;

// Returns an octahedron of 8k triangles and half of a hundredth of the unit cube's volume.
static inline Shape *flight_shape(uint32_t k) {
	TestMesh mesh = mesh_make_octahedron(k);
	// volume 4/3 r^3 = 0.005
	const Real radius = (Real)0.15536162529769295;
	mesh_map(&mesh, (Affine){ mat3_diagonal(vec3_splat(radius)), vec3_zero() });
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return shape;
}

static inline Flight flight_begin(Shape *shape, uint64_t seed) {
	Rng rng = { seed };
	Flight flight = { .shape = shape };
	for (int i = 0; i < 2; i++) {
		Flyer *f = &flight.flyers[i];
		f->pose = random_transform(&rng, 0.3);
		f->velocity = random_vec3(&rng, 1);
		f->spin = random_vec3(&rng, 3);
	}
	return flight;
}

// Turns the velocity back at walls that a corner has passed.
static inline void flight_bounce_at_walls(Flyer *flyer, const ShapeInstance *in) {
	Aabb box = mk_instance_bounds(in);
	const Real wall = (Real)0.5;
	Vec3 v = flyer->velocity;
	if (box.min.x < -wall) v.x = real_abs(v.x);
	if (box.max.x > wall) v.x = -real_abs(v.x);
	if (box.min.y < -wall) v.y = real_abs(v.y);
	if (box.max.y > wall) v.y = -real_abs(v.y);
	if (box.min.z < -wall) v.z = real_abs(v.z);
	if (box.max.z > wall) v.z = -real_abs(v.z);
	flyer->velocity = v;
}

// Equal masses that meet without friction along the line of their centres exchange that
// part of their velocities.
static inline void flight_bounce(Flyer *a, Flyer *b) {
	Vec3 way = vec3_normalize(vec3_sub(b->pose.position, a->pose.position));
	Real closing = vec3_dot(vec3_sub(a->velocity, b->velocity), way);
	if (closing <= 0) return;
	a->velocity = vec3_add_scaled(a->velocity, way, -closing);
	b->velocity = vec3_add_scaled(b->velocity, way, closing);
}

static inline void flight_move(Flyer *f) {
	f->pose.position = vec3_add_scaled(f->pose.position, f->velocity, FLIGHT_STEP);
	Quat turn = quat_from_parts(vec3_scale(f->spin, FLIGHT_STEP / 2), 1);
	f->pose.rotation = quat_normalize(quat_multiply(turn, f->pose.rotation));
}

static inline void flight_step(Flight *flight, Detector detector, uint32_t number) {
	ShapeInstance in[2];
	for (int i = 0; i < 2; i++) {
		flight_move(&flight->flyers[i]);
		in[i] = instance_rigid(flight->shape, flight->flyers[i].pose);
		flight_bounce_at_walls(&flight->flyers[i], &in[i]);
	}
	DetectInput input = { .a = &in[0], .b = &in[1], .detector = detector };
	input.cache = &flight->cache;
	DetectResult result = mk_detect(&input);
	flight->work += result.iterations;
	if (!result.is_overlapping) return;
	flight->hits++;
	flight->hash = (flight->hash ^ number) * UINT64_C(0x100000001b3);
	flight_bounce(&flight->flyers[0], &flight->flyers[1]);
}

// Flies a number of steps; the work, hits and hash of the result say what happened.
static inline Flight flight_run(Shape *shape, Detector detector, uint32_t steps) {
	Flight flight = flight_begin(shape, 2718);
	for (uint32_t i = 0; i < steps; i++)
		flight_step(&flight, detector, i);
	return flight;
}
