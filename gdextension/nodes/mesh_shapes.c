// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/mesh_shapes.h"

#include "convert.h"
#include "geometry/bounding_sphere.h"
#include "geometry/obb_fit.h"
#include "nodes/hull.h"
#include "nodes/mesh_source.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

// Vertices of a hull that only stands for a shape.
#define MK_STAND_IN_VERTICES 64
// Most vertices that a hull can be limited to.
#define MK_MOST_VERTICES 100000
// m; most rounding, and most padding
#define MK_MOST_ROUNDING 1000.0

// Metres between a mesh and what was fitted around it.
#define MK_PADDING(owner)                                                             \
	.type = VALUE_REAL, .offset = offsetof(owner, padding), .high = MK_MOST_ROUNDING, \
	.hint = GD_PROPERTY_HINT_RANGE, .hint_text = "0,1,0.001,or_greater,suffix:m"

static const Method shape_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "rebuild", .call = mk_custom_shape_rebuild },
};

static Shape *hull_of(
		const MeshTriangles *triangles, uint32_t limit, Real rounding, ShapeStatus *status) {
	HullShapeInput input = { triangles->points.data, triangles->points.count, rounding, limit };
	return mk_hull_shape_create(&input, status);
}

Shape *mk_mesh_shape_hull(const MeshResource *self, Real rounding) {
	ShapeStatus status;
	MeshTriangles triangles;
	bool is_read = mk_mesh_source_read(self, &triangles, &status);
	Shape *shape = is_read ? hull_of(&triangles, MK_STAND_IN_VERTICES, rounding, &status) : NULL;
	mk_mesh_source_free(&triangles);
	return shape;
}

void mk_mesh_shape_collect(const void *self, StandIn *out) {
	Shape *shape = mk_mesh_shape_hull(self, 0);
	if (!shape) return;
	const Hull *hull = &((const HullShape *)shape)->hull;
	while (out->count < hull->vertex_count) {
		out->points[out->count] = hull->vertices[out->count];
		out->count++;
	}
	mk_shape_release(shape);
}

typedef struct MeshHullResource {
	MeshResource source;
	int64_t vertex_limit;
	double rounding;
	int64_t vertex_count;
	double error;
} MeshHullResource;

static const Property mesh_hull_properties[] = {
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "vertex_limit",
			.type = VALUE_INT,
			.offset = offsetof(MeshHullResource, vertex_limit),
			.high = MK_MOST_VERTICES,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,512,1,or_greater" },
	{ .name = "rounding",
			.type = VALUE_REAL,
			.offset = offsetof(MeshHullResource, rounding),
			.high = MK_MOST_ROUNDING,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,1,0.001,or_greater,suffix:m" },
	{ .name = "vertex_count",
			.type = VALUE_INT,
			.offset = offsetof(MeshHullResource, vertex_count),
			.is_read_only = true,
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
	{ .name = "error",
			.type = VALUE_REAL,
			.offset = offsetof(MeshHullResource, error),
			.is_read_only = true,
			.hint_text = "suffix:m",
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
};

static void get_hull(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	static const Hull none = { .status = HULL_NO_POINTS };
	const HullShape *shape = (const HullShape *)((const CustomShape *)self)->geometry;
	ret->object = mk_hull_result_create(shape ? &shape->hull : &none)->instance.object;
}

static const Method mesh_hull_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "rebuild", .call = mk_custom_shape_rebuild },
	{ .name = "get_hull",
			.call = get_hull,
			.result = { .type = VALUE_OBJECT, .class_name = "MinkowskiHull" },
			.is_const = true },
};

static void init_mesh_hull(void *self) {
	((MeshHullResource *)self)->vertex_limit = 64;
	mk_custom_shape_update(self);
}

static void forget_hull(MeshHullResource *self) {
	self->vertex_count = 0;
	self->error = 0;
}

Shape *mk_mesh_hull_build(void *self, ShapeStatus *status) {
	MeshHullResource *resource = self;
	MeshTriangles triangles;
	if (!mk_mesh_source_read(&resource->source, &triangles, status)) {
		if (*status == SHAPE_NO_POINTS) forget_hull(resource);
		mk_mesh_source_free(&triangles);
		return NULL;
	}
	Shape *shape = hull_of(
			&triangles, (uint32_t)resource->vertex_limit, (Real)resource->rounding, status);
	mk_mesh_source_free(&triangles);
	if (!shape) return NULL;
	const Hull *hull = &((const HullShape *)shape)->hull;
	resource->vertex_count = hull->vertex_count;
	resource->error = (double)hull->error;
	return shape;
}

// With a rounding the corners of the mesh would lie inside.
void mk_mesh_hull_collect(const void *self, StandIn *out) {
	if (((const MeshHullResource *)self)->rounding > 0) {
		mk_custom_shape_sample(((const CustomShape *)self)->geometry, out);
	} else {
		mk_mesh_shape_collect(self, out);
	}
}

Class mk_mesh_hull_class = {
	.name = "MeshHullShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(MeshHullResource),
	.init = init_mesh_hull,
	.end = mk_mesh_source_end,
	.changed = mk_mesh_source_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(mesh_hull_methods),
	.properties = MK_TABLE(mesh_hull_properties),
};

// Modes of a fitted box: those of the engine, and the tightest.
#define MK_FIT_TIGHTEST OBB_MODE_COUNT

typedef struct FittedBoxResource {
	MeshResource source;
	Obb fit;          // without the padding
	bool is_fit_kept; // the mesh is that of the last fit
	int64_t mode;
	double padding;
	GdVector3 box_size;
	GdTransform3D box_transform;
} FittedBoxResource;

static const Constant fitted_box_constants[] = {
	{ "MODE_POINTS", OBB_OF_POINTS, "Mode", false },
	{ "MODE_HULL_POINTS", OBB_OF_HULL_POINTS, "Mode", false },
	{ "MODE_HULL_EDGES", OBB_OF_HULL_EDGES, "Mode", false },
	{ "MODE_HULL_SURFACE", OBB_OF_HULL_SURFACE, "Mode", false },
	{ "MODE_TIGHTEST", MK_FIT_TIGHTEST, "Mode", false },
};

static const Property fitted_box_properties[] = {
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "mode",
			.type = VALUE_INT,
			.class_name = "FittedBoxShape3D.Mode",
			.offset = offsetof(FittedBoxResource, mode),
			.high = MK_FIT_TIGHTEST,
			.hint = GD_PROPERTY_HINT_ENUM,
			.hint_text = "Points,Hull Points,Hull Edges,Hull Surface,Tightest" },
	{ .name = "padding", MK_PADDING(FittedBoxResource) },
	{ .name = "box_size",
			.type = VALUE_VECTOR3,
			.offset = offsetof(FittedBoxResource, box_size),
			.is_read_only = true,
			.hint_text = "suffix:m",
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
	{ .name = "box_transform",
			.type = VALUE_TRANSFORM3D,
			.offset = offsetof(FittedBoxResource, box_transform),
			.is_read_only = true,
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
};

static void init_fitted_box(void *self) {
	FittedBoxResource *resource = self;
	resource->mode = MK_FIT_TIGHTEST;
	resource->box_transform = affine_to_godot(affine_identity());
	mk_custom_shape_update(self);
}

static bool fit_box(FittedBoxResource *self, ShapeStatus *status) {
	MeshTriangles triangles;
	bool is_read = mk_mesh_source_read(&self->source, &triangles, status);
	if (is_read) {
		const Vec3 *points = triangles.points.data;
		uint32_t count = triangles.points.count;
		self->fit = (self->mode == MK_FIT_TIGHTEST ? mk_obb_fit_tight(points, count)
												   : mk_obb_fit(points, count, (ObbMode)self->mode))
							.box;
	}
	mk_mesh_source_free(&triangles);
	if (*status == SHAPE_NO_POINTS) {
		self->box_size = vec3_to_godot(vec3_zero());
		self->box_transform = affine_to_godot(affine_identity());
	}
	return is_read;
}

Shape *mk_fitted_box_build(void *self, ShapeStatus *status) {
	FittedBoxResource *resource = self;
	if (!resource->is_fit_kept && !fit_box(resource, status)) return NULL;
	Obb box = resource->fit;
	Real padding = (Real)resource->padding;
	box.half = vec3_add(box.half, vec3(padding, padding, padding));
	resource->box_size = vec3_to_godot(vec3_scale(box.half, 2));
	resource->box_transform = affine_to_godot((Affine){ box.axes, box.center });
	Vec3 ends[8];
	mk_obb_corners(box, ends);
	return mk_hull_shape_create(&(HullShapeInput){ ends, 8, 0, 0 }, status);
}

// The smallest box of a large mesh takes longer than a padding that is dragged can wait.
static void change_fitted_box(void *self, const Property *property) {
	FittedBoxResource *resource = self;
	const CustomShape *base = &resource->source.base;
	resource->is_fit_kept = base->geometry && base->status == SHAPE_OK &&
			property->offset == offsetof(FittedBoxResource, padding);
	mk_mesh_source_changed(self, property);
	resource->is_fit_kept = false;
}

// The corners of the box, not those of the mesh.
void mk_fitted_box_collect(const void *self, StandIn *out) {
	const Hull *hull = &((const HullShape *)((const CustomShape *)self)->geometry)->hull;
	for (; out->count < hull->vertex_count; out->count++)
		out->points[out->count] = hull->vertices[out->count];
}

Class mk_fitted_box_class = {
	.name = "FittedBoxShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(FittedBoxResource),
	.init = init_fitted_box,
	.end = mk_mesh_source_end,
	.changed = change_fitted_box,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(fitted_box_properties),
	.constants = MK_TABLE(fitted_box_constants),
};

typedef struct FittedSphereResource {
	MeshResource source;
	double padding;
	GdVector3 center;
	double radius;
} FittedSphereResource;

static const Property fitted_sphere_properties[] = {
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "padding", MK_PADDING(FittedSphereResource) },
	{ .name = "center",
			.type = VALUE_VECTOR3,
			.offset = offsetof(FittedSphereResource, center),
			.is_read_only = true,
			.hint_text = "suffix:m",
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
	{ .name = "radius",
			.type = VALUE_REAL,
			.offset = offsetof(FittedSphereResource, radius),
			.is_read_only = true,
			.hint_text = "suffix:m",
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
};

static void init_fitted_sphere(void *self) { mk_custom_shape_update(self); }

// A ball away from the origin is a hull of one point with a rounding.
Shape *mk_fitted_sphere_build(void *self, ShapeStatus *status) {
	FittedSphereResource *resource = self;
	MeshTriangles triangles;
	if (!mk_mesh_source_read(&resource->source, &triangles, status)) {
		if (*status == SHAPE_NO_POINTS) {
			resource->center = vec3_to_godot(vec3_zero());
			resource->radius = 0;
		}
		mk_mesh_source_free(&triangles);
		return NULL;
	}
	Sphere sphere = mk_bounding_sphere(triangles.points.data, triangles.points.count).sphere;
	mk_mesh_source_free(&triangles);
	sphere.radius += (Real)resource->padding;
	resource->center = vec3_to_godot(sphere.center);
	resource->radius = (double)sphere.radius;
	return mk_hull_shape_create(&(HullShapeInput){ &sphere.center, 1, sphere.radius, 0 }, status);
}

Class mk_fitted_sphere_class = {
	.name = "FittedSphereShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(FittedSphereResource),
	.init = init_fitted_sphere,
	.end = mk_mesh_source_end,
	.changed = mk_mesh_source_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(fitted_sphere_properties),
};

typedef struct MovingMeshResource {
	MeshResource source;
	uint8_t is_solid;
} MovingMeshResource;

static const Property moving_mesh_properties[] = {
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "solid", .type = VALUE_BOOL, .offset = offsetof(MovingMeshResource, is_solid) },
};

static void init_moving_mesh(void *self) {
	((MovingMeshResource *)self)->is_solid = true;
	mk_custom_shape_update(self);
}

Shape *mk_moving_mesh_build(void *self, ShapeStatus *status) {
	MovingMeshResource *resource = self;
	MeshTriangles triangles;
	if (!mk_mesh_source_read(&resource->source, &triangles, status)) {
		mk_mesh_source_free(&triangles);
		return NULL;
	}
	MeshInput input = { mesh_triangles_view(&triangles), !resource->is_solid, true };
	Shape *shape = mk_mesh_create(&input, status);
	mk_mesh_source_free(&triangles);
	return shape;
}

Class mk_moving_mesh_class = {
	.name = "MovingMeshShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(MovingMeshResource),
	.init = init_moving_mesh,
	.end = mk_mesh_source_end,
	.changed = mk_mesh_source_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(moving_mesh_properties),
};
