// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For the files that make shapes: memory, and the checks of what comes in. A creating function
// collects what is wrong with its input in one ShapeStatus, the first finding wins, and returns
// NULL unless it is SHAPE_OK.
#pragma once

#include "shape/shape.h"

// Returns a zeroed block of `size` bytes that begins with a Shape of this kind and one reference.
void *mk_shape_new(ShapeKind kind, size_t size);

// Fills what follows from the rest (box) and returns the shape; the end of every creating function.
Shape *mk_shape_finish(Shape *shape);

// Writes the status if there is a place for it and returns whether it is SHAPE_OK.
static inline bool shape_report(ShapeStatus found, ShapeStatus *status) {
	if (status != NULL) *status = found;
	return found == SHAPE_OK;
}

// Returns the first of two findings.
static inline ShapeStatus shape_first(ShapeStatus a, ShapeStatus b) {
	return a != SHAPE_OK ? a : b;
}

// Checks a length that must be positive.
static inline ShapeStatus shape_check_size(Real size) {
	if (!real_is_finite(size)) return SHAPE_NOT_FINITE;
	if (!(size > 0)) return SHAPE_NOT_POSITIVE;
	if (size < MK_SHAPE_MIN_SIZE) return SHAPE_TOO_SMALL;
	return size > MK_SHAPE_MAX_SIZE ? SHAPE_TOO_LARGE : SHAPE_OK;
}

// Checks a length that may be zero, such as a rounding radius.
static inline ShapeStatus shape_check_radius(Real size) {
	return size == 0 ? SHAPE_OK : shape_check_size(size);
}

static inline ShapeStatus shape_check_sizes(Vec3 sizes) {
	ShapeStatus xy = shape_first(shape_check_size(sizes.x), shape_check_size(sizes.y));
	return shape_first(xy, shape_check_size(sizes.z));
}

// Checks a position.
static inline ShapeStatus shape_check_point(Vec3 p) {
	if (!vec3_is_finite(p)) return SHAPE_NOT_FINITE;
	return vec3_max_element(vec3_abs(p)) > MK_SHAPE_MAX_SIZE ? SHAPE_TOO_LARGE : SHAPE_OK;
}
