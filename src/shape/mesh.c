// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Meshes as shapes: building (check, weld, drop, order, connect) and queries.
#include "shape/mesh.h"

#include "base/alloc.h"
#include "geometry/closest_triangle.h"
#include "shape/bounds.h"
#include "shape/concave.h"
#include "shape/hull_shape.h"
#include "shape/instance.h"
#include "shape/ops.h"
#include "shape/shape_create.h"

static const MeshShape *mesh_of(const Shape *shape) { return (const MeshShape *)shape; }

typedef struct TriangleWalk {
	const MeshShape *mesh;
	const PieceQuery *query;
	TriangleShape triangle;
} TriangleWalk;

static bool visit_triangles(void *context, uint32_t first, uint32_t count) {
	TriangleWalk *walk = context;
	const MeshShape *mesh = walk->mesh;
	for (uint32_t place = first; place < first + count; place++) {
		mk_triangle_set(&walk->triangle, mesh_triangle(mesh, place), mesh->normals[place]);
		if (!aabb_overlaps(walk->triangle.shape.box, walk->query->box)) continue;
		for (uint32_t i = 0; i < 3; i++)
			walk->triangle.edge_class[i] = mesh->edge_classes[3 * place + i];
		ShapePiece piece = {
			.shape = &walk->triangle.shape, .pose = affine_identity(), .index = mesh->sources[place]
		};
		if (!walk->query->visit(&piece, walk->query->user)) return false;
	}
	return true;
}

static bool pieces(const Shape *shape, const PieceQuery *query) {
	TriangleWalk walk = { .mesh = mesh_of(shape), .query = query };
	mk_triangle_init(&walk.triangle);
	walk.triangle.is_two_sided = walk.mesh->is_two_sided;
	return mk_mesh_bvh_query(&walk.mesh->tree, query->box, visit_triangles, &walk);
}

typedef struct NearestTriangle {
	const MeshShape *mesh;
	Vec3 p;
	ShapePoint best;
	Real best_squared;
} NearestTriangle;

static Real compare_triangles(void *context, uint32_t first, uint32_t count) {
	NearestTriangle *nearest = context;
	for (uint32_t place = first; place < first + count; place++) {
		Vec3 point = mk_closest_on_triangle(mesh_triangle(nearest->mesh, place), nearest->p).point;
		Real squared = vec3_distance_squared(point, nearest->p);
		// among equals the first triangle, whatever the order of the tree
		uint32_t index = nearest->mesh->sources[place];
		bool is_better = squared < nearest->best_squared ||
				(squared == nearest->best_squared && index < nearest->best.index);
		if (!is_better) continue;
		nearest->best_squared = squared;
		nearest->best = (ShapePoint){ .point = point, .index = index };
	}
	return nearest->best_squared;
}

static ShapePoint closest(const Shape *shape, Vec3 p) {
	NearestTriangle nearest = {
		.mesh = mesh_of(shape), .p = p, .best.point = p, .best_squared = MK_INFINITY
	};
	mk_mesh_bvh_nearest(&nearest.mesh->tree, p, compare_triangles, &nearest);
	nearest.best.is_inside = nearest.best_squared < MK_INFINITY &&
			vec3_equals(nearest.best.point, p);
	return nearest.best;
}

typedef struct TriangleCast {
	const MeshShape *mesh;
	TriangleRay ray;
	RayRange range;
	RaySides sides;
	Real start; // t where the cast began
	ShapeRayHit best;
} TriangleCast;

static Real cast_triangles(void *context, uint32_t first, uint32_t count, Real max_t) {
	TriangleCast *cast = context;
	for (uint32_t place = first; place < first + count; place++) {
		Triangle triangle = mesh_triangle(cast->mesh, place);
		RayHit hit = mk_ray_hit_triangle(&cast->ray, cast->range, triangle, cast->sides, NULL);
		// among equals the first triangle, whatever the order of the tree
		uint32_t index = cast->mesh->sources[place];
		bool is_better = hit.hit &&
				(!cast->best.hit.hit || hit.t < cast->best.hit.t ||
						(hit.t == cast->best.hit.t && index < cast->best.index));
		if (!is_better) continue;
		cast->best = (ShapeRayHit){ .hit = hit, .index = index };
		cast->range.max = hit.t;
		max_t = real_min(max_t, real_max(hit.t - cast->start, 0));
	}
	return max_t;
}

static ShapeRayHit ray(const Shape *shape, const ShapeRay *ray) {
	ConcaveCast prepared = mk_concave_cast(ray, shape->box);
	if (!prepared.is_possible) return (ShapeRayHit){ 0 };
	TriangleCast cast = { .mesh = mesh_of(shape),
		.ray = mk_ray_prepare(ray->ray),
		.range = ray->range,
		.sides = mesh_of(shape)->is_two_sided ? ray->sides : RAY_SIDES_FRONT,
		.start = prepared.start };
	mk_mesh_bvh_cast(&cast.mesh->tree, &prepared.cast, cast_triangles, &cast);
	return cast.best;
}

static Aabb bounds(const Shape *shape, const Affine *map) {
	const MeshShape *mesh = mesh_of(shape);
	if (mesh->hull == NULL) return bounds_points(mesh->points, mesh->point_count, map, 0);
	// points that stick out of the hull by less than its error are not in it
	Real error = ((const HullShape *)mesh->hull)->hull.error;
	Vec3 grow = vec3_scale(bounds_row_lengths(map->linear), error);
	Aabb box = mk_shape_bounds(mesh->hull, *map);
	return (Aabb){ vec3_sub(box.min, grow), vec3_add(box.max, grow) };
}

static MassProperties mass(const Shape *shape, const Affine *map) {
	const MeshShape *mesh = mesh_of(shape);
	return mesh->is_closed ? mk_mass_map(mesh->mass, *map) : mk_concave_shell_mass(shape, map);
}

static void destroy(Shape *shape) {
	MeshShape *mesh = (MeshShape *)shape;
	size_t corners = 3 * (size_t)mesh->triangle_count;
	mk_free(mesh->points, mesh->point_count * sizeof(*mesh->points));
	mk_free(mesh->indices, corners * sizeof(*mesh->indices));
	mk_free(mesh->normals, mesh->triangle_count * sizeof(*mesh->normals));
	mk_free(mesh->sources, mesh->triangle_count * sizeof(*mesh->sources));
	mk_free(mesh->neighbours, corners * sizeof(*mesh->neighbours));
	mk_free(mesh->edge_classes, corners * sizeof(*mesh->edge_classes));
	mk_free(mesh->vertex_starts, (mesh->point_count + (size_t)1) * sizeof(*mesh->vertex_starts));
	mk_free(mesh->vertex_corners, corners * sizeof(*mesh->vertex_corners));
	mk_mesh_bvh_free(&mesh->tree);
	mk_shape_release(mesh->hull);
}

const ShapeOps mk_mesh_shape_ops = {
	.name = "mesh",
	.family = SHAPE_FAMILY_CONCAVE,
	.closest = closest,
	.ray = ray,
	.bounds = bounds,
	.mass = mass,
	.pieces = pieces,
	.destroy = destroy,
};

static ShapeStatus check(TriangleMesh mesh) {
	if (mesh.points == NULL || mesh.point_count == 0) return SHAPE_NO_POINTS;
	if (mesh.triangle_count == 0) return SHAPE_NO_TRIANGLES;
	if (mesh.triangle_count > MK_MESH_BVH_MAX_COUNT) return SHAPE_TOO_MANY;
	for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++) {
		if ((mesh.indices != NULL ? mesh.indices[i] : i) >= mesh.point_count)
			return SHAPE_BAD_INDEX;
		ShapeStatus found = shape_check_point(triangle_mesh_corner(mesh, i));
		if (found != SHAPE_OK) return found;
	}
	return SHAPE_OK;
}

// The triangles that stay: vertices by number, one per position, and where they come from.
typedef struct Draft {
	uint32_t *indices; // room for three per triangle of the input
	uint32_t *sources;
	uint32_t triangle_count;
	Vec3 *points; // room for three per triangle
	uint32_t point_count;
	size_t room; // triangles
} Draft;

static Vec3 unit_normal(Triangle t) { return vec3_normalize(triangle_normal_area(t)); }

// Gives vertices numbers in the order of their first corners, and drops triangles without area.
static Draft draft_mesh(TriangleMesh input) {
	size_t room = input.triangle_count;
	Draft draft = { .room = room };
	draft.indices = mk_alloc(mk_alloc_size(3 * room, sizeof(uint32_t)));
	draft.sources = mk_alloc(mk_alloc_size(room, sizeof(uint32_t)));
	draft.points = mk_alloc(mk_alloc_size(3 * room, sizeof(Vec3)));
	size_t name_bytes = mk_alloc_size(3 * room, sizeof(uint32_t));
	uint32_t *firsts = mk_alloc(name_bytes);
	uint32_t *names = mk_alloc(name_bytes);
	mk_triangle_mesh_weld(input, firsts);
	for (size_t i = 0; i < 3 * room; i++)
		names[i] = MK_MESH_NONE;
	for (uint32_t t = 0; t < input.triangle_count; t++) {
		if (vec3_equals(unit_normal(triangle_mesh_get(input, t)), vec3_zero())) continue;
		for (uint32_t corner = 3 * t; corner < 3 * t + 3; corner++) {
			uint32_t *name = &names[firsts[corner]];
			if (*name == MK_MESH_NONE) {
				draft.points[draft.point_count] = triangle_mesh_corner(input, corner);
				*name = draft.point_count++;
			}
			draft.indices[3 * draft.triangle_count + corner - 3 * t] = *name;
		}
		draft.sources[draft.triangle_count++] = t;
	}
	mk_free(names, name_bytes);
	mk_free(firsts, name_bytes);
	return draft;
}

static void free_draft(Draft *draft) {
	mk_free(draft->indices, 3 * draft->room * sizeof(uint32_t));
	mk_free(draft->sources, draft->room * sizeof(uint32_t));
	mk_free(draft->points, 3 * draft->room * sizeof(Vec3));
}

// Copies the draft in the order of the tree.
static void store_triangles(MeshShape *mesh, const Draft *draft) {
	size_t corners = 3 * (size_t)draft->triangle_count;
	mesh->point_count = draft->point_count;
	mesh->triangle_count = draft->triangle_count;
	mesh->points = mk_alloc(draft->point_count * sizeof(Vec3));
	memcpy(mesh->points, draft->points, draft->point_count * sizeof(Vec3));
	mesh->indices = mk_alloc(corners * sizeof(uint32_t));
	mesh->normals = mk_alloc(draft->triangle_count * sizeof(Vec3));
	mesh->sources = mk_alloc(draft->triangle_count * sizeof(uint32_t));
	mesh->neighbours = mk_alloc(corners * sizeof(uint32_t));
	mesh->edge_classes = mk_alloc(corners * sizeof(uint8_t));
	mesh->vertex_starts = mk_alloc((draft->point_count + (size_t)1) * sizeof(uint32_t));
	mesh->vertex_corners = mk_alloc(corners * sizeof(uint32_t));
	for (uint32_t place = 0; place < mesh->triangle_count; place++) {
		uint32_t from = mesh->tree.order[place];
		memcpy(mesh->indices + 3 * place, draft->indices + 3 * from, 3 * sizeof(uint32_t));
		mesh->sources[place] = draft->sources[from];
		mesh->normals[place] = unit_normal(mesh_triangle(mesh, place));
	}
}

static void find_mass(MeshShape *mesh) {
	TriangleMesh view = { mesh->points, mesh->point_count, mesh->indices, mesh->triangle_count };
	MassResult result = mk_mass_of_mesh(view);
	mesh->is_closed = result.status == MASS_OK || result.status == MASS_INVERTED;
	mesh->mass = result.properties;
}

Shape *mk_mesh_create(const MeshInput *input, ShapeStatus *status) {
	if (!shape_report(check(input->mesh), status)) return NULL;
	Draft draft = draft_mesh(input->mesh);
	ShapeStatus found = draft.triangle_count > 0 ? SHAPE_OK : SHAPE_NO_TRIANGLES;
	if (!shape_report(found, status)) {
		free_draft(&draft);
		return NULL;
	}
	MeshShape *mesh = mk_shape_new(SHAPE_MESH, sizeof(*mesh));
	mk_mesh_bvh_build(&mesh->tree,
			&(MeshBvhInput){ .vertices = draft.points,
					.indices = draft.indices,
					.count = draft.triangle_count });
	store_triangles(mesh, &draft);
	free_draft(&draft);
	mesh->is_two_sided = input->is_two_sided;
	mk_mesh_connect(mesh);
	find_mass(mesh);
	if (input->is_moving) {
		HullShapeInput points = { .points = mesh->points, .count = mesh->point_count };
		mesh->hull = mk_hull_shape_create(&points, NULL);
	}
	Real bound_squared = 0;
	for (uint32_t i = 0; i < mesh->point_count; i++)
		bound_squared = real_max(bound_squared, vec3_length_squared(mesh->points[i]));
	mesh->shape.bound = real_sqrt(bound_squared);
	return mk_shape_finish(&mesh->shape);
}
