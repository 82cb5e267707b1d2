// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Half-spaces against meshes and height fields. There is one normal and nothing to search for: what
// a plane touches of a surface are its vertices, and all are looked at, about a nanosecond each.
#include "collide/mesh_cluster.h"
#include "collide/mesh_surface.h"
#include "collide/pair.h"
#include "collide/pair_concave.h"

typedef struct PlanePair {
	const Surface *surface;
	Plane local; // in the surface's space: distances are right, the normal need not be unit
	Plane plane; // in the frame
	Real margin;
	uint32_t deepest; // vertex
	Real depth;
	ContactCandidates candidates;
} PlanePair;

static void take_vertex(PlanePair *pair, uint32_t vertex, Vec3 local) {
	Real distance = vec3_dot(pair->local.normal, local) - pair->local.offset;
	if (!(distance <= pair->margin)) return;
	// the plane itself once more, where it is near: the sum above has the size of the whole surface
	Vec3 p = mk_surface_point(pair->surface, vertex);
	distance = plane_distance(pair->plane, p);
	ContactPoint point = {
		.position = vec3_add_scaled(p, pair->plane.normal, -distance / 2),
		.separation = distance,
		.id = contact_id(0, vertex),
	};
	mk_candidates_add(&pair->candidates, &point);
	if (distance >= pair->depth) return;
	pair->depth = distance;
	pair->deepest = vertex;
}

static void take_all(PlanePair *pair) {
	const MeshShape *mesh = pair->surface->mesh;
	for (uint32_t v = 0; mesh != NULL && v < mesh->point_count; v++)
		take_vertex(pair, v, mesh->points[v]);
	const HeightFieldShape *field = pair->surface->field;
	for (uint32_t v = 0; field != NULL && v < field->width * field->depth; v++)
		take_vertex(pair, v, height_field_point(field, v % field->width, v / field->width));
}

void mk_pair_half_space_surface(const CollideInput *input) {
	// the axes outside, the origin of the half-space, to which positions are relative
	Affine frame = { mat3_identity(), input->a->pose.origin };
	Surface surface = mk_surface(input->b, &frame);
	Affine map = { input->a->pose.linear, vec3_zero() };
	PlanePair pair = { .surface = &surface, .depth = MK_INFINITY };
	pair.plane = plane_affine(((const HalfSpaceShape *)input->a->shape)->plane, map);
	pair.plane.offset += input->a->margin + input->b->margin;
	pair.margin = input->margin;
	if (!vec3_is_unit(pair.plane.normal) || !affine_is_finite(surface.map)) return;
	pair.local.normal = mat3_apply_transposed(surface.map.linear, pair.plane.normal);
	pair.local.offset = -plane_distance(pair.plane, surface.map.origin);
	pair.candidates.normal = pair.plane.normal;
	take_all(&pair);
	if (pair.candidates.count == 0) return;
	pair.candidates.kind = CONTACT_VERTEX_FACE;
	Manifold manifold;
	mk_manifold_reduce_surface(&pair.candidates, NULL, MK_SURFACE_HALF_SLOPS, &manifold);
	manifold.index_b = surface_index(&surface, mk_surface_triangle_at(&surface, pair.deepest));
	mk_pair_emit(input, &frame.linear, &manifold);
}
