// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The data of each kind of shape in the form in which Godot's resources send it. A row of the table
// at the end is all that a further kind needs. A size of zero is kept like any other: a resource
// has it while it is edited, and what has no geometry is said to the user of the shape (shape.c).
#include "server/shape.h"
#include "variant.h"

static bool read_plane(const GdVariant *variant, ShapeData *data) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_PLANE) return false;
	data->plane = gd_variant_to_plane(variant);
	GdVector3 normal = data->plane.normal;
	bool has_direction = normal.x != 0 || normal.y != 0 || normal.z != 0;
	return has_direction && mk_vector3_is_finite(normal) && data->plane.d - data->plane.d == 0;
}

static void write_plane(const ShapeData *data, GdVariant *ret) {
	gd_variant_from_plane(ret, &data->plane);
}

static bool read_sphere(const GdVariant *variant, ShapeData *data) {
	return mk_variant_read_real(variant, &data->radius) && data->radius >= 0;
}

static void write_sphere(const ShapeData *data, GdVariant *ret) {
	gd_variant_from_float(ret, &data->radius);
}

static bool read_box(const GdVariant *variant, ShapeData *data) {
	if (!mk_variant_read_vector3(variant, &data->half_extents)) return false;
	GdVector3 half = data->half_extents;
	return half.x >= 0 && half.y >= 0 && half.z >= 0;
}

static void write_box(const ShapeData *data, GdVariant *ret) {
	gd_variant_from_vector3(ret, &data->half_extents);
}

// a borrowed reference to the dictionary inside a Variant, to be destroyed; false if it is none
static bool open_dictionary(const GdVariant *variant, GdDictionary *dictionary) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_DICTIONARY) return false;
	*dictionary = gd_variant_to_dictionary(variant);
	return true;
}

static bool find_real(const GdDictionary *dictionary, const char *key, double *value) {
	const GdVariant *found = mk_dictionary_find(dictionary, key);
	return found && mk_variant_read_real(found, value);
}

// a flag that is not there is off
static bool find_bool(const GdDictionary *dictionary, const char *key, bool *value) {
	const GdVariant *found = mk_dictionary_find(dictionary, key);
	return !found || mk_variant_read_bool(found, value);
}

static bool find_int(const GdDictionary *dictionary, const char *key, int64_t *value) {
	const GdVariant *found = mk_dictionary_find(dictionary, key);
	return found && mk_variant_read_int(found, value);
}

static void close_dictionary(GdDictionary *dictionary, GdVariant *ret) {
	gd_variant_from_dictionary(ret, dictionary);
	gd_dictionary_destroy(dictionary);
}

static bool read_round(const GdVariant *variant, ShapeData *data) {
	GdDictionary dictionary;
	if (!open_dictionary(variant, &dictionary)) return false;
	bool is_fine = find_real(&dictionary, "radius", &data->round.radius) &&
			find_real(&dictionary, "height", &data->round.height);
	gd_dictionary_destroy(&dictionary);
	return is_fine && data->round.radius >= 0 && data->round.height >= 0;
}

// a capsule's height contains both caps
static bool read_capsule(const GdVariant *variant, ShapeData *data) {
	return read_round(variant, data) && data->round.height >= 2 * data->round.radius;
}

static void write_round(const ShapeData *data, GdVariant *ret) {
	GdDictionary dictionary;
	gd_dictionary_create(&dictionary);
	mk_dictionary_put_real(&dictionary, "radius", data->round.radius);
	mk_dictionary_put_real(&dictionary, "height", data->round.height);
	close_dictionary(&dictionary, ret);
}

static bool read_ray(const GdVariant *variant, ShapeData *data) {
	GdDictionary dictionary;
	if (!open_dictionary(variant, &dictionary)) return false;
	bool is_fine = find_real(&dictionary, "length", &data->ray.length) &&
			find_bool(&dictionary, "slide_on_slope", &data->ray.slide_on_slope);
	gd_dictionary_destroy(&dictionary);
	return is_fine && data->ray.length >= 0;
}

static void write_ray(const ShapeData *data, GdVariant *ret) {
	GdDictionary dictionary;
	gd_dictionary_create(&dictionary);
	mk_dictionary_put_real(&dictionary, "length", data->ray.length);
	mk_dictionary_put_bool(&dictionary, "slide_on_slope", data->ray.slide_on_slope);
	close_dictionary(&dictionary, ret);
}

// a reference to the points inside a Variant, to be destroyed; false if one of them is not finite
static bool open_points(const GdVariant *variant, GdPackedVector3Array *points) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY) return false;
	*points = gd_variant_to_packed_vector3_array(variant);
	int64_t count = gd_packed_vector3_array_size(points);
	const GdVector3 *data = count ? gd.packed_vector3_array_operator_index_const(points, 0) : NULL;
	for (int64_t i = 0; i < count; i++) {
		if (mk_vector3_is_finite(data[i])) continue;
		gd_packed_vector3_array_destroy(points);
		return false;
	}
	return true;
}

static bool read_convex(const GdVariant *variant, ShapeData *data) {
	return open_points(variant, &data->points);
}

static void write_convex(const ShapeData *data, GdVariant *ret) {
	gd_variant_from_packed_vector3_array(ret, &data->points);
}

static void release_convex(ShapeData *data) { gd_packed_vector3_array_destroy(&data->points); }

static bool read_concave(const GdVariant *variant, ShapeData *data) {
	GdDictionary dictionary;
	if (!open_dictionary(variant, &dictionary)) return false;
	const GdVariant *faces = mk_dictionary_find(&dictionary, "faces");
	bool is_fine = find_bool(&dictionary, "backface_collision", &data->mesh.backface_collision) &&
			faces && open_points(faces, &data->mesh.faces);
	gd_dictionary_destroy(&dictionary);
	if (is_fine && gd_packed_vector3_array_size(&data->mesh.faces) % 3 != 0) {
		gd_packed_vector3_array_destroy(&data->mesh.faces);
		is_fine = false;
	}
	return is_fine;
}

static void write_concave(const ShapeData *data, GdVariant *ret) {
	GdDictionary dictionary;
	GdVariant faces;
	gd_dictionary_create(&dictionary);
	gd_variant_from_packed_vector3_array(&faces, &data->mesh.faces);
	mk_dictionary_take(&dictionary, "faces", &faces);
	mk_dictionary_put_bool(&dictionary, "backface_collision", data->mesh.backface_collision);
	close_dictionary(&dictionary, ret);
}

static void release_concave(ShapeData *data) { gd_packed_vector3_array_destroy(&data->mesh.faces); }

// The number of heights, or -1 if they are not floats of either precision or one is
// infinite. A NaN is a hole.
static int64_t count_heights(const GdVariant *variant) {
	int64_t count = -1;
	GDExtensionVariantType type = gd.variant_get_type(variant);
	if (type == GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT32_ARRAY) {
		GdPackedFloat32Array heights = gd_variant_to_packed_float32_array(variant);
		count = gd_packed_float32_array_size(&heights);
		for (int64_t i = 0; i < count; i++) {
			float height = *gd.packed_float32_array_operator_index_const(&heights, i);
			if (height - height != 0 && height == height) count = -1;
		}
		gd_packed_float32_array_destroy(&heights);
	} else if (type == GDEXTENSION_VARIANT_TYPE_PACKED_FLOAT64_ARRAY) {
		GdPackedFloat64Array heights = gd_variant_to_packed_float64_array(variant);
		count = gd_packed_float64_array_size(&heights);
		for (int64_t i = 0; i < count; i++) {
			double height = *gd.packed_float64_array_operator_index_const(&heights, i);
			if (height - height != 0 && height == height) count = -1;
		}
		gd_packed_float64_array_destroy(&heights);
	}
	return count;
}

static bool is_map_fine(const ShapeData *data, const GdVariant *heights) {
	// a side of 2^20 already is far beyond memory; it keeps the product from overflowing
	const int64_t most = 1 << 20;
	if (data->map.width < 2 || data->map.depth < 2) return false;
	if (data->map.width > most || data->map.depth > most) return false;
	if (data->map.min_height > data->map.max_height) return false;
	return heights && count_heights(heights) == data->map.width * data->map.depth;
}

static bool read_map(const GdVariant *variant, ShapeData *data) {
	GdDictionary dictionary;
	if (!open_dictionary(variant, &dictionary)) return false;
	const GdVariant *heights = mk_dictionary_find(&dictionary, "heights");
	bool is_fine = find_int(&dictionary, "width", &data->map.width) &&
			find_int(&dictionary, "depth", &data->map.depth) &&
			find_real(&dictionary, "min_height", &data->map.min_height) &&
			find_real(&dictionary, "max_height", &data->map.max_height) &&
			is_map_fine(data, heights);
	if (is_fine) gd.variant_new_copy(&data->map.heights, heights);
	gd_dictionary_destroy(&dictionary);
	return is_fine;
}

static void write_map(const ShapeData *data, GdVariant *ret) {
	GdDictionary dictionary;
	GdVariant heights;
	gd_dictionary_create(&dictionary);
	mk_dictionary_put_int(&dictionary, "width", data->map.width);
	mk_dictionary_put_int(&dictionary, "depth", data->map.depth);
	gd.variant_new_copy(&heights, &data->map.heights);
	mk_dictionary_take(&dictionary, "heights", &heights);
	mk_dictionary_put_real(&dictionary, "min_height", data->map.min_height);
	mk_dictionary_put_real(&dictionary, "max_height", data->map.max_height);
	close_dictionary(&dictionary, ret);
}

static void release_map(ShapeData *data) { gd.variant_destroy(&data->map.heights); }

// a deep copy, because a dictionary is shared with the script that sent it
static bool read_custom(const GdVariant *variant, ShapeData *data) {
	GdDictionary dictionary;
	if (!open_dictionary(variant, &dictionary)) return false;
	gd_dictionary_create(&data->custom);
	gd_dictionary_duplicate(&dictionary, true, &data->custom);
	gd_dictionary_destroy(&dictionary);
	return true;
}

static void write_custom(const ShapeData *data, GdVariant *ret) {
	GdDictionary copy;
	gd_dictionary_create(&copy);
	gd_dictionary_duplicate(&data->custom, true, &copy);
	close_dictionary(&copy, ret);
}

static void release_custom(ShapeData *data) { gd_dictionary_destroy(&data->custom); }

const ShapeFormat mk_shape_formats[] = {
	[GD_SHAPE_WORLD_BOUNDARY] = { "a world boundary takes a finite Plane with a normal", read_plane,
			write_plane, NULL },
	[GD_SHAPE_SEPARATION_RAY] = { "a separation ray takes a Dictionary with length, 0 or above, and"
								  " slide_on_slope",
			read_ray, write_ray, NULL },
	[GD_SHAPE_SPHERE] = { "a sphere takes a radius, 0 or above", read_sphere, write_sphere, NULL },
	[GD_SHAPE_BOX] = { "a box takes a Vector3 of half extents, 0 or above", read_box, write_box,
			NULL },
	[GD_SHAPE_CAPSULE] = { "a capsule takes a Dictionary with radius, 0 or above, and height of at"
						   " least twice the radius",
			read_capsule, write_round, NULL },
	[GD_SHAPE_CYLINDER] = { "a cylinder takes a Dictionary with radius and height, 0 or above",
			read_round, write_round, NULL },
	[GD_SHAPE_CONVEX_POLYGON] = { "a convex polygon takes a PackedVector3Array of finite points",
			read_convex, write_convex, release_convex },
	[GD_SHAPE_CONCAVE_POLYGON] = { "a concave polygon takes a Dictionary with faces (finite points,"
								   " three per face) and backface_collision",
			read_concave, write_concave, release_concave },
	[GD_SHAPE_HEIGHTMAP] = { "a height map takes a Dictionary with width and depth of at least 2,"
							 " width * depth heights, min_height and max_height",
			read_map, write_map, release_map },
	[GD_SHAPE_SOFT_BODY] = { "a soft body is no shape of its own", NULL, NULL, NULL },
	[GD_SHAPE_CUSTOM] = { "a custom shape takes a Dictionary", read_custom, write_custom,
			release_custom },
};
