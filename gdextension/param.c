// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "param.h"

#include "math/real.h"
#include "server/describe.h"
#include "variant.h"

#include <string.h>

static const char *const wanted_values[] = {
	[PARAM_REAL] = "a finite number",
	[PARAM_POSITIVE] = "a finite number above 0",
	[PARAM_NOT_NEGATIVE] = "a finite number, 0 or above",
	[PARAM_BOOL] = "true or false",
	[PARAM_MODE] = "one of the modes",
	[PARAM_INT] = "a whole number",
	[PARAM_VECTOR] = "a Vector3 of finite numbers",
	[PARAM_MOMENTS] = "a Vector3 of finite numbers, 0 or above",
};

static const Param *find_row(ParamTable table, const ParamOwner *owner, int64_t param) {
	if (param >= 0 && param < table.count && table.rows[param].name) return &table.rows[param];
	mk_item_report(owner->item, owner->where, "there is no parameter %lld; nothing was changed.",
			(long long)param);
	return NULL;
}

static bool refuse(const ParamOwner *owner, const Param *row, const GdVariant *value) {
	char text[MK_VARIANT_TEXT_SIZE];
	mk_item_report(owner->item, owner->where, "%s must be %s, not %s; the old value stays.",
			row->name, wanted_values[row->type], mk_variant_describe(value, text));
	return false;
}

static bool is_real_allowed(ParamType type, double value) {
	// the engine computes with Real, in which a tiny number is 0 and a huge one infinite
	Real used = (Real)value;
	if (!real_is_finite(used)) return false;
	if (type == PARAM_POSITIVE) return used > 0;
	return type == PARAM_REAL || value >= 0;
}

static bool is_vector_allowed(ParamType type, const GdVector3 *v) {
	bool is_finite = real_is_finite((Real)v->x) && real_is_finite((Real)v->y) &&
			real_is_finite((Real)v->z);
	bool has_negative = v->x < 0 || v->y < 0 || v->z < 0;
	return is_finite && !(type == PARAM_MOMENTS && has_negative);
}

static bool is_stored_valid(const Param *row, const void *field) {
	double real;
	int64_t mode;
	GdVector3 vector;
	unsigned char flag;
	switch (row->type) {
		case PARAM_BOOL: memcpy(&flag, field, 1); return flag <= 1;
		case PARAM_MODE:
			memcpy(&mode, field, sizeof mode);
			return mode >= 0 && mode < row->mode_count;
		case PARAM_INT: return true;
		case PARAM_VECTOR:
		case PARAM_MOMENTS:
			memcpy(&vector, field, sizeof vector);
			return is_vector_allowed(row->type, &vector);
		default: memcpy(&real, field, sizeof real); return is_real_allowed(row->type, real);
	}
}

bool mk_param_all_valid(ParamTable table, const void *owner) {
	for (int64_t i = 0; i < table.count; i++) {
		const Param *row = table.rows + i;
		if (row->name && !is_stored_valid(row, (const char *)owner + row->offset)) return false;
	}
	return true;
}

static bool set_vector(const Param *row, void *field, const GdVariant *value) {
	GdVector3 vector;
	if (!mk_variant_read_vector3(value, &vector)) return false;
	if (!is_vector_allowed(row->type, &vector)) return false;
	memcpy(field, &vector, sizeof vector);
	return true;
}

static bool set_field(const Param *row, void *field, const GdVariant *value) {
	double real;
	int64_t mode;
	bool flag;
	switch (row->type) {
		case PARAM_BOOL:
			if (!mk_variant_read_bool(value, &flag)) return false;
			*(bool *)field = flag;
			return true;
		case PARAM_MODE:
			if (!mk_variant_read_int(value, &mode) || mode < 0 || mode >= row->mode_count)
				return false;
			*(int64_t *)field = mode;
			return true;
		case PARAM_INT: return mk_variant_read_int(value, field);
		case PARAM_VECTOR:
		case PARAM_MOMENTS: return set_vector(row, field, value);
		default:
			if (!mk_variant_read_real(value, &real) || !is_real_allowed(row->type, real))
				return false;
			*(double *)field = real;
			return true;
	}
}

bool mk_param_set(
		ParamTable table, const ParamOwner *owner, int64_t param, const GdVariant *value) {
	const Param *row = find_row(table, owner, param);
	if (!row) return false;
	return set_field(row, (char *)owner->values + row->offset, value) || refuse(owner, row, value);
}

void mk_param_get(ParamTable table, const ParamOwner *owner, int64_t param, GdVariant *ret) {
	const Param *row = find_row(table, owner, param);
	if (!row) return;
	const void *field = (const char *)owner->values + row->offset;
	uint8_t flag;
	switch (row->type) {
		case PARAM_BOOL:
			flag = *(const bool *)field;
			gd_variant_from_bool(ret, &flag);
			return;
		case PARAM_MODE:
		case PARAM_INT: gd_variant_from_int(ret, field); return;
		case PARAM_VECTOR:
		case PARAM_MOMENTS: gd_variant_from_vector3(ret, field); return;
		default: gd_variant_from_float(ret, field);
	}
}

bool mk_param_set_real(ParamTable table, const ParamOwner *owner, int64_t param, double value) {
	const Param *row = find_row(table, owner, param);
	if (!row) return false;
	if (is_real_allowed(row->type, value)) {
		*(double *)((char *)owner->values + row->offset) = value;
		return true;
	}
	mk_item_report(owner->item, owner->where, "%s must be %s, not %g; the old value stays.",
			row->name, wanted_values[row->type], value);
	return false;
}

double mk_param_get_real(ParamTable table, const ParamOwner *owner, int64_t param) {
	const Param *row = find_row(table, owner, param);
	return row ? *(const double *)((const char *)owner->values + row->offset) : 0;
}
