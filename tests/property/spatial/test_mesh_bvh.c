// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The mesh tree never misses a triangle that a search of all of them finds (exact boxes, casts in
// long double, points of one mesh carried to the other), visits no leaf twice, and what it reports
// too much lies within a few steps of its grid.
#include "spatial/mesh_bvh.h"

#include "property/spatial/exact_cast.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

enum { MAX_COUNT = 300 };

typedef struct Mesh {
	Aabb boxes[MAX_COUNT];
	uint32_t count;
	double scale; // m, size of the mesh
	Vec3 origin;
	MeshBvh tree;
} Mesh;

// How often each triangle was reported.
typedef struct Tally {
	const Mesh *mesh;
	uint32_t counts[MAX_COUNT]; // by triangle
	Aabb leaves[MAX_COUNT];     // exact boxes of visited leaves
	uint32_t leaf_count;
} Tally;

static Aabb leaf_box(const Mesh *mesh, uint32_t first, uint32_t count) {
	Aabb box = aabb_empty();
	for (uint32_t i = first; i < first + count; i++) {
		box = aabb_merge(box, mesh->boxes[mesh->tree.order[i]]);
	}
	return box;
}

static bool tally_visit(void *context, uint32_t first, uint32_t count) {
	Tally *tally = context;
	assert_true(count > 0 && first + count <= tally->mesh->count);
	for (uint32_t i = first; i < first + count; i++) {
		tally->counts[tally->mesh->tree.order[i]]++;
	}
	tally->leaves[tally->leaf_count++] = leaf_box(tally->mesh, first, count);
	return true;
}

static Real tally_cast(void *context, uint32_t first, uint32_t count, Real max_t) {
	tally_visit(context, first, count);
	return max_t;
}

static Aabb random_triangle_box(Rng *rng, const Mesh *mesh, uint32_t kind) {
	Vec3 a = vec3_add(mesh->origin, random_vec3(rng, mesh->scale));
	double size = mesh->scale * (double)random_size(rng, -3, -0.5);
	Vec3 half = vec3_abs(random_vec3(rng, size));
	if (kind == 1) a.y = mesh->origin.y; // flat
	if (kind == 1 || kind == 2) half.y = 0;
	if (kind == 3) half = vec3_zero(); // points
	if (kind == 4) half.x *= 100;      // needles
	if (kind == 5) a = mesh->origin;   // one on the other
	return aabb_from_center(a, half);
}

static void move_triangles(Rng *rng, Mesh *mesh) {
	uint32_t kind = rng_below(rng, 7);
	for (uint32_t i = 0; i < mesh->count; i++) {
		mesh->boxes[i] = random_triangle_box(rng, mesh, kind);
	}
}

static MeshBvhInput input_of(const Mesh *mesh) {
	return (MeshBvhInput){ .boxes = mesh->boxes, .count = mesh->count };
}

static void make_mesh(Rng *rng, Mesh *mesh) {
	*mesh = (Mesh){ .count = 1 + rng_below(rng, rng_below(rng, 2) == 0 ? 12 : MAX_COUNT) };
	mesh->scale = (double)random_size(rng, -4, 4);
	if (rng_below(rng, 3) == 0) mesh->origin = random_vec3(rng, 100 * mesh->scale);
	move_triangles(rng, mesh);
	MeshBvhInput input = input_of(mesh);
	mk_mesh_bvh_build(&mesh->tree, &input);
	if (rng_below(rng, 2) == 0) {
		move_triangles(rng, mesh);
		mk_mesh_bvh_refit(&mesh->tree, &input);
	}
	assert_true(mk_mesh_bvh_is_valid(&mesh->tree));
}

// Steps, m: the largest over the axes.
static Real step_of(const Mesh *mesh) {
	Vec3 scale = mesh->tree.grid.scale;
	return 2 / vec3_min_element(scale);
}

// What boxes on the grid and rounding may add, m.
static Real blur_of(const Mesh *mesh, Real steps) {
	Vec3 reach = vec3_max(vec3_abs(mesh->tree.bounds.min), vec3_abs(mesh->tree.bounds.max));
	return steps * step_of(mesh) + 16 * MK_EPSILON * vec3_max_element(reach);
}

static void box_query_never_misses(Rng *rng) {
	Mesh mesh;
	make_mesh(rng, &mesh);
	for (int round = 0; round < 8; round++) {
		double size = mesh.scale * (double)random_size(rng, -3, 0);
		Vec3 center = vec3_add(mesh.origin, random_vec3(rng, 1.5 * mesh.scale));
		Aabb box = aabb_from_center(center, vec3_abs(random_vec3(rng, size)));
		// share a corner with a triangle: the hardest touch
		if (round % 2 == 0) box.min = mesh.boxes[rng_below(rng, mesh.count)].max;
		box.max = vec3_max(box.min, box.max);
		Tally tally = { .mesh = &mesh };
		mk_mesh_bvh_query(&mesh.tree, box, tally_visit, &tally);
		for (uint32_t i = 0; i < mesh.count; i++) {
			assert_true(tally.counts[i] <= 1);
			if (aabb_overlaps(mesh.boxes[i], box)) assert_int_equal(tally.counts[i], 1);
		}
		Aabb wider = aabb_grow(box, blur_of(&mesh, (Real)1.01));
		for (uint32_t i = 0; i < tally.leaf_count; i++) {
			assert_true(aabb_overlaps(tally.leaves[i], wider));
		}
	}
	mk_mesh_bvh_free(&mesh.tree);
}

// The least height of a box over a plane with a normal of any length, exactly.
static double height_of(Aabb box, Plane plane) {
	double height = -(double)plane.offset;
	for (int axis = 0; axis < 3; axis++) {
		double n = (double)vec3_get(plane.normal, axis);
		height += n * (double)vec3_get(n > 0 ? box.min : box.max, axis);
	}
	return height;
}

// Through a corner of a box, beside all, or of no inclination at all.
static Plane random_plane(Rng *rng, const Mesh *mesh, int round) {
	Real length = random_size(rng, -2, 2);
	Vec3 normal = vec3_scale(random_unit(rng), length);
	if (round % 4 == 1) normal = vec3(0, round == 1 ? 1 : -1, 0);
	Vec3 through = mesh->boxes[rng_below(rng, mesh->count)].max;
	if (round % 4 == 2) through = vec3_add(mesh->origin, random_vec3(rng, 2 * mesh->scale));
	return plane_from_point(normal, through);
}

static void plane_query_never_misses(Rng *rng) {
	Mesh mesh;
	make_mesh(rng, &mesh);
	for (int round = 0; round < 8; round++) {
		Plane plane = random_plane(rng, &mesh, round);
		Tally tally = { .mesh = &mesh };
		mk_mesh_bvh_query_plane(&mesh.tree, plane, tally_visit, &tally);
		for (uint32_t i = 0; i < mesh.count; i++) {
			assert_true(tally.counts[i] <= 1);
			if (height_of(mesh.boxes[i], plane) <= 0) assert_int_equal(tally.counts[i], 1);
		}
		// a step and a bit along each axis
		double length = (double)vec3_length(plane.normal);
		double blur = 1.8 * length * (double)blur_of(&mesh, (Real)1.2);
		for (uint32_t i = 0; i < tally.leaf_count; i++)
			assert_true(height_of(tally.leaves[i], plane) <= blur);
	}
	mk_mesh_bvh_free(&mesh.tree);
}

typedef struct NearestTally {
	const Mesh *mesh;
	Vec3 p;
	Real least; // m^2
	uint32_t visited;
} NearestTally;

static Real box_distance_squared(Aabb box, Vec3 p) {
	return vec3_distance_squared(p, vec3_clamp(p, box.min, box.max));
}

static Real tally_nearest(void *context, uint32_t first, uint32_t count) {
	NearestTally *tally = context;
	for (uint32_t i = first; i < first + count; i++) {
		Aabb box = tally->mesh->boxes[tally->mesh->tree.order[i]];
		tally->least = real_min(tally->least, box_distance_squared(box, tally->p));
	}
	tally->visited += count;
	return tally->least;
}

// from inside, beside, far away and on a corner
static void nearest_is_never_missed(Rng *rng) {
	Mesh mesh;
	make_mesh(rng, &mesh);
	for (int round = 0; round < 8; round++) {
		double reach = mesh.scale * (double)random_size(rng, -1, 3);
		NearestTally tally = { &mesh, vec3_add(mesh.origin, random_vec3(rng, reach)), MK_INFINITY,
			0 };
		if (round == 0) tally.p = mesh.boxes[rng_below(rng, mesh.count)].max;
		mk_mesh_bvh_nearest(&mesh.tree, tally.p, tally_nearest, &tally);
		Real least = MK_INFINITY;
		for (uint32_t i = 0; i < mesh.count; i++)
			least = real_min(least, box_distance_squared(mesh.boxes[i], tally.p));
		assert_true(tally.least == least);
		assert_true(tally.visited <= mesh.count);
	}
	mk_mesh_bvh_free(&mesh.tree);
}

static BoxCast random_cast(Rng *rng, const Mesh *mesh) {
	double far_away = rng_below(rng, 4) == 0 ? 50 : 2;
	BoxCast cast = { .origin = vec3_add(mesh->origin, random_vec3(rng, far_away * mesh->scale)) };
	// aimed at a corner
	Vec3 target = mesh->boxes[rng_below(rng, mesh->count)].max;
	cast.motion = vec3_sub(target, cast.origin);
	cast.max_t = rng_below(rng, 3) == 0 ? 2 : 1;
	if (rng_below(rng, 2) == 0) {
		cast.half = vec3_abs(random_vec3(rng, 0.2 * mesh->scale));
	}
	if (rng_below(rng, 4) == 0) {
		cast.origin.z = target.z;
		cast.motion.z = 0;
	}
	return cast;
}

static void cast_never_misses(Rng *rng) {
	Mesh mesh;
	make_mesh(rng, &mesh);
	for (int round = 0; round < 8; round++) {
		BoxCast cast = random_cast(rng, &mesh);
		Tally tally = { .mesh = &mesh };
		mk_mesh_bvh_cast(&mesh.tree, &cast, tally_cast, &tally);
		for (uint32_t i = 0; i < mesh.count; i++) {
			assert_true(tally.counts[i] <= 1);
			if (exact_cast_hits(&cast, mesh.boxes[i], 0)) assert_int_equal(tally.counts[i], 1);
		}
		// rounding of an origin that is far away counts in its own size
		Vec3 apart = vec3_sub(cast.origin, mesh.origin);
		Real blur = blur_of(&mesh, 2) + 64 * (Real)FLT_EPSILON * vec3_length(apart);
		BoxCast longer = cast;
		longer.max_t *= 1 + 64 * (Real)FLT_EPSILON;
		for (uint32_t i = 0; i < tally.leaf_count; i++) {
			assert_true(exact_cast_hits(&longer, tally.leaves[i], (long double)blur));
		}
	}
	mk_mesh_bvh_free(&mesh.tree);
}

typedef struct Nearest {
	const Mesh *mesh;
	CastTest test;
	uint32_t visits;
} Nearest;

static Real nearest_in(const Nearest *nearest, uint32_t triangle) {
	Aabb box = nearest->mesh->boxes[triangle];
	BoxRef record = { box.min, 0, box.max, 0 };
	return cast_test_entry(&nearest->test, &record);
}

static Real cut_at_nearest(void *context, uint32_t first, uint32_t count, Real max_t) {
	Nearest *nearest = context;
	nearest->visits++;
	for (uint32_t i = first; i < first + count; i++) {
		max_t = real_min(nearest_in(nearest, nearest->mesh->tree.order[i]), max_t);
	}
	return max_t;
}

static void shortened_cast_ends_at_the_nearest(Rng *rng) {
	Mesh mesh;
	make_mesh(rng, &mesh);
	for (int round = 0; round < 8; round++) {
		BoxCast cast = random_cast(rng, &mesh);
		Nearest nearest = { .mesh = &mesh, .test = cast_test(&cast) };
		Real expected = cast.max_t;
		for (uint32_t i = 0; i < mesh.count; i++) {
			expected = real_min(nearest_in(&nearest, i), expected);
		}
		assert_true(mk_mesh_bvh_cast(&mesh.tree, &cast, cut_at_nearest, &nearest) == expected);
	}
	mk_mesh_bvh_free(&mesh.tree);
}

typedef struct PairTally {
	const Mesh *a;
	const Mesh *b;
	MeshBvhPairQuery query;
	uint8_t counts[MAX_COUNT][MAX_COUNT];
} PairTally;

static bool tally_pair(void *context, MeshBvhRange a, MeshBvhRange b) {
	PairTally *tally = context;
	for (uint32_t i = a.first; i < a.first + a.count; i++) {
		for (uint32_t k = b.first; k < b.first + b.count; k++) {
			tally->counts[tally->a->tree.order[i]][tally->b->tree.order[k]]++;
		}
	}
	return true;
}

// Whether a point lies within margin of a box, in double.
static bool is_within(Aabb box, const double p[3], double margin) {
	for (int axis = 0; axis < 3; axis++) {
		if (p[axis] < (double)vec3_get(box.min, axis) - margin) return false;
		if (p[axis] > (double)vec3_get(box.max, axis) + margin) return false;
	}
	return true;
}

static void apply_exactly(const Affine *map, Vec3 p, double image[3]) {
	for (int row = 0; row < 3; row++) {
		image[row] = (double)vec3_get(map->linear.x, row) * (double)p.x +
				(double)vec3_get(map->linear.y, row) * (double)p.y +
				(double)vec3_get(map->linear.z, row) * (double)p.z +
				(double)vec3_get(map->origin, row);
	}
}

static Vec3 point_in_box(Rng *rng, Aabb box) {
	const Real half = (Real)0.5;
	Vec3 t = vec3_add(random_vec3(rng, 0.5), vec3_splat(half));
	Vec3 p = vec3_add(box.min, vec3_multiply(t, vec3_sub(box.max, box.min)));
	return vec3_clamp(p, box.min, box.max);
}

// A pose that brings a triangle of b to one of a; with scale and shear in some cases.
static Affine random_map(Rng *rng, const Mesh *a, const Mesh *b) {
	Affine map = { quat_to_mat3(random_quat(rng)), vec3_zero() };
	double ratio = a->scale / b->scale;
	if (rng_below(rng, 3) == 0) map.linear = random_mat3(rng, 1);
	map.linear = mat3_scale(map.linear, (Real)(ratio * (double)random_size(rng, -1, 1)));
	Vec3 from = aabb_center(b->boxes[rng_below(rng, b->count)]);
	Vec3 to = aabb_center(a->boxes[rng_below(rng, a->count)]);
	map.origin = vec3_sub(to, mat3_apply(map.linear, from));
	return map;
}

static void pairs_never_miss(Rng *rng) {
	static Mesh a;
	static Mesh b;
	static PairTally tally;
	make_mesh(rng, &a);
	make_mesh(rng, &b);
	memset(&tally, 0, sizeof(tally));
	tally.a = &a;
	tally.b = &b;
	MeshBvhPairQuery query = { .a = &a.tree, .b = &b.tree, .b_to_a = random_map(rng, &a, &b) };
	if (rng_below(rng, 2) == 0) query.margin = (Real)(0.1 * a.scale);
	mk_mesh_bvh_find_pairs(&query, tally_pair, &tally);
	for (uint32_t k = 0; k < b.count; k++) {
		for (int sample = 0; sample < 4; sample++) {
			double image[3];
			apply_exactly(&query.b_to_a, point_in_box(rng, b.boxes[k]), image);
			for (uint32_t i = 0; i < a.count; i++) {
				assert_true(tally.counts[i][k] <= 1);
				bool is_near = is_within(a.boxes[i], image, (double)query.margin);
				if (is_near) assert_int_equal(tally.counts[i][k], 1);
			}
		}
	}
	mk_mesh_bvh_free(&a.tree);
	mk_mesh_bvh_free(&b.tree);
}

// Leaves whose boxes are far apart even after a box is put around the turned box are not reported.
static bool check_pair_is_near(void *context, MeshBvhRange a, MeshBvhRange b) {
	const PairTally *tally = context;
	Aabb box_b = aabb_grow(leaf_box(tally->b, b.first, b.count), blur_of(tally->b, 2));
	Aabb image = aabb_transform(box_b, tally->query.b_to_a);
	Aabb box_a = leaf_box(tally->a, a.first, a.count);
	assert_true(aabb_overlaps(box_a, aabb_grow(image, blur_of(tally->a, 4))));
	return true;
}

static void pairs_are_near(Rng *rng) {
	static Mesh a;
	static Mesh b;
	static PairTally tally;
	make_mesh(rng, &a);
	make_mesh(rng, &b);
	tally.a = &a;
	tally.b = &b;
	tally.query = (MeshBvhPairQuery){ &a.tree, &b.tree, random_map(rng, &a, &b), 0 };
	// meshes far from their origins lose digits in the map's origin; that is not the tree's doing
	if (vec3_length(a.origin) == 0 && vec3_length(b.origin) == 0) {
		mk_mesh_bvh_find_pairs(&tally.query, check_pair_is_near, &tally);
	}
	mk_mesh_bvh_free(&a.tree);
	mk_mesh_bvh_free(&b.tree);
}

static void boxes_never_miss(void **state) {
	(void)state;
	for_all(box_query_never_misses, 1500, 1);
}
static void planes_never_miss(void **state) {
	(void)state;
	for_all(plane_query_never_misses, 1500, 7);
}
static void the_nearest_is_found(void **state) {
	(void)state;
	for_all(nearest_is_never_missed, 1500, 6);
}
static void casts_never_miss(void **state) {
	(void)state;
	for_all(cast_never_misses, 1500, 2);
}
static void shortened_casts_end_at_the_nearest(void **state) {
	(void)state;
	for_all(shortened_cast_ends_at_the_nearest, 1000, 3);
}
static void pairs_of_trees_never_miss(void **state) {
	(void)state;
	for_all(pairs_never_miss, 300, 4);
}
static void reported_pairs_of_trees_are_near(void **state) {
	(void)state;
	for_all(pairs_are_near, 500, 5);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_never_miss),
		cmocka_unit_test(planes_never_miss),
		cmocka_unit_test(the_nearest_is_found),
		cmocka_unit_test(casts_never_miss),
		cmocka_unit_test(shortened_casts_end_at_the_nearest),
		cmocka_unit_test(pairs_of_trees_never_miss),
		cmocka_unit_test(reported_pairs_of_trees_are_near),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
