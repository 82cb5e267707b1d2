// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Faces first, because most pairs are separated by one; then edges in blocks that are mapped to the
// frame once. What an edge pair promises is the distance of its two lines; only a promise better
// than what is known is judged by supports.
#include "collide/sat_hull.h"

#include "collide/polytope.h"
#include "geometry/tolerance.h"
#include "shape/convex.h"

// Edges of one shape that are looked at together; 3 kB on the stack for each of the two.
#define MK_SAT_BLOCK 64

typedef struct EdgeBlock {
	uint32_t next; // slot to go on with
	uint32_t count;
	PolytopeEdge edges[MK_SAT_BLOCK];
	uint32_t slots[MK_SAT_BLOCK];
} EdgeBlock;

typedef struct Search {
	const SatHullInput *input;
	PolytopePair pair;
	DifferencePoint last;
	SatHullResult best;
} Search;

static void add_trace(const Search *search, Vec3 normal, Real separation) {
	TraceStep step = { .kind = TRACE_AXIS, .iteration = search->best.axes, .count = 1 };
	step.direction = normal;
	step.lower = separation;
	step.points[0] = search->last.point;
	step.points_a[0] = search->last.a;
	step.points_b[0] = search->last.b;
	trace_add(search->input->trace, &step);
}

// Returns true if the search is over.
static bool judge(Search *search, Vec3 normal, SatAxis axis) {
	const Difference *d = search->input->difference;
	search->last = difference_support(d, normal, search->last);
	search->best.axes++;
	Real separation = -vec3_dot(normal, search->last.point);
	if (search->input->trace != NULL) add_trace(search, normal, separation);
	bool is_over = search->input->is_bool && separation > d->error;
	// edges must win clearly, or rounding lets them replace the face they lie on
	Real margin = axis.kind == SAT_AXIS_EDGES ? d->error : 0;
	if (separation > search->best.separation + margin || is_over) {
		search->best.separation = separation;
		search->best.normal = normal;
		search->best.axis = axis;
	}
	return is_over;
}

// `kind` says whose face it is; normals of B are turned around, to be from A to B.
static bool judge_face(Search *search, SatAxisKind kind, uint32_t index) {
	bool is_a = kind == SAT_AXIS_FACE_A;
	Vec3 normal = mk_polytope_face(is_a ? &search->pair.a : &search->pair.b, index).normal;
	if (vec3_equals(normal, vec3_zero())) return false;
	SatAxis axis = { kind, is_a ? index : 0, is_a ? 0 : index };
	return judge(search, is_a ? normal : vec3_negate(normal), axis);
}

static bool judge_faces(Search *search) {
	for (uint32_t i = 0; i < search->pair.a.face_count; i++) {
		if (judge_face(search, SAT_AXIS_FACE_A, i)) return true;
	}
	for (uint32_t i = 0; i < search->pair.b.face_count; i++) {
		if (judge_face(search, SAT_AXIS_FACE_B, i)) return true;
	}
	return false;
}

// Do the arcs of normals of an edge of A and of one of B, turned around, cross? Returns 1 if the
// cross product of the edges is then from A to B, -1 if it is from B to A, 0 if they do not cross.
// Where a product is zero the edge is along a face, whose normal is a candidate anyway.
static int arcs_cross(const PolytopeEdge *a, const PolytopeEdge *b) {
	Real left_a = vec3_dot(b->direction, a->left);
	Real right_a = vec3_dot(b->direction, a->right);
	if (!((left_a > 0 && right_a < 0) || (left_a < 0 && right_a > 0))) return 0;
	Real left_b = vec3_dot(a->direction, b->left);
	Real right_b = vec3_dot(a->direction, b->right);
	if (left_a > 0) return left_b > 0 && right_b < 0 ? 1 : 0;
	return left_b < 0 && right_b > 0 ? -1 : 0;
}

static bool judge_edge_pair(
		Search *search, const PolytopeEdge *a, const PolytopeEdge *b, SatAxis axis) {
	int sign = arcs_cross(a, b);
	if (sign == 0) return false;
	Vec3 cross = vec3_cross(a->direction, b->direction);
	if (vec3_cross_is_negligible(cross, a->direction, b->direction)) return false;
	Vec3 normal = vec3_scale(vec3_normalize(cross), (Real)sign);
	Real promise = vec3_dot(normal, vec3_sub(b->start, a->start));
	if (!(promise > search->best.separation)) return false;
	return judge(search, normal, axis);
}

static void fill_block(const Polytope *p, uint32_t from, EdgeBlock *block) {
	block->count = 0;
	uint32_t slot = from;
	for (; slot < p->edge_slots && block->count < MK_SAT_BLOCK; slot++) {
		if (!mk_polytope_edge(p, slot, &block->edges[block->count])) continue;
		block->slots[block->count++] = slot;
	}
	block->next = slot;
}

static bool judge_blocks(Search *search, const EdgeBlock *a, const EdgeBlock *b) {
	for (uint32_t i = 0; i < a->count; i++) {
		for (uint32_t j = 0; j < b->count; j++) {
			SatAxis axis = { SAT_AXIS_EDGES, a->slots[i], b->slots[j] };
			if (judge_edge_pair(search, &a->edges[i], &b->edges[j], axis)) return true;
		}
	}
	return false;
}

static bool judge_edges(Search *search) {
	EdgeBlock a;
	EdgeBlock b;
	for (uint32_t i = 0; i < search->pair.a.edge_slots; i = a.next) {
		fill_block(&search->pair.a, i, &a);
		for (uint32_t j = 0; j < search->pair.b.edge_slots; j = b.next) {
			fill_block(&search->pair.b, j, &b);
			if (judge_blocks(search, &a, &b)) return true;
		}
	}
	return false;
}

// The axis of the pair's last answer, if these shapes have its features.
static bool judge_cached(Search *search) {
	if (!search->input->is_bool || search->input->cache == NULL) return false;
	SatAxis axis = *search->input->cache;
	const PolytopePair *pair = &search->pair;
	if (axis.kind == SAT_AXIS_FACE_A && axis.index_a < pair->a.face_count)
		return judge_face(search, axis.kind, axis.index_a);
	if (axis.kind == SAT_AXIS_FACE_B && axis.index_b < pair->b.face_count)
		return judge_face(search, axis.kind, axis.index_b);
	bool is_edges = axis.kind == SAT_AXIS_EDGES && axis.index_a < pair->a.edge_slots &&
			axis.index_b < pair->b.edge_slots;
	PolytopeEdge a;
	PolytopeEdge b;
	if (!is_edges || !mk_polytope_edge(&pair->a, axis.index_a, &a)) return false;
	return mk_polytope_edge(&pair->b, axis.index_b, &b) && judge_edge_pair(search, &a, &b, axis);
}

static SatSymmetric box_of(const DifferenceSide *side, Vec3 center) {
	Vec3 half = ((const BoxShape *)side->shape)->half;
	return (SatSymmetric){ center,
		{ vec3_scale(side->linear.x, half.x), vec3_scale(side->linear.y, half.y),
				vec3_scale(side->linear.z, half.z) },
		0 };
}

static SatHullResult judge_boxes(const SatHullInput *input) {
	const Difference *d = input->difference;
	SatBoxInput boxes = {
		.a = box_of(&d->a, vec3_zero()),
		.b = box_of(&d->b, d->offset),
		.slack = d->error,
		.cache = input->cache,
		.is_bool = input->is_bool,
		.trace = input->trace,
	};
	return mk_sat_boxes(&boxes);
}

SatHullResult mk_sat_hull(const SatHullInput *input) {
	const Difference *d = input->difference;
	Search search = { .input = input, .last = difference_no_hint() };
	if (!mk_polytope_pair(d, &search.pair)) return (SatHullResult){ 0 };
	if (d->a.shape->kind == SHAPE_BOX && d->b.shape->kind == SHAPE_BOX) return judge_boxes(input);
	search.best = (SatHullResult){ .is_supported = true, .separation = -MK_INFINITY };
	if (!judge_cached(&search) && !judge_faces(&search)) judge_edges(&search);
	search.best.is_overlapping = search.best.separation <= d->error;
	if (input->cache != NULL) *input->cache = search.best.axis;
	return search.best;
}

// Is the direction parallel to that of a face or edge before it?
static bool is_new_normal(const Polytope *p, uint32_t face) {
	Vec3 normal = mk_polytope_face(p, face).normal;
	for (uint32_t i = 0; i < face; i++) {
		Vec3 other = mk_polytope_face(p, i).normal;
		if (vec3_cross_is_negligible(vec3_cross(normal, other), normal, other)) return false;
	}
	return true;
}

static bool is_new_edge(const Polytope *p, uint32_t slot) {
	PolytopeEdge edge;
	PolytopeEdge other;
	if (!mk_polytope_edge(p, slot, &edge)) return false;
	for (uint32_t i = 0; i < slot; i++) {
		if (!mk_polytope_edge(p, i, &other)) continue;
		Vec3 cross = vec3_cross(edge.direction, other.direction);
		if (vec3_cross_is_negligible(cross, edge.direction, other.direction)) return false;
	}
	return true;
}

typedef struct DirectionCount {
	uint32_t normals;
	uint32_t edges;
} DirectionCount;

static DirectionCount count_directions(const Polytope *p) {
	DirectionCount count = { 0, 0 };
	for (uint32_t i = 0; i < p->face_count; i++)
		count.normals += is_new_normal(p, i);
	for (uint32_t i = 0; i < p->edge_slots; i++)
		count.edges += is_new_edge(p, i);
	return count;
}

uint32_t mk_sat_hull_axis_count(const Difference *difference) {
	PolytopePair pair;
	if (!mk_polytope_pair(difference, &pair)) return 0;
	DirectionCount a = count_directions(&pair.a);
	DirectionCount b = count_directions(&pair.b);
	return a.normals + b.normals + a.edges * b.edges;
}
