// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// From Godot's data to the engine's shapes. A row of the table is all that a further kind needs.
#include "convert.h"
#include "server/shape.h"
#include "shape/convex.h"
#include "shape/height_field.h"
#include "shape/hull_shape.h"
#include "shape/mesh.h"

typedef Shape *BuildShape(const ShapeData *data, ShapeStatus *status);

static Shape *build_plane(const ShapeData *data, ShapeStatus *status) {
	Plane plane = { vec3_from_godot(data->plane.normal), data->plane.d };
	return mk_half_space_create(plane, status);
}

static Shape *build_ray(const ShapeData *data, ShapeStatus *status) {
	return mk_separation_ray_create((Real)data->ray.length, data->ray.slide_on_slope, status);
}

static Shape *build_sphere(const ShapeData *data, ShapeStatus *status) {
	return mk_sphere_create((Real)data->radius, status);
}

// A box without thickness is a sheet or a rod, as thin as shapes may be, so that it has the inertia
// of one; without any size it is nothing.
static Shape *build_box(const ShapeData *data, ShapeStatus *status) {
	Vec3 half = vec3_from_godot(data->half_extents);
	Real least = vec3_max_element(half) < MK_SHAPE_MIN_SIZE ? 0 : MK_SHAPE_MIN_SIZE;
	return mk_box_create(vec3_max(half, vec3(least, least, least)), status);
}

static Shape *build_capsule(const ShapeData *data, ShapeStatus *status) {
	return mk_capsule_create((Real)data->round.radius, (Real)data->round.height, status);
}

static Shape *build_cylinder(const ShapeData *data, ShapeStatus *status) {
	return mk_cylinder_create((Real)data->round.radius, (Real)data->round.height, status);
}

// A copy in the engine's type; count 0 gives NULL.
static Vec3 *copy_points(const GdPackedVector3Array *points, uint32_t *count) {
	*count = (uint32_t)gd_packed_vector3_array_size(points);
	if (*count == 0) return NULL;
	const GdVector3 *from = gd.packed_vector3_array_operator_index_const(points, 0);
	Vec3 *copy = mk_alloc(*count * sizeof(Vec3));
	for (uint32_t i = 0; i < *count; i++)
		copy[i] = vec3_from_godot(from[i]);
	return copy;
}

static Shape *build_convex(const ShapeData *data, ShapeStatus *status) {
	HullShapeInput input = { 0 };
	Vec3 *points = copy_points(&data->points, &input.count);
	input.points = points;
	Shape *shape = mk_hull_shape_create(&input, status);
	mk_free(points, input.count * sizeof(Vec3));
	return shape;
}

// Godot's faces are clockwise seen from the front, ours counter-clockwise.
static Shape *build_mesh(const ShapeData *data, ShapeStatus *status) {
	uint32_t count;
	Vec3 *points = copy_points(&data->mesh.faces, &count);
	if (count == 0) {
		*status = SHAPE_NO_POINTS;
		return NULL;
	}
	uint32_t *indices = mk_alloc(count * sizeof(uint32_t));
	for (uint32_t i = 0; i < count; i++)
		indices[i] = i % 3 == 1 ? i + 1 : i % 3 == 2 ? i - 1 : i;
	MeshInput input = {
		.mesh = { .points = points,
				.point_count = count,
				.indices = indices,
				.triangle_count = count / 3 },
		.is_two_sided = data->mesh.backface_collision,
		.is_moving = true,
	};
	Shape *shape = mk_mesh_create(&input, status);
	mk_free(points, count * sizeof(Vec3));
	mk_free(indices, count * sizeof(uint32_t));
	return shape;
}

static void read_heights(const GdVariant *variant, Real *heights, uint32_t count) {
	if (gd.variant_get_type(variant) == GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT32_ARRAY) {
		GdPackedFloat32Array array = gd_variant_to_packed_float32_array(variant);
		const float *from = gd.packed_float32_array_operator_index_const(&array, 0);
		for (uint32_t i = 0; i < count; i++)
			heights[i] = (Real)from[i];
		gd_packed_float32_array_destroy(&array);
	} else {
		GdPackedFloat64Array array = gd_variant_to_packed_float64_array(variant);
		const double *from = gd.packed_float64_array_operator_index_const(&array, 0);
		for (uint32_t i = 0; i < count; i++)
			heights[i] = (Real)from[i];
		gd_packed_float64_array_destroy(&array);
	}
}

static Shape *build_map(const ShapeData *data, ShapeStatus *status) {
	uint32_t count = (uint32_t)(data->map.width * data->map.depth);
	Real *heights = mk_alloc(count * sizeof(Real));
	read_heights(&data->map.heights, heights, count);
	HeightFieldInput input = { heights, (uint32_t)data->map.width, (uint32_t)data->map.depth };
	Shape *shape = mk_height_field_create(&input, status);
	mk_free(heights, count * sizeof(Real));
	return shape;
}

static BuildShape *const builders[GD_SHAPE_CUSTOM + 1] = {
	[GD_SHAPE_WORLD_BOUNDARY] = build_plane,
	[GD_SHAPE_SEPARATION_RAY] = build_ray,
	[GD_SHAPE_SPHERE] = build_sphere,
	[GD_SHAPE_BOX] = build_box,
	[GD_SHAPE_CAPSULE] = build_capsule,
	[GD_SHAPE_CYLINDER] = build_cylinder,
	[GD_SHAPE_CONVEX_POLYGON] = build_convex,
	[GD_SHAPE_CONCAVE_POLYGON] = build_mesh,
	[GD_SHAPE_HEIGHTMAP] = build_map,
};

Shape *mk_shape_build(int64_t type, const ShapeData *data, ShapeStatus *status) {
	*status = SHAPE_OK;
	return builders[type] ? builders[type](data, status) : NULL;
}
