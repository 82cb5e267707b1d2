// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The triangles of a Mesh for the resources that are made of one.
#pragma once

#include "geometry/triangle_mesh.h"
#include "nodes/custom_shape.h"

// What every resource made of a mesh begins with.
typedef struct MeshResource {
	CustomShape base;
	GDExtensionObjectPtr mesh;      // counted; NULL: none
	GDExtensionObjectPtr connected; // the mesh whose signal we listen to; counted
} MeshResource;

// Corners of triangles, three each, counter-clockwise seen from the front.
typedef struct MeshCorners {
	Vec3 *points;
	uint32_t *indices; // of the points in their order
	uint32_t count;
} MeshCorners;

// Reads the triangles, to be freed. Without a mesh, or with an empty one, there are none; a corner that is not
// finite makes it false.
bool mk_mesh_source_read(const MeshResource *self, MeshCorners *out, ShapeStatus *status);
void mk_mesh_source_free(MeshCorners *corners);

// Returns the corners as a mesh that lives as long as they do.
static inline TriangleMesh mesh_corners_mesh(const MeshCorners *corners) {
	return (TriangleMesh){
		.points = corners->points,
		.point_count = corners->count,
		.indices = corners->indices,
		.triangle_count = corners->count / 3,
	};
}

// Listens to the mesh that the resource has now: it is built again when that says it has changed.
void mk_mesh_source_follow(MeshResource *self);

// Class.changed, Class.end and the method of the resources.
void mk_mesh_source_changed(void *self, const Property *property);
void mk_mesh_source_end(void *self);
BoundFunction mk_mesh_source_rebuild;
