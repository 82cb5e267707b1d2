// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What several benches ask about.
#include "bench/plain_make.h"

#include "shape/convex.h"
#include "shape/hull_shape.h"

#include <stdlib.h>

const PlainRow plain_rows[PLAIN_ROWS] = {
	{ "box-box", BENCH_BOX, 0 },
	{ "sphere-sphere", BENCH_SPHERE, 0 },
	{ "capsule-capsule", BENCH_CAPSULE, 0 },
	{ "cylinder-cylinder", BENCH_CYLINDER, 0 },
	{ "cone-cone", BENCH_CONE, 0 },
	{ "ellipsoid-ellipsoid", BENCH_ELLIPSOID, 0 },
	{ "hull8-hull8", BENCH_HULL, 8 },
	{ "hull32-hull32", BENCH_HULL, 32 },
	{ "hull120-hull120", BENCH_HULL, 120 },
	{ "hull1000-hull1000", BENCH_HULL, 1000 },
};

static void *allocate(size_t count, size_t size) {
	void *memory = malloc(count * size);
	if (memory == NULL) abort();
	return memory;
}

// Copies a hull into plain numbers.
static BenchShape describe_hull(const Hull *hull) {
	double *points = allocate(hull->vertex_count * 3, sizeof(*points));
	double *planes = allocate(hull->face_count * 4, sizeof(*planes));
	uint32_t *faces = allocate(hull->half_edge_count + hull->face_count, sizeof(*faces));
	uint32_t used = 0;
	for (uint32_t v = 0; v < hull->vertex_count; v++) {
		for (int k = 0; k < 3; k++)
			points[3 * v + (uint32_t)k] = (double)vec3_get(hull->vertices[v], k);
	}
	for (uint32_t f = 0; f < hull->face_count; f++) {
		for (int k = 0; k < 3; k++)
			planes[4 * f + (uint32_t)k] = (double)vec3_get(hull->planes[f].normal, k);
		planes[4 * f + 3] = (double)hull->planes[f].offset;
		faces[used++] = hull->faces[f].edge_count;
		for (uint32_t k = 0; k < hull->faces[f].edge_count; k++)
			faces[used++] = hull_face_vertex(hull, f, k);
	}
	return (BenchShape){ .kind = BENCH_HULL,
		.points = points,
		.point_count = hull->vertex_count,
		.faces = faces,
		.face_count = hull->face_count,
		.planes = planes };
}

Shape *plain_hull_make(Rng *rng, uint32_t count, Real radius, BenchShape *plain) {
	Vec3 *points = allocate(count, sizeof(*points));
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_scale(random_unit(rng), radius);
	Shape *shape = mk_hull_shape_create(
			&(HullShapeInput){ .points = points, .count = count }, NULL);
	free(points);
	*plain = describe_hull(&((const HullShape *)shape)->hull);
	return shape;
}

void plain_shape_free(BenchShape *plain) {
	free(plain->points);
	free(plain->faces);
	free(plain->planes);
	*plain = (BenchShape){ .kind = plain->kind };
}

Shape *plain_shape_make(const BenchShape *plain) {
	Vec3 half = vec3((Real)plain->half[0], (Real)plain->half[1], (Real)plain->half[2]);
	Real radius = (Real)plain->radius;
	Real height = (Real)(2 * plain->half_height);
	switch (plain->kind) {
		case BENCH_BOX: return mk_box_create(half, NULL);
		case BENCH_ELLIPSOID: return mk_ellipsoid_create(half, NULL);
		case BENCH_SPHERE: return mk_sphere_create(radius, NULL);
		case BENCH_CAPSULE: return mk_capsule_create(radius, height + 2 * radius, NULL);
		case BENCH_CYLINDER: return mk_cylinder_create(radius, height, NULL);
		case BENCH_CONE: return mk_cone_create(radius, height, NULL);
		case BENCH_HULL: break;
	}
	return NULL;
}

Shape *plain_row_make(const PlainRow *row, BenchShape *plain) {
	if (row->kind == BENCH_HULL)
		return plain_hull_make(&(Rng){ row->points }, row->points, (Real)0.5, plain);
	*plain = (BenchShape){
		.kind = row->kind, .half = { 0.5, 0.4, 0.3 }, .radius = 0.3, .half_height = 0.4
	};
	return plain_shape_make(plain);
}

BenchPose plain_pose(Transform t) {
	Mat3 m = mat3_transpose(quat_to_mat3(t.rotation));
	const Vec3 rows[3] = { m.x, m.y, m.z };
	BenchPose pose;
	for (int i = 0; i < 3; i++) {
		pose.position[i] = (double)vec3_get(t.position, i);
		for (int k = 0; k < 3; k++)
			pose.rows[3 * i + k] = (double)vec3_get(rows[i], k);
	}
	return pose;
}
