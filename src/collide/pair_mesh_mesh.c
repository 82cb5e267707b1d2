// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Two surfaces, both of which may move: the pairs of triangles within the margin, the
// features that touch in them (mesh_features.h), what is deeper (mesh_deep.h), and clusters
// of all that. Two meshes are searched by both trees at once; a height field is asked for
// what is near each triangle.
#include "collide/mesh_deep.h"
#include "collide/pair_concave.h"
#include "geometry/closest_pair_triangle.h"
#include "geometry/triangle_triangle.h"

typedef struct SurfaceSearch SurfaceSearch;

// Told about two triangles whose boxes are within reach.
typedef void TrianglesVisitor(
		SurfaceSearch *search, const SurfaceTriangle *a, const SurfaceTriangle *b);

// A leaf of one mesh, read.
typedef struct SurfaceLeaf {
	MeshBvhRange range; // none: nothing was read
	uint32_t count;     // of its triangles, those that have an area
	SurfaceTriangle triangles[MK_MESH_BVH_LEAF_SIZE];
	Aabb boxes[MK_MESH_BVH_LEAF_SIZE]; // with the reach, if it is B's
} SurfaceLeaf;

// Leaves of B come several times in a row, those of A in turns of a few.
enum { LEAVES_OF_A = 16 };

struct SurfaceSearch {
	FeaturePair features;
	Real reach; // m; margin and what both surfaces grow by
	const SurfaceTriangle *outer;
	TrianglesVisitor *visit;
	uint32_t looked_at;                // pairs of triangles
	SurfaceLeaf leaf_b;                // the one that was last read
	SurfaceLeaf leaves_a[LEAVES_OF_A]; // and some of A, by their first triangle
	SurfaceTriangle nearest_a;         // the nearest triangles, where that is asked for
	SurfaceTriangle nearest_b;
	ClosestPair nearest;
};

static void look_at_features(
		SurfaceSearch *search, const SurfaceTriangle *a, const SurfaceTriangle *b) {
	mk_features_triangles(&search->features, a, b);
}

static Triangle corners_of(const SurfaceTriangle *t) {
	return (Triangle){ t->corners[0], t->corners[1], t->corners[2] };
}

static void find_nearest(
		SurfaceSearch *search, const SurfaceTriangle *a, const SurfaceTriangle *b) {
	ClosestPair found = mk_closest_triangles(corners_of(a), corners_of(b));
	if (!(found.distance_squared < search->nearest.distance_squared)) return;
	search->nearest = found;
	search->nearest_a = *a;
	search->nearest_b = *b;
}

static Aabb triangle_box(const SurfaceTriangle *t, Real grow) {
	Aabb box = { vec3_min(t->corners[0], vec3_min(t->corners[1], t->corners[2])),
		vec3_max(t->corners[0], vec3_max(t->corners[1], t->corners[2])) };
	return aabb_grow(box, grow);
}

// Reads the triangles of a leaf, unless that was done.
static void read_leaf(const Surface *surface, MeshBvhRange range, Real grow, SurfaceLeaf *leaf) {
	if (leaf->range.count == range.count && leaf->range.first == range.first) return;
	leaf->range = range;
	leaf->count = 0;
	for (uint32_t i = 0; i < range.count; i++) {
		SurfaceTriangle *t = &leaf->triangles[leaf->count];
		if (!mk_surface_triangle(surface, range.first + i, t)) continue;
		leaf->boxes[leaf->count++] = triangle_box(t, grow);
	}
}

static bool visit_leaves(void *context, MeshBvhRange a, MeshBvhRange b) {
	SurfaceSearch *search = context;
	SurfaceLeaf *of_a = &search->leaves_a[a.first / MK_MESH_BVH_LEAF_SIZE % LEAVES_OF_A];
	SurfaceLeaf *of_b = &search->leaf_b;
	read_leaf(&search->features.sides[0].surface, a, 0, of_a);
	read_leaf(&search->features.sides[1].surface, b, search->reach, of_b);
	for (uint32_t i = 0; i < of_a->count; i++) {
		for (uint32_t k = 0; k < of_b->count; k++) {
			if (!aabb_overlaps(of_a->boxes[i], of_b->boxes[k])) continue;
			search->looked_at++;
			search->visit(search, &of_a->triangles[i], &of_b->triangles[k]);
		}
	}
	return true;
}

static void visit_inner(void *context, const SurfaceTriangle *triangle) {
	SurfaceSearch *search = context;
	search->looked_at++;
	search->visit(search, search->outer, triangle);
}

static void visit_outer(void *context, const SurfaceTriangle *triangle) {
	SurfaceSearch *search = context;
	search->outer = triangle;
	SurfaceQuery query = { triangle_box(triangle, search->reach), visit_inner, search };
	mk_surface_visit(&search->features.sides[1].surface, &query);
}

// The largest stretch of a map is not more than this.
static Real stretch_bound(Mat3 m) {
	return real_sqrt(
			vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z));
}

static const Shape *shape_of(const Surface *surface) {
	return surface->mesh != NULL ? &surface->mesh->shape : &surface->field->shape;
}

static Real size_of(const Surface *surface) {
	return shape_of(surface)->bound * stretch_bound(surface->map.linear);
}

// What both trees need to be gone through at once. Returns false if B cannot be seen from A: one is
// no mesh, or A is so flat that numbers do not reach.
static bool find_tree_query(const SurfaceSearch *search, MeshBvhPairQuery *query) {
	const Surface *a = &search->features.sides[0].surface;
	const Surface *b = &search->features.sides[1].surface;
	Affine inverse;
	if (a->mesh == NULL || b->mesh == NULL || !affine_invert(a->map, &inverse)) return false;
	Real stretch = a->is_rigid ? 1 : stretch_bound(inverse.linear);
	*query = (MeshBvhPairQuery){ .a = &a->mesh->tree, .b = &b->mesh->tree };
	query->b_to_a = affine_multiply(inverse, b->map);
	query->margin = search->reach * stretch;
	return affine_is_finite(query->b_to_a) && real_is_finite(query->margin);
}

static void find_pairs(SurfaceSearch *search, TrianglesVisitor *visit) {
	search->visit = visit;
	MeshBvhPairQuery query;
	if (find_tree_query(search, &query)) {
		mk_mesh_bvh_find_pairs(&query, visit_leaves, search);
		return;
	}
	const Surface *a = &search->features.sides[0].surface;
	const Surface *b = &search->features.sides[1].surface;
	Aabb box = aabb_grow(aabb_transform(shape_of(b)->box, b->map), search->reach);
	mk_surface_visit(a, &(SurfaceQuery){ box, visit_outer, search });
}

// Surfaces within reach of each other whose features do not fit, such as two saddles: their nearest
// points are the contact, or the shortest way apart of two triangles that cross.
static void add_nearest(SurfaceSearch *search) {
	search->nearest.distance_squared = search->reach * search->reach;
	find_pairs(search, find_nearest);
	const ClosestPair *near = &search->nearest;
	if (!(near->distance_squared < search->reach * search->reach)) return;
	FeatureContact contact = { .triangle_a = &search->nearest_a, .triangle_b = &search->nearest_b };
	contact.point_a = near->point_a;
	contact.point_b = near->point_b;
	contact.normal = vec3_normalize(vec3_sub(near->point_a, near->point_b));
	Vec3 axis;
	Real apart = mk_triangles_separation(
			corners_of(&search->nearest_a), corners_of(&search->nearest_b), &axis);
	if (apart <= search->features.width && vec3_is_unit(axis)) {
		contact.normal = axis;
		contact.point_a = vec3_add_scaled(near->point_a, axis, apart / 2);
		contact.point_b = vec3_add_scaled(near->point_b, axis, -apart / 2);
	}
	if (vec3_is_unit(contact.normal)) mk_features_add(&search->features, &contact);
}

// A closed mesh whose surface does not cross the other's may still be inside: then any vertex is.
static void look_inside(SurfaceSearch *search, uint32_t side, Real largest) {
	FeatureSide *own = &search->features.sides[side];
	const Surface *other = &search->features.sides[1 - side].surface;
	if (own->surface.mesh == NULL || other->mesh == NULL || !other->mesh->is_closed) return;
	Aabb box = aabb_transform(other->mesh->shape.box, other->map);
	if (!aabb_contains_point(box, mk_surface_point(&own->surface, 0))) return;
	mk_vertex_list_add(&own->deep, 0);
	mk_deep_vertices(&search->features, side, largest);
}

static void begin(SurfaceSearch *search, Real reach) {
	search->features = (FeaturePair){ .margin = 0 };
	search->reach = reach;
	search->looked_at = 0;
	search->leaf_b.range.count = 0;
	for (uint32_t i = 0; i < LEAVES_OF_A; i++)
		search->leaves_a[i].range.count = 0;
}

void mk_pair_surface_surface(const CollideInput *input) {
	Affine frame = mk_surface_frame(input->a, input->a->pose.origin);
	SurfaceSearch search; // not cleared: the leaves are large
	begin(&search, input->margin + input->a->margin + input->b->margin);
	FeaturePair *pair = &search.features;
	pair->sides[0].surface = mk_surface(input->a, &frame);
	pair->sides[1].surface = mk_surface(input->b, &frame);
	if (!affine_is_finite(pair->sides[0].surface.map) ||
			!affine_is_finite(pair->sides[1].surface.map)) {
		return;
	}
	Real size_a = size_of(&pair->sides[0].surface);
	Real size_b = size_of(&pair->sides[1].surface);
	Real slop = contact_slop(real_min(size_a, size_b));
	Real rounding = 4 * MK_EPSILON * (size_a + size_b);
	pair->grow = input->a->margin + input->b->margin;
	pair->margin = input->margin;
	pair->width = slop / 50 + rounding;
	pair->list.arena = input->scratch;
	pair->sides[0].deep.arena = input->scratch;
	pair->sides[1].deep.arena = input->scratch;
	ArenaMark mark = mk_arena_mark(input->scratch);
	find_pairs(&search, look_at_features);
	Real largest = 2 * real_max(size_a, size_b);
	for (uint32_t side = 0; side < 2; side++) {
		mk_deep_vertices(pair, side, largest);
		if (!pair->is_crossing && pair->list.count == 0) look_inside(&search, side, largest);
	}
	if (pair->list.count == 0) add_nearest(&search);
	if (input->pair_counters != NULL) input->pair_counters->pieces += search.looked_at;
	mk_cluster_emit(&(ClusterInput){ input, frame.linear, slop, rounding, false }, &pair->list);
	mk_arena_rewind(input->scratch, mark);
}
