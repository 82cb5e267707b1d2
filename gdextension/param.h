// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Numbered parameters of Godot's server API (body_set_param, area_set_param, joint parameters ...)
// as tables: a row says what a parameter is called, which values it takes and where it is stored.
// One pair of functions then reads and writes them all, checks included.
#pragma once

#include <godot_api.h>
#include <stddef.h>

typedef enum ParamType {
	PARAM_REAL,         // double, finite
	PARAM_POSITIVE,     // double, finite, above 0
	PARAM_NOT_NEGATIVE, // double, finite, 0 or above
	PARAM_BOOL,         // bool
	PARAM_MODE,         // int64_t in 0 .. mode_count - 1
	PARAM_INT,          // int64_t
	PARAM_VECTOR,       // GdVector3, finite
	PARAM_MOMENTS,      // GdVector3, finite, no negative component
} ParamType;

typedef struct Param {
	const char *name; // as the error sentence says it
	ParamType type;
	int64_t mode_count; // PARAM_MODE only
	size_t offset;      // of the stored value in its struct
} Param;

typedef struct ParamTable {
	const Param *rows;
	int64_t count;
} ParamTable;

typedef struct Item Item;

// Whose parameters they are.
typedef struct ParamOwner {
	void *values;      // the struct that the offsets are about
	const Item *item;  // whom messages name
	const char *where; // __func__
} ParamOwner;

// Stores a value if the parameter exists and the value is of its type and range; else says what is
// wrong, changes nothing and returns false. An int is a fine double.
bool mk_param_set(ParamTable table, const ParamOwner *owner, int64_t param, const GdVariant *value);

// Writes the stored value to `ret`; an unknown parameter is reported and leaves `ret` alone.
void mk_param_get(ParamTable table, const ParamOwner *owner, int64_t param, GdVariant *ret);

// Returns whether the bytes of an owner's parameters are values that
// mk_param_set could have stored.
bool mk_param_all_valid(ParamTable table, const void *owner);

// The same for parameters that cross the border as plain doubles (joints, spaces).
bool mk_param_set_real(ParamTable table, const ParamOwner *owner, int64_t param, double value);
double mk_param_get_real(ParamTable table, const ParamOwner *owner, int64_t param);
