// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Any two shapes at raw poses into every detector: each ends within its steps, and an axis that is
// told with "apart" is a unit vector. Of convex shapes, one that overlaps clearly is told so by all
// that know it, and so is one that is clearly apart.
#include "collide/detector.h"
#include "collide/penetration.h"
#include "fuzz/shapes.h"

// Directions, planes or axes, or pairs of triangles of shapes with up to twelve
// corners: 20 faces, 30 edges.
enum { MOST_STEPS = 8192 };

// How far from touching (floors of the pair, and part of its size) answers are the same:
// those of axes are off by what corners that face each other hide, a sixteenth of the
// distance (test_agreement.c).
static const double clear_floors = 64;
static const double clear_part = 1e-6;

// The smallest size of a shape (m) that can be made.
static const double smallest = (double)MK_SHAPE_MIN_SIZE;

typedef struct Truth {
	bool is_known;
	bool is_overlapping;
} Truth;

static Truth truth_of(const ShapeInstance *a, const ShapeInstance *b) {
	if (!shape_is_convex(a->shape) || !shape_is_convex(b->shape)) return (Truth){ 0 };
	Difference d = mk_difference(a, b);
	if (!mk_difference_is_finite(&d)) return (Truth){ 0 };
	PenetrationInput input = { .difference = &d, .limit = MK_INFINITY, .is_query = true };
	Separation s = mk_penetration(&input).separation;
	double size = (double)d.error / (4 * (double)MK_EPSILON);
	// products of what is smaller are below the smallest number
	if (size < smallest) return (Truth){ 0 };
	double clear = clear_floors * (double)d.error + clear_part * size;
	return (Truth){ (double)s.lower > clear || (double)s.upper < -clear, s.distance <= 0 };
}

static void check_detector(const DetectInput *input, Truth truth) {
	DetectResult r = mk_detect(input);
	require(r.status < DETECT_STATUS_COUNT);
	require(r.iterations <= MOST_STEPS);
	require(vec3_is_finite(r.axis));
	require(!r.is_overlapping || r.status == DETECT_OK || r.status == DETECT_UNDECIDED);
	bool has_axis = !r.is_overlapping && !vec3_equals(r.axis, vec3_zero());
	require(!has_axis || r.status == DETECT_UNSUPPORTED || vec3_is_unit(r.axis));
	if (!truth.is_known || r.status != DETECT_OK) return;
	// faces of A alone prove no overlap
	if (input->detector == DETECTOR_PLANES_BASELINE && r.is_overlapping) return;
	require(r.is_overlapping == truth.is_overlapping);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Input input = { data, size };
	Shape *shape_a = any_leaf(&input);
	Shape *shape_b = any_leaf(&input);
	if (shape_a != NULL && shape_b != NULL) {
		input_count_pair();
		ShapeInstance a = any_instance(&input, shape_a);
		ShapeInstance b = any_instance(&input, shape_b);
		Truth truth = truth_of(&a, &b);
		DetectCache cache = { .axis = any_vec3(&input) };
		for (Detector d = 0; d < DETECTOR_COUNT; d++) {
			check_detector(&(DetectInput){ .a = &a, .b = &b, .detector = d }, truth);
			check_detector(&(DetectInput){ .a = &a,
								   .b = &b,
								   .detector = d,
								   .cache = &cache,
								   .follow = DETECT_FOLLOW_DEPTH },
					truth);
		}
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
	return 0;
}
