// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Between lists of the engine and Godot's arrays, and entries of the
// dictionaries that queries return.
#pragma once

#include "math/vec3.h"

#include <godot_api.h>

// Makes arrays with these contents, to be destroyed.
void mk_points_create(GdPackedVector3Array *ret, const Vec3 *points, size_t count);
void mk_points2d_create(GdPackedVector2Array *ret, const GdVector2 *points, size_t count);
void mk_ints_create(GdPackedInt32Array *ret, const uint32_t *numbers, size_t count);

// Makes an empty Array that holds dictionaries only, or objects of a class only.
void mk_array_create_dictionaries(GdArray *ret);
void mk_array_create_objects(GdArray *ret, const char *class_name);

// Appends; the dictionary is given over.
void mk_array_push_dictionary(GdArray *array, GdDictionary *dictionary);
void mk_array_push_object(GdArray *array, GDExtensionObjectPtr object);

// Points of a script: NULL after saying what is wrong with the argument, or if there are none. To
// be freed with count * sizeof(Vec3).
Vec3 *mk_points_read(const GdPackedVector3Array *array, uint32_t *count, const char *where,
		const char *argument);

// Stores a value under a key.
void mk_dictionary_put_vector(GdDictionary *dictionary, const char *key, Vec3 vector);
void mk_dictionary_put_vector2(GdDictionary *dictionary, const char *key, GdVector2 vector);
void mk_dictionary_put_points(
		GdDictionary *dictionary, const char *key, const Vec3 *points, size_t count);
void mk_dictionary_put_ints(
		GdDictionary *dictionary, const char *key, const uint32_t *numbers, size_t count);
