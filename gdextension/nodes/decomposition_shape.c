// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A mesh in convex parts, as a resource.
#include "base/alloc.h"
#include "geometry/decompose.h"
#include "nodes/arrays.h"
#include "nodes/mesh_shapes.h"
#include "nodes/mesh_source.h"
#include "report.h"
#include "shape/compound.h"
#include "shape/hull_shape.h"

#define MK_MOST_PARTS    1024
#define MK_MOST_VERTICES 4096

typedef struct DecompositionResource {
	MeshResource source;
	int64_t method; // DecomposeMethod
	int64_t part_limit;
	int64_t vertex_limit;
	double tolerance; // m
	int64_t part_count;
} DecompositionResource;

static const Constant decomposition_constants[] = {
	{ "METHOD_CUT", DECOMPOSE_CUT, "Method", false },
	{ "METHOD_MERGE", DECOMPOSE_MERGE, "Method", false },
};

static const Property decomposition_properties[] = {
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "method",
			.type = VALUE_INT,
			.class_name = "ConvexDecompositionShape3D.Method",
			.offset = offsetof(DecompositionResource, method),
			.high = DECOMPOSE_MERGE,
			.hint = GD_PROPERTY_HINT_ENUM,
			.hint_text = "Cut,Merge" },
	{ .name = "part_limit",
			.type = VALUE_INT,
			.offset = offsetof(DecompositionResource, part_limit),
			.low = 1,
			.high = MK_MOST_PARTS },
	{ .name = "vertex_limit",
			.type = VALUE_INT,
			.offset = offsetof(DecompositionResource, vertex_limit),
			.high = MK_MOST_VERTICES,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,256,1,or_greater" },
	{ .name = "tolerance",
			.type = VALUE_REAL,
			.offset = offsetof(DecompositionResource, tolerance),
			.high = 1000,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,1,0.001,or_greater,suffix:m" },
	{ .name = "part_count",
			.type = VALUE_INT,
			.offset = offsetof(DecompositionResource, part_count),
			.is_read_only = true,
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
};

static void get_part(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	const CustomShape *shape = self;
	int64_t part = arg_int(args, 0);
	if (part < 0 || part >= ((const DecompositionResource *)self)->part_count) {
		mk_report_error("get_part", "there is no part %lld.", (long long)part);
		mk_points_create(&ret->points, NULL, 0);
		return;
	}
	const CompoundShape *compound = (const CompoundShape *)shape->geometry;
	const Hull *hull = &((const HullShape *)compound->parts[part].owned)->hull;
	mk_points_create(&ret->points, hull->vertices, hull->vertex_count);
}

static const Method decomposition_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "rebuild", .call = mk_custom_shape_rebuild },
	{ .name = "get_part",
			.call = get_part,
			.result = { .type = VALUE_PACKED_VECTOR3_ARRAY },
			.arguments = { { .name = "part", .type = VALUE_INT } },
			.is_const = true },
};

static void init_decomposition(void *self) {
	DecompositionResource *resource = self;
	resource->part_limit = 16;
	resource->vertex_limit = 32;
	resource->tolerance = 0.01;
	mk_custom_shape_update(self);
}

static Decomposition decompose(const DecompositionResource *self, const MeshTriangles *triangles) {
	DecomposeInput input = {
		.mesh = mesh_triangles_view(triangles),
		.method = (DecomposeMethod)self->method,
		.max_parts = (uint32_t)self->part_limit,
		.max_concavity = (Real)self->tolerance,
		.max_vertices = (uint32_t)self->vertex_limit,
	};
	return mk_decompose(&input);
}

// Parts without a volume are left out: nothing can be inside of them.
static Shape *join_parts(const Decomposition *parts, ShapeStatus *status) {
	uint32_t count = 0;
	CompoundChild *children = mk_alloc(mk_alloc_size(parts->parts.count, sizeof *children));
	for (uint32_t i = 0; i < parts->parts.count; i++) {
		const Hull *hull = &parts->parts.data[i].hull;
		HullShapeInput input = { hull->vertices, hull->vertex_count, 0, 0 };
		Shape *shape = mk_hull_shape_create(&input, status);
		if (shape) children[count++] = (CompoundChild){ shape, affine_identity() };
	}
	Shape *compound = mk_compound_create(children, count, status);
	for (uint32_t i = 0; i < count; i++)
		mk_shape_release(children[i].shape);
	mk_free(children, parts->parts.count * sizeof *children);
	return compound;
}

Shape *mk_decomposition_build(void *self, ShapeStatus *status) {
	DecompositionResource *resource = self;
	MeshTriangles triangles;
	if (!mk_mesh_source_read(&resource->source, &triangles, status)) {
		if (*status == SHAPE_NO_POINTS) resource->part_count = 0;
		mk_mesh_source_free(&triangles);
		return NULL;
	}
	Decomposition parts = decompose(resource, &triangles);
	mk_mesh_source_free(&triangles);
	Shape *compound = join_parts(&parts, status);
	if (compound) resource->part_count = ((const CompoundShape *)compound)->part_count;
	mk_decomposition_free(&parts);
	return compound;
}

Class mk_decomposition_class = {
	.name = "ConvexDecompositionShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(DecompositionResource),
	.init = init_decomposition,
	.end = mk_mesh_source_end,
	.changed = mk_mesh_source_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(decomposition_methods),
	.properties = MK_TABLE(decomposition_properties),
	.constants = MK_TABLE(decomposition_constants),
};
