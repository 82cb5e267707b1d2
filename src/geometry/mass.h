// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass, centre of mass and inertia of primitives, meshes and compositions of them.
//
// What is kept are the second moments about the centre, S = integral of (x - c)(x - c)^T dm, and
// not the inertia tensor I = tr(S) 1 - S that follows from them: under any affine map x -> M x + t
// they become |det M| M S M^T, so scale, shear and reflection are exact, and a needle's small
// moment is a sum of two small numbers instead of a difference of two large ones. (In the other
// direction S is tr(I) / 2 1 - I.)
//
// Everything starts with density 1, so that mass is volume; mass_scale brings in a
// density, and mass_with_total a given mass. Zero mass means "has no extent": centre and
// moments are then zero, too.
#pragma once

#include "geometry/hull.h"
#include "geometry/triangle_mesh.h"
#include "math/transform.h"

typedef struct MassProperties {
	Real mass;    // kg; with density 1 the volume in m^3
	Vec3 center;  // centre of mass, m
	Mat3 moments; // second moments about the centre, kg m^2; symmetric
} MassProperties;

// Principal moments of inertia and the axes they belong to.
typedef struct PrincipalInertia {
	Vec3 inertia; // kg m^2, smallest first
	Mat3 axes;    // unit columns, a rotation
} PrincipalInertia;

typedef enum MassStatus {
	MASS_OK,
	MASS_INVERTED,   // closed, wound inside out; the properties are those of the mesh turned right
	MASS_OPEN,       // some edge has no partner, so there is no inside
	MASS_TWISTED,    // neighbouring triangles are wound in opposite senses
	MASS_FLAT,       // closed, but thinner than the precision can tell from a surface
	MASS_EMPTY,      // no triangles
	MASS_BAD_INDEX,  // an index is beyond the points
	MASS_NOT_FINITE, // a corner is NaN or infinite
} MassStatus;

typedef struct MassResult {
	MassProperties
			properties; // zero unless the status is MASS_OK or MASS_INVERTED or is_shell is set
	MassStatus status;
	bool is_shell; // mass is in the surface, not in the volume
} MassResult;

// Returns the properties of several parts together (parallel axis theorem); parts with negative
// mass are holes. Zero if the total is not positive and finite.
MassProperties mk_mass_combine(const MassProperties *parts, uint32_t count);

// Returns the properties of the image under any affine map, density kept: a map that flattens
// leaves no mass. Exact for solids; for shells only if the map keeps areas up to a common factor.
MassProperties mk_mass_map(MassProperties properties, Affine map);

// Returns the principal moments of inertia about the centre.
PrincipalInertia mk_mass_principal(MassProperties properties);

// Returns the properties of the solid inside a closed mesh with density 1, by exact integrals over
// the tetrahedra between its triangles and a point (Lien and Kajiya 1984; Eberly, Polyhedral Mass
// Properties). Allocates memory while it runs.
MassResult mk_mass_of_mesh(TriangleMesh mesh);

// Returns the properties of the surface with density 1, as if it were `thickness` (m) thick; status
// is MASS_OK for open, twisted and closed meshes alike, MASS_FLAT if there is no area either.
MassResult mk_mass_of_shell(TriangleMesh mesh, Real thickness);

// Returns mk_mass_of_mesh, and where the mesh has no inside (open, twisted or flat) the shell
// instead: the status still says why, and is_shell is set.
MassResult mk_mass_of_mesh_or_shell(TriangleMesh mesh, Real thickness);

// Returns the properties of the solid hull with density 1; MASS_FLAT if it is a polygon or less,
// MASS_EMPTY if there is none.
MassResult mk_mass_of_hull(const Hull *hull);

// Solid primitives with density 1. Lengths in m; one that is negative or not finite counts as zero.
// Round bodies have their axis along y, and the origin halfway between their ends (for capsules and
// rounded bodies: between the ends of the core).

MassProperties mk_mass_of_sphere(Real radius);
MassProperties mk_mass_of_box(Vec3 half_extents);
MassProperties mk_mass_of_ellipsoid(Vec3 radii);

// Two half spheres around the ends of a segment from -half_height to half_height.
MassProperties mk_mass_of_capsule(Real radius, Real half_height);
MassProperties mk_mass_of_cylinder(Real radius, Real half_height);

// Base at -half_height, tip at half_height.
MassProperties mk_mass_of_cone(Real radius, Real half_height);

// A cone without its tip: one radius at -half_height, the other at half_height.
MassProperties mk_mass_of_tapered_cylinder(Real bottom, Real top, Real half_height);

// The convex hull of two spheres, around -half_height and half_height.
MassProperties mk_mass_of_tapered_capsule(Real bottom, Real top, Real half_height);

// All points within `radius` of a box or of a cylinder (the cores).
MassProperties mk_mass_of_rounded_box(Vec3 half_extents, Real radius);
MassProperties mk_mass_of_rounded_cylinder(Real core_radius, Real half_height, Real radius);

// Returns the inertia tensor about the centre of mass, kg m^2.
static inline Mat3 mass_inertia(MassProperties m) {
	Mat3 s = m.moments;
	return (Mat3){ { s.y.y + s.z.z, -s.x.y, -s.x.z }, { -s.x.y, s.x.x + s.z.z, -s.y.z },
		{ -s.x.z, -s.y.z, s.x.x + s.y.y } };
}

// Returns the second moments about any point.
static inline Mat3 mass_moments_about(MassProperties m, Vec3 point) {
	Vec3 arm = vec3_sub(m.center, point);
	return mat3_add(m.moments, mat3_outer(vec3_scale(arm, m.mass), arm));
}

// Returns the inertia tensor about any point.
static inline Mat3 mass_inertia_about(MassProperties m, Vec3 point) {
	return mass_inertia((MassProperties){ .moments = mass_moments_about(m, point) });
}

// Returns the properties with all mass multiplied, such as by a density in kg/m^3.
static inline MassProperties mass_scale(MassProperties m, Real factor) {
	return (MassProperties){ m.mass * factor, m.center, mat3_scale(m.moments, factor) };
}

// Returns the properties scaled to a total mass in kg; without mass they stay as they are.
static inline MassProperties mass_with_total(MassProperties m, Real total) {
	return m.mass > 0 ? mass_scale(m, total / m.mass) : m;
}

static inline MassProperties mass_translate(MassProperties m, Vec3 offset) {
	return (MassProperties){ m.mass, vec3_add(m.center, offset), m.moments };
}
