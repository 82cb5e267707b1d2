// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Boxes against boxes. In the frame of a, with R the axes of b as columns, all distances and radii
// come from R, |R| and the offset t: cross(column j of R, t) holds t . (a_i x b_j) for i = 0, 1, 2.
#include "geometry/overlap_box.h"

// Two boxes in the frame of the first.
typedef struct BoxPair {
	Mat3 turn;     // axes of b
	Mat3 sizes;    // |turn|
	Vec3 offset;   // centre of b
	Vec3 offset_b; // the same in the frame of b
	Vec3 half_a;
	Vec3 half_b;
	Real slack; // m: rounding of distances and radii, see below
} BoxPair;

static Real sum_of(Vec3 v) { return v.x + v.y + v.z; }

static BoxPair compare_boxes(const Obb *a, const Obb *b) {
	BoxPair pair = { .half_a = a->half, .half_b = b->half };
	pair.turn = mat3_multiply_transposed(a->axes, b->axes);
	pair.sizes = mat3_abs(pair.turn);
	pair.offset = mat3_apply_transposed(a->axes, vec3_sub(b->center, a->center));
	pair.offset_b = mat3_apply_transposed(pair.turn, pair.offset);
	// distances are rounded relative to the offset, which is no longer than the sum of the half
	// extents if the boxes overlap; if they are farther apart a wrong "apart" is right all the same
	pair.slack = MK_NEGLIGIBLE * (sum_of(a->half) + sum_of(b->half));
	return pair;
}

// sum of |L_k| half_k for the three axes L = e_i x column, from the sizes of the column's entries
static Vec3 cross_sizes(Vec3 half, Vec3 size) {
	return vec3(half.y * size.z + half.z * size.y, half.x * size.z + half.z * size.x,
			half.x * size.y + half.y * size.x);
}

// the gaps on a's axis i x column j of b, for i = 0, 1, 2, in lengths of those axes
static Vec3 edge_gaps(const BoxPair *pair, int column) {
	const Vec3 columns[3] = { pair->turn.x, pair->turn.y, pair->turn.z };
	const Vec3 sizes[3] = { pair->sizes.x, pair->sizes.y, pair->sizes.z };
	int next = column == 2 ? 0 : column + 1;
	int last = next == 2 ? 0 : next + 1;
	Vec3 distance = vec3_abs(vec3_cross(columns[column], pair->offset));
	Vec3 radius = cross_sizes(pair->half_a, sizes[column]);
	radius = vec3_add_scaled(radius, sizes[last], vec3_get(pair->half_b, next));
	radius = vec3_add_scaled(radius, sizes[next], vec3_get(pair->half_b, last));
	return vec3_sub(distance, radius);
}

// the gaps on the axes 3 group .. 3 group + 2
static Vec3 group_gaps(const BoxPair *pair, int group) {
	if (group >= 2) return edge_gaps(pair, group - 2);
	if (group == 0) {
		Vec3 radius = vec3_add(pair->half_a, mat3_apply(pair->sizes, pair->half_b));
		return vec3_sub(vec3_abs(pair->offset), radius);
	}
	Vec3 radius = vec3_add(pair->half_b, mat3_apply_transposed(pair->sizes, pair->half_a));
	return vec3_sub(vec3_abs(pair->offset_b), radius);
}

// the first axis of a group that separates; NaN separates
static int find_in_group(const BoxPair *pair, int group) {
	Vec3 gaps = group_gaps(pair, group);
	if (!(gaps.x <= pair->slack)) return 3 * group;
	if (!(gaps.y <= pair->slack)) return 3 * group + 1;
	if (!(gaps.z <= pair->slack)) return 3 * group + 2;
	return MK_AXIS_NONE;
}

int mk_obb_separating_axis(const Obb *a, const Obb *b, int cached) {
	if (!(vec3_min_element(a->half) >= 0 && vec3_min_element(b->half) >= 0)) return 0;
	BoxPair pair = compare_boxes(a, b);
	bool has_cached = cached >= 0 && cached < MK_BOX_AXES;
	int first = has_cached ? cached / 3 : MK_AXIS_NONE;
	int found = has_cached ? find_in_group(&pair, first) : MK_AXIS_NONE;
	for (int group = 0; group < MK_BOX_AXES / 3 && found == MK_AXIS_NONE; group++) {
		if (group != first) found = find_in_group(&pair, group);
	}
	return found;
}

static Vec3 box_axis(const Obb *box, int index) {
	return index == 0 ? box->axes.x : index == 1 ? box->axes.y : box->axes.z;
}

static Real radius_along(const Obb *box, Vec3 axis) {
	return vec3_dot(vec3_abs(mat3_apply_transposed(box->axes, axis)), box->half);
}

// Returns the unit axis of an index; zero for edges that are parallel as far
// as the precision can tell.
static Vec3 unit_axis(const Obb *a, const Obb *b, int index) {
	if (index < 3) return box_axis(a, index);
	if (index < 6) return box_axis(b, index - 3);
	Vec3 edge_a = box_axis(a, (index - 6) % 3);
	Vec3 edge_b = box_axis(b, (index - 6) / 3);
	// a x b = a x (b -+ a), and that difference is exact for nearly parallel unit vectors: the axis
	// keeps its digits at every angle
	Real sign = vec3_dot(edge_a, edge_b) < 0 ? 1 : (Real)-1;
	Vec3 axis = vec3_cross(edge_a, vec3_add_scaled(edge_b, edge_a, sign));
	if (vec3_is_negligible(axis, 1)) return vec3_zero();
	return vec3_normalize(axis);
}

BoxContact mk_obb_contact_obb(const Obb *a, const Obb *b) {
	Vec3 way = vec3_sub(a->center, b->center);
	Real size = sum_of(a->half) + sum_of(b->half);
	BoxContact best = { .depth = MK_INFINITY, .axis = MK_AXIS_NONE };
	for (int i = 0; i < MK_BOX_AXES; i++) {
		Vec3 axis = unit_axis(a, b, i);
		if (vec3_equals(axis, vec3_zero())) continue;
		Real along = vec3_dot(way, axis);
		Real depth = radius_along(a, axis) + radius_along(b, axis) - real_abs(along);
		// rounding must not let an edge win over the face it lies on
		Real margin = i < 6 ? 0 : MK_NEGLIGIBLE * size;
		if (!(depth < best.depth - margin)) continue;
		best.depth = depth;
		best.axis = i;
		best.normal = along < 0 ? vec3_negate(axis) : axis;
	}
	// NaN leaves no axis at all
	bool is_valid = best.axis != MK_AXIS_NONE && vec3_min_element(a->half) >= 0 &&
			vec3_min_element(b->half) >= 0;
	best.hit = is_valid && best.depth >= -MK_NEGLIGIBLE * size;
	if (best.hit) best.depth = real_max(best.depth, 0);
	return best;
}

Overlap mk_aabb_contact_aabb(Aabb a, Aabb b) {
	if (!aabb_overlaps(a, b) || aabb_is_empty(a) || aabb_is_empty(b)) return (Overlap){ 0 };
	Vec3 up = vec3_sub(b.max, a.min);
	Vec3 down = vec3_sub(a.max, b.min);
	Vec3 shortest = vec3_min(up, down);
	int axis = vec3_min_axis(shortest);
	Vec3 normal = vec3_axis(axis);
	if (vec3_get(down, axis) < vec3_get(up, axis)) normal = vec3_negate(normal);
	Vec3 point = aabb_center(aabb_intersect(a, b));
	return (Overlap){ true, vec3_get(shortest, axis), normal, point };
}
