// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tables of methods and properties, as Godot sees them and as it calls them.
#include "class.h"
#include "fake_godot.h"
#include "report.h"

#include <math.h>

static int library_token; // its address stands for the library

typedef struct Sample {
	Instance instance;
	double height;
	int64_t count;
	uint8_t is_smooth;
	GdVector3 offset;
	int changes;
	int ends;
} Sample;

static int ended;

static void add(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	assert_non_null(self);
	ret->real = arg_real(args, 0) + arg_real(args, 1) * (double)arg_int(args, 2);
}

static void count_up(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	assert_null(self);
	assert_null(ret);
	ended += (int)arg_int(args, 0);
}

static void is_object(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	ret->boolean = arg_object(args, 0) != NULL;
}

static void give_object(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->object = ((Sample *)self)->instance.object;
}

static void double_height(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	ret->real = 2 * ((Sample *)self)->height;
}

static const Method sample_methods[] = {
	{ .name = "add",
			.call = add,
			.result = { .type = VALUE_REAL },
			.arguments = { { "x", VALUE_REAL, NULL, false, 0 }, { "y", VALUE_REAL, NULL, true, 2 },
					{ "n", VALUE_INT, "Sample.Mode", true, 3 } } },
	{ .name = "count_up",
			.call = count_up,
			.arguments = { { "by", VALUE_INT, NULL, true, 5 } },
			.is_static = true },
	{ .name = "is_object",
			.call = is_object,
			.result = { .type = VALUE_BOOL },
			.arguments = { { "object", VALUE_OBJECT, "Shape3D", false, 0 } } },
	{ .name = "give_object",
			.call = give_object,
			.result = { .type = VALUE_OBJECT, .class_name = "Sample" } },
};

static const Property sample_properties[] = {
	{ .name = "height",
			.type = VALUE_REAL,
			.offset = offsetof(Sample, height),
			.low = 0.5,
			.high = 10 },
	{ .name = "smooth",
			.type = VALUE_BOOL,
			.offset = offsetof(Sample, is_smooth),
			.group = "Looks" },
	{ .name = "offset", .type = VALUE_VECTOR3, .offset = offsetof(Sample, offset), .group = "" },
	{ .name = "count", .type = VALUE_INT, .offset = offsetof(Sample, count), .is_read_only = true },
	{ .name = "double_height", .type = VALUE_REAL, .get = double_height, .is_read_only = true },
};

static const Constant sample_constants[] = {
	{ "MODE_A", 1, "Mode", false },
	{ "LIMIT", -7, NULL, false },
};

static const SignalRow sample_signals[] = {
	{ "poked", { { "where", VALUE_VECTOR3, NULL, false, 0 } } },
};

static void init_sample(void *self) { ((Sample *)self)->height = 1; }

static void end_sample(void *self) {
	(void)self;
	ended++;
}

static void sample_changed(void *self, const Property *property) {
	assert_non_null(property->name);
	((Sample *)self)->changes++;
}

static const char *const hidden[] = { "size", NULL };

static Class sample_class = {
	.name = "Sample",
	.parent = "Resource",
	.instance_size = sizeof(Sample),
	.init = init_sample,
	.end = end_sample,
	.changed = sample_changed,
	.hidden = hidden,
	.methods = MK_TABLE(sample_methods),
	.properties = MK_TABLE(sample_properties),
	.constants = MK_TABLE(sample_constants),
	.signals = MK_TABLE(sample_signals),
};

static int set_up(void **state) {
	fake_connect(state);
	mk_report_reset();
	ended = 0;
	mk_class_register(&sample_class, &library_token);
	return 0;
}

static int tear_down(void **state) {
	(void)state;
	mk_class_unregister(&sample_class, &library_token);
	assert_int_equal(fake.live_values, 0);
	return 0;
}

static void tables_are_told_to_godot_with_types_and_defaults(void **state) {
	(void)state;
	assert_string_equal(fake_member("method Sample.add")->text,
			"x:3:::6 y:3:::6 n:2:Sample.Mode::65542 returns 3 defaults 2 flags 1");
	assert_string_equal(fake_member("method Sample.count_up")->text,
			"by:2:::6 returns -1 defaults 1 flags 33"); // 33: static
	assert_string_equal(fake_member("property Sample.height")->text,
			"height:3::0.5,10,0.001:6 set_height get_height");
	assert_string_equal(
			fake_member("property Sample.smooth")->text, "smooth:1:::6 set_smooth is_smooth");
	// read only: no setter
	assert_string_equal(
			fake_member("property Sample.count")->text, "count:2:::268435462  get_count");
	assert_string_equal(fake_member("constant Sample.MODE_A")->text, "Mode 1 0");
	assert_string_equal(fake_member("constant Sample.LIMIT")->text, " -7 0");
	assert_string_equal(fake_member("signal Sample.poked")->text, "where:9:::6 ");
	assert_non_null(fake_member("group Sample.Looks"));
	assert_non_null(fake_member("group Sample."));
	assert_int_equal(fake.live_values, 0);
}

static Sample *make(void) {
	Sample *sample = mk_class_make(&sample_class);
	assert_ptr_equal(fake.instance, sample);
	assert_string_equal(fake.instance_class, "Sample");
	assert_true(sample->height == 1);
	return sample;
}

static void give_back(Sample *sample) {
	const FakeClass *class = &fake.classes[0];
	class->info.free_instance_func(class->info.class_userdata, sample);
}

// Calls with Variants; returns the error.
static GDExtensionCallError call(
		const char *path, void *self, const GdVariant *given, int count, GdVariant *ret) {
	const FakeMember *member = fake_member(path);
	GDExtensionConstVariantPtr args[MK_ARGUMENT_LIMIT + 1];
	GDExtensionCallError error = { .error = GDEXTENSION_CALL_ERROR_INVALID_METHOD };
	for (int i = 0; i < count; i++)
		args[i] = given + i;
	member->call(member->userdata, self, args, count, ret, &error);
	return error;
}

static GdVariant real_variant(double x) {
	GdVariant variant;
	gd_variant_from_float(&variant, &x);
	return variant;
}

static GdVariant int_variant(int64_t x) {
	GdVariant variant;
	gd_variant_from_int(&variant, &x);
	return variant;
}

static void missing_arguments_have_their_defaults_and_numbers_are_converted(void **state) {
	(void)state;
	Sample *sample = make();
	GdVariant ret;
	GdVariant one[] = { int_variant(1) };
	assert_int_equal(call("method Sample.add", sample, one, 1, &ret).error, GDEXTENSION_CALL_OK);
	assert_true(gd_variant_to_float(&ret) == 7); // 1 + 2 * 3
	GdVariant all[] = { real_variant(1), int_variant(4), real_variant(5) };
	assert_int_equal(call("method Sample.add", sample, all, 3, &ret).error, GDEXTENSION_CALL_OK);
	assert_true(gd_variant_to_float(&ret) == 21);
	assert_int_equal(call("method Sample.count_up", NULL, NULL, 0, &ret).error, 0);
	assert_int_equal(ended, 5);
	assert_int_equal(fake_variant_type(&ret), GDEXTENSION_VARIANT_TYPE_NIL);
	give_back(sample);
}

static void wrong_calls_say_which_argument_and_do_nothing(void **state) {
	(void)state;
	Sample *sample = make();
	GdVariant ret;
	GdVector3 zero = { 0, 0, 0 };
	GdVariant wrong[] = { int_variant(1), int_variant(1), int_variant(1), int_variant(1) };
	gd_variant_from_vector3(&wrong[1], &zero);
	GDExtensionCallError error = call("method Sample.add", sample, wrong, 3, &ret);
	assert_int_equal(error.error, GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT);
	assert_int_equal(error.argument, 1);
	assert_int_equal(error.expected, GDEXTENSION_VARIANT_TYPE_FLOAT);
	error = call("method Sample.add", sample, wrong, 0, &ret);
	assert_int_equal(error.error, GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS);
	assert_int_equal(error.expected, 1);
	error = call("method Sample.add", sample, wrong, 4, &ret);
	assert_int_equal(error.error, GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS);
	assert_int_equal(error.expected, 3);
	give_back(sample);
}

static void freed_objects_and_nil_are_no_object(void **state) {
	(void)state;
	Sample *sample = make();
	static char living[] = "living";
	static char freed[] = "freed";
	GDExtensionObjectPtr objects[2] = { living, freed };
	GdVariant given[3];
	GdVariant ret;
	gd_variant_from_object(&given[0], &objects[0]);
	gd_variant_from_object(&given[1], &objects[1]);
	gd.variant_new_nil(&given[2]);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(call("method Sample.is_object", sample, given + i, 1, &ret).error, 0);
		assert_int_equal(gd_variant_to_bool(&ret), i == 0);
	}
	give_back(sample);
}

static void typed_calls_reach_the_same_functions(void **state) {
	(void)state;
	Sample *sample = make();
	const FakeMember *member = fake_member("method Sample.add");
	double x = 1;
	double y = 0.5;
	int64_t n = 4;
	double result = 0;
	member->call_typed(
			member->userdata, sample, (GDExtensionConstTypePtr[]){ &x, &y, &n }, &result);
	assert_true(result == 3);
	// nobody wants the result
	member->call_typed(member->userdata, sample, (GDExtensionConstTypePtr[]){ &x, &y, &n }, NULL);
	GDExtensionObjectPtr object = NULL;
	member = fake_member("method Sample.give_object");
	member->call_typed(member->userdata, sample, NULL, &object);
	assert_ptr_equal(object, sample->instance.object);
	give_back(sample);
}

static void properties_are_fields_with_limits(void **state) {
	(void)state;
	Sample *sample = make();
	GdVariant ret;
	GdVariant fine[] = { int_variant(3) };
	assert_int_equal(call("method Sample.set_height", sample, fine, 1, &ret).error, 0);
	assert_true(sample->height == 3);
	assert_int_equal(sample->changes, 1);
	call("method Sample.get_height", sample, NULL, 0, &ret);
	assert_true(gd_variant_to_float(&ret) == 3);
	call("method Sample.get_double_height", sample, NULL, 0, &ret);
	assert_true(gd_variant_to_float(&ret) == 6);
	const double bad[] = { 0.25, 11, (double)NAN, (double)INFINITY };
	for (int i = 0; i < 4; i++) {
		GdVariant given[] = { real_variant(bad[i]) };
		call("method Sample.set_height", sample, given, 1, &ret);
		assert_true(sample->height == 3);
		assert_int_equal(fake.error_count, i + 1);
	}
	assert_string_equal(fake.sentences[0],
			"Minkowski Physics: Sample.height: the value must be from 0.5 to 10, not 0.25; it stays"
			" as it was.");
	assert_int_equal(sample->changes, 1);
	give_back(sample);
}

static void vectors_must_be_finite(void **state) {
	(void)state;
	Sample *sample = make();
	const FakeMember *member = fake_member("method Sample.set_offset");
	GdVector3 fine = { 1, -2, 3 };
	GdVector3 bad = { 1, NAN, 3 };
	member->call_typed(member->userdata, sample, (GDExtensionConstTypePtr[]){ &fine }, NULL);
	member->call_typed(member->userdata, sample, (GDExtensionConstTypePtr[]){ &bad }, NULL);
	assert_true(sample->offset.y == -2);
	assert_int_equal(sample->changes, 1);
	assert_int_equal(fake.error_count, 1);
	assert_non_null(strstr(fake.sentences[0], "Sample.offset: the value must be finite, not (1, "));
	give_back(sample);
}

static void hidden_properties_are_neither_shown_nor_stored(void **state) {
	(void)state;
	Sample *sample = make();
	const FakeClass *class = &fake.classes[0];
	GdStringName names[2];
	fake_name_new(&names[0], "size", true);
	fake_name_new(&names[1], "margin", true);
	GDExtensionPropertyInfo info = { .name = &names[0], .usage = GD_PROPERTY_USAGE_DEFAULT | 64 };
	assert_true(class->info.validate_property_func(sample, &info));
	assert_int_equal(info.usage, 64);
	info = (GDExtensionPropertyInfo){ .name = &names[1], .usage = GD_PROPERTY_USAGE_DEFAULT };
	assert_false(class->info.validate_property_func(sample, &info));
	assert_int_equal(info.usage, GD_PROPERTY_USAGE_DEFAULT);
	give_back(sample);
}

static void instance_is_found_behind_its_object_and_freed_with_it(void **state) {
	(void)state;
	static Class other_class = { .name = "Other" };
	Sample *sample = make();
	assert_ptr_equal(mk_class_instance(&sample_class, sample->instance.object), sample);
	assert_null(mk_class_instance(&other_class, sample->instance.object));
	assert_null(mk_class_instance(&sample_class, NULL));
	give_back(sample);
	assert_int_equal(ended, 1);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
				tables_are_told_to_godot_with_types_and_defaults, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
				missing_arguments_have_their_defaults_and_numbers_are_converted, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
				wrong_calls_say_which_argument_and_do_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(freed_objects_and_nil_are_no_object, set_up, tear_down),
		cmocka_unit_test_setup_teardown(typed_calls_reach_the_same_functions, set_up, tear_down),
		cmocka_unit_test_setup_teardown(properties_are_fields_with_limits, set_up, tear_down),
		cmocka_unit_test_setup_teardown(vectors_must_be_finite, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
				hidden_properties_are_neither_shown_nor_stored, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
				instance_is_found_behind_its_object_and_freed_with_it, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
