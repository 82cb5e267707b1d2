// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes of known shape.
#include "support/mesh_make.h"

#include "math/trig.h"

TriangleMesh mesh_view(const TestMesh *mesh) {
	return (TriangleMesh){ mesh->points.data, mesh->points.count, mesh->indices.data,
		mesh->indices.count / 3 };
}

void mesh_free(TestMesh *mesh) {
	mesh_points_free(&mesh->points);
	mesh_indices_free(&mesh->indices);
}

void mesh_add_triangle(TestMesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
	mesh_indices_push(&mesh->indices, a);
	mesh_indices_push(&mesh->indices, b);
	mesh_indices_push(&mesh->indices, c);
}

static uint32_t add_point(TestMesh *mesh, Vec3 p) {
	mesh_points_push(&mesh->points, p);
	return mesh->points.count - 1;
}

static void add_quad(TestMesh *mesh, const uint32_t corners[4]) {
	mesh_add_triangle(mesh, corners[0], corners[1], corners[2]);
	mesh_add_triangle(mesh, corners[0], corners[2], corners[3]);
}

void mesh_map(TestMesh *mesh, Affine map) {
	for (uint32_t i = 0; i < mesh->points.count; i++)
		mesh->points.data[i] = affine_point(map, mesh->points.data[i]);
}

void mesh_flip(TestMesh *mesh) {
	for (uint32_t i = 0; i < mesh->indices.count; i += 3) {
		uint32_t old = mesh->indices.data[i + 1];
		mesh->indices.data[i + 1] = mesh->indices.data[i + 2];
		mesh->indices.data[i + 2] = old;
	}
}

// the faces of a box by its corners, whose bits 0, 1 and 2 say which end of x, y and z they are on
static const uint32_t box_faces[6][4] = {
	{ 0, 4, 6, 2 },
	{ 1, 3, 7, 5 },
	{ 0, 1, 5, 4 },
	{ 2, 6, 7, 3 },
	{ 0, 2, 3, 1 },
	{ 4, 5, 7, 6 },
};

TestMesh mesh_make_box(Vec3 min, Vec3 max) {
	TestMesh mesh = { 0 };
	for (uint32_t i = 0; i < 8; i++) {
		add_point(&mesh, vec3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
	}
	for (int i = 0; i < 6; i++)
		add_quad(&mesh, box_faces[i]);
	return mesh;
}

static Real area_of(const TestMesh *mesh, uint32_t triangle) {
	return vec3_length(triangle_normal_area(triangle_mesh_get(mesh_view(mesh), triangle)));
}

// replaces a triangle by three around its centroid; the new ones are the last two and its old place
static void insert_centroid(TestMesh *mesh, uint32_t triangle) {
	Triangle t = triangle_mesh_get(mesh_view(mesh), triangle);
	Vec3 sum = vec3_add(t.a, vec3_add(t.b, t.c));
	uint32_t middle = add_point(mesh, vec3_scale(sum, (Real)1 / 3));
	uint32_t *corners = mesh->indices.data + 3 * (size_t)triangle;
	uint32_t a = corners[0];
	uint32_t b = corners[1];
	uint32_t c = corners[2];
	corners[2] = middle;
	mesh_add_triangle(mesh, b, c, middle);
	mesh_add_triangle(mesh, c, a, middle);
}

// refines one face, given as a mesh of its own triangles at the end of the index list
static void refine_face(TestMesh *mesh, uint32_t first, uint32_t wanted) {
	while (mesh->indices.count / 3 - first < wanted) {
		uint32_t largest = first;
		for (uint32_t i = first; i < mesh->indices.count / 3; i++) {
			if (area_of(mesh, i) > area_of(mesh, largest)) largest = i;
		}
		insert_centroid(mesh, largest);
	}
}

TestMesh mesh_make_octahedron(uint32_t k) {
	TestMesh mesh = { 0 };
	for (int axis = 0; axis < 3; axis++) {
		add_point(&mesh, vec3_axis(axis));
		add_point(&mesh, vec3_negate(vec3_axis(axis)));
	}
	bool is_halved = k % 2 == 0;
	// points 6 to 9: the middles of the edges between +-x and +-y
	for (uint32_t i = 0; i < 4 && is_halved; i++) {
		Vec3 x = mesh.points.data[i & 1];
		Vec3 y = mesh.points.data[2 + (i >> 1)];
		add_point(&mesh, vec3_scale(vec3_add(x, y), (Real)0.5));
	}
	for (uint32_t face = 0; face < 8; face++) {
		uint32_t x = face & 1;
		uint32_t y = 2 + (face >> 1 & 1);
		uint32_t z = 4 + (face >> 2);
		// an odd number of negative axes mirrors the face of the positive octant
		bool is_mirrored = ((face & 1) + (face >> 1 & 1) + (face >> 2)) % 2 != 0;
		uint32_t first = mesh.indices.count / 3;
		uint32_t from = is_mirrored ? y : x;
		uint32_t to = is_mirrored ? x : y;
		if (is_halved) {
			uint32_t middle = 6 + (face & 3);
			mesh_add_triangle(&mesh, from, middle, z);
			mesh_add_triangle(&mesh, middle, to, z);
		} else {
			mesh_add_triangle(&mesh, from, to, z);
		}
		refine_face(&mesh, first, k);
	}
	return mesh;
}

// The picture as a grid, rows counted from below.
typedef struct Picture {
	const char *text;
	int32_t width;
	int32_t height;
	int32_t depth;
} Picture;

static Picture measure(const char *text, uint32_t depth) {
	Picture picture = { text, 0, 1, (int32_t)depth };
	int32_t column = 0;
	for (const char *c = text; *c != '\0'; c++) {
		column = *c == '\n' ? 0 : column + 1;
		if (*c == '\n') picture.height++;
		if (column > picture.width) picture.width = column;
	}
	return picture;
}

static bool is_filled(Picture picture, int32_t x, int32_t y, int32_t z) {
	if (x < 0 || y < 0 || z < 0 || y >= picture.height || z >= picture.depth) return false;
	const char *c = picture.text;
	for (int32_t row = picture.height - 1; row > y; c++)
		row -= *c == '\n';
	while (x > 0 && *c != '\n' && *c != '\0') {
		c++;
		x--;
	}
	return *c == '#';
}

static uint32_t grid_point(Picture picture, int32_t x, int32_t y, int32_t z) {
	return (uint32_t)((z * (picture.height + 1) + y) * (picture.width + 1) + x);
}

static void add_cube(TestMesh *mesh, Picture picture, int32_t x, int32_t y, int32_t z) {
	static const int32_t steps[6][3] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 },
		{ 0, 0, -1 }, { 0, 0, 1 } };
	for (int face = 0; face < 6; face++) {
		const int32_t *step = steps[face];
		if (is_filled(picture, x + step[0], y + step[1], z + step[2])) continue;
		uint32_t corners[4];
		for (int i = 0; i < 4; i++) {
			int32_t bits = (int32_t)box_faces[face][i];
			corners[i] = grid_point(picture, x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2));
		}
		add_quad(mesh, corners);
	}
}

TestMesh mesh_make_picture(const char *picture, uint32_t depth) {
	TestMesh mesh = { 0 };
	Picture grid = measure(picture, depth);
	int32_t points = (grid.depth + 1) * (grid.height + 1) * (grid.width + 1);
	for (int32_t i = 0; i < points; i++) {
		int32_t row = i / (grid.width + 1);
		int32_t layer = row / (grid.height + 1);
		Real x = (Real)(i % (grid.width + 1));
		add_point(&mesh, vec3(x, (Real)(row % (grid.height + 1)), (Real)layer));
	}
	for (int32_t z = 0; z < grid.depth; z++) {
		for (int32_t i = 0; i < grid.width * grid.height; i++) {
			int32_t x = i % grid.width;
			int32_t y = i / grid.width;
			if (is_filled(grid, x, y, z)) add_cube(&mesh, grid, x, y, z);
		}
	}
	return mesh;
}

// connects a grid of points that closes on itself in `around`, and in `across` too if is_ring
static void add_grid(TestMesh *mesh, uint32_t around, uint32_t across, bool is_ring) {
	uint32_t rows = is_ring ? across : across - 1;
	for (uint32_t i = 0; i < around; i++) {
		uint32_t next = (i + 1) % around;
		for (uint32_t j = 0; j < rows; j++) {
			uint32_t above = (j + 1) % across;
			const uint32_t corners[4] = { i * across + j, next * across + j, next * across + above,
				i * across + above };
			add_quad(mesh, corners);
		}
	}
}

static Real turn(uint32_t i, uint32_t count) { return 2 * MK_PI * (Real)i / (Real)count; }

TestMesh mesh_make_torus(Real large, Real small, uint32_t around, uint32_t across) {
	TestMesh mesh = { 0 };
	for (uint32_t i = 0; i < around * across; i++) {
		Real u = turn(i / across, around);
		Real v = turn(i % across, across);
		Real r = large + small * real_cos(v);
		add_point(&mesh, vec3(r * real_cos(u), r * real_sin(u), small * real_sin(v)));
	}
	add_grid(&mesh, around, across, true);
	return mesh;
}

TestMesh mesh_make_ball(uint32_t rings, uint32_t around) {
	TestMesh mesh = { 0 };
	for (uint32_t i = 0; i < rings * around; i++) {
		Real u = turn(i / rings, around);
		Real v = MK_PI * (Real)(i % rings + 1) / (Real)(rings + 1);
		// from the south pole up
		add_point(&mesh, vec3(real_sin(v) * real_cos(u), real_sin(v) * real_sin(u), -real_cos(v)));
	}
	add_grid(&mesh, around, rings, false);
	uint32_t south = add_point(&mesh, vec3(0, 0, -1));
	uint32_t north = add_point(&mesh, vec3(0, 0, 1));
	for (uint32_t i = 0; i < around; i++) {
		uint32_t next = (i + 1) % around;
		mesh_add_triangle(&mesh, next * rings, i * rings, south);
		mesh_add_triangle(&mesh, i * rings + rings - 1, next * rings + rings - 1, north);
	}
	return mesh;
}
