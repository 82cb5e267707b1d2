// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Building levels from fine to coarse.
//
// Plain removal of the independent set can go too far: from an octahedron it takes two opposite
// corners and leaves a square, from a triangular bipyramid both tips and leaves a triangle. Then
// members of the set are kept until the rest is solid. Where that keeps all of them (a pyramid
// whose tip is the set), another single vertex is removed. So every chain ends in a tetrahedron.
#include "shape/hull_hierarchy.h"

#include "base/array.h"
#include "geometry/hull_build.h"

#include <stdlib.h>

MK_ARRAY_DECLARE(IndexArray, index_array, uint32_t);

uint32_t mk_independent_set(VertexGraph graph, bool *is_removed) {
	uint32_t removed = 0;
	for (uint32_t v = 0; v < graph.count; v++)
		is_removed[v] = false;
	for (uint32_t v = 0; v < graph.count; v++) {
		uint32_t first = graph.starts[v];
		uint32_t end = graph.starts[v + 1];
		if (end - first > MK_HIERARCHY_MAX_DEGREE) continue;
		bool is_marked = false;
		for (uint32_t i = first; i < end; i++)
			is_marked = is_marked || is_removed[graph.neighbours[i]];
		is_removed[v] = !is_marked;
		removed += is_marked ? 0 : 1;
	}
	return removed;
}

// A level while the chain is built: its hull, and which vertex of the first hull each of its is.
typedef struct Level {
	Hull hull;
	IndexArray names;
} Level;

// What was removed in one step, fine side: names of vertices and of their neighbours.
typedef struct Step {
	IndexArray kept;    // names of the level above
	IndexArray removed; // names
	IndexArray starts;  // into links, one more than removed
	IndexArray links;   // names of all neighbours of the removed ones
	HullFanArray fans;  // of those that stayed and lost many neighbours, by name
	FanMemberArray members;
} Step;

MK_ARRAY_DECLARE(StepArray, step_array, Step);

// The hull of the vertices that are not removed.
static Level level_without(const Level *level, const bool *is_removed) {
	uint32_t room = level->hull.vertex_count;
	Vec3 *points = mk_alloc(room * sizeof(*points));
	uint32_t *names = mk_alloc(room * sizeof(*names));
	uint32_t count = 0;
	for (uint32_t v = 0; v < room; v++) {
		if (is_removed[v]) continue;
		points[count] = level->hull.vertices[v];
		names[count++] = level->names.data[v];
	}
	Level next = { .hull = mk_hull_build(&(HullInput){ .points = points, .count = count }) };
	for (uint32_t v = 0; v < next.hull.vertex_count; v++)
		index_array_push(&next.names, names[next.hull.sources[v]]);
	mk_free(points, room * sizeof(*points));
	mk_free(names, room * sizeof(*names));
	return next;
}

static void free_level(Level *level) {
	mk_hull_free(&level->hull);
	index_array_free(&level->names);
}

static VertexGraph graph_of(const Hull *hull) {
	return (VertexGraph){ hull->neighbour_starts, hull->neighbours, hull->vertex_count };
}

// Which removed vertex to keep after all, so that the rest becomes solid: the one farthest from the
// plane of the rest, the first one if there is no plane; MK_HULL_NONE if none is removed.
static uint32_t vertex_to_keep(const Level *level, const bool *is_removed, const Hull *rest) {
	uint32_t best = MK_HULL_NONE;
	Real best_distance = -1;
	for (uint32_t v = 0; v < level->hull.vertex_count; v++) {
		if (!is_removed[v]) continue;
		Real distance = 0;
		if (rest->dimension == HULL_POLYGON && rest->face_count > 0) {
			distance = real_abs(plane_distance(rest->planes[0], level->hull.vertices[v]));
		}
		if (!(distance > best_distance)) continue;
		best_distance = distance;
		best = v;
	}
	return best;
}

// The level without its independent set, or without as much of it as leaves a solid; all of it is
// kept if removing any one leaves none.
static Level without_set(const Level *level, bool *is_removed) {
	uint32_t removed = mk_independent_set(graph_of(&level->hull), is_removed);
	while (removed > 0) {
		Level next = level_without(level, is_removed);
		if (next.hull.dimension == HULL_SOLID) return next;
		uint32_t keep = vertex_to_keep(level, is_removed, &next.hull);
		free_level(&next);
		is_removed[keep] = false;
		removed--;
	}
	return (Level){ 0 };
}

// The level without one vertex of low degree.
static Level without_one(const Level *level, bool *is_removed) {
	uint32_t count = level->hull.vertex_count;
	for (uint32_t v = 0; v < count; v++) {
		if (hull_degree(&level->hull, v) > MK_HIERARCHY_MAX_DEGREE) continue;
		memset(is_removed, 0, count * sizeof(bool));
		is_removed[v] = true;
		Level next = level_without(level, is_removed);
		if (next.hull.dimension == HULL_SOLID) return next;
		free_level(&next);
	}
	return (Level){ 0 };
}

// The next coarser level; empty if there is none.
static Level coarser(const Level *level, bool *is_removed) {
	Level next = without_set(level, is_removed);
	return next.names.count > 0 ? next : without_one(level, is_removed);
}

// Makes the fans of those that stay.
static void add_fans(Step *step, const Level *fine, const bool *is_removed) {
	const Hull *hull = &fine->hull;
	for (uint32_t v = 0; v < hull->vertex_count; v++) {
		if (is_removed[v]) continue;
		FanInput input = {
			.points = hull->vertices,
			.vertex = v,
			.neighbours = hull->neighbours + hull->neighbour_starts[v],
			.count = hull_degree(hull, v),
			.is_member = is_removed,
			.names = fine->names.data,
		};
		if (!mk_hull_fan_add(&step->fans, &step->members, &input)) continue;
		step->fans.data[step->fans.count - 1].vertex = fine->names.data[v];
	}
}

// Records what is in `fine` and not in `coarse`; names of both ascend. Flags say what is removed.
static Step step_between(const Level *fine, const Level *coarse, bool *is_removed) {
	Step step = { 0 };
	uint32_t at = 0;
	for (uint32_t v = 0; v < fine->names.count; v++) {
		uint32_t name = fine->names.data[v];
		if (at < coarse->names.count && coarse->names.data[at] == name) {
			index_array_push(&step.kept, name);
			is_removed[v] = false;
			at++;
			continue;
		}
		is_removed[v] = true;
		index_array_push(&step.removed, name);
		index_array_push(&step.starts, step.links.count);
		for (uint32_t i = fine->hull.neighbour_starts[v]; i < fine->hull.neighbour_starts[v + 1];
				i++) {
			index_array_push(&step.links, fine->names.data[fine->hull.neighbours[i]]);
		}
	}
	index_array_push(&step.starts, step.links.count);
	add_fans(&step, fine, is_removed);
	return step;
}

static void free_step(Step *step) {
	index_array_free(&step->kept);
	index_array_free(&step->removed);
	index_array_free(&step->starts);
	index_array_free(&step->links);
	hull_fan_array_free(&step->fans);
	fan_member_array_free(&step->members);
}

// Walks from the full hull to the coarsest level; the steps come fine to coarse.
static StepArray collect_steps(const Hull *hull, IndexArray *coarsest) {
	StepArray steps = { 0 };
	bool *flags = mk_alloc(hull->vertex_count * sizeof(*flags));
	Level level = { .hull = *hull };
	for (uint32_t v = 0; v < hull->vertex_count; v++)
		index_array_push(&level.names, v);
	while (level.names.count > 4) {
		Level next = coarser(&level, flags);
		if (next.names.count == 0) break;
		step_array_push(&steps, step_between(&level, &next, flags));
		// the first level borrows its hull
		if (level.hull.block == hull->block) level.hull = (Hull){ 0 };
		free_level(&level);
		level = next;
	}
	*coarsest = level.names;
	level.names = (IndexArray){ 0 };
	if (level.hull.block == hull->block) level.hull = (Hull){ 0 };
	free_level(&level);
	mk_free(flags, hull->vertex_count * sizeof(*flags));
	return steps;
}

// Lists, for each vertex that stayed, the removed ones next to it, in ranks.
static void add_lists(HullHierarchy *h, const Step *step, const uint32_t *ranks, uint32_t kept) {
	size_t bytes = (kept + (size_t)1) * sizeof(uint32_t);
	uint32_t *places = mk_alloc(bytes);
	memset(places, 0, bytes);
	for (uint32_t i = 0; i < step->links.count; i++) {
		uint32_t rank = ranks[step->links.data[i]];
		if (rank < kept) places[rank + 1]++;
	}
	for (uint32_t v = 0; v < kept; v++)
		places[v + 1] += places[v];
	uint32_t base = h->removed_count;
	for (uint32_t v = 0; v <= kept; v++)
		h->starts[h->start_count++] = base + places[v];
	for (uint32_t r = 0; r < step->removed.count; r++) {
		for (uint32_t i = step->starts.data[r]; i < step->starts.data[r + 1]; i++) {
			uint32_t rank = ranks[step->links.data[i]];
			if (rank < kept) h->removed[base + places[rank]++] = ranks[step->removed.data[r]];
		}
	}
	h->removed_count = h->starts[h->start_count - 1];
	mk_free(places, bytes);
}

static int compare_fans(const void *a, const void *b) {
	uint32_t p = ((const HullFan *)a)->vertex;
	uint32_t q = ((const HullFan *)b)->vertex;
	return p < q ? -1 : p > q;
}

// Takes over the fans of a step, in ranks and by rank.
static void add_level_fans(HullHierarchy *h, const Step *step, const uint32_t *ranks) {
	uint32_t base = h->members.count;
	for (uint32_t i = 0; i < step->members.count; i++) {
		FanMember member = step->members.data[i];
		member.vertex = ranks[member.vertex];
		fan_member_array_push(&h->members, member);
	}
	uint32_t first = h->fans.count;
	for (uint32_t i = 0; i < step->fans.count; i++) {
		HullFan fan = step->fans.data[i];
		fan.vertex = ranks[fan.vertex];
		fan.first += base;
		hull_fan_array_push(&h->fans, fan);
	}
	if (step->fans.count > 1)
		qsort(h->fans.data + first, step->fans.count, sizeof(HullFan), compare_fans);
}

// Makes the fans of the hull itself, to climb on it.
static void add_hull_fans(HullHierarchy *h, const Hull *hull) {
	h->hull_fans = h->fans.count;
	for (uint32_t v = 0; v < hull->vertex_count; v++) {
		mk_hull_fan_add(&h->fans, &h->members,
				&(FanInput){
						.points = hull->vertices,
						.vertex = v,
						.neighbours = hull->neighbours + hull->neighbour_starts[v],
						.count = hull_degree(hull, v),
				});
	}
}

// Gives ranks: first the coarsest level, then what each step down adds.
static void rank_vertices(HullHierarchy *h, const StepArray *steps, const IndexArray *coarsest) {
	uint32_t rank = 0;
	for (uint32_t i = 0; i < coarsest->count; i++)
		h->vertices[rank++] = coarsest->data[i];
	for (uint32_t s = steps->count; s-- > 0;) {
		for (uint32_t i = 0; i < steps->data[s].removed.count; i++)
			h->vertices[rank++] = steps->data[s].removed.data[i];
	}
	MK_ASSERT(rank == h->vertex_count);
}

static void reserve(HullHierarchy *h, const Hull *hull, const StepArray *steps) {
	h->vertex_count = hull->vertex_count;
	h->level_capacity = steps->count;
	for (uint32_t s = 0; s < steps->count; s++) {
		h->start_capacity += steps->data[s].kept.count + 1;
		h->removed_capacity += steps->data[s].links.count;
	}
	h->vertices = mk_alloc(h->vertex_count * sizeof(*h->vertices));
	h->points = mk_alloc(h->vertex_count * sizeof(*h->points));
	h->levels = mk_alloc(h->level_capacity * sizeof(*h->levels));
	h->starts = mk_alloc(h->start_capacity * sizeof(*h->starts));
	h->removed = mk_alloc(h->removed_capacity * sizeof(*h->removed));
}

HullHierarchy mk_hull_hierarchy_build(const Hull *hull) {
	HullHierarchy h = { 0 };
	if (hull->dimension != HULL_SOLID) return h;
	IndexArray coarsest = { 0 };
	size_t rank_bytes = hull->vertex_count * sizeof(uint32_t);
	uint32_t *ranks = mk_alloc(rank_bytes);
	StepArray steps = collect_steps(hull, &coarsest);
	reserve(&h, hull, &steps);
	rank_vertices(&h, &steps, &coarsest);
	for (uint32_t r = 0; r < hull->vertex_count; r++) {
		ranks[h.vertices[r]] = r;
		h.points[r] = hull->vertices[h.vertices[r]];
	}
	h.base_count = coarsest.count;
	for (uint32_t s = steps.count; s-- > 0;) {
		uint32_t kept = steps.data[s].kept.count;
		h.levels[h.level_count++] = (HierarchyLevel){ kept, h.start_count, h.fans.count,
			steps.data[s].fans.count };
		add_lists(&h, &steps.data[s], ranks, kept);
		add_level_fans(&h, &steps.data[s], ranks);
	}
	add_hull_fans(&h, hull);
	for (uint32_t s = 0; s < steps.count; s++)
		free_step(&steps.data[s]);
	step_array_free(&steps);
	mk_free(ranks, rank_bytes);
	index_array_free(&coarsest);
	return h;
}

void mk_hull_hierarchy_free(HullHierarchy *h) {
	mk_free(h->vertices, h->vertex_count * sizeof(*h->vertices));
	mk_free(h->points, h->vertex_count * sizeof(*h->points));
	mk_free(h->levels, h->level_capacity * sizeof(*h->levels));
	mk_free(h->starts, h->start_capacity * sizeof(*h->starts));
	mk_free(h->removed, h->removed_capacity * sizeof(*h->removed));
	hull_fan_array_free(&h->fans);
	fan_member_array_free(&h->members);
	*h = (HullHierarchy){ 0 };
}
