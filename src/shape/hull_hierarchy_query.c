// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Going down the levels, and climbing on the hull itself. Both look at the neighbours of a vertex,
// or where those are many at the three that its fan says.
#include "shape/hull_hierarchy.h"

// Where a search is.
typedef struct Walk {
	Vec3 direction;
	uint32_t best; // rank or vertex
	uint32_t evaluations;
} Walk;

// The members that a direction may lead to: none, three around its sector, or
// all if that is not clear.
typedef struct Choice {
	uint32_t first; // counted from the fan's first, around
	uint32_t count;
} Choice;

static Choice choose(const HullHierarchy *h, const HullFan *fan, Walk *walk) {
	FanPlace place = mk_hull_fan_find(fan, h->members.data + fan->first, walk->direction);
	walk->evaluations += place.evaluations;
	if (place.is_inside) return (Choice){ 0, 0 };
	if (!place.is_clear) return (Choice){ 0, fan->count };
	return (Choice){ place.middle > 0 ? place.middle - 1 : fan->count - 1, 3 };
}

static uint32_t chosen(const HullHierarchy *h, const HullFan *fan, uint32_t at) {
	return h->members.data[fan->first + (at < fan->count ? at : at - fan->count)].vertex;
}

// The best of one rank and some of those removed next to it.
static void look_at_ranks(
		const HullHierarchy *h, const uint32_t *ranks, uint32_t count, Walk *walk) {
	Real best_along = vec3_dot(h->points[walk->best], walk->direction);
	walk->evaluations += count;
	for (uint32_t i = 0; i < count; i++) {
		Real along = vec3_dot(h->points[ranks[i]], walk->direction);
		if (!(along > best_along)) continue;
		best_along = along;
		walk->best = ranks[i];
	}
}

static void step_down(const HullHierarchy *h, uint32_t level, Walk *walk) {
	const HierarchyLevel *l = &h->levels[level];
	const uint32_t *starts = h->starts + l->first_start;
	const uint32_t *removed = h->removed + starts[walk->best];
	uint32_t count = starts[walk->best + 1] - starts[walk->best];
	const HullFan *fan = NULL;
	if (count > MK_FAN_LEAST)
		fan = mk_hull_fan_of(h->fans.data + l->first_fan, l->fan_count, walk->best);
	if (fan == NULL) {
		look_at_ranks(h, removed, count, walk);
		return;
	}
	Choice choice = choose(h, fan, walk);
	if (choice.count == 0) return;
	if (choice.count == fan->count) {
		look_at_ranks(h, removed, count, walk);
		return;
	}
	const uint32_t ranks[3] = { chosen(h, fan, choice.first), chosen(h, fan, choice.first + 1),
		chosen(h, fan, choice.first + 2) };
	look_at_ranks(h, ranks, 3, walk);
}

// One step of climbing, as hull_support_climb does it but for the fans.
// Returns whether it got higher.
static bool climb(const HullHierarchy *h, const Hull *hull, Walk *walk, double *height) {
	uint32_t from = walk->best;
	uint32_t degree = hull_degree(hull, from);
	const uint32_t *neighbours = hull->neighbours + hull->neighbour_starts[from];
	const HullFan *fan = NULL;
	Choice choice = { 0, degree };
	if (degree > MK_FAN_LEAST)
		fan = mk_hull_fan_of(h->fans.data + h->hull_fans, h->fans.count - h->hull_fans, from);
	if (fan != NULL) choice = choose(h, fan, walk);
	walk->evaluations += choice.count;
	for (uint32_t i = choice.first; i < choice.first + choice.count; i++) {
		uint32_t vertex = fan != NULL ? chosen(h, fan, i) : neighbours[i];
		double found = hull_vertex_height(hull, vertex, walk->direction);
		if (!(found > *height)) continue;
		*height = found;
		walk->best = vertex;
	}
	return walk->best != from;
}

HierarchyAnswer mk_hull_hierarchy_support(
		const HullHierarchy *h, const Hull *hull, Vec3 direction) {
	Walk walk = { direction, 0, h->base_count };
	for (uint32_t r = 1; r < h->base_count; r++) {
		if (vec3_dot(h->points[r], direction) > vec3_dot(h->points[walk.best], direction))
			walk.best = r;
	}
	for (uint32_t level = 0; level < h->level_count; level++)
		step_down(h, level, &walk);
	walk.best = h->vertex_count > 0 ? h->vertices[walk.best] : 0;
	double height = hull_vertex_height(hull, walk.best, direction);
	while (climb(h, hull, &walk, &height))
		continue;
	return (HierarchyAnswer){ walk.best, walk.evaluations };
}

HierarchyAnswer mk_hull_hierarchy_climb(
		const HullHierarchy *h, const Hull *hull, Vec3 direction, uint32_t guess) {
	Walk walk = { direction, guess, 1 };
	double height = hull_vertex_height(hull, guess, direction);
	uint32_t steps = 0;
	while (climb(h, hull, &walk, &height)) {
		if (h->level_count == 0 || ++steps < MK_HIERARCHY_CLIMB_STEPS) continue;
		HierarchyAnswer answer = mk_hull_hierarchy_support(h, hull, direction);
		answer.evaluations += walk.evaluations;
		return answer;
	}
	return (HierarchyAnswer){ walk.best, walk.evaluations };
}
