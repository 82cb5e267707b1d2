// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the files of clipping share: features as flat figures across the normal, names of features,
// and the list of points they write.
#pragma once

#include "collide/clip.h"

// A feature in the frame of two tangents and the normal: z is the height along the normal. Corners
// are counter-clockwise in x and y for both shapes.
typedef struct FlatFace {
	FaceKind kind;
	uint32_t count;
	Vec3 points[MK_FACE_POINTS];
	uint32_t ids[MK_FACE_POINTS];
	Vec3 plane;  // of polygons and discs: z = plane.x x + plane.y y + plane.z
	Real facing; // cosine between the feature's normal and that of the contact
	Vec3 center; // of discs, as in ShapeFace
	Vec3 axis_u;
	Vec3 axis_v;
	Real bends[2]; // of edges, with what is added to the cores
} FlatFace;

// The overlap of two features in the making.
typedef struct Clip {
	const ClipInput *input;
	FlatFace a;
	FlatFace b;
	Vec3 u; // tangents, u x v = normal
	Vec3 v;
	Real tolerance; // m; points nearer than this are one, and corners nearer lend their name
	ContactCandidates *out;
} Clip;

// Sine of the angle below which edges count as parallel, and as across the normal. Larger: crossed
// bars get two points off their crossing; smaller: bars that lie along each other get one and rock.
#define MK_PARALLEL_SINE ((Real)0.02)

// The same of round edges: how far apart they are beside their crossing is known, as long as it can
// be said where that is.
#define MK_ROUND_PARALLEL_SINE ((Real)0.001)

// Sine of the angle up to which round edges that cross lie along each other as well: 15 degrees.
// Larger: the gap beside a crossing is more than its square part; smaller: crossed bars rock.
#define MK_LEANING_SINE ((Real)0.26)

// Names of features: the lowest two bits tell the kinds apart.
static inline uint32_t feature_vertex(uint32_t id) { return id * 4 + 1; }
static inline uint32_t feature_edge(uint32_t id, uint32_t other) {
	uint32_t low = id < other ? id : other;
	uint32_t high = id < other ? other : id;
	return (low * 0x9e3779b1u + high) * 4 + 2;
}
static inline uint32_t feature_rim(uint32_t place) { return place * 4 + 3; }
#define MK_FEATURE_FACE 0u

static inline Real flat_height(const FlatFace *face, Real x, Real y) {
	return face->plane.x * x + face->plane.y * y + face->plane.z;
}

// A place in the plane with the heights of both cores there, and its name.
typedef struct ClipPoint {
	Real x;
	Real y;
	Real z_a;
	Real z_b;
	uint32_t id;
} ClipPoint;

// Adds a point unless it is too far apart or there is one at the same place. Of more points than
// there is room for the deepest stay.
void mk_clip_add(Clip *clip, ClipPoint point);

// Adds the points of two edges.
void mk_clip_edges(Clip *clip);

// Adds the points of a feature that stands on a large ball, of which one core is the middle.
// Returns false if the ball is not that large, or the feature not above it.
bool mk_clip_on_ball(Clip *clip, bool is_b, Vec3 ball);

// Adds the points of two features of which at least one is a disc.
void mk_clip_discs(Clip *clip);

// Returns whether a place is inside a polygon; its boundary counts.
bool mk_clip_in_polygon(const FlatFace *polygon, Vec3 p);

// Returns whether a place is inside the disc of A or B.
bool mk_clip_in_disc(const Clip *clip, bool is_b, Vec3 p);

// The part of a segment inside a convex figure: from `enter` to `leave`, as parts of its length,
// and which edge it crosses there (MK_CLIP_END: none, the segment ends inside).
#define MK_CLIP_END UINT32_MAX
typedef struct ClipSpan {
	bool is_empty;
	Real enter;
	Real leave;
	uint32_t enter_edge;
	uint32_t leave_edge;
} ClipSpan;

// Returns the part of a segment in a polygon (Cyrus and Beck 1978).
ClipSpan mk_clip_segment(const FlatFace *polygon, Vec3 start, Vec3 end);
