// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Binned surface area splits.
#include "spatial/sah.h"

#include "base/assert.h"

// More bins find better cuts and cost time in small sets; beyond 16 trees hardly get better.
enum { BIN_COUNT = 16 };

typedef struct Bin {
	BoxRows box;
	uint32_t count;
} Bin;

// How centres become bins along one axis.
typedef struct Binning {
	int axis;
	Real low;   // smallest centre
	Real scale; // bins per unit of centres; 0 if the centres cannot be told apart
} Binning;

typedef struct Cut {
	Binning binning;
	uint32_t bin;  // first bin of the second part; 0 if no cut was found
	uint32_t less; // items in the smaller part
	Real cost;
} Cut;

#ifdef MK_DOUBLE
static BoxRows add_center(BoxRows bounds, const BoxRef *item) {
	Vec3 center = vec3_add(item->min, item->max);
	return (BoxRows){ vec3_min(center, bounds.min), vec3_max(center, bounds.max) };
}
#else
static BoxRows add_center(BoxRows bounds, const BoxRef *item) {
	BoxRows box = box_rows_load(item);
	Wide center = wide_add(box.min, box.max);
	return (BoxRows){ wide_min(center, bounds.min), wide_max(center, bounds.max) };
}
#endif

// Centres are twice what their name says, here and below: sums of bounds. The NaN centre of an
// empty box is dropped by the order of arguments in add_center.
static Aabb center_bounds(const BoxRef *items, uint32_t count) {
	BoxRows bounds = box_rows(aabb_empty());
	for (uint32_t i = 0; i < count; i++) {
		bounds = add_center(bounds, &items[i]);
	}
	return box_rows_box(bounds);
}

static Binning make_binning(Aabb centers, int axis) {
	Real low = vec3_get(centers.min, axis);
	Real spread = vec3_get(centers.max, axis) - low;
	// spreads that overflow or underflow make no bins; such sets are halved
	Real scale = spread > 0 ? BIN_COUNT / spread : 0;
	return (Binning){ axis, low, real_is_finite(scale) ? scale : 0 };
}

// Rounding can only move a centre to a neighbouring bin; NaN goes to the first one.
static uint32_t bin_of(Binning binning, const BoxRef *item) {
	Real center = box_ref_bound(item, binning.axis) + box_ref_bound(item, binning.axis + 4);
	Real position = (center - binning.low) * binning.scale;
	return (uint32_t)real_clamp(position, 0, BIN_COUNT - 1);
}

static void fill_bins(const BoxRef *items, uint32_t count, Binning binning, Bin bins[BIN_COUNT]) {
	for (uint32_t i = 0; i < BIN_COUNT; i++) {
		bins[i] = (Bin){ box_rows(aabb_empty()), 0 };
	}
	for (uint32_t i = 0; i < count; i++) {
		Bin *bin = &bins[bin_of(binning, &items[i])];
		bin->box = box_rows_merge(bin->box, box_rows_load(&items[i]));
		bin->count++;
	}
}

static Real part_cost(BoxRows box, uint32_t count, uint32_t block) {
	uint32_t blocks = (count + block - 1) / block;
	return box_rows_area(box) * (Real)blocks;
}

// Of equal costs the more even cut is better: boxes in a line have no area at all.
static bool is_better(const Cut *cut, const Cut *best) {
	return cut->cost < best->cost || (cut->cost == best->cost && cut->less > best->less);
}

// Returns the best cut between two bins that both have items on their side.
static Cut best_cut(const Bin bins[BIN_COUNT], Binning binning, uint32_t block) {
	Real cost_after[BIN_COUNT]; // of the items from this bin on
	uint32_t count_after[BIN_COUNT];
	Bin sum = { box_rows(aabb_empty()), 0 };
	for (uint32_t i = BIN_COUNT - 1; i > 0; i--) {
		sum.box = box_rows_merge(sum.box, bins[i].box);
		sum.count += bins[i].count;
		cost_after[i] = part_cost(sum.box, sum.count, block);
		count_after[i] = sum.count;
	}
	Cut best = { binning, 0, 0, MK_INFINITY };
	sum = (Bin){ box_rows(aabb_empty()), 0 };
	for (uint32_t i = 1; i < BIN_COUNT; i++) {
		sum.box = box_rows_merge(sum.box, bins[i - 1].box);
		sum.count += bins[i - 1].count;
		uint32_t less = sum.count < count_after[i] ? sum.count : count_after[i];
		Real cost = part_cost(sum.box, sum.count, block) + cost_after[i];
		Cut cut = { binning, i, less, cost };
		if (less > 0 && is_better(&cut, &best)) best = cut;
	}
	return best;
}

static Cut find_cut(const BoxRef *items, uint32_t count, SahOptions options) {
	Aabb centers = center_bounds(items, count);
	int longest = vec3_max_axis(vec3_sub(centers.max, centers.min));
	Cut best = { .cost = MK_INFINITY };
	Bin bins[BIN_COUNT];
	for (int axis = 0; axis < 3; axis++) {
		if (axis != longest && !options.is_thorough) continue;
		Binning binning = make_binning(centers, axis);
		if (!(binning.scale > 0)) continue;
		fill_bins(items, count, binning, bins);
		Cut cut = best_cut(bins, binning, options.block);
		if (is_better(&cut, &best)) best = cut;
	}
	return best;
}

static uint32_t partition(BoxRef *items, uint32_t count, Cut cut) {
	uint32_t first = 0;
	uint32_t end = count;
	while (first < end) {
		if (bin_of(cut.binning, &items[first]) < cut.bin) {
			first++;
			continue;
		}
		end--;
		BoxRef moved = items[first];
		items[first] = items[end];
		items[end] = moved;
	}
	return first;
}

uint32_t mk_sah_split(BoxRef *items, uint32_t count, SahOptions options) {
	MK_ASSERT(count >= 2 && options.block > 0);
	Cut cut = find_cut(items, count, options);
	return cut.bin == 0 ? count / 2 : partition(items, count, cut);
}

Aabb mk_sah_bounds(const BoxRef *items, uint32_t count) {
	BoxRows bounds = box_rows(aabb_empty());
	for (uint32_t i = 0; i < count; i++) {
		bounds = box_rows_merge(bounds, box_rows_load(&items[i]));
	}
	return box_rows_box(bounds);
}
