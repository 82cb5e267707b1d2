// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A mesh in convex parts, as a resource. Finding the parts takes seconds for a large mesh, so they
// are saved with the resource, together with a hash of what they were found for; a scene that is
// loaded takes them from there. The editor goes on while they are looked for: the geometry stays as
// it was until they are there.
#include "base/alloc.h"
#include "convert.h"
#include "geometry/decompose.h"
#include "nodes/arrays.h"
#include "nodes/decomposition_task.h"
#include "nodes/mesh_shapes.h"
#include "nodes/mesh_source.h"
#include "report.h"
#include "shape/compound.h"
#include "shape/hull_shape.h"

#define MK_MOST_PARTS    1024
#define MK_MOST_VERTICES 4096
// Triangles from which on the editor does not wait for the parts: cutting takes 0.4 ms for each in
// a checked build, and a tenth of a second is felt.
#define MK_LARGE_MESH 250

typedef struct DecompositionResource {
	MeshResource source;
	int64_t method; // DecomposeMethod
	int64_t part_limit;
	int64_t vertex_limit;
	double tolerance; // m
	double rounding;  // m
	int64_t part_count;
	uint64_t found_for;      // hash of the mesh and the settings that the geometry is of
	bool is_new;             // the parts were looked for here and are not those of a file
	GdArray saved;           // what a file had to offer: the hash, and the corners of each part
	DecompositionTask *task; // NULL: nothing is looked for
} DecompositionResource;

static const Constant decomposition_constants[] = {
	{ "METHOD_CUT", DECOMPOSE_CUT, "Method", false },
	{ "METHOD_MERGE", DECOMPOSE_MERGE, "Method", false },
};

static BoundFunction get_saved_parts;
static BoundFunction set_saved_parts;

// In the order in which a file is read: the mesh comes when everything is there to recognize it.
static const Property decomposition_properties[] = {
	{ .name = "saved_parts",
			.type = VALUE_ARRAY,
			.get = get_saved_parts,
			.set = set_saved_parts,
			.usage = GD_PROPERTY_USAGE_STORAGE },
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
	{ .name = "rounding",
			.type = VALUE_REAL,
			.offset = offsetof(DecompositionResource, rounding),
			.high = 1000,
			.hint = GD_PROPERTY_HINT_RANGE,
			.hint_text = "0,1,0.001,or_greater,suffix:m" },
	{ .name = "mesh",
			.type = VALUE_OBJECT,
			.class_name = "Mesh",
			.offset = offsetof(MeshResource, mesh) },
	{ .name = "part_count",
			.type = VALUE_INT,
			.offset = offsetof(DecompositionResource, part_count),
			.is_read_only = true,
			.usage = GD_PROPERTY_USAGE_EDITOR | GD_PROPERTY_USAGE_READ_ONLY },
};

static const Hull *part_hull(const DecompositionResource *self, int64_t part) {
	const CompoundShape *compound = (const CompoundShape *)self->source.base.geometry;
	return &((const HullShape *)compound->parts[part].owned)->hull;
}

static void push_points(GdArray *array, const Hull *hull) {
	GdPackedVector3Array points;
	GdVariant variant;
	mk_points_create(&points, hull->vertices, hull->vertex_count);
	gd_variant_from_packed_vector3_array(&variant, &points);
	gd_array_push_back(array, &variant);
	gd.variant_destroy(&variant);
	gd_packed_vector3_array_destroy(&points);
}

static void get_saved_parts(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	const DecompositionResource *resource = self;
	gd_array_create(&ret->array);
	if (resource->part_count == 0) return;
	GdVariant hash;
	int64_t found_for = (int64_t)resource->found_for;
	gd_variant_from_int(&hash, &found_for);
	gd_array_push_back(&ret->array, &hash);
	gd.variant_destroy(&hash);
	for (int64_t i = 0; i < resource->part_count; i++)
		push_points(&ret->array, part_hull(resource, i));
}

// Nothing is built yet: the mesh is still to come.
static void set_saved_parts(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)ret;
	DecompositionResource *resource = self;
	gd_array_destroy(&resource->saved);
	gd_array_copy(&resource->saved, args[0]);
}

static void get_part(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	int64_t part = arg_int(args, 0);
	if (part < 0 || part >= ((const DecompositionResource *)self)->part_count) {
		mk_report_error("get_part", "there is no part %lld.", (long long)part);
		mk_points_create(&ret->points, NULL, 0);
		return;
	}
	const Hull *hull = part_hull(self, part);
	mk_points_create(&ret->points, hull->vertices, hull->vertex_count);
}

static void get_progress(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	const DecompositionTask *task = ((const DecompositionResource *)self)->task;
	ret->real = task ? mk_decomposition_task_progress(task) : 1;
}

static void has_new_parts(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->boolean = ((const DecompositionResource *)self)->is_new;
}

static const Method decomposition_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "rebuild", .call = mk_custom_shape_rebuild },
	{ .name = "get_progress",
			.call = get_progress,
			.result = { .type = VALUE_REAL },
			.is_const = true },
	{ .name = "has_new_parts",
			.call = has_new_parts,
			.result = { .type = VALUE_BOOL },
			.is_const = true },
	{ .name = "get_part",
			.call = get_part,
			.result = { .type = VALUE_PACKED_VECTOR3_ARRAY },
			.arguments = { { .name = "part", .type = VALUE_INT } },
			.is_const = true },
};

static void init_decomposition(void *self) {
	DecompositionResource *resource = self;
	gd_array_create(&resource->saved);
	resource->part_limit = 16;
	resource->vertex_limit = 32;
	resource->tolerance = 0.01;
	mk_custom_shape_update(self);
}

static void end_task(DecompositionResource *self) {
	mk_decomposition_task_end(self->task);
	self->task = NULL;
}

static void end_decomposition(void *self) {
	end_task(self);
	gd_array_destroy(&((DecompositionResource *)self)->saved);
	mk_mesh_source_end(self);
}

// FNV-1a (Fowler, Noll, Vo)
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
	const unsigned char *bytes = data;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

// Of all that the parts depend on; the rounding is put around them.
static uint64_t hash_input(const DecompositionResource *self, const MeshTriangles *triangles) {
	const int64_t numbers[] = { self->method, self->part_limit, self->vertex_limit };
	uint64_t hash = hash_bytes(UINT64_C(0xcbf29ce484222325), numbers, sizeof numbers);
	hash = hash_bytes(hash, &self->tolerance, sizeof self->tolerance);
	hash = hash_bytes(hash, triangles->points.data, triangles->points.count * sizeof(Vec3));
	return hash_bytes(hash, triangles->indices.data, triangles->indices.count * sizeof(uint32_t));
}

static Shape *hull_of_saved(const GdVariant *saved, Real rounding) {
	if (gd.variant_get_type(saved) != GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY) return NULL;
	GdPackedVector3Array array = gd_variant_to_packed_vector3_array(saved);
	int64_t count = gd_packed_vector3_array_size(&array);
	const GdVector3 *from = count ? gd.packed_vector3_array_operator_index_const(&array, 0) : NULL;
	CornerArray points = { 0 };
	for (int64_t i = 0; i < count; i++)
		corner_array_push(&points, vec3_from_godot(from[i]));
	ShapeStatus status;
	Shape *shape = mk_hull_shape_create(
			&(HullShapeInput){ points.data, points.count, rounding, 0 }, &status);
	corner_array_free(&points);
	gd_packed_vector3_array_destroy(&array);
	return shape;
}

static Shape *hull_of_present(const DecompositionResource *self, int64_t part) {
	const Hull *hull = part_hull(self, part);
	ShapeStatus status;
	HullShapeInput input = { hull->vertices, hull->vertex_count, (Real)self->rounding, 0 };
	return mk_hull_shape_create(&input, &status);
}

// Returns how many were added: one, or none.
static uint32_t add_part(CompoundChild *children, uint32_t count, Shape *part) {
	if (!part) return 0;
	children[count] = (CompoundChild){ part, affine_identity() };
	return 1;
}

// Takes the references of the children. NULL unless all of them could be made.
static Shape *join(CompoundChild *children, uint32_t made, uint32_t wanted) {
	ShapeStatus status;
	Shape *compound = made == wanted ? mk_compound_create(children, made, &status) : NULL;
	for (uint32_t i = 0; i < made; i++)
		mk_shape_release(children[i].shape);
	return compound;
}

// The parts of the file, if they are those of the mesh and the settings that there are now.
static Shape *join_saved(const DecompositionResource *self, uint64_t hash) {
	int64_t count = gd_array_size(&self->saved);
	Value found = { 0 };
	if (count < 2 ||
			gd.variant_get_type(gd.array_operator_index_const(&self->saved, 0)) !=
					GDEXTENSION_VARIANT_TYPE_INT)
		return NULL;
	mk_value_read(VALUE_INT, gd.array_operator_index_const(&self->saved, 0), &found);
	if ((uint64_t)found.integer != hash || count > MK_MOST_PARTS + 1) return NULL;
	CompoundChild children[MK_MOST_PARTS] = { 0 };
	uint32_t made = 0;
	for (int64_t i = 1; i < count; i++) {
		const GdVariant *part = gd.array_operator_index_const(&self->saved, i);
		made += add_part(children, made, hull_of_saved(part, (Real)self->rounding));
	}
	return join(children, made, (uint32_t)(count - 1));
}

// The parts that there are, if they are those of the mesh and the settings: with another rounding.
static Shape *join_present(const DecompositionResource *self, uint64_t hash) {
	if (!self->source.base.geometry || self->found_for != hash) return NULL;
	CompoundChild children[MK_MOST_PARTS] = { 0 };
	uint32_t made = 0;
	for (int64_t i = 0; i < self->part_count; i++)
		made += add_part(children, made, hull_of_present(self, i));
	return join(children, made, (uint32_t)self->part_count);
}

static DecomposeInput make_input(
		const DecompositionResource *self, const MeshTriangles *triangles) {
	return (DecomposeInput){
		.mesh = mesh_triangles_view(triangles),
		.method = (DecomposeMethod)self->method,
		.max_parts = (uint32_t)self->part_limit,
		.max_concavity = (Real)self->tolerance,
		.max_vertices = (uint32_t)self->vertex_limit,
	};
}

// Parts without a volume are left out: nothing can be inside of them.
static Shape *join_parts(const Decomposition *parts, Real rounding, ShapeStatus *status) {
	uint32_t count = 0;
	CompoundChild *children = mk_alloc(mk_alloc_size(parts->parts.count, sizeof *children));
	for (uint32_t i = 0; i < parts->parts.count; i++) {
		const Hull *hull = &parts->parts.data[i].hull;
		HullShapeInput input = { hull->vertices, hull->vertex_count, rounding, 0 };
		Shape *shape = mk_hull_shape_create(&input, status);
		if (shape) children[count++] = (CompoundChild){ shape, affine_identity() };
	}
	Shape *compound = mk_compound_create(children, count, status);
	for (uint32_t i = 0; i < count; i++)
		mk_shape_release(children[i].shape);
	mk_free(children, parts->parts.count * sizeof *children);
	return compound;
}

static Shape *find_parts(
		const DecompositionResource *self, const MeshTriangles *triangles, ShapeStatus *status) {
	DecomposeInput input = make_input(self, triangles);
	Decomposition parts = mk_decompose(&input);
	Shape *compound = join_parts(&parts, (Real)self->rounding, status);
	mk_decomposition_free(&parts);
	return compound;
}

// The parts if the task has found them; they are gone with it. NULL and no
// fault while it looks for them.
static Shape *take_parts(DecompositionResource *self, ShapeStatus *status) {
	const Decomposition *parts = mk_decomposition_task_result(self->task);
	if (!parts) return NULL;
	Shape *compound = join_parts(parts, (Real)self->rounding, status);
	end_task(self);
	return compound;
}

static Shape *find_parts_in_editor(
		DecompositionResource *self, MeshTriangles *triangles, uint64_t hash, ShapeStatus *status) {
	if (self->task && mk_decomposition_task_key(self->task) == hash)
		return take_parts(self, status);
	end_task(self);
	if (triangles->indices.count < 3 * MK_LARGE_MESH) return find_parts(self, triangles, status);
	DecomposeInput input = make_input(self, triangles);
	GdCallable rebuild = mk_class_callable(self->source.base.instance.object, "rebuild");
	self->task = mk_decomposition_task_start(&input, triangles, hash, rebuild);
	return NULL;
}

Shape *mk_decomposition_build(void *self, ShapeStatus *status) {
	DecompositionResource *resource = self;
	MeshTriangles triangles;
	if (!mk_mesh_source_read(&resource->source, &triangles, status)) {
		if (*status == SHAPE_NO_POINTS) {
			resource->part_count = 0;
			resource->is_new = false;
		}
		end_task(resource);
		mk_mesh_source_free(&triangles);
		return NULL;
	}
	uint64_t hash = hash_input(resource, &triangles);
	bool is_new = resource->is_new;
	Shape *compound = join_present(resource, hash);
	if (!compound) {
		compound = join_saved(resource, hash);
		is_new = !compound;
	}
	if (compound) {
		end_task(resource);
	} else if (mk_class_is_in_editor()) {
		compound = find_parts_in_editor(resource, &triangles, hash, status);
	} else {
		compound = find_parts(resource, &triangles, status);
	}
	mk_mesh_source_free(&triangles);
	if (!compound) return NULL;
	resource->part_count = ((const CompoundShape *)compound)->part_count;
	resource->found_for = hash;
	resource->is_new = is_new;
	return compound;
}

// The hull of the mesh with the same skin as the parts.
void mk_decomposition_collect(const void *self, StandIn *out) {
	const DecompositionResource *resource = self;
	if (resource->rounding == 0) {
		mk_mesh_shape_collect(self, out);
		return;
	}
	Shape *hull = mk_mesh_shape_hull(&resource->source, (Real)resource->rounding);
	if (hull) mk_custom_shape_sample(hull, out);
	mk_shape_release(hull);
}

Class mk_decomposition_class = {
	.name = "ConvexDecompositionShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(DecompositionResource),
	.init = init_decomposition,
	.end = end_decomposition,
	.changed = mk_mesh_source_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(decomposition_methods),
	.properties = MK_TABLE(decomposition_properties),
	.constants = MK_TABLE(decomposition_constants),
};
