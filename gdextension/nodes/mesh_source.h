// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The triangles of a Mesh for the resources that are made of one.
#pragma once

#include "base/array.h"
#include "geometry/triangle_mesh.h"
#include "nodes/custom_shape.h"

// What every resource made of a mesh begins with.
typedef struct MeshResource {
	CustomShape base;
	GDExtensionObjectPtr mesh;      // counted; NULL: none
	GDExtensionObjectPtr connected; // the mesh whose signal we listen to; counted
} MeshResource;

MK_ARRAY_DECLARE(CornerArray, corner_array, Vec3);
MK_ARRAY_DECLARE(CornerIndexArray, corner_index_array, uint32_t);

// The triangles of all surfaces, counter-clockwise seen from the front.
typedef struct MeshTriangles {
	CornerArray points;
	CornerIndexArray indices; // three per triangle
} MeshTriangles;

// Reads the triangles, to be freed in any case. False if there are none, with the reason: no mesh
// or an empty one is SHAPE_NO_POINTS.
bool mk_mesh_source_read(const MeshResource *self, MeshTriangles *out, ShapeStatus *status);
void mk_mesh_source_free(MeshTriangles *triangles);

// Returns the triangles as a mesh that lives as long as they do.
static inline TriangleMesh mesh_triangles_view(const MeshTriangles *triangles) {
	return (TriangleMesh){
		.points = triangles->points.data,
		.point_count = triangles->points.count,
		.indices = triangles->indices.data,
		.triangle_count = triangles->indices.count / 3,
	};
}

// Class.changed and Class.end of the resources.
void mk_mesh_source_changed(void *self, const Property *property);
void mk_mesh_source_end(void *self);
