// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Wavefront OBJ files as test meshes: positions, normals and faces (triangles, quads, polygons as
// fans around their first corner; indices from 1, or negative from the last one back; the forms a,
// a/b, a//c and a/b/c). Groups, materials, lines and texture coordinates are read over. Lines end
// in LF or CR LF, the last one needs no end. What cannot be read stops with the line and a reason.
#pragma once

#include "support/mesh_make.h"

typedef struct ObjMesh {
	TestMesh mesh;
	MeshPointArray normals;        // the vn lines
	MeshIndexArray normal_indices; // one per corner of the mesh; UINT32_MAX where a corner has none
} ObjMesh;

typedef struct ObjResult {
	const char *reason; // NULL if the file was read, else what is wrong
	uint32_t line;      // where, counted from 1; 0 if the file could not be opened
} ObjResult;

// Reads a text; on failure the mesh is empty.
ObjResult obj_parse(const char *text, ObjMesh *mesh);

// Reads a file.
ObjResult obj_load(const char *path, ObjMesh *mesh);

void obj_free(ObjMesh *mesh);
