// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Filling the parts: a triangle against eight boxes.
#include "collide/mesh_parts.h"

#include "geometry/overlap_box.h"

static bool mat3_equals(Mat3 a, Mat3 b) {
	return vec3_equals(a.x, b.x) && vec3_equals(a.y, b.y) && vec3_equals(a.z, b.z);
}

static Aabb triangle_box(Triangle t) {
	return aabb_add_point(aabb_add_point((Aabb){ t.a, t.a }, t.b), t.c);
}

static Aabb map_triangles(MeshParts *parts) {
	Aabb box = aabb_empty();
	for (uint32_t i = 0; i < parts->mesh->triangle_count; i++) {
		Triangle t = mesh_triangle(parts->mesh, i);
		t.a = mat3_apply(parts->linear, t.a);
		t.b = mat3_apply(parts->linear, t.b);
		t.c = mat3_apply(parts->linear, t.c);
		parts->triangles[i] = t;
		box = aabb_merge(box, triangle_box(t));
	}
	return box;
}

// Bits 0, 1, 2 of the number select the upper half of x, y, z. Halves share the middle plane.
static Aabb part_box(Aabb whole, uint32_t part) {
	Vec3 middle = aabb_center(whole);
	Aabb box = whole;
	*(part & 1 ? &box.min.x : &box.max.x) = middle.x;
	*(part & 2 ? &box.min.y : &box.max.y) = middle.y;
	*(part & 4 ? &box.min.z : &box.max.z) = middle.z;
	return box;
}

// The members of one part, and the box around what they reach in it.
static void fill_part(MeshParts *parts, uint32_t part, Aabb box) {
	Aabb reached = aabb_empty();
	for (uint32_t i = 0; i < parts->mesh->triangle_count; i++) {
		// touching counts there, with room for rounding: no point of a triangle is in no part
		if (!triangle_overlaps_aabb(parts->triangles[i], box)) continue;
		parts->masks[i] |= (uint8_t)(1u << part);
		part_members_push(&parts->members, i);
		reached = aabb_merge(reached, triangle_box(parts->triangles[i]));
	}
	parts->boxes[part] = aabb_intersect(reached, box);
}

static void fill(MeshParts *parts) {
	Aabb whole = map_triangles(parts);
	// a member may stick out of its part by the slack of the overlap test
	Real slack = MK_NEGLIGIBLE *
			vec3_max_element(vec3_max(vec3_abs(whole.min), vec3_abs(whole.max)));
	memset(parts->masks, 0, parts->mesh->triangle_count);
	part_members_clear(&parts->members);
	for (uint32_t i = 0; i < MK_MESH_PARTS; i++) {
		parts->starts[i] = parts->members.count;
		fill_part(parts, i, aabb_grow(part_box(whole, i), slack));
	}
	parts->starts[MK_MESH_PARTS] = parts->members.count;
}

void mk_mesh_parts_build(MeshParts *parts, const MeshShape *mesh, Mat3 linear) {
	*parts = (MeshParts){ .mesh = mesh, .linear = linear };
	parts->triangles = mk_alloc(mk_alloc_size(mesh->triangle_count, sizeof(Triangle)));
	parts->masks = mk_alloc(mesh->triangle_count);
	fill(parts);
}

bool mk_mesh_parts_update(MeshParts *parts, Mat3 linear) {
	if (mat3_equals(parts->linear, linear)) return false;
	parts->linear = linear;
	fill(parts);
	return true;
}

bool mk_mesh_parts_are_of(const MeshParts *parts, const ShapeInstance *instance) {
	return parts != NULL && parts->mesh != NULL && &parts->mesh->shape == instance->shape &&
			mat3_equals(parts->linear, instance->pose.linear);
}

void mk_mesh_parts_free(MeshParts *parts) {
	if (parts->mesh != NULL) {
		uint32_t count = parts->mesh->triangle_count;
		mk_free(parts->triangles, mk_alloc_size(count, sizeof(Triangle)));
		mk_free(parts->masks, count);
	}
	part_members_free(&parts->members);
	*parts = (MeshParts){ 0 };
}
