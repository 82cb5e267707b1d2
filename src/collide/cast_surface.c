// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Casts against meshes and height fields: triangles by the tree, those first that the moving box
// enters first, and none that it enters after the best touch so far. Each triangle is looked at
// near A in doubles, so that the size of the surface costs no digits. Its plane is the first thing
// that is tried: it ends most of the casts that come to nothing, and is the answer of most others.
//
// The back of a one-sided triangle is what A moves out of: the motion is along the normal.
#include "collide/cast_job.h"
#include "collide/mesh_surface.h"

// Normals of a touch and of a triangle that are nearer than this count as one: cosine
// of 0.08 degrees. Larger angles would call edges of smooth ground faces, smaller
// ones faces edges by rounding.
#define MK_CAST_FACE_COSINE 0.999999

// Told about a triangle in the surface's own space; returns the time after which none
// matters, negative to stop.
typedef double TriangleVisitor(void *context, Triangle triangle, uint32_t number);

typedef struct TriangleWalk {
	const Shape *shape;
	TriangleVisitor *visit;
	void *context;
	bool has_box;
	CastTest test; // of A's box, in the surface's space
} TriangleWalk;

static Triangle triangle_at(const Shape *shape, uint32_t place) {
	if (shape->kind == SHAPE_MESH) return mesh_triangle((const MeshShape *)shape, place);
	const HeightFieldShape *field = (const HeightFieldShape *)shape;
	uint32_t cells_x = field->width - 1;
	uint32_t cell = place / 2;
	return height_field_triangle(field, cell % cells_x, cell / cells_x, place % 2);
}

static uint32_t number_of(const Shape *shape, uint32_t place) {
	return shape->kind == SHAPE_MESH ? ((const MeshShape *)shape)->sources[place] : place;
}

// A leaf has several triangles: most of them are not on the way, or are too late.
static bool is_on_way(const TriangleWalk *walk, Triangle t) {
	BoxRef box = { .min = vec3_min(t.a, vec3_min(t.b, t.c)),
		.max = vec3_max(t.a, vec3_max(t.b, t.c)) };
	return !walk->has_box || cast_test_entry(&walk->test, &box) < MK_INFINITY;
}

static Real visit_places(void *context, uint32_t first, uint32_t count, Real max_t) {
	TriangleWalk *walk = context;
	for (uint32_t i = first; i < first + count && max_t >= 0; i++) {
		Triangle t = triangle_at(walk->shape, i);
		if (!height_field_exists(t) || !is_on_way(walk, t)) continue;
		double limit = walk->visit(walk->context, t, number_of(walk->shape, i));
		max_t = real_min(max_t, (Real)limit);
		cast_test_limit(&walk->test, max_t);
	}
	return max_t;
}

// The triangles of B that A may meet.
static void visit_triangles(const CastJob *job, TriangleVisitor *visit, void *context) {
	const Shape *shape = job->b->shape;
	TriangleWalk walk = { .shape = shape, .visit = visit, .context = context };
	BoxCast cast;
	walk.has_box = mk_cast_box(job, &cast);
	if (walk.has_box) walk.test = cast_test(&cast);
	const MeshShape *mesh = shape->kind == SHAPE_MESH ? (const MeshShape *)shape : NULL;
	const HeightFieldShape *field = (const HeightFieldShape *)shape;
	if (!walk.has_box) {
		uint32_t all = mesh != NULL ? mesh->triangle_count
									: 2 * (field->width - 1) * (field->depth - 1);
		visit_places(&walk, 0, all, (Real)job->max_time);
	} else if (mesh != NULL) {
		mk_mesh_bvh_cast(&mesh->tree, &cast, visit_places, &walk);
	} else {
		mk_height_field_cast(field, &cast, visit_places, &walk);
	}
}

static bool is_one_sided(const CastJob *job, const Shape *shape) {
	if (shape->kind != SHAPE_MESH || job->input->hits_backs) return false;
	return !((const MeshShape *)shape)->is_two_sided;
}

typedef struct SurfaceCast {
	const CastJob *job;
	CastFrame frame;
	DoubleMat map; // from B's space to the frame
	double mirror; // -1 if the map turns triangles round, else 1
	bool is_one_sided;
	double bound_a;
	Double3 extents_a;
	TriangleShape triangle; // the one that is looked at, about its centre
	Difference difference;
	CastBest best;
} SurfaceCast;

// The sides that do not change from triangle to triangle.
static Difference make_difference(const SurfaceCast *walk) {
	const ShapeInstance *a = walk->job->a;
	ShapeInstance b = instance_grow(instance_local(&walk->triangle.shape), walk->job->b->margin);
	Difference d = mk_difference(a, &b);
	// corners are in the frame already
	d.b.linear = mat3_identity();
	d.b.is_local = true;
	return d;
}

// Corners are rounded once, from doubles.
static Double3 corner_extents(Double3 ab, Double3 ac) {
	Double3 b = double3_abs(ab);
	Double3 c = double3_abs(ac);
	return double3_add(b, c);
}

static double cast_triangle(void *context, Triangle t, uint32_t number) {
	SurfaceCast *walk = context;
	const CastJob *job = walk->job;
	Double3 start = gjk_to_double(t.a);
	Double3 ab = double_mat_apply(&walk->map, double3_sub(gjk_to_double(t.b), start));
	Double3 ac = double_mat_apply(&walk->map, double3_sub(gjk_to_double(t.c), start));
	Double3 normal = double3_scale(double3_cross(ab, ac), walk->mirror);
	if (walk->is_one_sided && double3_dot(normal, walk->frame.motion) > 0) return walk->best.limit;
	Vec3 unit = vec3_normalize(gjk_to_vec3(normal));
	Double3 middle = double3_scale(double3_add(ab, ac), 1.0 / 3);
	Double3 corners[3] = { double3_scale(middle, -1), double3_sub(ab, middle),
		double3_sub(ac, middle) };
	mk_triangle_set(&walk->triangle,
			(Triangle){ gjk_to_vec3(corners[0]), gjk_to_vec3(corners[1]), gjk_to_vec3(corners[2]) },
			unit);
	Double3 offset = double3_add(walk->frame.offset, double_mat_apply(&walk->map, start));
	offset = double3_add(offset, middle);
	// from A to the plane
	bool is_front = double3_dot(normal, offset) <= 0;
	CastAnswer answer = mk_cast_piece(&(CastPiece){
			.job = job,
			.frame = &walk->frame,
			.difference = &walk->difference,
			.offset = offset,
			.extents = double3_add(walk->extents_a, corner_extents(ab, ac)),
			.sizes = walk->bound_a + (double)walk->triangle.shape.bound + (double)job->b->margin,
			.max_time = walk->best.limit,
			.guess = is_front ? vec3_negate(unit) : unit,
	});
	answer.index_b = number;
	Double3 face = gjk_to_double(unit);
	if (!walk->frame.is_outside) face = double_mat_apply(&walk->frame.axes, face);
	bool is_face = fabs(double3_dot(face, answer.normal)) > MK_CAST_FACE_COSINE;
	return mk_cast_best_add(&walk->best, &answer, is_face);
}

CastAnswer mk_cast_convex_surface(const CastJob *job) {
	SurfaceCast walk = {
		.job = job,
		.frame = mk_cast_frame(job),
		.map = double_mat(job->b->pose.linear),
		.is_one_sided = is_one_sided(job, job->b->shape),
		.bound_a = (double)mk_difference_bound(job->a),
		.best = cast_best(job),
	};
	walk.extents_a = mk_cast_extents(&walk.frame, job->a);
	walk.mirror = mat3_determinant(job->b->pose.linear) < 0 ? -1 : 1;
	if (!walk.frame.is_outside) {
		walk.map.x = double_mat_apply_transposed(&walk.frame.axes, walk.map.x);
		walk.map.y = double_mat_apply_transposed(&walk.frame.axes, walk.map.y);
		walk.map.z = double_mat_apply_transposed(&walk.frame.axes, walk.map.z);
	}
	mk_triangle_init(&walk.triangle);
	walk.difference = make_difference(&walk);
	visit_triangles(job, cast_triangle, &walk);
	return walk.best.answer;
}

// Two surfaces: triangles of A, each as a convex shape against B.
typedef struct SurfacesCast {
	const CastJob *job; // A against B
	DoubleMat map;      // A's
	double mirror;
	bool is_one_sided; // A is
	TriangleShape triangle;
	CastBest best;
} SurfacesCast;

static double cast_outer(void *context, Triangle t, uint32_t number) {
	SurfacesCast *walk = context;
	const CastJob *job = walk->job;
	Double3 start = gjk_to_double(t.a);
	Double3 base = double_mat_apply(&walk->map, start);
	Double3 ab = double_mat_apply(&walk->map, double3_sub(gjk_to_double(t.b), start));
	Double3 ac = double_mat_apply(&walk->map, double3_sub(gjk_to_double(t.c), start));
	Double3 normal = double3_scale(double3_cross(ab, ac), walk->mirror);
	if (walk->is_one_sided && double3_dot(normal, job->motion) < 0) return walk->best.limit;
	Vec3 unit = vec3_normalize(gjk_to_vec3(normal));
	mk_triangle_set(
			&walk->triangle, (Triangle){ .b = gjk_to_vec3(ab), .c = gjk_to_vec3(ac) }, unit);
	ShapeInstance a = instance_grow(instance_local(&walk->triangle.shape), job->a->margin);
	CastJob inner = *job;
	inner.a = &a;
	inner.offset = double3_sub(job->offset, base);
	inner.max_time = walk->best.limit;
	CastAnswer answer = mk_cast_convex_surface(&inner);
	answer.point_a = double3_add(answer.point_a, base);
	answer.point_b = double3_add(answer.point_b, base);
	answer.index_a = number;
	return mk_cast_best_add(&walk->best, &answer, false);
}

CastAnswer mk_cast_surface_surface(const CastJob *job) {
	SurfacesCast walk = {
		.job = job,
		.map = double_mat(job->a->pose.linear),
		.is_one_sided = is_one_sided(job, job->a->shape),
		.best = cast_best(job),
	};
	walk.mirror = mat3_determinant(job->a->pose.linear) < 0 ? -1 : 1;
	mk_triangle_init(&walk.triangle);
	// A's tree is walked with B's box, which moves the other way
	CastJob turned = *job;
	turned.a = job->b;
	turned.b = job->a;
	turned.offset = double3_scale(job->offset, -1);
	turned.motion = double3_scale(job->motion, -1);
	visit_triangles(&turned, cast_outer, &walk);
	return walk.best.answer;
}
