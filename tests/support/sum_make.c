// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "support/sum_make.h"

#include "shape/convex.h"
#include "shape/minkowski_sum.h"
#include "support/brute_depth.h"
#include "support/campaign.h"
#include "support/random.h"
#include "support/shape_make.h"

// From so many the plane to the nearest point is found, or one that is not much lower.
enum { DIRECTIONS = 120, STARTS = 3 };

// Sums of one range of sizes, and ranges that a program may ask for.
enum { KEPT = 32, RANGES = 16 };

static const ShapeKind solid_kinds[] = { SHAPE_BOX, SHAPE_CYLINDER, SHAPE_CONE, SHAPE_ELLIPSOID,
	SHAPE_HULL, SHAPE_ROUNDED_CYLINDER, SHAPE_TAPERED_CYLINDER, SHAPE_TAPERED_CAPSULE };
static const ShapeKind other_kinds[] = { SHAPE_SPHERE, SHAPE_CYLINDER, SHAPE_CONE, SHAPE_ELLIPSOID,
	SHAPE_HULL, SHAPE_BOX, SHAPE_CAPSULE, SHAPE_ROUNDED_BOX, SHAPE_SEGMENT, SHAPE_TRIANGLE,
	SHAPE_MINKOWSKI_SUM };

static Affine part_pose(Rng *rng, double size) {
	switch (rng_below(rng, 3)) {
		case 0: return affine_identity();
		case 1: return affine_from_transform(random_transform(rng, size));
		default: return random_affine(rng, size);
	}
}

static Shape *make_new(Rng *rng, double low, double high) {
	uint32_t solid = rng_below(rng, sizeof(solid_kinds) / sizeof(solid_kinds[0]));
	uint32_t other = rng_below(rng, sizeof(other_kinds) / sizeof(other_kinds[0]));
	Shape *parts[2];
	parts[0] = make_shape(rng, solid_kinds[solid], low, high);
	parts[1] = make_shape(rng, other_kinds[other], low, high);
	uint32_t first = rng_below(rng, 2);
	MinkowskiSumInput input = { .a = parts[first], .b = parts[1 - first] };
	input.pose_a = part_pose(rng, (double)parts[first]->bound);
	input.pose_b = part_pose(rng, (double)parts[1 - first]->bound);
	Shape *sum = mk_minkowski_sum_create(&input, NULL);
	if (sum == NULL) {
		// larger than shapes may be
		input.pose_a = affine_identity();
		input.pose_b = affine_identity();
		sum = mk_minkowski_sum_create(&input, NULL);
	}
	mk_shape_release(parts[0]);
	mk_shape_release(parts[1]);
	return sum;
}

// Making a sum takes milliseconds, most of them for its mass. So a usual run has some of each range
// of sizes, the same for all who ask, and only a campaign new ones.
typedef struct KeptSums {
	double low;
	double high;
	Shape *sums[KEPT];
} KeptSums;

static KeptSums *kept_of(double low, double high) {
	static KeptSums kept[RANGES];
	static uint32_t count;
	uint32_t i = 0;
	while (i < count && !(kept[i].low == low && kept[i].high == high))
		i++;
	if (i == RANGES) return NULL;
	if (i == count) kept[count++] = (KeptSums){ .low = low, .high = high };
	return &kept[i];
}

Shape *make_sum(Rng *rng, double low, double high) {
	KeptSums *kept = campaign_is_on() ? NULL : kept_of(low, high);
	if (kept == NULL) return make_new(rng, low, high);
	uint32_t i = rng_below(rng, KEPT);
	Rng own = { i };
	if (kept->sums[i] == NULL) kept->sums[i] = make_new(&own, low, high);
	return mk_shape_retain(kept->sums[i]);
}

Vec3 sum_sample(const Shape *shape, Rng *rng) {
	const MinkowskiSumShape *sum = (const MinkowskiSumShape *)shape;
	Vec3 p = vec3_zero();
	for (int i = 0; i < 2; i++) {
		Vec3 part = shape_sample(sum->parts[i].shape, rng);
		p = vec3_add(p, affine_point(sum->parts[i].pose, part));
	}
	return p;
}

double sum_excess(const Shape *sum, Vec3 p) {
	SphereShape dot = {
		.shape = { .ops = mk_shape_ops(SHAPE_SPHERE), .kind = SHAPE_SPHERE, .vertex_count = 1 },
	};
	ShapeInstance whole = instance_local(sum);
	ShapeInstance there = instance_local(&dot.shape);
	there.pose.origin = p;
	BruteInput input = { .a = &whole, .b = &there, .directions = DIRECTIONS, .starts = STARTS };
	// of the faces around a point inside brute force may miss the nearest
	return fmax(-brute_depth(&input).height, 0);
}
