// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One function for each kind of points; each makes the next point, and sees the earlier ones.
#include "support/hull_points.h"

#include "support/random.h"

typedef Vec3 MakePoint(Rng *rng, const Vec3 *earlier, uint32_t index);

static Vec3 in_box(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return random_vec3(rng, 1);
}

static Vec3 on_sphere(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return random_unit(rng);
}

static Vec3 on_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Real x = (Real)rng_below(rng, 5) - 2;
	Real y = (Real)rng_below(rng, 5) - 2;
	return vec3(x, y, (Real)rng_below(rng, 5) - 2);
}

static Vec3 on_turned_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	Quat turn = quat_normalize((Quat){ (Real)0.1, (Real)0.2, (Real)0.3, (Real)0.9 });
	return quat_rotate(turn, on_grid(rng, earlier, index));
}

static Vec3 on_noisy_grid(Rng *rng, const Vec3 *earlier, uint32_t index) {
	Vec3 p = on_grid(rng, earlier, index);
	return vec3_add(p, random_vec3(rng, 2 * (double)MK_EPSILON));
}

// heights of zero, one or two steps of the smallest kind
static Vec3 on_noisy_sheet(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	p.z = (Real)rng_below(rng, 3) * MK_EPSILON;
	return p;
}

static Vec3 on_sheet(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y, p.x);
}

static Vec3 on_line(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	return vec3_splat(random_real(rng, -1, 1));
}

static Vec3 in_needle(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y * 30 * MK_EPSILON, p.z * 30 * MK_EPSILON);
}

static Vec3 in_sliver(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_vec3(rng, 1);
	return vec3(p.x, p.y * (Real)1e-2, p.z * 20 * MK_EPSILON);
}

static Vec3 repeating(Rng *rng, const Vec3 *earlier, uint32_t index) {
	bool is_new = index == 0 || rng_below(rng, 2) == 0;
	return is_new ? random_vec3(rng, 1) : earlier[rng_below(rng, index)];
}

// two round caps and a rim: many coplanar points, many points on one circle
static Vec3 on_cylinder(Rng *rng, const Vec3 *earlier, uint32_t index) {
	(void)earlier;
	(void)index;
	Vec3 p = random_unit(rng);
	Real length = real_sqrt(p.x * p.x + p.y * p.y);
	if (!(length > 0)) return vec3(1, 0, 1);
	return vec3(p.x / length, p.y / length, rng_below(rng, 2) == 0 ? 1 : -1);
}

// at most 48 places, so that hundreds of points are nearly all repeated
static Vec3 on_few_places(Rng *rng, const Vec3 *earlier, uint32_t index) {
	uint32_t place = rng_below(rng, 48);
	return place < index ? earlier[place] : on_turned_grid(rng, earlier, index);
}

static MakePoint *const families[] = {
	[HULL_POINTS_BOX] = in_box,
	[HULL_POINTS_SPHERE] = on_sphere,
	[HULL_POINTS_GRID] = on_grid,
	[HULL_POINTS_TURNED_GRID] = on_turned_grid,
	[HULL_POINTS_NOISY_GRID] = on_noisy_grid,
	[HULL_POINTS_NOISY_SHEET] = on_noisy_sheet,
	[HULL_POINTS_SHEET] = on_sheet,
	[HULL_POINTS_LINE] = on_line,
	[HULL_POINTS_NEEDLE] = in_needle,
	[HULL_POINTS_SLIVER] = in_sliver,
	[HULL_POINTS_REPEATING] = repeating,
	[HULL_POINTS_FEW_PLACES] = on_few_places,
	[HULL_POINTS_CYLINDER] = on_cylinder,
};

void fill_hull_points(Rng *rng, HullPointsKind kind, Vec3 *points, uint32_t count) {
	for (uint32_t i = 0; i < count; i++)
		points[i] = families[kind](rng, points, i);
}

uint32_t random_hull_points(Rng *rng, Vec3 *points, uint32_t max_count) {
	uint32_t most = rng_below(rng, 4) == 0 ? max_count : 40;
	uint32_t count = 1 + rng_below(rng, most);
	fill_hull_points(rng, (HullPointsKind)rng_below(rng, HULL_POINTS_KIND_COUNT), points, count);
	Real size = random_size(rng, -4, 4);
	bool is_far = rng_below(rng, 4) == 0;
	Vec3 shift = is_far ? random_vec3(rng, 1e4) : vec3_zero();
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_add(vec3_scale(points[i], size), shift);
	return count;
}
