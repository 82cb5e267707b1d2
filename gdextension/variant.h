// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Reading Variants that come from scripts: the type is checked, numbers must be finite, and nothing
// is written when the answer is false.
#pragma once

#include <godot_api.h>

// Bytes that a description of a value takes at most.
#define MK_VARIANT_TEXT_SIZE 96

// A float or an int, finite.
bool mk_variant_read_real(const GdVariant *variant, double *value);

// An int, or a float without a fraction that fits.
bool mk_variant_read_int(const GdVariant *variant, int64_t *value);

// A bool, or an int (0 is false).
bool mk_variant_read_bool(const GdVariant *variant, bool *value);

// A Vector3 of finite numbers.
bool mk_variant_read_vector3(const GdVariant *variant, GdVector3 *value);

// A Transform3D of finite numbers.
bool mk_variant_read_transform(const GdVariant *variant, GdTransform3D *value);

// Whether all numbers are finite.
bool mk_vector3_is_finite(GdVector3 vector);
bool mk_transform_is_finite(const GdTransform3D *transform);

// Finds the value of a key in a dictionary; returns NULL if it is not there. The value
// belongs to the dictionary.
const GdVariant *mk_dictionary_find(const GdDictionary *dictionary, const char *key);

// Stores a value under a key; the value is destroyed, so a fresh one can be handed over.
void mk_dictionary_take(GdDictionary *dictionary, const char *key, GdVariant *value);

// The same for a plain value.
void mk_dictionary_put_real(GdDictionary *dictionary, const char *key, double value);
void mk_dictionary_put_int(GdDictionary *dictionary, const char *key, int64_t value);
void mk_dictionary_put_bool(GdDictionary *dictionary, const char *key, bool value);

// Writes the type and, for numbers, the value into `text` (MK_VARIANT_TEXT_SIZE) and returns it.
const char *mk_variant_describe(const GdVariant *variant, char *text);
