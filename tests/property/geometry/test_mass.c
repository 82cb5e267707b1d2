// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties against numerical integration. The oracle knows of a body only how far it
// reaches along x above a point of the y z plane; it sums in double with the midpoint rule.
// Where a body ends in a wall the rule is off by half a cell either way in each of the 4 n cells
// at the rim, the same in the four quarters: in all 2 / n^1.5 of the area, 9e-5 for n = 800. Six
// times that is never reached.
#include "geometry/mass.h"

#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/random.h"

#define ORACLE_STEPS     800
#define ORACLE_TOLERANCE 5e-4

// The sizes of a random body.
typedef struct Sizes {
	double half[3];
	double radius;
	double top;
} Sizes;

// Returns how far the body reaches along x at (y, z), or a negative number outside.
typedef double Reach(const Sizes *sizes, double y, double z);

static double root(double x) { return x > 0 ? sqrt(x) : -1; }
static double beyond(double x, double limit) { return fabs(x) > limit ? fabs(x) - limit : 0; }

static double reach_of_ellipsoid(const Sizes *s, double y, double z) {
	return s->half[0] *
			root(1 - y * y / (s->half[1] * s->half[1]) - z * z / (s->half[2] * s->half[2]));
}

static double reach_of_rounded_box(const Sizes *s, double y, double z) {
	double dy = beyond(y, s->half[1]);
	double dz = beyond(z, s->half[2]);
	double rim = root(s->radius * s->radius - dy * dy - dz * dz);
	return rim < 0 ? -1 : s->half[0] + rim;
}

// of a body of revolution with radius r at height y
static double reach_at_radius(double r, double z) { return r < 0 ? -1 : root(r * r - z * z); }

static double reach_of_rounded_cylinder(const Sizes *s, double y, double z) {
	double dy = beyond(y, s->half[1]);
	double rim = root(s->radius * s->radius - dy * dy);
	return reach_at_radius(rim < 0 ? -1 : s->half[0] + rim, z);
}

static double reach_of_tapered_cylinder(const Sizes *s, double y, double z) {
	double t = y / s->half[1];
	if (fabs(t) > 1) return -1;
	return reach_at_radius((s->radius * (1 - t) + s->top * (1 + t)) / 2, z);
}

// the hull of two balls is the union of all balls with centre and radius between theirs: at height
// y the largest of R(t)^2 - (y - c(t))^2, a parabola in t that may be open upward or downward
static double reach_of_tapered_capsule(const Sizes *s, double y, double z) {
	double h = s->half[1];
	double dr = s->top - s->radius;
	double below = y + h;
	double a = dr * dr - 4 * h * h;
	double b = 2 * (s->radius * dr + 2 * h * below);
	double c = s->radius * s->radius - below * below;
	double best = c > a + b + c ? c : a + b + c;
	double t = a < 0 ? -b / (2 * a) : 0;
	if (t > 0 && t < 1 && c + t * (b + t * a) > best) best = c + t * (b + t * a);
	return root(best - z * z);
}

// What the oracle finds, relative to the origin.
typedef struct Integral {
	double volume;
	double y;
	double xx;
	double yy;
	double zz;
} Integral;

static Integral integrate(Reach *reach, const Sizes *sizes, double extent_y, double extent_z) {
	Integral sum = { 0 };
	double cell = 4 * extent_y * extent_z / ORACLE_STEPS / ORACLE_STEPS;
	for (int i = 0; i < ORACLE_STEPS * ORACLE_STEPS; i++) {
		int row = i / ORACLE_STEPS;
		int column_index = i % ORACLE_STEPS;
		double y = extent_y * (2 * (row + 0.5) / ORACLE_STEPS - 1);
		double z = extent_z * (2 * (column_index + 0.5) / ORACLE_STEPS - 1);
		double x = reach(sizes, y, z);
		if (x <= 0) continue;
		double column = 2 * x * cell;
		sum.volume += column;
		sum.y += column * y;
		sum.xx += column * x * x / 3;
		sum.yy += column * y * y;
		sum.zz += column * z * z;
	}
	return sum;
}

static void check_against(MassProperties m, Integral sum) {
	double size = sum.xx + sum.yy + sum.zz;
	Mat3 about_origin = mass_moments_about(m, vec3_zero());
	check_near(m.mass, sum.volume, ORACLE_TOLERANCE * sum.volume);
	check_near((double)m.center.y * (double)m.mass, sum.y,
			ORACLE_TOLERANCE * sqrt(sum.yy * sum.volume));
	check_near(about_origin.x.x, sum.xx, ORACLE_TOLERANCE * size);
	check_near(about_origin.y.y, sum.yy, ORACLE_TOLERANCE * size);
	check_near(about_origin.z.z, sum.zz, ORACLE_TOLERANCE * size);
}

static Sizes any_sizes(Rng *rng) {
	// Real first: the engine must see exactly these numbers
	Sizes s = { .radius = (double)random_size(rng, -1, 0.5) };
	s.top = (double)random_size(rng, -1, 0.5);
	for (int i = 0; i < 3; i++)
		s.half[i] = (double)random_size(rng, -1, 0.5);
	return s;
}

static Vec3 half_of(const Sizes *s) {
	return vec3((Real)s->half[0], (Real)s->half[1], (Real)s->half[2]);
}

static void ellipsoid_agrees(Rng *rng) {
	Sizes s = any_sizes(rng);
	Integral sum = integrate(reach_of_ellipsoid, &s, s.half[1], s.half[2]);
	check_against(mk_mass_of_ellipsoid(half_of(&s)), sum);
}

static void rounded_box_agrees(Rng *rng) {
	Sizes s = any_sizes(rng);
	Integral sum = integrate(reach_of_rounded_box, &s, s.half[1] + s.radius, s.half[2] + s.radius);
	check_against(mk_mass_of_rounded_box(half_of(&s), (Real)s.radius), sum);
}

static void rounded_cylinder_agrees(Rng *rng) {
	Sizes s = any_sizes(rng);
	Integral sum = integrate(
			reach_of_rounded_cylinder, &s, s.half[1] + s.radius, s.half[0] + s.radius);
	Real core = (Real)s.half[0];
	check_against(mk_mass_of_rounded_cylinder(core, (Real)s.half[1], (Real)s.radius), sum);
}

static void tapered_cylinder_agrees(Rng *rng) {
	Sizes s = any_sizes(rng);
	double widest = s.radius > s.top ? s.radius : s.top;
	Integral sum = integrate(reach_of_tapered_cylinder, &s, s.half[1], widest);
	Real top = (Real)s.top;
	check_against(mk_mass_of_tapered_cylinder((Real)s.radius, top, (Real)s.half[1]), sum);
}

static void tapered_capsule_agrees(Rng *rng) {
	Sizes s = any_sizes(rng);
	double widest = s.radius > s.top ? s.radius : s.top;
	Integral sum = integrate(reach_of_tapered_capsule, &s, s.half[1] + widest, widest);
	Real top = (Real)s.top;
	check_against(mk_mass_of_tapered_capsule((Real)s.radius, top, (Real)s.half[1]), sum);
}

static double largest_moment(MassProperties m) {
	return (double)(m.moments.x.x + m.moments.y.y + m.moments.z.z);
}

static void check_equal(MassProperties a, MassProperties b, double tolerance, double size) {
	check_near(a.mass, b.mass, tolerance * (double)b.mass);
	check_vec3(a.center, b.center, tolerance * size);
	check_mat3(a.moments, b.moments, tolerance * largest_moment(b));
}

// a mesh under any map has the mass of the mapped mesh, also far away, thin and mirrored
static void mapped_mesh_agrees(Rng *rng) {
	TestMesh mesh = mesh_make_picture("###\n#  \n## ", 2);
	MassResult before = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(before.status, MASS_OK);
	Mat3 left = quat_to_mat3(random_quat(rng));
	Mat3 right = quat_to_mat3(random_quat(rng));
	Real size = random_size(rng, -3, 3);
	Vec3 scales = vec3_scale(random_sizes(rng, -2, 0), size);
	scales.x = size;
	if (rng_below(rng, 2) == 0) scales.y = -scales.y;
	Mat3 linear = mat3_multiply(mat3_multiply(left, mat3_diagonal(scales)), right);
	Affine map = { linear, random_vec3(rng, (double)size) };
	MassProperties mapped = mk_mass_map(before.properties, map);
	mesh_map(&mesh, map);
	MassResult after = mk_mass_of_mesh(mesh_view(&mesh));
	assert_int_equal(after.status, scales.y < 0 ? MASS_INVERTED : MASS_OK);
	// the corners of the mapped mesh are rounded to a few epsilon of the size, and the thinnest
	// extent is 1e-4 of that (two scales of 1e-2): 1e4 * 64 epsilon of relative error in the volume
	check_equal(mapped, after.properties, 6.4e5 * (double)MK_EPSILON, 8 * (double)size);
	mesh_free(&mesh);
}

// a compound of two meshes has the mass of both together, in any grouping
static void combination_is_associative(Rng *rng) {
	MassProperties parts[4];
	for (int i = 0; i < 4; i++) {
		MassProperties box = mk_mass_of_box(vec3_abs(random_vec3(rng, 1)));
		Affine pose = affine_from_transform(random_transform(rng, 10));
		parts[i] = mass_scale(mk_mass_map(box, pose), random_size(rng, -2, 2));
	}
	MassProperties all = mk_mass_combine(parts, 4);
	const MassProperties pairs[2] = { mk_mass_combine(parts, 2), mk_mass_combine(parts + 2, 2) };
	check_equal(mk_mass_combine(pairs, 2), all, 64 * (double)MK_EPSILON, 10);
}

// principal moments rebuild the tensor, obey the triangle inequality and do not depend on the pose
static void principal_moments_rebuild_the_tensor(Rng *rng) {
	MassProperties box = mk_mass_of_box(random_sizes(rng, -3, 0));
	MassProperties m = mk_mass_map(box, affine_from_transform(random_transform(rng, 10)));
	PrincipalInertia principal = mk_mass_principal(m);
	Vec3 i = principal.inertia;
	assert_true(i.x <= i.y && i.y <= i.z && i.z <= i.x + i.y);
	Mat3 rebuilt = mat3_conjugate(principal.axes, mat3_diagonal(i));
	check_mat3(rebuilt, mass_inertia(m), 64 * (double)MK_EPSILON * largest_moment(m));
	Mat3 own = mass_inertia(box);
	check_near(i.x + i.y + i.z, own.x.x + own.y.y + own.z.z,
			64 * (double)MK_EPSILON * largest_moment(m));
}

static void primitives_agree_with_integration(void **state) {
	(void)state;
	for_all(ellipsoid_agrees, 40, 501);
	for_all(rounded_box_agrees, 40, 502);
	for_all(rounded_cylinder_agrees, 40, 503);
	for_all(tapered_cylinder_agrees, 40, 504);
	for_all(tapered_capsule_agrees, 60, 505);
}

static void maps_of_meshes_are_exact(void **state) {
	(void)state;
	for_all(mapped_mesh_agrees, 2000, 506);
}

static void compounds_do_not_depend_on_grouping(void **state) {
	(void)state;
	for_all(combination_is_associative, 5000, 507);
}

static void principal_axes_hold(void **state) {
	(void)state;
	for_all(principal_moments_rebuild_the_tensor, 5000, 508);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(primitives_agree_with_integration),
		cmocka_unit_test(maps_of_meshes_are_exact),
		cmocka_unit_test(compounds_do_not_depend_on_grouping),
		cmocka_unit_test(principal_axes_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
