// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/arrays.h"

#include "base/alloc.h"
#include "convert.h"
#include "report.h"
#include "variant.h"

void mk_points_create(GdPackedVector3Array *ret, const Vec3 *points, size_t count) {
	gd_packed_vector3_array_create(ret);
	if (count == 0) return;
	gd_packed_vector3_array_resize(ret, (int64_t)count);
	GdVector3 *to = gd.packed_vector3_array_operator_index(ret, 0);
	for (size_t i = 0; i < count; i++)
		to[i] = vec3_to_godot(points[i]);
}

void mk_points2d_create(GdPackedVector2Array *ret, const GdVector2 *points, size_t count) {
	gd_packed_vector2_array_create(ret);
	if (count == 0) return;
	gd_packed_vector2_array_resize(ret, (int64_t)count);
	GdVector2 *to = gd.packed_vector2_array_operator_index(ret, 0);
	for (size_t i = 0; i < count; i++)
		to[i] = points[i];
}

void mk_ints_create(GdPackedInt32Array *ret, const uint32_t *numbers, size_t count) {
	gd_packed_int32_array_create(ret);
	if (count == 0) return;
	gd_packed_int32_array_resize(ret, (int64_t)count);
	int32_t *to = gd.packed_int32_array_operator_index(ret, 0);
	for (size_t i = 0; i < count; i++)
		to[i] = (int32_t)numbers[i];
}

static void create_typed(GdArray *ret, GDExtensionVariantType type, const char *class_name) {
	GdStringName name;
	GdVariant script;
	gd.string_name_new_with_latin1_chars(&name, class_name, true);
	gd.variant_new_nil(&script);
	gd_array_create(ret);
	gd.array_set_typed(ret, type, &name, &script);
}

void mk_array_create_dictionaries(GdArray *ret) {
	create_typed(ret, GDEXTENSION_VARIANT_TYPE_DICTIONARY, "");
}

void mk_array_create_objects(GdArray *ret, const char *class_name) {
	create_typed(ret, GDEXTENSION_VARIANT_TYPE_OBJECT, class_name);
}

static void push(GdArray *array, GdVariant *variant) {
	gd_array_push_back(array, variant);
	gd.variant_destroy(variant);
}

void mk_array_push_dictionary(GdArray *array, GdDictionary *dictionary) {
	GdVariant variant;
	gd_variant_from_dictionary(&variant, dictionary);
	push(array, &variant);
	gd_dictionary_destroy(dictionary);
}

void mk_array_push_object(GdArray *array, GDExtensionObjectPtr object) {
	GdVariant variant;
	gd_variant_from_object(&variant, &object);
	push(array, &variant);
}

Vec3 *mk_points_read(const GdPackedVector3Array *array, uint32_t *count, const char *where,
		const char *argument) {
	int64_t size = gd_packed_vector3_array_size(array);
	*count = 0;
	if (size == 0 || size > INT32_MAX) {
		mk_report_error(where, "%s must hold at least one point.", argument);
		return NULL;
	}
	const GdVector3 *from = gd.packed_vector3_array_operator_index_const(array, 0);
	for (int64_t i = 0; i < size; i++) {
		if (mk_vector3_is_finite(from[i])) continue;
		mk_report_error(where, "point %lld of %s is NaN or infinite.", (long long)i, argument);
		return NULL;
	}
	*count = (uint32_t)size;
	Vec3 *points = mk_alloc(*count * sizeof *points);
	for (uint32_t i = 0; i < *count; i++)
		points[i] = vec3_from_godot(from[i]);
	return points;
}

void mk_dictionary_put_vector(GdDictionary *dictionary, const char *key, Vec3 vector) {
	GdVector3 value = vec3_to_godot(vector);
	GdVariant variant;
	gd_variant_from_vector3(&variant, &value);
	mk_dictionary_take(dictionary, key, &variant);
}

void mk_dictionary_put_vector2(GdDictionary *dictionary, const char *key, GdVector2 vector) {
	GdVariant variant;
	gd_variant_from_vector2(&variant, &vector);
	mk_dictionary_take(dictionary, key, &variant);
}

void mk_dictionary_put_points(
		GdDictionary *dictionary, const char *key, const Vec3 *points, size_t count) {
	GdPackedVector3Array array;
	GdVariant variant;
	mk_points_create(&array, points, count);
	gd_variant_from_packed_vector3_array(&variant, &array);
	mk_dictionary_take(dictionary, key, &variant);
	gd_packed_vector3_array_destroy(&array);
}

void mk_dictionary_put_ints(
		GdDictionary *dictionary, const char *key, const uint32_t *numbers, size_t count) {
	GdPackedInt32Array array;
	GdVariant variant;
	mk_ints_create(&array, numbers, count);
	gd_variant_from_packed_int32_array(&variant, &array);
	mk_dictionary_take(dictionary, key, &variant);
	gd_packed_int32_array_destroy(&array);
}
