// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Convex shapes against meshes and height fields: the triangles in the shape's box, those of them
// that may touch, each with the contact that the surface allows there, then clusters of them.
#include "collide/mesh_batch.h"
#include "collide/mesh_probe.h"
#include "collide/pair_concave.h"

typedef struct SurfacePair {
	Probe probe;
	Surface surface;
	ContactList list;
	CullKernel *kernel;
	CullShape cull;
	uint32_t looked_at; // triangles
} SurfacePair;

static void set_floats(float out[3], Vec3 v) {
	out[0] = (float)v.x;
	out[1] = (float)v.y;
	out[2] = (float)v.z;
}

// A box around the shape: its own, turned with it, or one along the axes of the frame if
// its pose is no similarity.
static void set_cull_box(CullShape *cull, const Probe *probe) {
	const ShapeInstance *in = &probe->shape;
	Mat3 axes = mat3_identity();
	Vec3 center = aabb_center(probe->box);
	Vec3 halves = vec3_sub(aabb_half_extents(probe->box), vec3_splat(probe->margin));
	if (in->is_similar) {
		Aabb box = in->shape->box;
		Real scale = in->is_rigid ? 1 : vec3_length(in->pose.linear.x);
		axes = mat3_scale(in->pose.linear, in->is_rigid || !(scale > 0) ? 1 : 1 / scale);
		center = affine_point(in->pose, aabb_center(box));
		halves = vec3_scale(aabb_half_extents(box), scale);
		halves = vec3_add(halves, vec3_splat(in->margin));
	}
	set_floats(cull->center, center);
	set_floats(cull->axes[0], axes.x);
	set_floats(cull->axes[1], axes.y);
	set_floats(cull->axes[2], axes.z);
	set_floats(cull->halves, halves);
	cull->reach = (float)(vec3_max_element(vec3_abs(center)) + vec3_length(halves));
}

static void set_cull(SurfacePair *pair) {
	CullShape *cull = &pair->cull;
	const Probe *probe = &pair->probe;
	set_cull_box(cull, probe);
	// contacts of curved shapes may be half a slop beside what they touch (mesh_probe_clip.c)
	cull->margin = (float)(probe->margin + probe->slop);
	set_floats(cull->side, probe->center);
	cull->behind = pair->surface.is_two_sided ? FLT_MAX : (float)probe->slop;
	cull->least_cosine = (float)MK_PROBE_SAME_FACING;
	cull->width = (float)(2 * (probe->slop / 50 + probe->rounding) + probe->wander);
	cull->point_count = 0;
	pair->kernel = mk_cull_kernel();
}

// Takes the face of the shape over a flat triangle, if the last one is for another normal.
static void set_cull_face(SurfacePair *pair, const CullBatch *batch) {
	CullShape *cull = &pair->cull;
	uint32_t lane = (uint32_t)__builtin_ctz(batch->flat);
	SurfaceTriangle t;
	if (!mk_surface_triangle(&pair->surface, batch->numbers[lane], &t)) return;
	Vec3 facing = vec3((Real)cull->facing[0], (Real)cull->facing[1], (Real)cull->facing[2]);
	bool is_known = cull->point_count > 0 && vec3_dot(facing, t.normal) >= MK_PROBE_SAME_FACING;
	if (is_known) return;
	mk_probe_face(&pair->probe, t.normal);
	const ShapeFace *face = &pair->probe.face;
	for (uint32_t i = 0; i < face->count; i++)
		set_floats(cull->points[i], face->points[i]);
	set_floats(cull->points[face->count], pair->probe.deepest);
	cull->point_count = face->count + 1;
	set_floats(cull->facing, pair->probe.facing);
}

static void visit(void *context, const CullBatch *batch) {
	SurfacePair *pair = context;
	pair->looked_at += batch->count;
	if (batch->flat != 0) set_cull_face(pair, batch);
	uint32_t bits = pair->kernel(batch, &pair->cull) & ((1u << batch->count) - 1);
	for (; bits != 0; bits &= bits - 1) {
		SurfaceTriangle t;
		uint32_t lane = (uint32_t)__builtin_ctz(bits);
		if (!mk_surface_triangle(&pair->surface, batch->numbers[lane], &t)) continue;
		mk_probe_triangle(&pair->probe, &pair->surface, &t, &pair->list);
	}
}

static void find_overlap(void *context, const SurfaceTriangle *triangle) {
	Probe *probe = context;
	probe->is_overlapping = probe->is_overlapping || mk_probe_overlaps(probe, triangle);
}

// Contacts behind triangles count if the shape goes through the surface somewhere.
static void drop_doubtful(SurfacePair *pair) {
	Probe *probe = &pair->probe;
	if (!probe->is_doubtful || probe->is_overlapping) return;
	mk_surface_visit(&pair->surface, &(SurfaceQuery){ probe->box, find_overlap, probe });
	if (!probe->is_overlapping) mk_contact_drop_doubtful(&pair->list);
}

// The way of the centre since the last step, through the surface or not.
typedef struct Crossing {
	const Surface *surface;
	Vec3 from;
	Vec3 to;
	Real slack;  // m; a way through an edge belongs to both triangles
	Real share;  // of the way, to the first triangle that it goes through
	Vec3 normal; // of that triangle, towards `from`
	Real depth;  // m; of `to` behind it
} Crossing;

static void cross_triangle(void *context, const SurfaceTriangle *t) {
	Crossing *crossing = context;
	Real before = vec3_dot(t->normal, vec3_sub(crossing->from, t->corners[0]));
	Real after = vec3_dot(t->normal, vec3_sub(crossing->to, t->corners[0]));
	// from the back through a one-sided triangle is a way out
	bool is_through = before < 0 ? after >= 0 && crossing->surface->is_two_sided : after < 0;
	if (!is_through) return;
	Real share = before / (before - after);
	if (!(share < crossing->share)) return;
	Vec3 at = vec3_lerp(crossing->from, crossing->to, share);
	for (int i = 0; i < 3; i++) {
		Vec3 side = vec3_sub(t->corners[(i + 1) % 3], t->corners[i]);
		Real inside = vec3_triple(t->normal, side, vec3_sub(at, t->corners[i]));
		if (inside < -crossing->slack * vec3_length(side)) return;
	}
	crossing->share = share;
	crossing->normal = before < 0 ? vec3_negate(t->normal) : t->normal;
	crossing->depth = real_abs(after);
}

// Brings the centre back to the side where it was before it was pressed through the
// surface, and keeps where that is, in the surface's own space. A flattened surface has no
// such space and no memory.
static void remember_side(PairCache *cache, SurfacePair *pair) {
	Affine inverse;
	if (cache == NULL || !affine_invert(pair->surface.map, &inverse)) return;
	if (cache->gap > 0) {
		Crossing crossing = { .surface = &pair->surface,
			.from = affine_point(pair->surface.map, cache->relative.origin),
			.to = pair->probe.center,
			.slack = pair->probe.slop,
			.share = 2 };
		Aabb way = { vec3_min(crossing.from, crossing.to), vec3_max(crossing.from, crossing.to) };
		mk_surface_visit(&pair->surface, &(SurfaceQuery){ way, cross_triangle, &crossing });
		if (crossing.share <= 1) {
			// just in front, so that the next way starts before the surface
			pair->probe.center = vec3_add_scaled(
					crossing.to, crossing.normal, crossing.depth + pair->probe.slop / 10);
		}
	}
	cache->relative.origin = affine_point(inverse, pair->probe.center);
	cache->gap = 1;
}

// How far the part of the surface is that can matter, m.
static Real surface_size(const SurfacePair *pair) {
	Vec3 origin = vec3_abs(pair->surface.map.origin);
	return vec3_max_element(origin);
}

void mk_pair_convex_surface(const CollideInput *input) {
	Affine frame = mk_surface_frame(input->b, input->a->pose.origin);
	SurfacePair pair = { .list = { .arena = input->scratch } };
	pair.surface = mk_surface(input->b, &frame);
	ShapeInstance a = *input->a;
	a.pose = mk_frame_pose(&frame, input->a);
	a.pose.origin = vec3_zero();
	// a margin of the surface is one of the shape
	a = instance_grow(a, input->b->margin);
	pair.probe = mk_probe(&a, input->margin, surface_size(&pair));
	pair.probe.counters = input->counters;
	pair.probe.wander = pair.probe.curve * pair.surface.flat_sine;
	if (!aabb_is_finite(pair.probe.box) || !affine_is_finite(pair.surface.map)) return;
	remember_side(input->cache, &pair);
	ArenaMark mark = mk_arena_mark(input->scratch);
	set_cull(&pair);
	mk_surface_visit_batches(&pair.surface, &(BatchQuery){ pair.probe.box, visit, &pair });
	drop_doubtful(&pair);
	if (input->pair_counters != NULL) input->pair_counters->pieces += pair.looked_at;
	ClusterInput clusters = { input, frame.linear, pair.probe.slop, pair.probe.rounding, true };
	mk_cluster_emit(&clusters, &pair.list);
	mk_arena_rewind(input->scratch, mark);
}
