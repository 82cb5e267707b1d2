// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The surface of a shape as triangles in the frame of a pair, and its inside: meshes, and boxes,
// triangles and hulls without rounding, one way for all of them. Nothing is copied.
#pragma once

#include "shape/instance.h"

typedef bool FacetGet(const Shape *shape, uint32_t slot, Triangle *triangle);

typedef struct Facets {
	const Shape *shape;
	Affine map;     // from the shape's space to the frame
	bool is_local;  // the map is the identity
	bool is_solid;  // has an inside; a closed mesh counts as solid
	uint32_t slots; // some numbers below this are triangles; for a mesh all, places as in mesh.h
	FacetGet *get;
} Facets;

// Writes a view of a shape's triangles; returns false for other kinds and for rounded shapes.
bool mk_facets_init(Facets *facets, const Shape *shape, Affine map);

// Returns a triangle as it is on the shape, in the frame.
static inline bool facets_get(const Facets *f, uint32_t slot, Triangle *t) {
	if (!f->get(f->shape, slot, t)) return false;
	if (f->is_local) return true;
	t->a = affine_point(f->map, t->a);
	t->b = affine_point(f->map, t->b);
	t->c = affine_point(f->map, t->c);
	return true;
}

// Returns whether a part of `other` is inside `solid`, given that their surfaces do not meet: then
// every connected part is inside or outside as a whole, and one corner of it tells.
bool mk_facets_hold(const Facets *solid, const Facets *other);
