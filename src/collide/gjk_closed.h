// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Answers without iterating, for the pairs that are frequent and simple enough: cores that are
// points or segments (balls, capsules), and whether two boxes overlap.
#pragma once

#include "collide/gjk_state.h"

// Returns whether the core has corners that can be named by ids.
static inline bool gjk_has_corners(const DifferenceSide *side) {
	return side->shape->vertex_count > 0 && !side->is_round_core;
}

// Returns a corner of a core in the frame, without the offset.
static inline Vec3 gjk_corner(const DifferenceSide *side, uint32_t id) {
	Vec3 point = side->shape->ops->vertex(side->shape, id);
	return side->is_local ? point : mat3_apply(side->linear, point);
}

// Returns the point of the difference that two corners make.
static inline DifferencePoint gjk_corner_pair(const Difference *d, uint32_t id_a, uint32_t id_b) {
	DifferencePoint p;
	p.a = gjk_corner(&d->a, id_a);
	p.b = vec3_add(gjk_corner(&d->b, id_b), d->offset);
	p.point = vec3_sub(p.a, p.b);
	p.id_a = id_a;
	p.id_b = id_b;
	return p;
}

// Returns whether both cores are points or segments.
static inline bool gjk_is_segments(const Difference *d) {
	return d->a.shape->vertex_count <= 2 && d->b.shape->vertex_count <= 2 &&
			gjk_has_corners(&d->a) && gjk_has_corners(&d->b);
}

// Writes the answer for two cores that are points or segments: the nearest points themselves stand
// for the simplex, as one point that need not be a corner of the difference.
void mk_gjk_segments(const Difference *difference, GjkState *state);

typedef enum GjkBoxes {
	GJK_BOXES_UNKNOWN, // too near to touching, or edges too nearly parallel, to be told this way
	GJK_BOXES_APART,
	GJK_BOXES_OVERLAP,
} GjkBoxes;

// Returns whether two boxes overlap, by 15 separating axes (Gottschalk, Lin, Manocha 1996), with
// the one that separates them in `axis` (from A to B, not unit). Box A must be in its own axes, B
// may have any shear and scale.
GjkBoxes mk_gjk_boxes(const Difference *difference, Vec3 *axis);

// Returns APART if one direction of any length, also zero, shows that two boxes are apart,
// else UNKNOWN. For boxes as above; in the place of a support, whose sign of each coordinate
// costs as much as all of this.
GjkBoxes mk_gjk_boxes_along(const Difference *difference, Vec3 axis);
