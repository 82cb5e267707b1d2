// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Flooding the vertices inside, and the way out for each.
#include "collide/mesh_deep.h"

#include "geometry/closest_triangle.h"

typedef struct NearestWork {
	Vec3 p;
	Real best_squared;
	SimplexPoint best;
	SurfaceTriangle triangle;
	bool is_found;
} NearestWork;

static void compare_triangle(void *context, const SurfaceTriangle *t) {
	NearestWork *work = context;
	Triangle corners = { t->corners[0], t->corners[1], t->corners[2] };
	SimplexPoint found = mk_closest_on_triangle(corners, work->p);
	Real squared = vec3_distance_squared(found.point, work->p);
	if (!(squared < work->best_squared)) return;
	work->best_squared = squared;
	work->best = found;
	work->triangle = *t;
	work->is_found = true;
}

// The pseudo-normal of the feature that holds the nearest point; any length.
static Vec3 pseudo_normal(const Surface *surface, const NearestWork *work) {
	const SurfaceTriangle *t = &work->triangle;
	uint32_t corners = work->best.corners;
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t next = (i + 1) % 3;
		if (corners == 1u << i)
			return mk_surface_vertex_normal(surface, mk_surface_vertex(surface, t, i));
		if (corners != (1u << i | 1u << next)) continue;
		Vec3 other;
		if (!mk_surface_normal_across(surface, t, i, &other)) return t->normal;
		return vec3_add(t->normal, other);
	}
	return t->normal;
}

// The same in the space of a mesh, whose lengths are those of the frame.
typedef struct LocalNearest {
	const MeshShape *mesh;
	NearestWork work;
	uint32_t place;
} LocalNearest;

// Whether the box around a triangle is farther away than the best so far, by more than rounding:
// most are, and that is a fifth of the work.
static bool is_beyond(const NearestWork *work, Triangle t) {
	Vec3 low = vec3_min(t.a, vec3_min(t.b, t.c));
	Vec3 high = vec3_max(t.a, vec3_max(t.b, t.c));
	Vec3 gap = vec3_max(vec3_sub(low, work->p), vec3_sub(work->p, high));
	gap = vec3_max(gap, vec3_zero());
	return vec3_length_squared(gap) > work->best_squared * (1 + 16 * MK_EPSILON);
}

static Real compare_places(void *context, uint32_t first, uint32_t count) {
	LocalNearest *local = context;
	NearestWork *work = &local->work;
	for (uint32_t place = first; place < first + count; place++) {
		Triangle t = mesh_triangle(local->mesh, place);
		if (is_beyond(work, t)) continue;
		SimplexPoint found = mk_closest_on_triangle(t, work->p);
		Real squared = vec3_distance_squared(found.point, work->p);
		// among equals the first triangle, whatever the order of the tree
		bool is_better = squared < work->best_squared ||
				(squared == work->best_squared && work->is_found && place < local->place);
		if (!is_better) continue;
		work->best_squared = squared;
		work->best = found;
		work->is_found = true;
		local->place = place;
	}
	return work->best_squared;
}

// Nearer boxes first: what is far needs not be brought into the frame.
static void find_in_mesh(const Surface *surface, NearestWork *work) {
	LocalNearest local = { .mesh = surface->mesh, .work = *work };
	Vec3 offset = vec3_sub(work->p, surface->map.origin);
	local.work.p = surface->is_local ? offset : mat3_apply_transposed(surface->map.linear, offset);
	mk_mesh_bvh_nearest(&surface->mesh->tree, local.work.p, compare_places, &local);
	if (!local.work.is_found) return;
	work->is_found = mk_surface_triangle(surface, local.place, &work->triangle);
	work->best = local.work.best;
	work->best.point = surface_map_point(surface, local.work.best.point);
}

SurfacePoint mk_surface_nearest(const Surface *surface, Vec3 p, Real radius) {
	NearestWork work = { .p = p, .best_squared = radius * radius };
	if (surface->mesh != NULL && surface->is_rigid) {
		find_in_mesh(surface, &work);
	} else {
		Aabb box = aabb_from_center(p, vec3_splat(radius));
		mk_surface_visit(surface, &(SurfaceQuery){ box, compare_triangle, &work });
	}
	if (!work.is_found) return (SurfacePoint){ 0 };
	Vec3 way = vec3_sub(p, work.best.point);
	Real distance = vec3_length(way);
	bool is_inside = vec3_dot(way, pseudo_normal(surface, &work)) < 0;
	return (SurfacePoint){ true, work.best.point, is_inside ? -distance : distance,
		work.triangle.number };
}

// The nearest face that holds a vertex: in front of it along a direction that the vertex allows.
typedef struct WayOut {
	const FeaturePair *pair;
	const Surface *own;
	uint32_t vertex;
	Vec3 p;
	Real depth; // m; least so far
	SurfaceTriangle triangle;
	bool is_found;
} WayOut;

static void try_face(void *context, const SurfaceTriangle *t) {
	WayOut *out = context;
	Real depth = -vec3_dot(t->normal, vec3_sub(out->p, t->corners[0]));
	if (!(depth >= 0 && depth < out->depth)) return;
	if (!mk_features_is_over(t, out->p, out->pair->width)) return;
	ConeQuery cone = { out->vertex, vec3_negate(t->normal), MK_CONE_SLACK };
	if (!mk_surface_vertex_allows(out->own, &cone)) return;
	out->depth = depth;
	out->triangle = *t;
	out->is_found = true;
}

// Looks at the faces within twice and four times the distance of the nearest point; what is farther
// is another part of the surface, through which the vertex did not come.
static WayOut find_way_out(const FeaturePair *pair, uint32_t side, uint32_t vertex, Real nearest) {
	const Surface *own = &pair->sides[side].surface;
	WayOut out = { .pair = pair, .own = own, .vertex = vertex };
	out.p = mk_surface_point(own, vertex);
	for (int i = 1; i <= 2 && !out.is_found; i++) {
		out.depth = 2 * nearest * (Real)i;
		Aabb box = aabb_from_center(out.p, vec3_splat(out.depth));
		mk_surface_visit(&pair->sides[1 - side].surface, &(SurfaceQuery){ box, try_face, &out });
	}
	return out;
}

static void add_deep(FeaturePair *pair, uint32_t side, const WayOut *out) {
	Vec3 normal = out->triangle.normal;
	Vec3 on = vec3_add_scaled(out->p, normal, out->depth);
	SurfaceTriangle own;
	uint32_t number = mk_surface_triangle_at(out->own, out->vertex);
	if (!mk_surface_triangle(out->own, number, &own)) return;
	FeatureContact contact = {
		.normal = side == 0 ? normal : vec3_negate(normal),
		.point_a = side == 0 ? out->p : on,
		.point_b = side == 0 ? on : out->p,
		.id = mk_features_vertex_id(side, out->vertex),
		.triangle_a = side == 0 ? &own : &out->triangle,
		.triangle_b = side == 0 ? &out->triangle : &own,
		.degree_a = side == 0 ? 0 : 2,
		.degree_b = side == 0 ? 2 : 0,
	};
	mk_features_add(pair, &contact);
}

// Appends the vertices next to one that are not known yet.
static void spread(const Surface *surface, uint32_t vertex, bool *is_known, VertexList *list) {
	const MeshShape *mesh = surface->mesh;
	for (uint32_t k = mesh->vertex_starts[vertex]; k < mesh->vertex_starts[vertex + 1]; k++) {
		uint32_t corner = mesh->vertex_corners[k];
		uint32_t next = mesh->indices[corner - corner % 3 + (corner + 1) % 3];
		if (is_known[next]) continue;
		is_known[next] = true;
		mk_vertex_list_add(list, next);
	}
}

// Removes repetitions from the list and marks what is in it.
static bool *mark_known(FeatureSide *side) {
	size_t count = side->surface.mesh->point_count;
	bool *is_known = mk_arena_alloc(side->deep.arena, count, sizeof(*is_known));
	memset(is_known, 0, count * sizeof(*is_known));
	uint32_t kept = 0;
	for (uint32_t i = 0; i < side->deep.count; i++) {
		uint32_t vertex = side->deep.data[i];
		if (is_known[vertex]) continue;
		is_known[vertex] = true;
		side->deep.data[kept++] = vertex;
	}
	side->deep.count = kept;
	return is_known;
}

// What is known of the vertices of one side inside the other.
typedef struct Flood {
	FeaturePair *pair;
	uint32_t side;
	Real largest;     // m; how far to look
	Real radius;      // m; at which the last nearest point was found
	uint32_t found;   // contacts
	uint32_t deepest; // vertex that is farthest inside
	SurfacePoint way; // and its nearest point
} Flood;

// Looks at one vertex; returns whether it is inside.
static bool flood_vertex(Flood *flood, uint32_t vertex) {
	FeaturePair *pair = flood->pair;
	const Surface *other = &pair->sides[1 - flood->side].surface;
	Vec3 p = mk_surface_point(&pair->sides[flood->side].surface, vertex);
	SurfacePoint nearest = mk_surface_nearest(other, p, flood->radius);
	for (; !nearest.is_found && flood->radius < flood->largest; flood->radius *= 2)
		nearest = mk_surface_nearest(other, p, 2 * flood->radius);
	if (!nearest.is_found || nearest.distance >= 0) return false;
	if (nearest.distance < flood->way.distance) {
		flood->way = nearest;
		flood->deepest = vertex;
	}
	// what is within reach has its contact already
	if (-nearest.distance <= pair->margin + pair->grow) return true;
	WayOut out = find_way_out(pair, flood->side, vertex, -nearest.distance);
	if (!out.is_found) return true;
	add_deep(pair, flood->side, &out);
	flood->found++;
	return true;
}

// A part of a surface that is inside, and deep or without any contact, has no vertex that looks
// outward: its deepest vertex is pushed out by the face that is nearest to it.
static void add_deepest(const Flood *flood) {
	FeaturePair *pair = flood->pair;
	bool is_deep = -flood->way.distance > pair->margin + pair->grow || pair->list.count == 0;
	if (flood->found > 0 || flood->way.distance >= 0 || !is_deep) return;
	const Surface *own = &pair->sides[flood->side].surface;
	WayOut out = { .pair = pair, .own = own, .vertex = flood->deepest };
	out.p = mk_surface_point(own, flood->deepest);
	const Surface *other = &pair->sides[1 - flood->side].surface;
	if (!mk_surface_triangle(other, flood->way.triangle, &out.triangle)) return;
	// beyond an edge the plane of the face is no measure; the distance is
	Real depth = -vec3_dot(out.triangle.normal, vec3_sub(out.p, out.triangle.corners[0]));
	out.depth = depth > 0 ? depth : -flood->way.distance;
	add_deep(pair, flood->side, &out);
}

void mk_deep_vertices(FeaturePair *pair, uint32_t side, Real largest) {
	FeatureSide *own = &pair->sides[side];
	// a height field cannot be inside anything
	if (own->surface.mesh == NULL || own->deep.count == 0) return;
	bool *is_known = mark_known(own);
	Flood flood = { .pair = pair, .side = side, .largest = largest };
	flood.radius = 2 * (pair->margin + pair->grow) + pair->width;
	for (uint32_t i = 0; i < own->deep.count; i++) {
		uint32_t vertex = own->deep.data[i];
		if (flood_vertex(&flood, vertex)) spread(&own->surface, vertex, is_known, &own->deep);
	}
	add_deepest(&flood);
}
