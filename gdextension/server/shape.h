// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A shape as Godot knows it: a kind, data in the form of Godot's resources, and the objects that
// use it. Data is immutable once made; setting data swaps a pointer, so building large meshes on a
// loader thread does not hold up the step.
#pragma once

#include "server/item.h"
#include "shape/shape.h"

typedef struct ServerObject ServerObject;

// The data of one shape, by kind; what was set is given back exactly.
typedef struct ShapeData {
	union {
		GdPlane plane;
		double radius;
		GdVector3 half_extents;
		struct {
			double radius, height;
		} round; // capsule and cylinder; full height
		struct {
			double length;
			bool slide_on_slope;
		} ray;
		GdPackedVector3Array points;
		struct {
			GdPackedVector3Array faces; // three per face
			bool backface_collision;
		} mesh;
		struct {
			int64_t width, depth;
			GdVariant heights; // packed floats of Godot's precision; NaN is a hole
			double min_height, max_height;
		} map;
		GdDictionary custom;
	};
} ShapeData;

// A place where a shape is used.
typedef struct ShapeLink {
	ServerObject *object;
	uint32_t slot;
} ShapeLink;

MK_ARRAY_DECLARE(ShapeLinkArray, shape_link_array, ShapeLink);

typedef struct ServerShape {
	Item item;
	int64_t type;       // Godot's ShapeType
	ShapeData *data;    // NULL until set
	Shape *built;       // what the engine works with; NULL: nothing to collide with
	bool is_given;      // not from the data, by mk_shape_give
	ShapeStatus status; // why there is nothing
	double margin;      // m; kept for Godot, our contacts need none
	double solver_bias;
	ShapeLinkArray links;
} ServerShape;

// Whether a shape has no geometry although it should. Empty meshes and maps of nothing but holes
// are no mistakes: scenes have them until their data comes.
bool mk_shape_is_broken(ShapeStatus status);

// Puts a geometry in the place of what the shape's data describes, whatever data is set from then
// on; takes over one reference; NULL: nothing to collide with. For resources of ours, whose data is
// only what other engines make of them.
void mk_shape_give(Server *server, GdRID shape, Shape *geometry);

// Takes the shape away from all objects that use it.
void mk_shape_detach(ServerShape *shape);

// Gives back the shape's memory.
void mk_shape_destroy(ServerShape *shape);

// How one kind of shape reads and writes Godot's data.
typedef struct ShapeFormat {
	const char *expects; // the sentence that says what data must be
	// Reads into zeroed data; false if the Variant is not what is expected.
	bool (*read)(const GdVariant *variant, ShapeData *data);
	// Writes a fresh Variant.
	void (*write)(const ShapeData *data, GdVariant *ret);
	// Gives back what the data owns; NULL if it owns nothing.
	void (*release)(ShapeData *data);
} ShapeFormat;

// Returns the engine's shape for data of a kind, with one reference; NULL and the reason if there
// is none, and NULL and SHAPE_OK for kinds that the engine gets in another way.
Shape *mk_shape_build(int64_t type, const ShapeData *data, ShapeStatus *status);

// Indexed by Godot's ShapeType.
extern const ShapeFormat mk_shape_formats[GD_SHAPE_CUSTOM + 1];
