// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Mass properties of the inside and of the surface of triangle meshes. Everything is
// summed in double and relative to the middle of the mesh, so that a mesh far from
// the origin loses no digits.
#include "geometry/mass.h"
#include "geometry/moments.h"

// A mesh thinner than this fraction of its size counts as flat: the positions of its
// corners are not better known than that, so its volume is noise. Larger values would
// refuse sheets that a user made.
#define MK_FLAT_THICKNESS (8 * MK_EPSILON)

// The sums over a mesh, relative to `origin`.
typedef struct MeshSums {
	Vec3 origin;
	double size; // half the diagonal of the bounds, m
	double area; // m^2
	Moments moments;
} MeshSums;

static MeshSums start_sums(TriangleMesh mesh) {
	Aabb bounds = mk_triangle_mesh_bounds(mesh);
	Double3 half = double3_scale(double3_between(bounds.max, bounds.min), 0.5);
	return (MeshSums){ .origin = aabb_center(bounds), .size = double3_length(half) };
}

static void get_corners(TriangleMesh mesh, uint32_t triangle, Vec3 origin, Double3 corners[3]) {
	for (uint32_t i = 0; i < 3; i++)
		corners[i] = double3_between(triangle_mesh_corner(mesh, 3 * triangle + i), origin);
}

static double triangle_area(const Double3 corners[3]) {
	Double3 side_a = double3_sub(corners[1], corners[0]);
	Double3 side_b = double3_sub(corners[2], corners[0]);
	return double3_length(double3_cross(side_a, side_b)) / 2;
}

// adds the tetrahedron between a triangle and the origin
static void add_tetrahedron(MeshSums *sums, const Double3 triangle[3]) {
	const Double3 corners[4] = { triangle[0], triangle[1], triangle[2], { 0, 0, 0 } };
	double volume = double3_dot(corners[0], double3_cross(corners[1], corners[2])) / 6;
	mk_moments_add_simplex(&sums->moments, volume, corners, 4);
	sums->area += triangle_area(triangle);
}

static MeshSums sum_volume(TriangleMesh mesh) {
	MeshSums sums = start_sums(mesh);
	for (uint32_t i = 0; i < mesh.triangle_count; i++) {
		Double3 corners[3];
		get_corners(mesh, i, sums.origin, corners);
		add_tetrahedron(&sums, corners);
	}
	return sums;
}

static MeshSums sum_surface(TriangleMesh mesh) {
	MeshSums sums = start_sums(mesh);
	for (uint32_t i = 0; i < mesh.triangle_count; i++) {
		Double3 corners[3];
		get_corners(mesh, i, sums.origin, corners);
		double area = triangle_area(corners);
		mk_moments_add_simplex(&sums.moments, area, corners, 3);
		sums.area += area;
	}
	return sums;
}

static MassProperties to_properties(const MeshSums *sums, double density) {
	Symmetric3 central = mk_moments_central(&sums->moments);
	return (MassProperties){
		.mass = (Real)(sums->moments.total * density),
		.center = double3_to_vec3(mk_moments_center(&sums->moments), sums->origin),
		.moments = symmetric3_to_mat3(central, density),
	};
}

static void turn_inside_out(Moments *moments) {
	Symmetric3 s = moments->second;
	*moments = (Moments){ -moments->total, double3_scale(moments->first, -1),
		{ -s.xx, -s.yy, -s.zz, -s.xy, -s.yz, -s.zx } };
}

// what a mesh that cannot be used is called here, by MeshStatus
static const MassStatus status_of_mesh[] = {
	[MESH_CLOSED] = MASS_OK,
	[MESH_OPEN] = MASS_OPEN,
	[MESH_TWISTED] = MASS_TWISTED,
	[MESH_EMPTY] = MASS_EMPTY,
	[MESH_BAD_INDEX] = MASS_BAD_INDEX,
	[MESH_NOT_FINITE] = MASS_NOT_FINITE,
};

MassResult mk_mass_of_mesh(TriangleMesh mesh) {
	MassStatus status = status_of_mesh[mk_triangle_mesh_check(mesh).status];
	if (status != MASS_OK) return (MassResult){ .status = status };
	MeshSums sums = sum_volume(mesh);
	// a plate of area A / 2 and thickness t has the volume t A / 2
	double flat = (double)MK_FLAT_THICKNESS * sums.size * sums.area / 2;
	if (!(fabs(sums.moments.total) > flat)) return (MassResult){ .status = MASS_FLAT };
	if (sums.moments.total < 0) {
		turn_inside_out(&sums.moments);
		status = MASS_INVERTED;
	}
	return (MassResult){ .properties = to_properties(&sums, 1), .status = status };
}

MassResult mk_mass_of_shell(TriangleMesh mesh, Real thickness) {
	MassStatus status = status_of_mesh[mk_triangle_mesh_check(mesh).status];
	if (status == MASS_OPEN || status == MASS_TWISTED) status = MASS_OK;
	if (status != MASS_OK) return (MassResult){ .status = status };
	MeshSums sums = sum_surface(mesh);
	if (!(sums.area > 0) || !(thickness > 0)) return (MassResult){ .status = MASS_FLAT };
	return (MassResult){
		.properties = to_properties(&sums, (double)thickness),
		.status = MASS_OK,
		.is_shell = true,
	};
}

MassResult mk_mass_of_mesh_or_shell(TriangleMesh mesh, Real thickness) {
	MassResult solid = mk_mass_of_mesh(mesh);
	bool has_no_inside = solid.status == MASS_OPEN || solid.status == MASS_TWISTED ||
			solid.status == MASS_FLAT;
	if (!has_no_inside) return solid;
	MassResult shell = mk_mass_of_shell(mesh, thickness);
	shell.status = solid.status;
	return shell;
}

// a face as a fan around its first corner
static void add_hull_face(MeshSums *sums, const Hull *hull, uint32_t face) {
	Vec3 first = hull->vertices[hull_face_vertex(hull, face, 0)];
	Double3 corners[3] = { double3_between(first, sums->origin) };
	for (uint32_t i = 1; i < hull->faces[face].edge_count; i++) {
		Vec3 next = hull->vertices[hull_face_vertex(hull, face, i)];
		corners[1] = corners[2];
		corners[2] = double3_between(next, sums->origin);
		if (i > 1) add_tetrahedron(sums, corners);
	}
}

MassResult mk_mass_of_hull(const Hull *hull) {
	if (hull->status != HULL_OK) return (MassResult){ .status = MASS_EMPTY };
	if (hull->dimension != HULL_SOLID) return (MassResult){ .status = MASS_FLAT };
	MeshSums sums = { .origin = hull->center };
	for (uint32_t i = 0; i < hull->face_count; i++)
		add_hull_face(&sums, hull, i);
	if (!(sums.moments.total > 0)) return (MassResult){ .status = MASS_FLAT };
	return (MassResult){ .properties = to_properties(&sums, 1), .status = MASS_OK };
}
