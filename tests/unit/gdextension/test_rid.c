// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// RIDs: which are alive, which are stale, which come from elsewhere, and how they are described.
#include "rid.h"

#include "support/check.h"

static int item_a;
static int item_b;

static void null_rid_names_nothing(void **state) {
	(void)state;
	RidTable table = { 0 };
	assert_null(mk_rid_find(&table, (GdRID){ 0 }, RID_NONE));
	mk_rid_create(&table, RID_BODY, &item_a);
	assert_null(mk_rid_find(&table, (GdRID){ 0 }, RID_NONE));
	assert_int_equal(mk_rid_kind(&table, (GdRID){ 0 }), RID_NONE);
	assert_string_equal(mk_rid_describe(&table, (GdRID){ 0 }), "the null RID");
	mk_rid_table_free(&table);
}

static void living_rid_finds_its_item_as_its_kind_and_as_any(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID rid = mk_rid_create(&table, RID_BODY, &item_a);
	assert_true(rid.id != 0);
	assert_ptr_equal(mk_rid_find(&table, rid, RID_BODY), &item_a);
	assert_ptr_equal(mk_rid_find(&table, rid, RID_NONE), &item_a);
	for (RidKind kind = RID_SHAPE; kind < RID_KIND_COUNT; kind++) {
		if (kind != RID_BODY) assert_null(mk_rid_find(&table, rid, kind));
	}
	assert_int_equal(mk_rid_kind(&table, rid), RID_BODY);
	mk_rid_table_free(&table);
}

static void bits_of_a_rid_are_where_the_header_says(void **state) {
	(void)state;
	RidTable table = { 0 };
	mk_rid_create(&table, RID_SHAPE, &item_a);
	GdRID second = mk_rid_create(&table, RID_JOINT, &item_b);
	// bit 62, kind 6 at bit 58, generation 0, slot 1
	assert_true(second.id == ((UINT64_C(1) << 62) | (UINT64_C(6) << 58) | 1));
	mk_rid_release(&table, second);
	GdRID third = mk_rid_create(&table, RID_SHAPE, &item_b);
	// the same slot, kind 1, generation 1 at bit 32
	assert_true(third.id == ((UINT64_C(1) << 62) | (UINT64_C(1) << 58) | (UINT64_C(1) << 32) | 1));
	mk_rid_table_free(&table);
}

static void freed_rid_is_stale_even_when_its_slot_is_used_again(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID first = mk_rid_create(&table, RID_BODY, &item_a);
	mk_rid_release(&table, first);
	assert_null(mk_rid_find(&table, first, RID_NONE));
	GdRID second = mk_rid_create(&table, RID_BODY, &item_b);
	assert_int_equal((uint32_t)second.id, (uint32_t)first.id);
	assert_true(second.id != first.id);
	assert_null(mk_rid_find(&table, first, RID_NONE));
	assert_ptr_equal(mk_rid_find(&table, second, RID_BODY), &item_b);
	mk_rid_table_free(&table);
}

static void last_freed_slot_is_used_first(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID rids[4];
	for (uint32_t i = 0; i < 4; i++) {
		rids[i] = mk_rid_create(&table, RID_AREA, &item_a);
		assert_int_equal((uint32_t)rids[i].id, i);
	}
	mk_rid_release(&table, rids[2]);
	mk_rid_release(&table, rids[0]);
	assert_int_equal((uint32_t)mk_rid_create(&table, RID_AREA, &item_a).id, 0);
	assert_int_equal((uint32_t)mk_rid_create(&table, RID_AREA, &item_a).id, 2);
	assert_int_equal((uint32_t)mk_rid_create(&table, RID_AREA, &item_a).id, 4);
	mk_rid_table_free(&table);
}

static void rids_of_other_servers_are_foreign(void **state) {
	(void)state;
	RidTable table = { 0 };
	mk_rid_create(&table, RID_BODY, &item_a);
	// Godot's own: an index below a validator that counts up from 1 and stays below 2^31
	const uint64_t foreign[] = {
		1,
		UINT64_C(1) << 32,
		UINT64_C(0x7FFFFFFF) << 32 | 5,
		UINT64_C(0x3FFFFFFF) << 32,
		UINT64_MAX,
		UINT64_C(1) << 63,
		UINT64_C(3) << 62 | UINT64_C(4) << 58,
	};
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		GdRID rid = { foreign[i] };
		assert_null(mk_rid_find(&table, rid, RID_NONE));
		assert_string_equal(mk_rid_describe(&table, rid), "not a RID of this server");
	}
	mk_rid_table_free(&table);
}

static void invented_rids_name_nothing(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID rid = mk_rid_create(&table, RID_BODY, &item_a);
	// another slot, a future generation, another kind, no kind, a kind that does not exist
	const uint64_t invented[] = {
		rid.id + 1,
		rid.id + (UINT64_C(1) << 32),
		(rid.id & ~(UINT64_C(15) << 58)) | UINT64_C(1) << 58,
		rid.id & ~(UINT64_C(15) << 58),
		rid.id | UINT64_C(15) << 58,
	};
	for (size_t i = 0; i < sizeof invented / sizeof *invented; i++) {
		assert_null(mk_rid_find(&table, (GdRID){ invented[i] }, RID_NONE));
		assert_int_equal(mk_rid_kind(&table, (GdRID){ invented[i] }), RID_NONE);
	}
	assert_string_equal(mk_rid_describe(&table, (GdRID){ rid.id + 1 }), "not a RID of this server");
	mk_rid_table_free(&table);
}

static void every_kind_has_its_phrases(void **state) {
	(void)state;
	static const char *const names[RID_KIND_COUNT] = { "nothing", "a shape", "a space", "an area",
		"a body", "a soft body", "a joint" };
	static const char *const freed[RID_KIND_COUNT] = { "nothing", "a freed shape", "a freed space",
		"a freed area", "a freed body", "a freed soft body", "a freed joint" };
	RidTable table = { 0 };
	for (RidKind kind = RID_SHAPE; kind < RID_KIND_COUNT; kind++) {
		GdRID rid = mk_rid_create(&table, kind, &item_a);
		assert_string_equal(mk_rid_kind_name(kind), names[kind]);
		assert_string_equal(mk_rid_describe(&table, rid), names[kind]);
		mk_rid_release(&table, rid);
		assert_string_equal(mk_rid_describe(&table, rid), freed[kind]);
	}
	mk_rid_table_free(&table);
}

static void freed_rid_is_described_by_its_own_kind(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID body = mk_rid_create(&table, RID_BODY, &item_a);
	mk_rid_release(&table, body);
	mk_rid_create(&table, RID_SHAPE, &item_b);
	assert_string_equal(mk_rid_describe(&table, body), "a freed body");
	mk_rid_table_free(&table);
}

static void living_items_are_counted_by_kind(void **state) {
	(void)state;
	RidTable table = { 0 };
	GdRID body = mk_rid_create(&table, RID_BODY, &item_a);
	mk_rid_create(&table, RID_BODY, &item_b);
	mk_rid_create(&table, RID_SHAPE, &item_b);
	assert_int_equal(table.counts[RID_BODY], 2);
	mk_rid_release(&table, body);
	assert_int_equal(table.counts[RID_BODY], 1);
	assert_int_equal(table.counts[RID_SHAPE], 1);
	assert_int_equal(table.counts[RID_JOINT], 0);
	mk_rid_table_free(&table);
}

static void slot_with_used_up_generations_is_retired(void **state) {
	(void)state;
#ifdef MK_HOSTILE
	const uint32_t last = 3;
#else
	const uint32_t last = (1u << 26) - 1; // 26 bits, from 32 to 57
#endif
	RidTable table = { 0 };
	GdRID rid = mk_rid_create(&table, RID_BODY, &item_a);
	mk_rid_release(&table, rid);
	table.slots.data[0].generation = last;
	GdRID final = mk_rid_create(&table, RID_BODY, &item_a);
	assert_int_equal((uint32_t) final.id, 0);
	assert_int_equal(final.id >> 32 & ((1u << 26) - 1), last);
	assert_ptr_equal(mk_rid_find(&table, final, RID_BODY), &item_a);
	mk_rid_release(&table, final);
	assert_null(mk_rid_find(&table, final, RID_NONE));
	// the slot is never used again, so neither is its first RID
	for (int i = 0; i < 10; i++)
		assert_int_not_equal((uint32_t)mk_rid_create(&table, RID_BODY, &item_b).id, 0);
	assert_null(mk_rid_find(&table, rid, RID_NONE));
	mk_rid_table_free(&table);
}

static void no_rid_of_a_long_life_is_given_twice(void **state) {
	(void)state;
	enum { ROUNDS = 200 };
	RidTable table = { 0 };
	GdRID seen[ROUNDS];
	// the hostile build retires a slot after four lives, so this passes dozens of slots
	for (int i = 0; i < ROUNDS; i++) {
		seen[i] = mk_rid_create(&table, RID_BODY, &item_a);
		for (int old = 0; old < i; old++) {
			assert_true(seen[old].id != seen[i].id);
			assert_null(mk_rid_find(&table, seen[old], RID_NONE));
		}
		mk_rid_release(&table, seen[i]);
	}
	mk_rid_table_free(&table);
}

static void freed_table_is_empty_and_has_no_memory(void **state) {
	(void)state;
	size_t live = mk_alloc_stats().live_bytes;
	RidTable table = { 0 };
	GdRID rid = { 0 };
	for (int i = 0; i < 100; i++)
		rid = mk_rid_create(&table, RID_BODY, &item_a);
	mk_rid_table_free(&table);
	assert_int_equal(mk_alloc_stats().live_bytes, live);
	assert_null(mk_rid_find(&table, rid, RID_NONE));
	assert_int_equal(table.counts[RID_BODY], 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(null_rid_names_nothing),
		cmocka_unit_test(living_rid_finds_its_item_as_its_kind_and_as_any),
		cmocka_unit_test(bits_of_a_rid_are_where_the_header_says),
		cmocka_unit_test(freed_rid_is_stale_even_when_its_slot_is_used_again),
		cmocka_unit_test(last_freed_slot_is_used_first),
		cmocka_unit_test(rids_of_other_servers_are_foreign),
		cmocka_unit_test(invented_rids_name_nothing),
		cmocka_unit_test(every_kind_has_its_phrases),
		cmocka_unit_test(freed_rid_is_described_by_its_own_kind),
		cmocka_unit_test(living_items_are_counted_by_kind),
		cmocka_unit_test(slot_with_used_up_generations_is_retired),
		cmocka_unit_test(no_rid_of_a_long_life_is_given_twice),
		cmocka_unit_test(freed_table_is_empty_and_has_no_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
