// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Values from scripts: which types are taken for which, and that a refused one changes nothing.
#include "variant.h"

#include "fake_godot.h"

static GdVariant of_bool(bool value) {
	GdVariant variant;
	uint8_t byte = value;
	gd_variant_from_bool(&variant, &byte);
	return variant;
}

static GdVariant of_int(int64_t value) {
	GdVariant variant;
	gd_variant_from_int(&variant, &value);
	return variant;
}

static GdVariant of_float(double value) {
	GdVariant variant;
	gd_variant_from_float(&variant, &value);
	return variant;
}

static GdVariant of_vector(GdVector3 value) {
	GdVariant variant;
	gd_variant_from_vector3(&variant, &value);
	return variant;
}

static GdVariant of_nothing(void) {
	GdVariant variant;
	gd.variant_new_nil(&variant);
	return variant;
}

static void real_is_read_from_float_and_int(void **state) {
	(void)state;
	double value = 0;
	assert_true(mk_variant_read_real(&(GdVariant[]){ of_float(0.25) }[0], &value));
	check_near(value, 0.25, 0);
	assert_true(mk_variant_read_real(&(GdVariant[]){ of_int(-7) }[0], &value));
	check_near(value, -7, 0);
}

static void other_types_and_infinite_reals_are_refused(void **state) {
	(void)state;
	const GdVariant refused[] = { of_nothing(), of_bool(true), of_vector((GdVector3){ 1, 2, 3 }),
		of_float((double)NAN), of_float((double)INFINITY), of_float(-(double)INFINITY) };
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		double value = 5;
		assert_false(mk_variant_read_real(&refused[i], &value));
		check_near(value, 5, 0);
	}
}

static void int_is_read_from_whole_floats(void **state) {
	(void)state;
	const GdVariant taken[] = { of_int(INT64_MIN), of_float(-3), of_float(9007199254740992.0) };
	const int64_t values[] = { INT64_MIN, -3, INT64_C(9007199254740992) };
	for (int i = 0; i < 3; i++) {
		int64_t value = 0;
		assert_true(mk_variant_read_int(&taken[i], &value));
		assert_true(value == values[i]);
	}
	// a fraction, beyond 2^53, not a number, no number at all
	const GdVariant refused[] = { of_float(2.5), of_float(1e300), of_float((double)NAN),
		of_bool(true) };
	for (int i = 0; i < 4; i++) {
		int64_t value = 5;
		assert_false(mk_variant_read_int(&refused[i], &value));
		assert_true(value == 5);
	}
}

static void bool_is_read_from_int(void **state) {
	(void)state;
	bool value = false;
	assert_true(mk_variant_read_bool(&(GdVariant[]){ of_bool(true) }[0], &value) && value);
	assert_true(mk_variant_read_bool(&(GdVariant[]){ of_int(0) }[0], &value) && !value);
	assert_true(mk_variant_read_bool(&(GdVariant[]){ of_int(-4) }[0], &value) && value);
	assert_false(mk_variant_read_bool(&(GdVariant[]){ of_float(0) }[0], &value));
	assert_true(value);
}

static void vector_must_be_finite(void **state) {
	(void)state;
	GdVector3 value = { 0 };
	assert_true(mk_variant_read_vector3(
			&(GdVariant[]){ of_vector((GdVector3){ 1, 2, 3 }) }[0], &value));
	check_vec3(vec3(value.x, value.y, value.z), vec3(1, 2, 3), 0);
	const GdVector3 refused[] = { { (gd_real)NAN, 0, 0 }, { 0, (gd_real)INFINITY, 0 },
		{ 0, 0, -(gd_real)INFINITY } };
	for (int i = 0; i < 3; i++) {
		assert_false(mk_variant_read_vector3(&(GdVariant[]){ of_vector(refused[i]) }[0], &value));
		check_vec3(vec3(value.x, value.y, value.z), vec3(1, 2, 3), 0);
	}
	assert_false(mk_variant_read_vector3(&(GdVariant[]){ of_int(1) }[0], &value));
}

static void every_number_of_a_transform_must_be_finite(void **state) {
	(void)state;
	GdTransform3D good = { .origin = { 1, 2, 3 } };
	GdTransform3D read;
	GdVariant variant;
	gd_variant_from_transform3d(&variant, &good);
	assert_true(mk_variant_read_transform(&variant, &read));
	assert_memory_equal(&read, &good, sizeof good);
	for (size_t i = 0; i < 12; i++) {
		GdTransform3D bad = good;
		gd_real nan = (gd_real)NAN;
		memcpy((char *)&bad + i * sizeof nan, &nan, sizeof nan);
		gd_variant_from_transform3d(&variant, &bad);
		assert_false(mk_variant_read_transform(&variant, &read));
		assert_memory_equal(&read, &good, sizeof good);
	}
}

static void description_has_the_number_or_the_type(void **state) {
	(void)state;
	char text[MK_VARIANT_TEXT_SIZE];
	assert_string_equal(mk_variant_describe(&(GdVariant[]){ of_int(-7) }[0], text), "-7");
	assert_string_equal(mk_variant_describe(&(GdVariant[]){ of_float(0.5) }[0], text), "0.5");
	assert_string_equal(
			mk_variant_describe(&(GdVariant[]){ of_float((double)INFINITY) }[0], text), "inf");
	GdVariant vector = of_vector((GdVector3){ 1, -2, (gd_real)0.25 });
	assert_string_equal(mk_variant_describe(&vector, text), "(1, -2, 0.25)");
	GdVariant place;
	GdTransform3D transform = { .origin = { 1, 2, 3 } };
	gd_variant_from_transform3d(&place, &transform);
	assert_string_equal(mk_variant_describe(&place, text), "a Transform3D");
	transform.basis.rows[2].y = (gd_real)NAN;
	gd_variant_from_transform3d(&place, &transform);
	assert_string_equal(mk_variant_describe(&place, text),
			"a Transform3D with numbers that are NaN or infinite");
	assert_string_equal(mk_variant_describe(&(GdVariant[]){ of_nothing() }[0], text), "nothing");
	assert_string_equal(mk_variant_describe(&(GdVariant[]){ of_bool(true) }[0], text), "a bool");
}

static void every_type_has_a_name(void **state) {
	(void)state;
	char text[MK_VARIANT_TEXT_SIZE];
	static const struct {
		GDExtensionVariantType type;
		const char *name;
	} names[] = {
		{ GDEXTENSION_VARIANT_TYPE_STRING_NAME, "a StringName" },
		{ GDEXTENSION_VARIANT_TYPE_RID, "a RID" },
		{ GDEXTENSION_VARIANT_TYPE_DICTIONARY, "a Dictionary" },
		{ GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR3_ARRAY, "a PackedVector3Array" },
		{ GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR4_ARRAY, "a PackedVector4Array" },
		{ GDEXTENSION_VARIANT_TYPE_VARIANT_MAX, "unknown" },
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		FakeVariant made = { .type = names[i].type };
		GdVariant variant;
		memcpy(&variant, &made, sizeof variant);
		assert_string_equal(mk_variant_describe(&variant, text), names[i].name);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_is_read_from_float_and_int),
		cmocka_unit_test(other_types_and_infinite_reals_are_refused),
		cmocka_unit_test(int_is_read_from_whole_floats),
		cmocka_unit_test(bool_is_read_from_int),
		cmocka_unit_test(vector_must_be_finite),
		cmocka_unit_test(every_number_of_a_transform_must_be_finite),
		cmocka_unit_test(description_has_the_number_or_the_type),
		cmocka_unit_test(every_type_has_a_name),
	};
	return cmocka_run_group_tests(tests, fake_connect, NULL);
}
