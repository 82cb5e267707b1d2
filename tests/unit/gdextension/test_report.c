// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the extension says: once per sentence, with the name that scripts know, from any thread.
#include "report.h"

#include "fake_godot.h"

#include <pthread.h>

enum { THREADS = 4 };

static int set_up(void **state) {
	mk_report_reset();
	return fake_connect(state);
}

static void sentence_names_the_call_as_scripts_do(void **state) {
	(void)state;
	mk_report_error("mk_server_body_set_mode", "there is no body mode %d.", 7);
	assert_int_equal(fake.error_count, 1);
	assert_string_equal(
			fake.sentences[0], "Minkowski Physics: body_set_mode: there is no body mode 7.");
	assert_string_equal(fake.functions[0], "body_set_mode");
}

static void every_prefix_of_a_virtual_class_is_left_out(void **state) {
	(void)state;
	mk_report_error("mk_body_state_get_step", "a.");
	mk_report_error("mk_space_state_intersect_ray", "b.");
	mk_report_error("shutdown", "c.");
	mk_report_error("mk_other_thing", "d.");
	assert_string_equal(fake.sentences[0], "Minkowski Physics: get_step: a.");
	assert_string_equal(fake.sentences[1], "Minkowski Physics: intersect_ray: b.");
	assert_string_equal(fake.sentences[2], "Minkowski Physics: shutdown: c.");
	assert_string_equal(fake.sentences[3], "Minkowski Physics: mk_other_thing: d.");
}

static void same_sentence_is_said_once(void **state) {
	(void)state;
	for (int tick = 0; tick < 100; tick++)
		mk_report_error("mk_server_body_set_mode", "there is no body mode %d.", 7);
	assert_int_equal(fake.error_count, 1);
}

static void different_sentences_are_each_said(void **state) {
	(void)state;
	mk_report_error("mk_server_body_set_mode", "there is no body mode %d.", 7);
	mk_report_error("mk_server_body_set_mode", "there is no body mode %d.", 8);
	mk_report_error("mk_server_area_set_mode", "there is no body mode %d.", 7);
	assert_int_equal(fake.error_count, 3);
}

// the limit is by pattern and place, so another one is still heard
static void sentences_of_one_pattern_come_to_an_end(void **state) {
	(void)state;
	for (int body = 0; body < 2000; body++)
		mk_report_error("mk_server_body_set_mode", "body %d is broken.", body);
	assert_int_equal(fake.error_count, 500);
	mk_report_error("mk_server_body_set_mode", "there is no body mode %d.", 7);
	mk_report_error("mk_server_area_set_param", "body %d is broken.", 7);
	assert_int_equal(fake.error_count, 502);
}

static void warnings_are_said_once_too(void **state) {
	(void)state;
	for (int tick = 0; tick < 100; tick++)
		mk_report_warning("step", "%s has no shape.", "Crate");
	assert_int_equal(fake.warning_count, 1);
	assert_int_equal(fake.error_count, 0);
}

static void reset_lets_a_sentence_be_said_again(void **state) {
	(void)state;
	mk_report_error("mk_server_free_rid", "once.");
	mk_report_reset();
	mk_report_error("mk_server_free_rid", "once.");
	assert_int_equal(fake.error_count, 2);
}

static void long_sentence_is_cut_and_not_overrun(void **state) {
	(void)state;
	char text[2000];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = 0;
	mk_report_error("mk_server_free_rid", "%s", text);
	assert_int_equal(fake.error_count, 1);
	size_t length = strlen(fake.sentences[0]);
	assert_true(length > 500 && length < 1000);
	assert_memory_equal(fake.sentences[0], "Minkowski Physics: free_rid: xxx", 32);
}

static void *complain(void *argument) {
	(void)argument;
	for (int i = 0; i < 2000; i++)
		mk_report_error("mk_server_free_rid", "number %d.", i % 10);
	return NULL;
}

static void threads_together_say_a_sentence_once(void **state) {
	(void)state;
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, complain, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	// ten sentences whose places in the table of those said differ
	assert_int_equal(fake.error_count, 10);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(sentence_names_the_call_as_scripts_do, set_up),
		cmocka_unit_test_setup(every_prefix_of_a_virtual_class_is_left_out, set_up),
		cmocka_unit_test_setup(same_sentence_is_said_once, set_up),
		cmocka_unit_test_setup(different_sentences_are_each_said, set_up),
		cmocka_unit_test_setup(sentences_of_one_pattern_come_to_an_end, set_up),
		cmocka_unit_test_setup(warnings_are_said_once_too, set_up),
		cmocka_unit_test_setup(reset_lets_a_sentence_be_said_again, set_up),
		cmocka_unit_test_setup(long_sentence_is_cut_and_not_overrun, set_up),
		cmocka_unit_test_setup(threads_together_say_a_sentence_once, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
