// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the parts of EPA share: the polytope and the best direction tried so far. Private to epa*.c.
#pragma once

#include "collide/epa.h"
#include "collide/epa_polytope.h"

typedef struct EpaSearch {
	const EpaInput *input;
	EpaPolytope *polytope;
	uint32_t iterations; // pairs of supports
	bool is_apart;       // a direction separates the cores
	double upper;        // m; smallest h(n) so far ...
	Vec3 normal;         // ... and its direction
	double lower; // m; largest distance of nearest faces; negative: they may not hold the origin
	double passed_over; // m; smallest distance of faces that are close enough, but not where it touches
	uint32_t feature_count; // points that touch there, as far as known
	uint8_t feature[3];
} EpaSearch;

// What the points of a difference span.
typedef enum EpaSpan {
	EPA_SPAN_POINT,
	EPA_SPAN_SEGMENT,
	EPA_SPAN_FLAT,
	EPA_SPAN_SOLID, // the polytope is made; the origin may be outside of it
	EPA_SPAN_TORN,  // solid, but rounding left no closed surface
} EpaSpan;

// Makes a search of which nothing is known.
static inline void epa_search_begin(
		EpaSearch *search, const EpaInput *input, EpaPolytope *polytope) {
	mk_epa_polytope_init(polytope, (double)input->difference->error);
	*search = (EpaSearch){ .input = input, .polytope = polytope };
	search->upper = search->passed_over = (double)INFINITY;
	search->lower = -(double)INFINITY;
}

typedef struct EpaProbe {
	uint32_t point; // number of the support in the polytope
	double height;  // m; h(n)
} EpaProbe;

// Asks for the support in a unit direction, adds it to the points and remembers the direction if it
// is the best so far. There must be room for a point.
EpaProbe mk_epa_probe(EpaSearch *search, Vec3 direction, uint32_t near);

// Makes the first polytope from the simplex of the input and as many supports as it takes. If the
// difference is not solid, *axis is the direction of the segment or the normal of the plane.
EpaSpan mk_epa_start(EpaSearch *search, Vec3 *axis);

static inline Vec3 vec3_from_double3(Double3 v) { return vec3((Real)v.x, (Real)v.y, (Real)v.z); }
