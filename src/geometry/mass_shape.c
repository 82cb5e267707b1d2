// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Closed forms for solid primitives, in double. Bodies of revolution about y with the profile r(y)
// are discs of area pi r^2, second moment pi r^4 / 4 about each diameter:
//   V = pi int r^2,   int y dV = pi int y r^2,   int y^2 dV = pi int y^2 r^2,
//   int x^2 dV = int z^2 dV = pi / 4 int r^4.
// Each piece of a profile (sphere zone, cone zone, rounded rim) is a sum of such integrals.
#include "geometry/mass.h"

static const double pi = 3.14159265358979323846;

// Integrals over a body of revolution about y, relative to any point of the axis.
typedef struct AxialMoments {
	double volume;
	double first;  // of y
	double along;  // of y^2
	double across; // of x^2, equal to that of z^2
} AxialMoments;

static double valid_length(Real length) {
	return length > 0 && real_is_finite(length) ? (double)length : 0;
}

static AxialMoments axial_add(AxialMoments a, AxialMoments b) {
	return (AxialMoments){ a.volume + b.volume, a.first + b.first, a.along + b.along,
		a.across + b.across };
}

// the same body, moved along its axis
static AxialMoments axial_shift(AxialMoments a, double offset) {
	return (AxialMoments){ a.volume, a.first + offset * a.volume,
		a.along + 2 * offset * a.first + offset * offset * a.volume, a.across };
}

static MassProperties diagonal_properties(double volume, double xx, double yy, double zz) {
	if (!(volume > 0)) return (MassProperties){ 0 };
	return (MassProperties){ .mass = (Real)volume,
		.moments = mat3_diagonal(vec3((Real)xx, (Real)yy, (Real)zz)) };
}

static MassProperties axial_properties(AxialMoments a) {
	if (!(a.volume > 0)) return (MassProperties){ 0 };
	double center = a.first / a.volume;
	double along = a.along - center * a.first;
	MassProperties result = diagonal_properties(
			a.volume, a.across, along > 0 ? along : 0, a.across);
	result.center.y = (Real)center;
	return result;
}

// The part of a sphere around the origin below y = end, as a difference of two such parts: the
// primitives of r^2 = R^2 - y^2 times 1, y and y^2, and of r^4.
static AxialMoments sphere_primitive(double radius, double y) {
	double r2 = radius * radius;
	double y2 = y * y;
	double y3 = y2 * y;
	return (AxialMoments){
		.volume = pi * (r2 * y - y3 / 3),
		.first = pi * (r2 * y2 / 2 - y2 * y2 / 4),
		.along = pi * (r2 * y3 / 3 - y3 * y2 / 5),
		.across = pi / 4 * (r2 * r2 * y - 2 * r2 * y3 / 3 + y3 * y2 / 5),
	};
}

static AxialMoments sphere_zone(double radius, double from, double to) {
	AxialMoments below = sphere_primitive(radius, from);
	AxialMoments minus = { -below.volume, -below.first, -below.along, -below.across };
	return axial_add(sphere_primitive(radius, to), minus);
}

// A cone zone from -h to h. With r = m + d y / h, m the mean radius and d half the difference:
//   int r^2 = h (2 m^2 + 2 d^2 / 3),   int y r^2 = 4 h^2 m d / 3,
//   int y^2 r^2 = h^3 (2 m^2 / 3 + 2 d^2 / 5),   int r^4 = h (2 m^4 + 4 m^2 d^2 + 2 d^4 / 5)
static AxialMoments cone_zone(double bottom, double top, double h) {
	double m2 = (bottom + top) * (bottom + top) / 4;
	double d2 = (top - bottom) * (top - bottom) / 4;
	double md = (top * top - bottom * bottom) / 4;
	return (AxialMoments){
		.volume = pi * h * (2 * m2 + 2 * d2 / 3),
		.first = pi * h * h * 4 * md / 3,
		.along = pi * h * h * h * (2 * m2 / 3 + 2 * d2 / 5),
		.across = pi / 4 * h * (2 * m2 * m2 + 4 * m2 * d2 + 2 * d2 * d2 / 5),
	};
}

// Integrals over a rim of radius r outside a core that ends at a: for t from 0 to r, s = sqrt(r^2 -
// t^2), of (a + t)^2 times 1, s and s^2. The plain ones needed are
//   int s = pi r^2 / 4,   int t s = r^3 / 3,   int t^2 s = pi r^4 / 16,
//   int s^2 = 2 r^3 / 3,   int t s^2 = r^4 / 4,   int t^2 s^2 = 2 r^5 / 15.
typedef struct RimIntegrals {
	double one;
	double s;
	double s2;
} RimIntegrals;

static RimIntegrals rim_integrals(double a, double r) {
	double r2 = r * r;
	double r3 = r2 * r;
	return (RimIntegrals){
		.one = a * a * r + a * r2 + r3 / 3,
		.s = a * a * pi * r2 / 4 + 2 * a * r3 / 3 + pi * r2 * r2 / 16,
		.s2 = a * a * 2 * r3 / 3 + a * r2 * r2 / 2 + 2 * r3 * r2 / 15,
	};
}

// The second moment of a rounded box along the axis of half extent a. The slice at distance
// t outside the core is a rectangle b x c with a border of width s: 4 b c + 4 (b + c) s +
// pi s^2; in the core s = r.
static double rounded_box_moment(double a, double b, double c, double r) {
	RimIntegrals rim = rim_integrals(a, r);
	double core = (4 * b * c + 4 * (b + c) * r + pi * r * r) * a * a * a / 3;
	return 2 * (core + 4 * b * c * rim.one + 4 * (b + c) * rim.s + pi * rim.s2);
}

MassProperties mk_mass_of_rounded_box(Vec3 half_extents, Real radius) {
	double a = valid_length(half_extents.x);
	double b = valid_length(half_extents.y);
	double c = valid_length(half_extents.z);
	double r = valid_length(radius);
	// core, slabs on the faces, quarter cylinders along the edges, a ball in the corners
	double volume = 8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * pi * r * r * (a + b + c) +
			4 * pi / 3 * r * r * r;
	return diagonal_properties(volume, rounded_box_moment(a, b, c, r),
			rounded_box_moment(b, c, a, r), rounded_box_moment(c, a, b, r));
}

MassProperties mk_mass_of_box(Vec3 half_extents) { return mk_mass_of_rounded_box(half_extents, 0); }

MassProperties mk_mass_of_capsule(Real radius, Real half_height) {
	return mk_mass_of_rounded_box(vec3(0, half_height, 0), radius);
}

MassProperties mk_mass_of_ellipsoid(Vec3 radii) {
	double a = valid_length(radii.x);
	double b = valid_length(radii.y);
	double c = valid_length(radii.z);
	double volume = 4 * pi / 3 * a * b * c;
	// the unit ball has V / 5 about every plane through its centre
	return diagonal_properties(volume, volume * a * a / 5, volume * b * b / 5, volume * c * c / 5);
}

MassProperties mk_mass_of_sphere(Real radius) { return mk_mass_of_ellipsoid(vec3_splat(radius)); }

// With q = R + r: V / (2 pi) = q^2 h + int (R + s)^2, along / (2 pi) = q^2 h^3 / 3 + int (h +
// t)^2 (R + s)^2, across / (pi / 2) = q^4 h + int (R + s)^4, where int s^3 = 3 pi r^4 / 16
// and int s^4 = 8 r^5 / 15.
MassProperties mk_mass_of_rounded_cylinder(Real core_radius, Real half_height, Real radius) {
	double core = valid_length(core_radius);
	double h = valid_length(half_height);
	double r = valid_length(radius);
	double c2 = core * core;
	double r2 = r * r;
	double q2 = (core + r) * (core + r);
	RimIntegrals rim = rim_integrals(h, r);
	double rim_area = c2 * r + core * pi * r2 / 2 + 2 * r2 * r / 3;
	double rim_across = c2 * c2 * r + c2 * core * pi * r2 + 4 * c2 * r2 * r +
			3 * core * pi * r2 * r2 / 4 + 8 * r2 * r2 * r / 15;
	return axial_properties((AxialMoments){
			.volume = 2 * pi * (q2 * h + rim_area),
			.along = 2 * pi * (q2 * h * h * h / 3 + c2 * rim.one + 2 * core * rim.s + rim.s2),
			.across = pi / 2 * (q2 * q2 * h + rim_across),
	});
}

MassProperties mk_mass_of_cylinder(Real radius, Real half_height) {
	return mk_mass_of_rounded_cylinder(radius, half_height, 0);
}

MassProperties mk_mass_of_tapered_cylinder(Real bottom, Real top, Real half_height) {
	return axial_properties(
			cone_zone(valid_length(bottom), valid_length(top), valid_length(half_height)));
}

MassProperties mk_mass_of_cone(Real radius, Real half_height) {
	return mk_mass_of_tapered_cylinder(radius, 0, half_height);
}

// The hull of two spheres, the larger one at -h. Lines that touch both spheres do so at the height
// radius * k above the centres, k = (large - small) / (2 h), where the spheres have the radius
// times sqrt(1 - k^2): a zone of each sphere with a cone zone between.
static AxialMoments tapered_capsule(double large, double small, double h) {
	if (large - small >= 2 * h) return axial_shift(sphere_zone(large, -large, large), -h);
	double k = (large - small) / (2 * h);
	double shrink = sqrt(1 - k * k);
	double from = -h + large * k;
	double to = h + small * k;
	AxialMoments low = axial_shift(sphere_zone(large, -large, large * k), -h);
	AxialMoments high = axial_shift(sphere_zone(small, small * k, small), h);
	AxialMoments between = cone_zone(large * shrink, small * shrink, (to - from) / 2);
	return axial_add(axial_add(low, high), axial_shift(between, (from + to) / 2));
}

MassProperties mk_mass_of_tapered_capsule(Real bottom, Real top, Real half_height) {
	double low = valid_length(bottom);
	double high = valid_length(top);
	double h = valid_length(half_height);
	if (low >= high) return axial_properties(tapered_capsule(low, high, h));
	MassProperties mirrored = axial_properties(tapered_capsule(high, low, h));
	mirrored.center.y = -mirrored.center.y;
	return mirrored;
}
