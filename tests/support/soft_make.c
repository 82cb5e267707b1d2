// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "support/soft_make.h"

static void add_triangle(SoftBody *soft, uint32_t a, uint32_t b, uint32_t c) {
	soft_triangle_array_push(&soft->triangles, (SoftTriangle){ { a, b, c } });
}

void soft_make_cloth(SoftBody *soft, Real size, uint32_t cells) {
	*soft = (SoftBody){ .material = mk_soft_default_material(), .can_sleep = true };
	uint32_t row = cells + 1;
	for (uint32_t j = 0; j < row; j++)
		for (uint32_t i = 0; i < row; i++) {
			Real x = size * ((Real)i / (Real)cells - (Real)0.5);
			Real z = size * ((Real)j / (Real)cells - (Real)0.5);
			soft_point_array_add(&soft->points)->position = vec3(x, 0, z);
		}
	for (uint32_t j = 0; j < cells; j++)
		for (uint32_t i = 0; i < cells; i++) {
			uint32_t p = j * row + i;
			add_triangle(soft, p, p + row, p + 1);
			add_triangle(soft, p + 1, p + row, p + row + 1);
		}
	mk_soft_build(soft);
}

void soft_make_closed(SoftBody *soft, TestMesh *mesh) {
	*soft = (SoftBody){ .material = mk_soft_default_material(), .can_sleep = true };
	for (uint32_t i = 0; i < mesh->points.count; i++)
		soft_point_array_add(&soft->points)->position = mesh->points.data[i];
	for (uint32_t i = 0; i + 2 < mesh->indices.count; i += 3)
		add_triangle(
				soft, mesh->indices.data[i], mesh->indices.data[i + 1], mesh->indices.data[i + 2]);
	mesh_free(mesh);
	mk_soft_build(soft);
}

void make_soft(WorldMake *make, MadeSoft *soft) {
	soft->world = (WorldSoft){ .body = &soft->body, .layer = 1, .mask = 1, .friction = (Real)0.6 };
	AreaRules rules = { .gravity = 1, .gravity_vector = make->gravity };
	mk_world_set_rules(&make->world, &rules);
	mk_world_add_soft(&make->world, &soft->world);
}

void make_soft_free(WorldMake *make, MadeSoft *soft) {
	mk_world_remove_soft(&make->world, &soft->world);
	mk_soft_free(&soft->body);
}

Real soft_lowest(const SoftBody *soft) { return mk_soft_bounds(soft).min.y; }

Real soft_kinetic(const SoftBody *soft) {
	Real sum = 0;
	Real mass = soft->material.mass / (Real)soft->points.count;
	for (uint32_t i = 0; i < soft->points.count; i++)
		sum += mass * vec3_length_squared(soft->points.data[i].velocity) / 2;
	return sum;
}

Real soft_stretch(const SoftBody *soft) {
	Real most = 0;
	for (uint32_t i = 0; i < soft->edges.count; i++) {
		const SoftEdge *edge = soft->edges.data + i;
		Real length = vec3_distance(soft->points.data[edge->points[0]].position,
				soft->points.data[edge->points[1]].position);
		most = real_max(most, real_abs(length / edge->length - 1));
	}
	return most;
}
