// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tables of parameters: what each type of row accepts, what is said about the rest, and that a
// refused value leaves the old one.
#include "param.h"

#include "fake_godot.h"
#include "report.h"
#include "server/item.h"

typedef struct Settings {
	double real;
	double positive;
	double not_negative;
	bool flag;
	int64_t mode;
	int64_t number;
	GdVector3 vector;
	GdVector3 moments;
} Settings;

enum { REAL, POSITIVE, NOT_NEGATIVE, FLAG, MODE, GAP, NUMBER, VECTOR, MOMENTS };

static const Param rows[] = {
	[REAL] = { "the real", PARAM_REAL, 0, offsetof(Settings, real) },
	[POSITIVE] = { "the mass", PARAM_POSITIVE, 0, offsetof(Settings, positive) },
	[NOT_NEGATIVE] = { "the damping", PARAM_NOT_NEGATIVE, 0, offsetof(Settings, not_negative) },
	[FLAG] = { "the flag", PARAM_BOOL, 0, offsetof(Settings, flag) },
	[MODE] = { "the mode", PARAM_MODE, 3, offsetof(Settings, mode) },
	[NUMBER] = { "the number", PARAM_INT, 0, offsetof(Settings, number) },
	[VECTOR] = { "the vector", PARAM_VECTOR, 0, offsetof(Settings, vector) },
	[MOMENTS] = { "the inertia", PARAM_MOMENTS, 0, offsetof(Settings, moments) },
};
static const ParamTable table = { rows, sizeof rows / sizeof *rows };

// whom messages name
static const Item item = { .rid = { 7 }, .kind = RID_SPACE };

static int set_up(void **state) {
	mk_report_reset();
	return fake_connect(state);
}

static bool set_float(Settings *settings, int64_t param, double value) {
	GdVariant variant;
	gd_variant_from_float(&variant, &value);
	return mk_param_set(
			table, &(ParamOwner){ settings, &item, "mk_server_body_set_param" }, param, &variant);
}

static bool set_int(Settings *settings, int64_t param, int64_t value) {
	GdVariant variant;
	gd_variant_from_int(&variant, &value);
	return mk_param_set(
			table, &(ParamOwner){ settings, &item, "mk_server_body_set_param" }, param, &variant);
}

static bool set_vector(Settings *settings, int64_t param, GdVector3 value) {
	GdVariant variant;
	gd_variant_from_vector3(&variant, &value);
	return mk_param_set(
			table, &(ParamOwner){ settings, &item, "mk_server_body_set_param" }, param, &variant);
}

static void numbers_are_taken_in_their_range(void **state) {
	(void)state;
	Settings settings = { 0 };
	assert_true(set_float(&settings, REAL, -2.5));
	assert_true(set_float(&settings, POSITIVE, 0.25));
	assert_true(set_float(&settings, NOT_NEGATIVE, 0));
	check_near(settings.real, -2.5, 0);
	check_near(settings.positive, 0.25, 0);
	// an int is a fine real
	assert_true(set_int(&settings, POSITIVE, 3));
	check_near(settings.positive, 3, 0);
	assert_int_equal(fake.error_count, 0);
}

static void numbers_out_of_range_leave_the_old_value(void **state) {
	(void)state;
	Settings settings = { .real = 1, .positive = 2, .not_negative = 3 };
	const Settings before = settings;
	assert_false(set_float(&settings, REAL, (double)NAN));
	assert_false(set_float(&settings, REAL, (double)INFINITY));
	assert_false(set_float(&settings, POSITIVE, 0));
	assert_false(set_float(&settings, POSITIVE, -1));
	assert_false(set_float(&settings, NOT_NEGATIVE, -0.5));
	assert_false(set_vector(&settings, REAL, (GdVector3){ 1, 2, 3 }));
	assert_memory_equal(&settings, &before, sizeof settings);
	assert_int_equal(fake.error_count, 6);
}

static void sentence_says_what_was_wanted_and_given(void **state) {
	(void)state;
	Settings settings = { .positive = 2 };
	set_float(&settings, POSITIVE, -1);
	assert_string_equal(fake.sentences[0],
			"Minkowski Physics: body_set_param: the space with RID 7: the mass must be a finite number above 0, not -1;"
			" the old value stays.");
	set_vector(&settings, FLAG, (GdVector3){ 1, 2, 3 });
	assert_string_equal(fake.sentences[1],
			"Minkowski Physics: body_set_param: the space with RID 7: the flag must be true or false, not (1, 2, 3);"
			" the old value stays.");
}

static void modes_flags_and_whole_numbers_are_checked(void **state) {
	(void)state;
	Settings settings = { .mode = 1 };
	assert_true(set_int(&settings, MODE, 2));
	assert_false(set_int(&settings, MODE, 3));
	assert_false(set_int(&settings, MODE, -1));
	assert_true(settings.mode == 2);
	assert_true(set_int(&settings, FLAG, 1));
	assert_true(settings.flag);
	assert_false(set_float(&settings, FLAG, 0));
	assert_true(settings.flag);
	assert_true(set_int(&settings, NUMBER, INT64_MIN));
	assert_false(set_float(&settings, NUMBER, 0.5));
	assert_true(settings.number == INT64_MIN);
}

static void vectors_are_finite_and_moments_not_negative(void **state) {
	(void)state;
	Settings settings = { 0 };
	assert_true(set_vector(&settings, VECTOR, (GdVector3){ -1, 0, 1 }));
	assert_true(set_vector(&settings, MOMENTS, (GdVector3){ 0, 1, 2 }));
	const Settings before = settings;
	assert_false(set_vector(&settings, VECTOR, (GdVector3){ 0, (gd_real)NAN, 0 }));
	assert_false(set_vector(&settings, MOMENTS, (GdVector3){ 1, 1, -1 }));
	assert_false(set_float(&settings, MOMENTS, 1));
	assert_memory_equal(&settings, &before, sizeof settings);
	check_near(settings.vector.x, -1, 0);
	check_near(settings.moments.z, 2, 0);
}

static void parameter_that_does_not_exist_is_said(void **state) {
	(void)state;
	Settings settings = { 0 };
	const Settings before = settings;
	assert_false(set_float(&settings, -1, 1));
	assert_false(set_float(&settings, table.count, 1));
	assert_false(set_float(&settings, GAP, 1));
	assert_memory_equal(&settings, &before, sizeof settings);
	assert_string_equal(fake.sentences[2],
			"Minkowski Physics: body_set_param: the space with RID 7: there is no parameter 5; nothing was changed.");
	GdVariant ret;
	gd.variant_new_nil(&ret);
	mk_param_get(table, &(ParamOwner){ &settings, &item, "mk_server_body_get_param" }, 99, &ret);
	assert_int_equal(fake_variant_type(&ret), GDEXTENSION_VARIANT_TYPE_NIL);
	assert_int_equal(fake.error_count, 4);
}

static void what_was_set_is_got(void **state) {
	(void)state;
	Settings settings = { 0 };
	GdVariant ret;
	set_float(&settings, POSITIVE, 2.5);
	mk_param_get(table, &(ParamOwner){ &settings, &item, "get" }, POSITIVE, &ret);
	check_near(gd_variant_to_float(&ret), 2.5, 0);
	set_int(&settings, MODE, 2);
	mk_param_get(table, &(ParamOwner){ &settings, &item, "get" }, MODE, &ret);
	assert_true(gd_variant_to_int(&ret) == 2);
	set_int(&settings, FLAG, 1);
	mk_param_get(table, &(ParamOwner){ &settings, &item, "get" }, FLAG, &ret);
	assert_int_equal(gd_variant_to_bool(&ret), 1);
	set_vector(&settings, MOMENTS, (GdVector3){ 1, 2, 3 });
	mk_param_get(table, &(ParamOwner){ &settings, &item, "get" }, MOMENTS, &ret);
	GdVector3 moments = gd_variant_to_vector3(&ret);
	check_vec3(vec3(moments.x, moments.y, moments.z), vec3(1, 2, 3), 0);
	assert_int_equal(fake.error_count, 0);
}

static void plain_doubles_are_checked_alike(void **state) {
	(void)state;
	Settings settings = { .positive = 2 };
	assert_true(mk_param_set_real(
			table, &(ParamOwner){ &settings, &item, "mk_server_joint_set" }, POSITIVE, 4));
	assert_false(mk_param_set_real(
			table, &(ParamOwner){ &settings, &item, "mk_server_joint_set" }, POSITIVE, -4));
	assert_false(mk_param_set_real(
			table, &(ParamOwner){ &settings, &item, "mk_server_joint_set" }, 99, 4));
	check_near(mk_param_get_real(table, &(ParamOwner){ &settings, &item, "get" }, POSITIVE), 4, 0);
	check_near(mk_param_get_real(table, &(ParamOwner){ &settings, &item, "get" }, 98), 0, 0);
	assert_string_equal(fake.sentences[0],
			"Minkowski Physics: joint_set: the space with RID 7: the mass must be a finite number above 0, not -4; the old"
			" value stays.");
	assert_int_equal(fake.error_count, 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(numbers_are_taken_in_their_range, set_up),
		cmocka_unit_test_setup(numbers_out_of_range_leave_the_old_value, set_up),
		cmocka_unit_test_setup(sentence_says_what_was_wanted_and_given, set_up),
		cmocka_unit_test_setup(modes_flags_and_whole_numbers_are_checked, set_up),
		cmocka_unit_test_setup(vectors_are_finite_and_moments_not_negative, set_up),
		cmocka_unit_test_setup(parameter_that_does_not_exist_is_said, set_up),
		cmocka_unit_test_setup(what_was_set_is_got, set_up),
		cmocka_unit_test_setup(plain_doubles_are_checked_alike, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
