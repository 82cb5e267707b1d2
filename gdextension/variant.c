// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "variant.h"

#include "math/real.h"

#include <stdio.h>

static const char *const type_names[GDEXTENSION_VARIANT_TYPE_VARIANT_MAX] = {
	"nothing",
	"a bool",
	"an int",
	"a float",
	"a String",
	"a Vector2",
	"a Vector2i",
	"a Rect2",
	"a Rect2i",
	"a Vector3",
	"a Vector3i",
	"a Transform2D",
	"a Vector4",
	"a Vector4i",
	"a Plane",
	"a Quaternion",
	"an AABB",
	"a Basis",
	"a Transform3D",
	"a Projection",
	"a Color",
	"a StringName",
	"a NodePath",
	"a RID",
	"an Object",
	"a Callable",
	"a Signal",
	"a Dictionary",
	"an Array",
	"a PackedByteArray",
	"a PackedInt32Array",
	"a PackedInt64Array",
	"a PackedFloat32Array",
	"a PackedFloat64Array",
	"a PackedStringArray",
	"a PackedVector2Array",
	"a PackedVector3Array",
	"a PackedColorArray",
	"a PackedVector4Array",
};

bool mk_variant_read_real(const GdVariant *variant, double *value) {
	GDExtensionVariantType type = gd.variant_get_type(variant);
	double read;
	if (type == GDEXTENSION_VARIANT_TYPE_INT) {
		read = (double)gd_variant_to_int(variant);
	} else if (type == GDEXTENSION_VARIANT_TYPE_FLOAT) {
		read = gd_variant_to_float(variant);
	} else {
		return false;
	}
	if (!(read - read == 0)) return false;
	*value = read;
	return true;
}

bool mk_variant_read_int(const GdVariant *variant, int64_t *value) {
	if (gd.variant_get_type(variant) == GDEXTENSION_VARIANT_TYPE_INT) {
		*value = gd_variant_to_int(variant);
		return true;
	}
	// 2^53: beyond it a double no longer holds every integer
	const double exact = 9007199254740992.0;
	double real;
	if (!mk_variant_read_real(variant, &real) || real < -exact || real > exact) return false;
	if (real != (double)(int64_t)real) return false;
	*value = (int64_t)real;
	return true;
}

bool mk_variant_read_bool(const GdVariant *variant, bool *value) {
	switch (gd.variant_get_type(variant)) {
		case GDEXTENSION_VARIANT_TYPE_BOOL: *value = gd_variant_to_bool(variant) != 0; return true;
		case GDEXTENSION_VARIANT_TYPE_INT: *value = gd_variant_to_int(variant) != 0; return true;
		default: return false;
	}
}

bool mk_vector3_is_finite(GdVector3 vector) {
	return real_is_finite(vector.x) && real_is_finite(vector.y) && real_is_finite(vector.z);
}

bool mk_transform_is_finite(const GdTransform3D *transform) {
	const GdVector3 *rows = transform->basis.rows;
	return mk_vector3_is_finite(rows[0]) && mk_vector3_is_finite(rows[1]) &&
			mk_vector3_is_finite(rows[2]) && mk_vector3_is_finite(transform->origin);
}

bool mk_variant_read_vector3(const GdVariant *variant, GdVector3 *value) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_VECTOR3) return false;
	GdVector3 read = gd_variant_to_vector3(variant);
	if (!mk_vector3_is_finite(read)) return false;
	*value = read;
	return true;
}

bool mk_variant_read_transform(const GdVariant *variant, GdTransform3D *value) {
	if (gd.variant_get_type(variant) != GDEXTENSION_VARIANT_TYPE_TRANSFORM3D) return false;
	GdTransform3D read = gd_variant_to_transform3d(variant);
	if (!mk_transform_is_finite(&read)) return false;
	*value = read;
	return true;
}

static void make_key(GdVariant *ret, const char *key) {
	GdString string;
	gd.string_new_with_utf8_chars(&string, key);
	gd_variant_from_string(ret, &string);
	gd_string_destroy(&string);
}

const GdVariant *mk_dictionary_find(const GdDictionary *dictionary, const char *key) {
	GdVariant name;
	make_key(&name, key);
	const GdVariant *value = NULL;
	if (gd_dictionary_has(dictionary, &name)) {
		value = gd.dictionary_operator_index_const(dictionary, &name);
	}
	gd.variant_destroy(&name);
	return value;
}

void mk_dictionary_take(GdDictionary *dictionary, const char *key, GdVariant *value) {
	GdVariant name;
	make_key(&name, key);
	GdVariant *place = gd.dictionary_operator_index(dictionary, &name);
	gd.variant_destroy(place);
	*place = *value;
	gd.variant_destroy(&name);
}

// A class says more than that it is an object; which object it is would make a
// sentence of its own of each.
static void describe_object(const GdVariant *variant, char *text) {
	GDObjectInstanceID id = gd.variant_get_object_instance_id(variant);
	GDExtensionObjectPtr object = id ? gd.object_get_instance_from_id(id) : NULL;
	char name[MK_VARIANT_TEXT_SIZE / 2] = "";
	if (object) {
		GdString string;
		gd.string_new_with_utf8_chars(&string, "");
		gd_object_get_class(object, &string);
		int64_t length = gd.string_to_utf8_chars(&string, name, sizeof name - 1);
		name[length < (int64_t)sizeof name - 1 ? length : (int64_t)sizeof name - 1] = 0;
		gd_string_destroy(&string);
	}
	snprintf(text, MK_VARIANT_TEXT_SIZE,
			object ? "an object of class %s" : "an object that was freed", name);
}

const char *mk_variant_describe(const GdVariant *variant, char *text) {
	GDExtensionVariantType type = gd.variant_get_type(variant);
	GdVector3 vector;
	GdTransform3D transform;
	switch (type) {
		case GDEXTENSION_VARIANT_TYPE_INT:
			snprintf(text, MK_VARIANT_TEXT_SIZE, "%lld", (long long)gd_variant_to_int(variant));
			break;
		case GDEXTENSION_VARIANT_TYPE_FLOAT:
			snprintf(text, MK_VARIANT_TEXT_SIZE, "%g", gd_variant_to_float(variant));
			break;
		case GDEXTENSION_VARIANT_TYPE_VECTOR3:
			vector = gd_variant_to_vector3(variant);
			snprintf(text, MK_VARIANT_TEXT_SIZE, "(%g, %g, %g)", (double)vector.x, (double)vector.y,
					(double)vector.z);
			break;
		case GDEXTENSION_VARIANT_TYPE_TRANSFORM3D:
			transform = gd_variant_to_transform3d(variant);
			snprintf(text, MK_VARIANT_TEXT_SIZE, "a Transform3D%s",
					mk_transform_is_finite(&transform) ? ""
													   : " with numbers that are NaN or infinite");
			break;
		case GDEXTENSION_VARIANT_TYPE_OBJECT: describe_object(variant, text); break;
		default:
			snprintf(text, MK_VARIANT_TEXT_SIZE, "%s",
					type < GDEXTENSION_VARIANT_TYPE_VARIANT_MAX ? type_names[type] : "unknown");
	}
	return text;
}

void mk_dictionary_put_real(GdDictionary *dictionary, const char *key, double value) {
	GdVariant variant;
	gd_variant_from_float(&variant, &value);
	mk_dictionary_take(dictionary, key, &variant);
}

void mk_dictionary_put_int(GdDictionary *dictionary, const char *key, int64_t value) {
	GdVariant variant;
	gd_variant_from_int(&variant, &value);
	mk_dictionary_take(dictionary, key, &variant);
}

void mk_dictionary_put_bool(GdDictionary *dictionary, const char *key, bool value) {
	uint8_t byte = value;
	GdVariant variant;
	gd_variant_from_bool(&variant, &byte);
	mk_dictionary_take(dictionary, key, &variant);
}
