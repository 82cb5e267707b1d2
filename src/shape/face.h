// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// For shapes that answer face queries: how well a part faces the direction, and writing answers.
#pragma once

#include "shape/shape.h"

// Returns the cosine between the direction and a normal of the shape, both seen outside; -1 for a
// normal that the map leaves without direction.
static inline Real face_facing(const FaceQuery *query, Vec3 normal) {
	Vec3 mapped = mat3_apply(query->normals, normal);
	Real length_squared = vec3_length_squared(mapped);
	if (!(length_squared > 0)) return -1;
	return vec3_dot(mapped, query->outside) / real_sqrt(length_squared);
}

// Says how round the surface is across an edge, at its first point and at its second, m.
static inline void face_bend(ShapeFace *face, Real first, Real second) {
	face->bends[0] = first;
	face->bends[1] = second;
}

static inline void face_set_point(ShapeFace *face, Vec3 point, Vec3 normal, uint32_t id) {
	face->kind = FACE_POINT;
	face->id = id;
	face->normal = normal;
	face->count = 1;
	face->points[0] = point;
	face->ids[0] = id;
}

static inline void face_add(ShapeFace *face, Vec3 point, uint32_t id) {
	face->points[face->count] = point;
	face->ids[face->count] = id;
	face->count++;
}

// Starts a face without points.
static inline void face_begin(ShapeFace *face, FaceKind kind, Vec3 normal, uint32_t id) {
	face->kind = kind;
	face->id = id;
	face->normal = normal;
	face->count = 0;
	face_bend(face, 0, 0);
}

// Returns the part of a direction across an edge, unit; zero if there is none.
static inline Vec3 face_across(Vec3 direction, Vec3 edge) {
	Vec3 unit = vec3_normalize(direction);
	Vec3 along = vec3_normalize(edge);
	return vec3_normalize(vec3_add_scaled(unit, along, -vec3_dot(unit, along)));
}

// Writes the segment between two points if it faces the direction at least as well as
// it is along it, else the end that is farther along it. The segment's id is `id`, the
// ends are corners 0 and 1.
void mk_face_of_segment(const FaceQuery *query, const Vec3 ends[2], uint32_t id, ShapeFace *face);

// Writes a disc in a plane of constant y. `radius` may be zero: a point.
void mk_face_of_disc(Vec3 center, Real radius, Real normal_y, ShapeFace *face);
