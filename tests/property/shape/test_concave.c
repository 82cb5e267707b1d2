// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes, height fields and compounds against loops over all their triangles or children, in their
// own space and under random affine maps.
#include "base/alloc.h"
#include "geometry/closest_triangle.h"
#include "shape/compound.h"
#include "shape/concave.h"
#include "shape/height_field.h"
#include "shape/instance.h"
#include "shape/mesh.h"

#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

// A shape of triangles and the list of them.
typedef struct Surface {
	Shape *shape;
	Triangle *triangles;
	uint32_t *names; // the index each is known by
	uint32_t count;
	uint32_t room;
	bool is_two_sided;
} Surface;

static Surface surface_with_room(uint32_t room) {
	return (Surface){ .triangles = mk_alloc(room * sizeof(Triangle)),
		.names = mk_alloc(room * sizeof(uint32_t)),
		.room = room };
}

static void surface_free(Surface *s) {
	mk_free(s->triangles, s->room * sizeof(Triangle));
	mk_free(s->names, s->room * sizeof(uint32_t));
	mk_shape_release(s->shape);
}

static Surface make_mesh_surface(Rng *rng) {
	TestMesh mesh = rng_below(rng, 2) == 0 ? mesh_make_torus(3, 1, 24, 12) : mesh_make_ball(12, 16);
	// noise, so that no two features are equal by construction
	for (uint32_t i = 0; i < mesh.points.count; i++)
		mesh.points.data[i] = vec3_add(mesh.points.data[i], random_vec3(rng, 0.02));
	TriangleMesh view = mesh_view(&mesh);
	view.triangle_count -= rng_below(rng, 2) * 7; // open, sometimes
	Surface s = surface_with_room(view.triangle_count);
	s.is_two_sided = rng_below(rng, 2) == 0;
	for (uint32_t t = 0; t < view.triangle_count; t++) {
		s.triangles[s.count] = triangle_mesh_get(view, t);
		s.names[s.count++] = t;
	}
	MeshInput input = { view, s.is_two_sided, rng_below(rng, 2) == 0 };
	s.shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return s;
}

static Surface make_height_surface(Rng *rng) {
	uint32_t width = 2 + rng_below(rng, 40);
	uint32_t depth = 2 + rng_below(rng, 40);
	Real heights[42 * 42];
	for (uint32_t i = 0; i < width * depth; i++) {
		heights[i] = random_real(rng, -1, 1);
		if (rng_below(rng, 20) == 0 && i > 4) heights[i] = (Real)NAN;
	}
	Surface s = surface_with_room(2 * width * depth);
	s.is_two_sided = true;
	s.shape = mk_height_field_create(&(HeightFieldInput){ heights, width, depth }, NULL);
	for (uint32_t cell = 0; s.shape != NULL && cell < (width - 1) * (depth - 1); cell++) {
		uint32_t x = cell % (width - 1);
		uint32_t z = cell / (width - 1);
		Real half_x = (Real)(width - 1) / 2;
		Real half_z = (Real)(depth - 1) / 2;
		Vec3 p[4];
		for (uint32_t i = 0; i < 4; i++) {
			uint32_t sample_x = x + i % 2;
			uint32_t sample_z = z + i / 2;
			p[i] = vec3((Real)sample_x - half_x, heights[sample_z * width + sample_x],
					(Real)sample_z - half_z);
		}
		Triangle both[2] = { { p[0], p[2], p[1] }, { p[3], p[1], p[2] } };
		for (uint32_t which = 0; which < 2; which++) {
			Triangle t = both[which];
			if (!vec3_is_finite(t.a) || !vec3_is_finite(t.b) || !vec3_is_finite(t.c)) continue;
			s.triangles[s.count] = t;
			s.names[s.count++] = 2 * cell + which;
		}
	}
	return s;
}

static Surface make_surface(Rng *rng) {
	for (;;) {
		Surface s = rng_below(rng, 2) == 0 ? make_mesh_surface(rng) : make_height_surface(rng);
		if (s.shape != NULL) return s;
		surface_free(&s);
	}
}

static Aabb triangle_box(Triangle t) {
	return (Aabb){ vec3_min(t.a, vec3_min(t.b, t.c)), vec3_max(t.a, vec3_max(t.b, t.c)) };
}

static Triangle map_triangle(Affine map, Triangle t) {
	return (Triangle){ affine_point(map, t.a), affine_point(map, t.b), affine_point(map, t.c) };
}

typedef struct Seen {
	uint8_t times[8192]; // by index
	const Surface *surface;
	uint32_t count;
	uint32_t stop_after;
} Seen;

static bool see(const ShapePiece *piece, void *user) {
	Seen *seen = user;
	assert_true(piece->shape->kind == SHAPE_TRIANGLE && piece->index < sizeof(seen->times));
	const TriangleShape *t = (const TriangleShape *)piece->shape;
	assert_true(vec3_is_unit(t->normal));
	assert_true(vec3_dot(t->normal, triangle_normal_area(t->corners)) > 0);
	assert_true(t->is_two_sided == seen->surface->is_two_sided);
	seen->times[piece->index]++;
	seen->count++;
	return seen->count != seen->stop_after;
}

static void pieces_in_a_box_come_once_each(Rng *rng) {
	Surface s = make_surface(rng);
	Seen seen = { .surface = &s };
	Vec3 center = random_vec3(rng, 5);
	Aabb box = aabb_from_center(center, vec3_abs(random_vec3(rng, 5)));
	// sides on lines of the grid of a height field
	if (rng_below(rng, 2) == 0) {
		box = (Aabb){ vec3(real_floor(box.min.x), box.min.y, real_floor(box.min.z)),
			vec3(real_ceil(box.max.x), box.max.y, real_ceil(box.max.z)) };
	}
	PieceQuery query = { box, see, &seen };
	assert_true(mk_shape_pieces(s.shape, &query));
	uint32_t expected = 0;
	for (uint32_t i = 0; i < s.count; i++) {
		uint8_t times = aabb_overlaps(triangle_box(s.triangles[i]), box) ? 1 : 0;
		assert_int_equal(seen.times[s.names[i]], times);
		expected += times;
	}
	assert_int_equal(seen.count, expected);
	if (expected > 1) {
		Seen some = { .surface = &s, .stop_after = 1 + rng_below(rng, expected) };
		query.user = &some;
		assert_false(mk_shape_pieces(s.shape, &query));
		assert_int_equal(some.count, some.stop_after);
	}
	surface_free(&s);
}

static void rays_hit_the_nearest_triangle(Rng *rng) {
	Surface s = make_surface(rng);
	Affine map = rng_below(rng, 2) == 0 ? affine_identity() : random_affine(rng, 5);
	ShapeInstance in = mk_instance(s.shape, map);
	bool is_identity = vec3_equals(map.origin, vec3_zero());
	Real det = mat3_determinant(map.linear);
	for (int k = 0; k < 20; k++) {
		Ray ray = { vec3_add(map.origin, random_vec3(rng, 20)), vec3_zero() };
		Vec3 to = affine_point(map, random_vec3(rng, 4));
		ray.direction = vec3_scale(vec3_sub(to, ray.origin), random_size(rng, -2, 1));
		RayRange range = rng_below(rng, 2) == 0 ? ray_range_ray() : ray_range_segment();
		if (rng_below(rng, 4) == 0) range = ray_range_line();
		RaySides sides = rng_below(rng, 2) == 0 ? RAY_SIDES_BOTH : RAY_SIDES_FRONT;
		ShapeRayHit found = mk_instance_ray(&in, &(ShapeRay){ ray, range, sides });
		TriangleRay prepared = mk_ray_prepare(ray);
		RayHit best = { .t = MK_INFINITY };
		RaySides own = s.is_two_sided ? sides : RAY_SIDES_FRONT;
		for (uint32_t i = 0; i < s.count; i++) {
			Triangle t = map_triangle(map, s.triangles[i]);
			// a mirror turns corners round; front stays front
			if (det < 0) t = (Triangle){ t.a, t.c, t.b };
			RayHit hit = mk_ray_hit_triangle(&prepared, range, t, own, NULL);
			if (hit.hit && hit.t < best.t) best = hit;
		}
		if (is_identity) {
			assert_true(found.hit.hit == best.hit);
			if (best.hit) check_near(found.hit.t, best.t, 0);
			if (best.hit) check_vec3(found.hit.normal, best.normal, 4 * MK_EPSILON);
			continue;
		}
		// rounding across the ray counts more along it the more the ray grazes
		assert_true(found.hit.hit == best.hit);
		if (!best.hit) continue;
		Real slope = -vec3_dot(found.hit.normal, vec3_normalize(ray.direction));
		Real size = vec3_length(ray.origin) + 4 * s.shape->bound +
				vec3_length(ray.direction) * best.t;
		check_near(vec3_length(found.hit.normal), 1, 4 * MK_EPSILON);
		assert_true(slope >= 0);
		check_near(vec3_length(ray.direction) * (found.hit.t - best.t), 0,
				32 * MK_EPSILON * size / real_max(slope, (Real)1e-3));
	}
	surface_free(&s);
}

static void nearest_points_are_those_of_the_nearest_triangle(Rng *rng) {
	Surface s = make_surface(rng);
	Affine map = rng_below(rng, 2) == 0 ? affine_identity() : random_affine(rng, 5);
	ShapeInstance in = mk_instance(s.shape, map);
	for (int k = 0; k < 10; k++) {
		Vec3 p = vec3_add(map.origin, random_vec3(rng, k % 2 == 0 ? 4 : 200));
		ShapePoint found = mk_instance_closest(&in, p);
		double best = 1e30;
		double named = 1e30;
		for (uint32_t i = 0; i < s.count; i++) {
			Triangle t = map_triangle(map, s.triangles[i]);
			double distance = (double)vec3_distance(mk_closest_on_triangle(t, p).point, p);
			best = distance < best ? distance : best;
			if (s.names[i] == found.index) named = distance;
		}
		double error = 64 * (double)MK_EPSILON * (best + 4 * (double)s.shape->bound);
		check_near(vec3_distance(found.point, p), best, error);
		check_near(named, best, error);
	}
	surface_free(&s);
}

static void bounds_hold_all_corners_and_touch_them(Rng *rng) {
	Surface s = make_surface(rng);
	Affine map = random_affine(rng, 5);
	Aabb expected = aabb_empty();
	for (uint32_t i = 0; i < s.count; i++)
		expected = aabb_merge(expected, triangle_box(map_triangle(map, s.triangles[i])));
	Aabb got = mk_shape_bounds(s.shape, map);
	assert_true(aabb_contains(got, expected));
	// a moving mesh drops corners that stick out of its hull by less than the hull's tolerance
	double error = 128 * (double)MK_EPSILON *
			(double)(4 * s.shape->bound + vec3_length(map.origin));
	check_vec3(got.min, expected.min, error);
	check_vec3(got.max, expected.max, error);
	surface_free(&s);
}

static void mass_is_of_the_volume_or_the_shell(Rng *rng) {
	Surface s = make_surface(rng);
	Affine map = random_affine(rng, 5);
	Vec3 *corners = mk_alloc(3 * s.count * sizeof(Vec3));
	for (uint32_t i = 0; i < s.count; i++) {
		Triangle t = map_triangle(map, s.triangles[i]);
		corners[3 * i] = t.a;
		corners[3 * i + 1] = t.b;
		corners[3 * i + 2] = t.c;
	}
	TriangleMesh mapped = { corners, 3 * s.count, NULL, s.count };
	MassResult expected = mk_mass_of_mesh_or_shell(mapped, MK_SHELL_THICKNESS);
	MassProperties got = mk_shape_mass(s.shape, map);
	double size = 4 * (double)s.shape->bound;
	double mass = (double)expected.properties.mass;
	check_near(got.mass, mass, 1e-4 * mass);
	check_vec3(got.center, expected.properties.center, 1e-4 * size);
	check_mat3(got.moments, expected.properties.moments, 1e-4 * size * size * mass);
	mk_free(corners, 3 * s.count * sizeof(Vec3));
	surface_free(&s);
}

enum { MAX_CHILDREN = 12 };

typedef struct Family {
	Shape *compound;
	CompoundChild children[MAX_CHILDREN];
	uint32_t count;
} Family;

static Family make_family(Rng *rng, bool is_nested) {
	Family f = { .count = 1 + rng_below(rng, MAX_CHILDREN) };
	for (uint32_t i = 0; i < f.count; i++) {
		f.children[i].pose = random_affine(rng, 10);
		uint32_t way = rng_below(rng, 8);
		if (way == 0) {
			Surface s = make_mesh_surface(rng);
			f.children[i].shape = mk_shape_retain(s.shape);
			surface_free(&s);
		} else if (way == 1 && is_nested) {
			Family inner = make_family(rng, false);
			f.children[i].shape = mk_shape_retain(inner.compound);
			for (uint32_t k = 0; k < inner.count; k++)
				mk_shape_release(inner.children[k].shape);
			mk_shape_release(inner.compound);
		} else {
			f.children[i].shape = make_shape(rng, (ShapeKind)rng_below(rng, SHAPE_SEGMENT), -1, 0);
		}
	}
	f.compound = mk_compound_create(f.children, f.count, NULL);
	assert_non_null(f.compound);
	return f;
}

static void family_free(Family *f) {
	for (uint32_t i = 0; i < f->count; i++)
		mk_shape_release(f->children[i].shape);
	mk_shape_release(f->compound);
}

typedef struct Leaves {
	uint32_t count;
	uint32_t largest;
} Leaves;

static bool count_leaf(const ShapePiece *piece, void *user) {
	Leaves *leaves = user;
	assert_true(shape_is_convex(piece->shape));
	leaves->count++;
	leaves->largest = piece->child > leaves->largest ? piece->child : leaves->largest;
	return true;
}

static void compounds_answer_like_their_children(Rng *rng) {
	size_t blocks = mk_alloc_stats().live_blocks;
	Family f = make_family(rng, true);
	Affine map = rng_below(rng, 2) == 0 ? affine_identity() : random_affine(rng, 5);
	ShapeInstance in = mk_instance(f.compound, map);
	for (int k = 0; k < 10; k++) {
		Vec3 p = vec3_add(map.origin, random_vec3(rng, 20));
		Ray ray = { p, vec3_sub(affine_point(map, random_vec3(rng, 8)), p) };
		ShapeRay query = { ray, ray_range_ray(), RAY_SIDES_BOTH };
		double nearest = 1e30;
		RayHit first = { .t = MK_INFINITY };
		for (uint32_t i = 0; i < f.count; i++) {
			ShapeInstance child = mk_instance(
					f.children[i].shape, affine_multiply(map, f.children[i].pose));
			double distance = (double)vec3_distance(mk_instance_closest(&child, p).point, p);
			nearest = distance < nearest ? distance : nearest;
			ShapeRayHit hit = mk_instance_ray(&child, &query);
			if (hit.hit.hit && hit.hit.t < first.t) first = hit.hit;
		}
		// some children are found by iterated supports: convex_query.h says
		// how far they get in double
		double error = (512 * (double)MK_EPSILON + 1e-8) *
				(nearest + 16 * (double)f.compound->bound);
		check_near(vec3_distance(mk_instance_closest(&in, p).point, p), nearest, error);
		ShapeRayHit hit = mk_instance_ray(&in, &query);
		assert_true(hit.hit.hit == first.hit);
		double length = (double)vec3_length(ray.direction);
		// grazing rays turn an error across into a larger one along
		if (first.hit) check_near(hit.hit.t * (Real)length, first.t * (Real)length, 100 * error);
		if (first.hit) assert_true(hit.child < f.compound->leaf_count);
	}
	Leaves leaves = { 0 };
	PieceQuery all = { f.compound->box, count_leaf, &leaves };
	assert_true(mk_shape_pieces(f.compound, &all));
	assert_true(leaves.count >= f.compound->leaf_count);
	assert_int_equal(leaves.largest + 1, f.compound->leaf_count);
	family_free(&f);
	assert_true(mk_alloc_stats().live_blocks == blocks);
}

static void test_pieces(void **state) {
	(void)state;
	for_all(pieces_in_a_box_come_once_each, 300, 31);
}

static void test_rays(void **state) {
	(void)state;
	for_all(rays_hit_the_nearest_triangle, 200, 32);
}

static void test_closest(void **state) {
	(void)state;
	for_all(nearest_points_are_those_of_the_nearest_triangle, 150, 33);
}

static void test_bounds(void **state) {
	(void)state;
	for_all(bounds_hold_all_corners_and_touch_them, 200, 34);
}

static void test_mass(void **state) {
	(void)state;
	for_all(mass_is_of_the_volume_or_the_shell, 100, 35);
}

static void test_compounds(void **state) {
	(void)state;
	for_all(compounds_answer_like_their_children, 150, 36);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_rays),
		cmocka_unit_test(test_closest),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_mass),
		cmocka_unit_test(test_compounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
