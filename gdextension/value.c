// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "value.h"

#include <string.h>

typedef struct ValueRow {
	GDExtensionVariantType variant_type;
	size_t size;
	bool is_owner; // has a destructor; plain bytes otherwise
} ValueRow;

#define MK_PLAIN(name, member) \
	{ GDEXTENSION_VARIANT_TYPE_##name, sizeof((Value *)0)->member, false }
#define MK_OWNER(name, member) \
	{ GDEXTENSION_VARIANT_TYPE_##name, sizeof((Value *)0)->member, true }

static const ValueRow rows[VALUE_TYPE_COUNT] = {
	[VALUE_NONE] = { GDEXTENSION_VARIANT_TYPE_NIL, 0, false },
	[VALUE_VARIANT] = MK_OWNER(NIL, variant),
	[VALUE_BOOL] = MK_PLAIN(BOOL, boolean),
	[VALUE_INT] = MK_PLAIN(INT, integer),
	[VALUE_REAL] = MK_PLAIN(FLOAT, real),
	[VALUE_STRING] = MK_OWNER(STRING, string),
	[VALUE_VECTOR2] = MK_PLAIN(VECTOR2, vector2),
	[VALUE_VECTOR3] = MK_PLAIN(VECTOR3, vector3),
	[VALUE_QUATERNION] = MK_PLAIN(QUATERNION, quaternion),
	[VALUE_PLANE] = MK_PLAIN(PLANE, plane),
	[VALUE_AABB] = MK_PLAIN(AABB, aabb),
	[VALUE_BASIS] = MK_PLAIN(BASIS, basis),
	[VALUE_TRANSFORM2D] = MK_PLAIN(TRANSFORM2D, transform2d),
	[VALUE_TRANSFORM3D] = MK_PLAIN(TRANSFORM3D, transform),
	[VALUE_COLOR] = MK_PLAIN(COLOR, color),
	[VALUE_STRING_NAME] = MK_OWNER(STRING_NAME, string_name),
	[VALUE_NODE_PATH] = MK_OWNER(NODE_PATH, node_path),
	[VALUE_RID] = MK_PLAIN(RID, rid),
	[VALUE_OBJECT] = MK_PLAIN(OBJECT, object),
	[VALUE_CALLABLE] = MK_OWNER(CALLABLE, callable),
	[VALUE_DICTIONARY] = MK_OWNER(DICTIONARY, dictionary),
	[VALUE_ARRAY] = MK_OWNER(ARRAY, array),
	[VALUE_PACKED_BYTE_ARRAY] = MK_OWNER(PACKED_BYTE_ARRAY, bytes),
	[VALUE_PACKED_INT32_ARRAY] = MK_OWNER(PACKED_INT32_ARRAY, ints),
	[VALUE_PACKED_FLOAT32_ARRAY] = MK_OWNER(PACKED_FLOAT32_ARRAY, floats),
	[VALUE_PACKED_FLOAT64_ARRAY] = MK_OWNER(PACKED_FLOAT64_ARRAY, doubles),
	[VALUE_PACKED_VECTOR2_ARRAY] = MK_OWNER(PACKED_VECTOR2_ARRAY, points2d),
	[VALUE_PACKED_VECTOR3_ARRAY] = MK_OWNER(PACKED_VECTOR3_ARRAY, points),
};

// What Godot has for a type; constructor and destructor only for those that own memory.
typedef struct ValueFunctions {
	GDExtensionVariantFromTypeConstructorFunc to_variant;
	GDExtensionTypeFromVariantConstructorFunc from_variant;
	GDExtensionPtrConstructor copy;
	GDExtensionPtrDestructor destroy;
} ValueFunctions;

static ValueFunctions functions[VALUE_TYPE_COUNT];

static bool is_variant(ValueType type) { return type <= VALUE_VARIANT; }

void mk_value_prepare(void) {
	for (ValueType type = VALUE_VARIANT + 1; type < VALUE_TYPE_COUNT; type++) {
		GDExtensionVariantType tag = rows[type].variant_type;
		functions[type].to_variant = gd.get_variant_from_type_constructor(tag);
		functions[type].from_variant = gd.get_variant_to_type_constructor(tag);
		if (!rows[type].is_owner) continue;
		functions[type].copy = gd.variant_get_ptr_constructor(tag, 1);
		functions[type].destroy = gd.variant_get_ptr_destructor(tag);
	}
}

GDExtensionVariantType mk_value_variant_type(ValueType type) { return rows[type].variant_type; }

size_t mk_value_size(ValueType type) { return rows[type].size; }

// The Variant may hold an object that is gone, or nothing.
static void read_object(const GdVariant *variant, Value *value) {
	GDObjectInstanceID id = gd.variant_get_object_instance_id(variant);
	value->object = id ? gd.object_get_instance_from_id(id) : NULL;
}

// Godot's functions take what they only read without const.
static void *writable(const void *pointer) { return (void *)(uintptr_t)pointer; }

static bool convert(ValueType type, const GdVariant *variant, Value *value) {
	GDExtensionVariantType from = gd.variant_get_type(variant);
	GDExtensionVariantType to = rows[type].variant_type;
	if (!gd.variant_can_convert_strict(from, to)) return false;
	GDExtensionCallError error = { 0 };
	GDExtensionConstVariantPtr arguments[] = { variant };
	GdVariant converted;
	gd.variant_construct(to, &converted, arguments, 1, &error);
	if (error.error == GDEXTENSION_CALL_OK) functions[type].from_variant(value, &converted);
	gd.variant_destroy(&converted);
	return error.error == GDEXTENSION_CALL_OK;
}

bool mk_value_read(ValueType type, const GdVariant *variant, Value *value) {
	GDExtensionVariantType found = gd.variant_get_type(variant);
	if (is_variant(type)) {
		gd.variant_new_copy(value, variant);
	} else if (type == VALUE_OBJECT) {
		if (found != GDEXTENSION_VARIANT_TYPE_OBJECT && found != GDEXTENSION_VARIANT_TYPE_NIL)
			return false;
		read_object(variant, value);
	} else if (found == rows[type].variant_type) {
		functions[type].from_variant(value, writable(variant));
	} else {
		return convert(type, variant, value);
	}
	return true;
}

void mk_value_write(ValueType type, const Value *value, GdVariant *variant) {
	if (type == VALUE_NONE) {
		gd.variant_new_nil(variant);
	} else if (type == VALUE_VARIANT) {
		gd.variant_new_copy(variant, &value->variant);
	} else {
		functions[type].to_variant(variant, writable(value));
	}
}

void mk_value_copy(ValueType type, const void *from, Value *value) {
	if (is_variant(type)) {
		gd.variant_new_copy(value, from);
	} else if (rows[type].is_owner) {
		functions[type].copy(value, &from);
	} else {
		memcpy(value, from, rows[type].size);
	}
}

// what owns memory and was never made is zeroes
static bool is_made(ValueType type, const void *place) {
	static const Value zero;
	return rows[type].is_owner && memcmp(place, &zero, rows[type].size) != 0;
}

void mk_value_destroy(ValueType type, Value *value) {
	if (!is_made(type, value)) return;
	if (is_variant(type)) {
		gd.variant_destroy(value);
	} else {
		functions[type].destroy(value);
	}
}

void mk_value_return(ValueType type, Value *value, void *place) {
	if (type == VALUE_OBJECT) {
		gd.ref_set_object(place, value->object);
		return;
	}
	if (is_made(type, place)) {
		if (is_variant(type)) {
			gd.variant_destroy(place);
		} else {
			functions[type].destroy(place);
		}
	}
	memcpy(place, value, rows[type].size);
}
