// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Every convex shape under random affine maps, against its definition: points sampled from it and a
// distance function in double (tests/support/shape_make.h).
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"

#include "geometry/polygon_normal.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

// The rounding error of a mapped point: some products and sums of sizes up to `bound` times the
// largest stretch, 4, and the distance of the origin. 16 half-epsilon errors of each.
static double error_of(const Shape *shape, Affine map) {
	double size = 4 * (double)shape->bound + (double)vec3_length(map.origin);
	return 8 * (double)MK_EPSILON * size;
}

// Distances go up by at most the largest stretch of the inverse, 4.
static double excess_outside(const Shape *shape, Affine map, Vec3 p) {
	Affine inverse;
	assert_true(affine_invert(map, &inverse));
	Vec3 local = mat3_apply(inverse.linear, vec3_sub(p, map.origin));
	return shape_excess(shape, local);
}

static void support_is_the_farthest_point(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -2, 2);
	Affine map = random_affine(rng, 10);
	ShapeInstance in = mk_instance(shape, map);
	double error = error_of(shape, map);
	for (int k = 0; k < 8; k++) {
		Vec3 d = random_unit(rng);
		if (k % 4 == 3) d = vec3_axis((int)rng_below(rng, 3));
		Vec3 s = instance_support(&in, d, MK_SHAPE_NO_ID);
		// in the shape, and nothing of the shape is farther
		assert_true(excess_outside(shape, map, s) <= 4 * error);
		double reached = (double)vec3_dot(s, d);
		for (int i = 0; i < 60; i++) {
			Vec3 p = affine_point(map, shape_sample(shape, rng));
			assert_true((double)vec3_dot(p, d) <= reached + error);
		}
		// any length of the direction will do; zero and -0 have an answer in the shape
		Vec3 longer = instance_support(&in, vec3_scale(d, (Real)1e18), MK_SHAPE_NO_ID);
		Vec3 shorter = instance_support(&in, vec3_scale(d, (Real)1e-18), MK_SHAPE_NO_ID);
		check_near(vec3_dot(longer, d), reached, error);
		check_near(vec3_dot(shorter, d), reached, error);
	}
	Vec3 zero = instance_support(&in, vec3_zero(), MK_SHAPE_NO_ID);
	Vec3 minus = instance_support(&in, vec3_negate(vec3_zero()), MK_SHAPE_NO_ID);
	assert_true(excess_outside(shape, map, zero) <= 4 * error);
	check_vec3(minus, zero, 0);
	mk_shape_release(shape);
}

static void corners_of_polytopes_have_stable_ids(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -1, 1);
	ShapeInstance in = mk_instance(shape, random_affine(rng, 10));
	for (int k = 0; k < 20; k++) {
		Vec3 d = random_unit(rng);
		SupportPoint s = shape_support(shape, d, MK_SHAPE_NO_ID);
		if (shape->vertex_count == 0) {
			assert_true(s.id == MK_SHAPE_NO_ID);
			continue;
		}
		assert_true(s.id < shape->vertex_count);
		check_vec3(shape->ops->vertex(shape, s.id), s.point, 0);
		// a hint changes the way, not the distance
		SupportPoint again = shape_support(shape, d, rng_below(rng, shape->vertex_count));
		check_near(vec3_dot(again.point, d), vec3_dot(s.point, d), 4 * MK_EPSILON * shape->bound);
		if (!in.is_similar && shape->rounding > 0) continue;
		SupportPoint mapped = instance_support_core(&in, d, MK_SHAPE_NO_ID);
		check_vec3(instance_vertex(&in, mapped.id), mapped.point, 0);
	}
	mk_shape_release(shape);
}

static void bounds_hold_the_shape_and_touch_it(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -2, 2);
	Affine map = random_affine(rng, 10);
	ShapeInstance in = mk_instance(shape, map);
	Aabb box = mk_instance_bounds(&in);
	double error = error_of(shape, map);
	for (int i = 0; i < 200; i++)
		assert_true(aabb_contains_point(
				aabb_grow(box, (Real)error), affine_point(map, shape_sample(shape, rng))));
	for (int axis = 0; axis < 3; axis++) {
		Vec3 high = instance_support(&in, vec3_axis(axis), MK_SHAPE_NO_ID);
		Vec3 low = instance_support(&in, vec3_negate(vec3_axis(axis)), MK_SHAPE_NO_ID);
		check_near(vec3_get(box.max, axis), vec3_get(high, axis), 2 * error);
		check_near(vec3_get(box.min, axis), vec3_get(low, axis), 2 * error);
	}
	// the bounding radius holds, too
	for (int i = 0; i < 50; i++)
		assert_true((double)vec3_length(shape_sample(shape, rng)) <=
				(double)shape->bound * (1 + 4 * (double)MK_EPSILON));
	mk_shape_release(shape);
}

static void margins_move_every_support_out(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -1, 1);
	Affine map = random_affine(rng, 10);
	ShapeInstance plain = mk_instance(shape, map);
	Real margin = random_size(rng, -2, 0);
	ShapeInstance grown = instance_grow(plain, margin);
	double error = error_of(shape, map);
	for (int i = 0; i < 20; i++) {
		Vec3 d = random_unit(rng);
		double plain_reach = (double)vec3_dot(instance_support(&plain, d, MK_SHAPE_NO_ID), d);
		double grown_reach = (double)vec3_dot(instance_support(&grown, d, MK_SHAPE_NO_ID), d);
		check_near(grown_reach - plain_reach, margin, 2 * error);
	}
	Aabb box = mk_instance_bounds(&grown);
	check_near(box.max.x, mk_instance_bounds(&plain).max.x + margin, error);
	mk_shape_release(shape);
}

static void nearest_points_are_nearest(Rng *rng) {
	Shape *shape = make_shape(rng, convex_kind(rng), -1, 1);
	Affine map = random_affine(rng, 10);
	ShapeInstance in = mk_instance(shape, map);
	double error = error_of(shape, map);
	for (int k = 0; k < 10; k++) {
		Vec3 on = affine_point(map, shape_sample(shape, rng));
		Real away_by = random_size(rng, -3, 1);
		Vec3 p = vec3_add_scaled(on, random_unit(rng), away_by);
		double size = error + 8 * (double)MK_EPSILON * (double)vec3_distance(p, map.origin);
		// iterated supports: convex_query.h says how far they get in double
		if (!in.is_similar || shape->kind == SHAPE_MINKOWSKI_SUM)
			size += 1e-8 * (double)(vec3_distance(p, map.origin) + shape->bound);
		ShapePoint found = mk_instance_closest(&in, p);
		double excess = excess_outside(shape, map, p);
		if (found.is_inside) {
			assert_true(excess <= 16 * size);
			check_vec3(found.point, p, 0);
			continue;
		}
		// a point inside may come back as one beside it by no more than rounding
		double distance = (double)vec3_distance(p, found.point);
		assert_true(excess >= -16 * size || distance <= 16 * size);
		assert_true(excess_outside(shape, map, found.point) <= 16 * size);
		for (int i = 0; i < 60; i++) {
			Vec3 q = affine_point(map, shape_sample(shape, rng));
			assert_true(distance <= (double)vec3_distance(p, q) + 16 * size);
		}
		// no point of a convex set is beyond the plane across the way to its nearest point; an
		// error of the point turns that plane by its share of the distance
		Vec3 away = vec3_normalize(vec3_sub(p, found.point));
		Vec3 top = instance_support(&in, away, MK_SHAPE_NO_ID);
		double plane = (double)vec3_dot(vec3_sub(p, top), away);
		double turn = 2 * size / distance * (8 * (double)shape->bound);
		assert_true(distance - plane <= 32 * size + turn);
	}
	mk_shape_release(shape);
}

// How deep a ray goes into a shape, by sampling: least excess on [from, to]. Of sums it takes long.
static double least_excess(const Shape *shape, Affine map, Ray ray, RayRange range) {
	double least = 1e30;
	int samples = shape->kind == SHAPE_MINKOWSKI_SUM ? 10 : 400;
	for (int i = 0; i <= samples; i++) {
		Real t = real_lerp(range.min, range.max, (Real)i / (Real)samples);
		double excess = excess_outside(shape, map, ray_at(ray, t));
		least = excess < least ? excess : least;
	}
	return least;
}

static void rays_hit_the_surface_first(Rng *rng) {
	ShapeKind kind = convex_kind(rng);
	if (kind == SHAPE_SEPARATION_RAY) return; // rays ignore it
	Shape *shape = make_shape(rng, kind, -1, 1);
	bool is_thin = (kind == SHAPE_TRIANGLE || kind == SHAPE_SEGMENT) && shape->rounding == 0;
	Affine map = random_affine(rng, 10);
	ShapeInstance in = mk_instance(shape, map);
	for (int k = 0; k < 10 && !is_thin; k++) {
		Vec3 target = affine_point(map, shape_sample(shape, rng));
		Vec3 way = vec3_scale(random_unit(rng), 10 * shape->bound);
		Ray ray = { vec3_add(vec3_sub(target, way), vec3_scale(random_unit(rng), shape->bound / 2)),
			way };
		double size = 8 * (double)MK_EPSILON *
				(double)(vec3_length(way) + vec3_length(map.origin) + 4 * shape->bound);
		ShapeRay query = { ray, ray_range_ray(), RAY_SIDES_BOTH };
		ShapeRayHit found = mk_instance_ray(&in, &query);
		RayRange before = { 0, found.hit.hit ? found.hit.t : 2 };
		double least = least_excess(shape, map, ray, before);
		// the surface is not crossed before; grazing by less than rounding may be told either way
		assert_true(least >= -64 * size);
		if (!found.hit.hit) continue;
		if (found.hit.started_inside) {
			assert_true(found.hit.t == 0 && excess_outside(shape, map, ray.origin) <= 64 * size);
			continue;
		}
		// on the surface: the error of t grows where the ray grazes
		double slope = fabs((double)vec3_dot(found.hit.normal, vec3_normalize(way)));
		assert_true(vec3_is_unit(found.hit.normal));
		assert_true(vec3_dot(found.hit.normal, way) <= 0);
		double excess = excess_outside(shape, map, ray_at(ray, found.hit.t));
		if (slope > 0.05) assert_true(fabs(excess) <= 64 * size / slope);
	}
	mk_shape_release(shape);
}

static void check_polygon(const ShapeFace *face) {
	Vec3 area = polygon_normal_area((Polygon){ face->points, face->count });
	Real cosine = vec3_dot(vec3_normalize(area), face->normal);
	assert_true(cosine > (Real)0.99 || face->kind == FACE_EDGE || face->kind == FACE_POINT);
}

static void faces_are_on_the_surface_and_face_the_direction(Rng *rng) {
	ShapeKind kind = convex_kind(rng);
	Shape *shape = make_shape(rng, kind, -1, 1);
	Affine map = random_affine(rng, 10);
	ShapeInstance in = mk_instance(shape, map);
	double error = error_of(shape, map);
	// sampled faces of sums are flat to a thousandth only, and ids are of the sample
	for (int k = 0; k < 10; k++) {
		Vec3 d = random_unit(rng);
		ShapeFace face;
		mk_instance_face(&in, d, &face);
		assert_true(face.count >= 1 && face.count <= MK_FACE_POINTS);
		assert_true(vec3_is_unit(face.normal));
		assert_true(vec3_dot(face.normal, d) >= -(Real)1e-3);
		for (uint32_t i = 0; i < face.count; i++) {
			double excess = excess_outside(shape, map, face.points[i]);
			assert_true(excess <= 16 * error);
			// cores without an inside have no depth to be wrong by
			if (kind != SHAPE_TRIANGLE && kind != SHAPE_SEGMENT && kind != SHAPE_SEPARATION_RAY) {
				assert_true(excess >= -16 * error);
			}
			for (uint32_t j = 0; j < i; j++)
				assert_true(face.ids[i] != face.ids[j]);
		}
		if (face.kind == FACE_POLYGON) check_polygon(&face);
		if (face.kind == FACE_DISC) {
			check_polygon(&face);
			// the rim is where the axes say
			check_vec3(face.points[0], vec3_add(face.center, face.axis_u), 2 * error);
		}
	}
	mk_shape_release(shape);
}

static void test_support(void **state) {
	(void)state;
	for_all(support_is_the_farthest_point, 1000, 1);
}

static void test_corner_ids(void **state) {
	(void)state;
	for_all(corners_of_polytopes_have_stable_ids, 600, 2);
}

static void test_bounds(void **state) {
	(void)state;
	for_all(bounds_hold_the_shape_and_touch_it, 1000, 3);
}

static void test_margins(void **state) {
	(void)state;
	for_all(margins_move_every_support_out, 500, 4);
}

static void test_closest(void **state) {
	(void)state;
	for_all(nearest_points_are_nearest, 1000, 5);
}

static void test_rays(void **state) {
	(void)state;
	for_all(rays_hit_the_surface_first, 500, 6);
}

static void test_faces(void **state) {
	(void)state;
	for_all(faces_are_on_the_surface_and_face_the_direction, 1000, 7);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_support),
		cmocka_unit_test(test_corner_ids),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_margins),
		cmocka_unit_test(test_closest),
		cmocka_unit_test(test_rays),
		cmocka_unit_test(test_faces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
