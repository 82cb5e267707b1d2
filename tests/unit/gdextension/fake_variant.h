// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The Variants of fake_godot.h: they hold plain values.
#pragma once

#include "support/check.h"

#include <godot_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void fake_unexpected(void) {
	fprintf(stderr, "a function of Godot was called that the test did not expect\n");
	abort();
}

// Variants: the type, then the value; a Transform3D does not fit and is kept aside.
typedef struct FakeVariant {
	int64_t type;
	unsigned char value[sizeof(GdVariant) - sizeof(int64_t)];
} FakeVariant;

static GdTransform3D fake_transforms[8];
static int64_t fake_transform_count;

#define FAKE_VARIANT_TYPE(name, Type, tag)                                          \
	static inline void fake_from_##name(                                            \
			GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) { \
		FakeVariant made = { .type = (tag) };                                       \
		memcpy(made.value, value, sizeof(Type));                                    \
		memcpy(variant, &made, sizeof made);                                        \
	}                                                                               \
	static inline void fake_to_##name(                                              \
			GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) { \
		FakeVariant given;                                                          \
		memcpy(&given, variant, sizeof given);                                      \
		assert_int_equal(given.type, (tag));                                        \
		memcpy(value, given.value, sizeof(Type));                                   \
	}                                                                               \
	_Static_assert(sizeof(Type) <= sizeof(((FakeVariant *)0)->value), "fits into a Variant")

FAKE_VARIANT_TYPE(bool, uint8_t, GDEXTENSION_VARIANT_TYPE_BOOL);
FAKE_VARIANT_TYPE(int, int64_t, GDEXTENSION_VARIANT_TYPE_INT);
FAKE_VARIANT_TYPE(float, double, GDEXTENSION_VARIANT_TYPE_FLOAT);
FAKE_VARIANT_TYPE(vector3, GdVector3, GDEXTENSION_VARIANT_TYPE_VECTOR3);
FAKE_VARIANT_TYPE(object, GDExtensionObjectPtr, GDEXTENSION_VARIANT_TYPE_OBJECT);
FAKE_VARIANT_TYPE(string, GdString, GDEXTENSION_VARIANT_TYPE_STRING);

static inline void fake_from_transform(
		GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) {
	int64_t index = fake_transform_count++ % 8;
	FakeVariant made = { .type = GDEXTENSION_VARIANT_TYPE_TRANSFORM3D };
	memcpy(&fake_transforms[index], value, sizeof *fake_transforms);
	memcpy(made.value, &index, sizeof index);
	memcpy(variant, &made, sizeof made);
}

static inline void fake_to_transform(
		GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) {
	FakeVariant given;
	int64_t index;
	memcpy(&given, variant, sizeof given);
	assert_int_equal(given.type, GDEXTENSION_VARIANT_TYPE_TRANSFORM3D);
	memcpy(&index, given.value, sizeof index);
	memcpy(value, &fake_transforms[index], sizeof *fake_transforms);
}

static inline void fake_from_other(
		GDExtensionUninitializedVariantPtr variant, GDExtensionTypePtr value) {
	(void)variant, (void)value;
	fake_unexpected();
}

static inline void fake_to_other(
		GDExtensionUninitializedTypePtr value, GDExtensionVariantPtr variant) {
	(void)value, (void)variant;
	fake_unexpected();
}

static inline GDExtensionVariantFromTypeConstructorFunc fake_get_from(GDExtensionVariantType type) {
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: return fake_from_bool;
		case GDEXTENSION_VARIANT_TYPE_INT: return fake_from_int;
		case GDEXTENSION_VARIANT_TYPE_FLOAT: return fake_from_float;
		case GDEXTENSION_VARIANT_TYPE_VECTOR3: return fake_from_vector3;
		case GDEXTENSION_VARIANT_TYPE_STRING: return fake_from_string;
		case GDEXTENSION_VARIANT_TYPE_OBJECT: return fake_from_object;
		case GDEXTENSION_VARIANT_TYPE_TRANSFORM3D: return fake_from_transform;
		default: return fake_from_other;
	}
}

static inline GDExtensionTypeFromVariantConstructorFunc fake_get_to(GDExtensionVariantType type) {
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: return fake_to_bool;
		case GDEXTENSION_VARIANT_TYPE_INT: return fake_to_int;
		case GDEXTENSION_VARIANT_TYPE_FLOAT: return fake_to_float;
		case GDEXTENSION_VARIANT_TYPE_VECTOR3: return fake_to_vector3;
		case GDEXTENSION_VARIANT_TYPE_STRING: return fake_to_string;
		case GDEXTENSION_VARIANT_TYPE_OBJECT: return fake_to_object;
		case GDEXTENSION_VARIANT_TYPE_TRANSFORM3D: return fake_to_transform;
		default: return fake_to_other;
	}
}

static inline GDExtensionVariantType fake_variant_type(GDExtensionConstVariantPtr variant) {
	FakeVariant given;
	memcpy(&given, variant, sizeof given);
	return (GDExtensionVariantType)given.type;
}

static inline void fake_variant_nil(GDExtensionUninitializedVariantPtr variant) {
	memset(variant, 0, sizeof(FakeVariant));
}

// The conversions that tests use: numbers to one another, a freed object to none.
static inline GDExtensionBool fake_can_convert(
		GDExtensionVariantType from, GDExtensionVariantType to) {
	bool is_number = from == GDEXTENSION_VARIANT_TYPE_INT || from == GDEXTENSION_VARIANT_TYPE_FLOAT;
	return is_number &&
			(to == GDEXTENSION_VARIANT_TYPE_INT || to == GDEXTENSION_VARIANT_TYPE_FLOAT);
}

static inline void fake_variant_construct(GDExtensionVariantType type,
		GDExtensionUninitializedVariantPtr variant, const GDExtensionConstVariantPtr *arguments,
		int32_t count, GDExtensionCallError *error) {
	double number = 0;
	int64_t whole = 0;
	error->error = GDEXTENSION_CALL_OK;
	if (count == 0) {
		assert_int_equal(type, GDEXTENSION_VARIANT_TYPE_VECTOR3);
		GdVector3 zero = { 0, 0, 0 };
		fake_from_vector3(variant, &zero);
		return;
	}
	const void *from = (const char *)arguments[0] + offsetof(FakeVariant, value);
	if (type == GDEXTENSION_VARIANT_TYPE_FLOAT) {
		memcpy(&whole, from, sizeof whole);
		number = (double)whole;
		fake_from_float(variant, &number);
	} else {
		memcpy(&number, from, sizeof number);
		whole = (int64_t)number;
		fake_from_int(variant, &whole);
	}
}

static inline void fake_variant_copy(
		GDExtensionUninitializedVariantPtr variant, GDExtensionConstVariantPtr from) {
	memcpy(variant, from, sizeof(FakeVariant));
}
