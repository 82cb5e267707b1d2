// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A value of any type that crosses the border to scripts: what the tables of methods and properties
// (bind.h) speak of. The table in value.c says for each type which Variant it is and what it owns.
#pragma once

#include <godot_api.h>

typedef enum ValueType {
	VALUE_NONE, // of a method that returns nothing
	VALUE_VARIANT,
	VALUE_BOOL,
	VALUE_INT,
	VALUE_REAL, // double in either precision
	VALUE_STRING,
	VALUE_VECTOR2,
	VALUE_VECTOR3,
	VALUE_QUATERNION,
	VALUE_PLANE,
	VALUE_AABB,
	VALUE_BASIS,
	VALUE_TRANSFORM2D,
	VALUE_TRANSFORM3D,
	VALUE_COLOR,
	VALUE_STRING_NAME,
	VALUE_NODE_PATH,
	VALUE_RID,
	VALUE_OBJECT, // a pointer; NULL is none
	VALUE_CALLABLE,
	VALUE_DICTIONARY,
	VALUE_ARRAY,
	VALUE_PACKED_BYTE_ARRAY,
	VALUE_PACKED_INT32_ARRAY,
	VALUE_PACKED_FLOAT32_ARRAY,
	VALUE_PACKED_FLOAT64_ARRAY,
	VALUE_PACKED_VECTOR2_ARRAY,
	VALUE_PACKED_VECTOR3_ARRAY,
	VALUE_TYPE_COUNT
} ValueType;

typedef union Value {
	GdVariant variant;
	uint8_t boolean;
	int64_t integer;
	double real;
	GdString string;
	GdVector2 vector2;
	GdVector3 vector3;
	GdQuaternion quaternion;
	GdPlane plane;
	GdAABB aabb;
	GdBasis basis;
	GdTransform2D transform2d;
	GdTransform3D transform;
	GdColor color;
	GdStringName string_name;
	GdNodePath node_path;
	GdRID rid;
	GDExtensionObjectPtr object;
	GdCallable callable;
	GdDictionary dictionary;
	GdArray array;
	GdPackedByteArray bytes;
	GdPackedInt32Array ints;
	GdPackedFloat32Array floats;
	GdPackedFloat64Array doubles;
	GdPackedVector2Array points2d;
	GdPackedVector3Array points;
} Value;

// Finds Godot's functions for all types; once, before anything else of this file is used.
void mk_value_prepare(void);

// Returns Godot's number of the type; nil for none and for any Variant.
GDExtensionVariantType mk_value_variant_type(ValueType type);

// Returns how many bytes a value takes.
size_t mk_value_size(ValueType type);

// Reads a Variant as a value, to be destroyed, with the conversions that scripts know (int to
// float, an Array to a packed one ...). False if there is none. An object that was freed is NULL.
bool mk_value_read(ValueType type, const GdVariant *variant, Value *value);

// Writes the value into a fresh Variant; objects that are counted get a reference.
void mk_value_write(ValueType type, const Value *value, GdVariant *variant);

// Makes a copy, to be destroyed. `from` points to a value of the type, which
// may be shorter than a Value.
void mk_value_copy(ValueType type, const void *from, Value *value);

// Moves the value to where Godot wants the result of a typed call: over a value that may be there
// already, or over zeroes.
void mk_value_return(ValueType type, Value *value, void *place);

// Gives back what the value owns.
void mk_value_destroy(ValueType type, Value *value);
