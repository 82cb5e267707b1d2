// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Rays against solids: the point found is on the surface, nothing before it is inside, a miss
// misses everywhere; by sampling the solid's own distance function in double. Triangles: no ray
// slips between two that share an edge, and hits agree with the sign of volumes.
#include "geometry/ray.h"

#include "geometry/orientation.h"
#include "support/check.h"
#include "support/property.h"
#include "support/random.h"

typedef struct Solid {
	Obb box; // also a box by its half-spaces
	Plane planes[6];
	Sphere sphere;
	Cylinder cylinder;
	Capsule capsule;
	Cone cone;
	uint32_t kind;
} Solid;

enum {
	SOLID_SPHERE,
	SOLID_AABB,
	SOLID_OBB,
	SOLID_PLANES,
	SOLID_CYLINDER,
	SOLID_CAPSULE,
	SOLID_CONE
};
enum { SOLID_KINDS = 7 };

typedef struct Point {
	double x;
	double y;
	double z;
} Point;

static double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Point to_point(Vec3 v) { return (Point){ (double)v.x, (double)v.y, (double)v.z }; }
static Point minus(Point a, Point b) { return (Point){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static Point plus(Point a, Point b, double s) {
	return (Point){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s };
}

static Vec3 size_vector(const Solid *s) { return s->box.half; }

static double box_excess(const Solid *s, Point p) {
	Mat3 axes = s->kind == SOLID_AABB ? mat3_identity() : s->box.axes;
	Point offset = minus(p, to_point(s->box.center));
	double x = fabs(dot(offset, to_point(axes.x))) - (double)s->box.half.x;
	double y = fabs(dot(offset, to_point(axes.y))) - (double)s->box.half.y;
	double z = fabs(dot(offset, to_point(axes.z))) - (double)s->box.half.z;
	return fmax(x, fmax(y, z));
}

// how far beyond the surface a point is, negative inside; never more than the
// distance, and zero on the surface
static double excess(const Solid *s, Point p) {
	if (s->kind == SOLID_SPHERE) {
		Point offset = minus(p, to_point(s->sphere.center));
		return sqrt(dot(offset, offset)) - (double)s->sphere.radius;
	}
	if (s->kind == SOLID_AABB || s->kind == SOLID_OBB || s->kind == SOLID_PLANES) {
		return box_excess(s, p);
	}
	Point start = to_point(s->kind == SOLID_CONE ? s->cone.apex : s->capsule.start);
	Point way = minus(to_point(s->capsule.end), to_point(s->capsule.start));
	double length = sqrt(dot(way, way));
	Point axis = { way.x / length, way.y / length, way.z / length };
	Point offset = minus(p, start);
	double along = dot(offset, axis);
	if (s->kind == SOLID_CAPSULE) {
		Point rest = plus(offset, axis, -fmin(fmax(along, 0), length));
		return sqrt(dot(rest, rest)) - (double)s->capsule.radius;
	}
	Point across = plus(offset, axis, -along);
	double radius = sqrt(dot(across, across));
	double caps = fmax(-along, along - length);
	if (s->kind == SOLID_CYLINDER) return fmax(radius - (double)s->cylinder.radius, caps);
	double slope = (double)s->cone.radius / length;
	return fmax((radius - slope * along) / sqrt(1 + slope * slope), along - length);
}

static RayHit hit_solid(const Solid *s, Ray ray, RayRange range) {
	Aabb aabb = aabb_from_center(s->box.center, s->box.half);
	switch (s->kind) {
		case SOLID_SPHERE: return mk_ray_hit_sphere(ray, range, s->sphere);
		case SOLID_AABB: return mk_ray_hit_aabb(ray, range, aabb);
		case SOLID_OBB: return mk_ray_hit_obb(ray, range, s->box);
		case SOLID_PLANES: return mk_ray_hit_half_spaces(ray, range, (HalfSpaces){ s->planes, 6 });
		case SOLID_CYLINDER: return mk_ray_hit_cylinder(ray, range, s->cylinder);
		case SOLID_CAPSULE: return mk_ray_hit_capsule(ray, range, s->capsule);
		default: return mk_ray_hit_cone(ray, range, s->cone);
	}
}

static Solid random_solid(Rng *rng, Real size) {
	Solid s = { .kind = rng_below(rng, SOLID_KINDS) };
	Vec3 center = random_vec3(rng, (double)size);
	Vec3 half = vec3_abs(random_vec3(rng, 0.95));
	half = vec3_scale(vec3_add(half, vec3_splat((Real)0.05)), size);
	s.box = (Obb){ center, quat_to_mat3(random_quat(rng)), half };
	for (int i = 0; i < 6; i++) {
		Vec3 axis = i % 3 == 0 ? s.box.axes.x : i % 3 == 1 ? s.box.axes.y : s.box.axes.z;
		Vec3 normal = i < 3 ? axis : vec3_negate(axis);
		Vec3 point = vec3_add_scaled(center, normal, vec3_get(half, i % 3));
		s.planes[i] = plane_from_point(normal, point);
	}
	Vec3 end = vec3_add_scaled(center, s.box.axes.x, 2 * half.x);
	s.sphere = (Sphere){ center, half.x };
	s.cylinder = (Cylinder){ center, end, half.y };
	s.capsule = (Capsule){ center, end, half.y };
	s.cone = (Cone){ center, s.box.axes.x, 2 * half.x, half.y };
	return s;
}

// aimed at the solid or past it, from near, far or inside; some directions along the axes
static Ray random_ray(Rng *rng, const Solid *s, Real size) {
	Real distance = size * random_size(rng, -1, 2);
	Vec3 origin = vec3_add_scaled(s->box.center, random_unit(rng), distance);
	Vec3 target = vec3_add(s->box.center, random_vec3(rng, (double)size * 1.5));
	Vec3 direction = vec3_sub(target, origin);
	uint32_t kind = rng_below(rng, 6);
	if (kind == 0) direction = s->box.axes.x;
	if (kind == 1) direction = vec3_negate(s->box.axes.y);
	if (kind == 2) direction = vec3_axis((int)rng_below(rng, 3));
	if (kind <= 2) origin = vec3_add_scaled(target, direction, -distance / vec3_length(direction));
	return (Ray){ origin, vec3_scale(direction, random_size(rng, -2, 2)) };
}

static void hit_is_the_first_point_of_the_solid(Rng *rng) {
	Real size = random_size(rng, -4, 4);
	Solid s = random_solid(rng, size);
	Ray ray = random_ray(rng, &s, size);
	RayRange range = { 0, random_real(rng, 0.1, 3) * size * 100 / vec3_length(ray.direction) };
	RayHit hit = hit_solid(&s, ray, range);
	Point origin = to_point(ray.origin);
	Point direction = to_point(ray.direction);
	// coordinates relative to the solid are rounded by some epsilon of the way between; directions
	// seen from an axis by a few more
	double far = sqrt(dot(origin, origin)) +
			sqrt(dot(to_point(s.box.center), to_point(s.box.center)));
	double slack = 32 * (double)MK_EPSILON * (far + (double)vec3_length(size_vector(&s)));
	double end = hit.hit ? (double)hit.t : (double)range.max;
	// before the hit, or on the whole way, nothing is deeper inside than rounding
	for (int i = 0; i < 64; i++) {
		double t = end * i / 64;
		if (hit.started_inside) break;
		assert_true(excess(&s, plus(origin, direction, t)) >= -slack);
	}
	if (!hit.hit) return;
	double at_hit = excess(&s, plus(origin, direction, (double)hit.t));
	assert_true(at_hit <= slack);
	if (hit.started_inside) {
		check_near(hit.t, 0, 0);
		return;
	}
	assert_true(hit.t >= range.min && hit.t <= range.max);
	assert_true(at_hit >= -slack);
	check_near(vec3_length(hit.normal), 1, 8 * MK_EPSILON);
	assert_true((double)vec3_dot(hit.normal, ray.direction) <=
			64 * (double)MK_EPSILON * (double)vec3_length(ray.direction));
}

static void normal_points_out_of_the_surface(Rng *rng) {
	Solid s = random_solid(rng, 1);
	Ray ray = random_ray(rng, &s, 1);
	RayHit hit = hit_solid(&s, ray, ray_range_ray());
	if (!hit.hit || hit.started_inside) return;
	Point on = plus(to_point(ray.origin), to_point(ray.direction), (double)hit.t);
	const double step = 1e-2;
	double out = excess(&s, plus(on, to_point(hit.normal), step));
	// straight out, the surface recedes by the step, but beside an edge by less
	assert_true(out > 0.5 * step - 1e-3);
}

static void line_and_ray_and_segment_agree(Rng *rng) {
	Solid s = random_solid(rng, 1);
	Ray ray = random_ray(rng, &s, 1);
	RayHit line = hit_solid(&s, ray, ray_range_line());
	RayHit forward = hit_solid(&s, ray, ray_range_ray());
	RayHit way = hit_solid(&s, ray, ray_range_segment());
	if (!line.hit) assert_false(forward.hit);
	if (!forward.hit) assert_false(way.hit);
	if (forward.hit && !forward.started_inside) {
		check_near(forward.t, line.t, 0);
		assert_int_equal(way.hit, forward.t <= 1);
	}
	if (forward.started_inside) assert_true(line.hit && line.t < 0);
}

// a ray down into the tip, at most half as far from the axis as the side is: there the two nappes
// of the cone meet, and the quadratic has a double root that rounding can lose
static void ray_into_the_tip_of_a_cone_hits_it(Rng *rng) {
	Cone cone = { .apex = random_vec3(rng, 1), .height = 1 };
	cone.axis = random_unit(rng);
	cone.radius = random_real(rng, 0.2, 2);
	Vec3 across = vec3_perpendicular(cone.axis);
	Vec3 way = vec3_add_scaled(cone.axis, across, cone.radius * random_real(rng, -0.5, 0.5));
	Real distance = random_real(rng, 0.5, 8);
	Ray ray = { vec3_add_scaled(cone.apex, way, -distance), way };
	RayHit hit = mk_ray_hit_cone(ray, ray_range_ray(), cone);
	assert_true(hit.hit);
	assert_false(hit.started_inside);
	// the line passes within some epsilon of its length from the tip, and enters where
	// the cone is half that wide
	double slack = 32 * (double)MK_EPSILON * (4 + (double)distance) / (double)cone.radius;
	check_near(hit.t, distance, slack);
}

// a closed octahedron with corners at random distances; rays from inside at
// its corners, edges, faces
static void no_ray_slips_out_of_a_closed_mesh(Rng *rng) {
	Vec3 center = random_unit(rng);
	center = vec3_scale(center, random_size(rng, -1, 4));
	Vec3 corners[6];
	for (int i = 0; i < 6; i++) {
		Vec3 way = vec3_scale(vec3_axis(i / 2), i % 2 ? 1 : (Real)-1);
		way = vec3_add(way, random_vec3(rng, 0.2));
		corners[i] = vec3_add_scaled(center, way, random_real(rng, 0.5, 2));
	}
	Vec3 a = corners[rng_below(rng, 2)];
	Vec3 b = corners[2 + rng_below(rng, 2)];
	Vec3 target = a;
	uint32_t kind = rng_below(rng, 3);
	if (kind == 1) target = vec3_lerp(a, b, random_real(rng, 0, 1));
	if (kind == 2) target = vec3_add(center, random_unit(rng));
	Vec3 origin = vec3_add(center, random_vec3(rng, 0.05));
	TriangleRay ray = mk_ray_prepare((Ray){ origin, vec3_sub(target, origin) });
	int hits = 0;
	for (int i = 0; i < 8; i++) {
		Triangle t = { corners[i & 1], corners[2 + (i >> 1 & 1)], corners[4 + (i >> 2)] };
		// any order of the corners
		if (rng_below(rng, 2)) t = (Triangle){ t.c, t.a, t.b };
		if (rng_below(rng, 2)) t = (Triangle){ t.b, t.a, t.c };
		hits += mk_ray_hit_triangle(&ray, ray_range_ray(), t, RAY_SIDES_BOTH, NULL).hit;
	}
	assert_true(hits >= 1);
}

// clear hits and misses by the signs of volumes; t by the plane
static void triangle_hits_agree_with_volumes(Rng *rng) {
	double size = (double)random_size(rng, -4, 4);
	Triangle t;
	t.a = random_vec3(rng, size);
	t.b = random_vec3(rng, size);
	t.c = random_vec3(rng, size);
	Ray ray;
	ray.origin = random_vec3(rng, size * 3);
	ray.direction = random_vec3(rng, size * 2);
	Vec3 end = ray_at(ray, 1);
	TriangleRay prepared = mk_ray_prepare(ray);
	Vec3 weights;
	RayHit hit = mk_ray_hit_triangle(&prepared, ray_range_line(), t, RAY_SIDES_BOTH, &weights);
	double ab = mk_orientation_3d(ray.origin, end, t.a, t.b);
	double bc = mk_orientation_3d(ray.origin, end, t.b, t.c);
	double ca = mk_orientation_3d(ray.origin, end, t.c, t.a);
	// volumes below this may have the other sign in the sheared frame
	double clear = 64 * (double)MK_EPSILON * size * size * size * 27;
	if (fmin(fabs(ab), fmin(fabs(bc), fabs(ca))) < clear) return;
	bool expected = (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
	assert_int_equal(hit.hit, expected);
	if (!hit.hit) return;
	Vec3 normal = vec3_normalize(triangle_normal_area(t));
	check_near(real_abs(vec3_dot(hit.normal, normal)), 1, 8 * MK_EPSILON);
	assert_true(vec3_dot(hit.normal, ray.direction) <= 0);
	// the weights make the point of the ray
	Vec3 point = vec3_add(vec3_scale(t.a, weights.x),
			vec3_add(vec3_scale(t.b, weights.y), vec3_scale(t.c, weights.z)));
	double sum = fabs(ab + bc + ca);
	double slack = 256 * (double)MK_EPSILON * size * (1 + size * size * size / sum);
	check_vec3(ray_at(ray, hit.t), point, slack * fmax(1, fabs((double)hit.t)));
	// one-sided: hit from the front alone
	RayHit front = mk_ray_hit_triangle(&prepared, ray_range_line(), t, RAY_SIDES_FRONT, NULL);
	if (fabs((double)vec3_dot(normal, ray.direction)) < clear) return;
	assert_int_equal(front.hit, vec3_dot(normal, ray.direction) < 0);
}

static void solids_are_hit_first_and_on_their_surface(void **state) {
	(void)state;
	for_all(hit_is_the_first_point_of_the_solid, 100000, 521);
	for_all(ray_into_the_tip_of_a_cone_hits_it, 50000, 526);
}

static void normals_point_outward(void **state) {
	(void)state;
	for_all(normal_points_out_of_the_surface, 50000, 522);
}

static void ranges_only_cut_the_line(void **state) {
	(void)state;
	for_all(line_and_ray_and_segment_agree, 50000, 523);
}

static void shared_edges_are_watertight(void **state) {
	(void)state;
	for_all(no_ray_slips_out_of_a_closed_mesh, 200000, 524);
}

static void triangles_are_hit_where_volumes_say_so(void **state) {
	(void)state;
	for_all(triangle_hits_agree_with_volumes, 100000, 525);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solids_are_hit_first_and_on_their_surface),
		cmocka_unit_test(normals_point_outward),
		cmocka_unit_test(ranges_only_cut_the_line),
		cmocka_unit_test(shared_edges_are_watertight),
		cmocka_unit_test(triangles_are_hit_where_volumes_say_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
