// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Ray, face and box of anything that has a support mapping.
#include "shape/convex_query.h"

#include "geometry/polygon_normal.h"
#include "shape/bounds.h"
#include "shape/convex.h"
#include "shape/face.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"

// Steps of a ray. It comes nearer quadratically, by halves where it grazes.
enum { MAX_STEPS = 100 };

// A point of the ray against the rounded core.
typedef struct RayProbe {
	Vec3 normal; // unit, from the core to the point; zero inside the core
	Real gap;    // m; negative inside
	Real floor;  // m; below this a gap means nothing
} RayProbe;

static RayProbe probe_at(const ShapeInstance *instance, Vec3 p, Real size) {
	ShapeInstance core = *instance;
	core.rounding = 0;
	Vec3 way = vec3_sub(p, mk_instance_closest(&core, p).point);
	Real distance = vec3_length(way);
	// positions have two roundings, distances some more
	Real floor = 8 * MK_EPSILON * (size + vec3_length(vec3_sub(p, instance->pose.origin)));
	return (RayProbe){ vec3_normalize(way), distance - instance->rounding, floor };
}

// Where to start: before the box by a part of its size, so that the first way to the shape is long
// enough to have a direction; but not before the range.
static Real start_of(Ray ray, RayRange range, RayHit box_hit, Aabb box) {
	if (box_hit.started_inside) return range.min;
	Real back = vec3_max_element(aabb_half_extents(box)) / (4 * vec3_length(ray.direction));
	return real_max(range.min, box_hit.t - back);
}

RayHit mk_convex_ray(const ShapeInstance *instance, Ray ray, RayRange range) {
	Aabb box = mk_instance_bounds(instance);
	RayHit box_hit = mk_ray_hit_aabb(ray, range, box);
	if (!box_hit.hit) return (RayHit){ 0 };
	Real t = start_of(ray, range, box_hit, box);
	Real size = vec3_max_element(aabb_half_extents(box));
	Vec3 normal = box_hit.normal;
	for (int step = 0; step < MAX_STEPS; step++) {
		RayProbe probe = probe_at(instance, ray_at(ray, t), size);
		Real rate = -vec3_dot(probe.normal, ray.direction);
		bool is_inside = probe.gap < -probe.floor || (probe.gap <= probe.floor && !(rate > 0));
		if (step == 0 && is_inside) return (RayHit){ true, true, t, vec3_zero() };
		// on a sharp surface the way to it has no length to speak of left: the last plane counts
		if (probe.gap + instance->rounding > 16 * probe.floor) normal = probe.normal;
		// so near, a way that seems to lead on may be noise
		bool is_there = probe.gap <= probe.floor ||
				(step > 0 && probe.gap <= 16 * probe.floor && !(rate > 0));
		if (is_there) return (RayHit){ true, false, t, normal };
		if (!(rate > 0)) return (RayHit){ 0 };
		Real next = t + probe.gap / rate;
		if (!(next <= range.max)) return (RayHit){ 0 };
		if (next == t) return (RayHit){ true, false, t, normal };
		t = next;
	}
	return (RayHit){ 0 };
}

static void add_sample(ShapeFace *face, Vec3 point, uint32_t id, Real apart) {
	for (uint32_t i = 0; i < face->count; i++) {
		if (vec3_distance_squared(face->points[i], point) <= apart * apart) return;
	}
	face_add(face, point, id);
}

// How far (m) the points of a face may be from its plane: a fiftieth of what contacts tell apart,
// of small shapes a part of their size, and what supports are rounded by. Larger: shapes touch
// before or after their surfaces do; smaller: faces that are flat but for rounding are none.
static Real flat_tolerance(const Shape *shape) {
	return real_min((Real)2e-5, shape->bound / 50000) + 16 * MK_EPSILON * shape->bound;
}

// Leaves of points that are on a line, but for noise, the two at its ends.
static void keep_line(ShapeFace *face) {
	uint32_t ends[2] = { 0, 1 };
	Real farthest = -1;
	for (uint32_t i = 0; i < face->count; i++) {
		for (uint32_t k = i + 1; k < face->count; k++) {
			Real apart = vec3_distance_squared(face->points[i], face->points[k]);
			if (!(apart > farthest)) continue;
			farthest = apart;
			ends[0] = i;
			ends[1] = k;
		}
	}
	// in this order no end is overwritten before it is moved
	for (uint32_t i = 0; i < 2; i++) {
		face->points[i] = face->points[ends[i]];
		face->ids[i] = face->ids[ends[i]];
	}
	face->count = 2;
}

// The farthest points along eight directions around one, at an angle.
static void sample_around(const Shape *shape, Vec3 unit, Real tilt, ShapeFace *face) {
	// points this near each other are one
	const Real apart = shape->bound / 1000;
	static const int steps[8][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 },
		{ 0, -1 }, { 1, -1 } };
	Vec3 u = vec3_scale(vec3_perpendicular(unit), tilt);
	Vec3 v = vec3_cross(unit, u);
	face_begin(face, FACE_POLYGON, unit, 0);
	for (uint32_t i = 0; i < 8; i++) {
		Vec3 off = vec3_add(vec3_scale(u, (Real)steps[i][0]), vec3_scale(v, (Real)steps[i][1]));
		Vec3 point = shape_support(shape, vec3_add(unit, off), MK_SHAPE_NO_ID).point;
		add_sample(face, point, i, apart);
	}
	if (face->count < 2) return;
	Vec3 normal = vec3_normalize(polygon_normal_area((Polygon){ face->points, face->count }));
	if (face->count > 2 && vec3_dot(normal, unit) > (Real)0.9) {
		face->normal = normal;
		return;
	}
	keep_line(face);
	face->kind = FACE_EDGE;
	face->normal = face_across(unit, vec3_sub(face->points[1], face->points[0]));
}

// How far the surface is above the lowest point of a face, along its normal.
static Real bulge(const Shape *shape, const ShapeFace *face) {
	Vec3 top = shape_support(shape, face->normal, MK_SHAPE_NO_ID).point;
	Real most = 0;
	for (uint32_t i = 0; i < face->count; i++)
		most = real_max(most, vec3_dot(face->normal, vec3_sub(top, face->points[i])));
	return most;
}

// A point that is farthest along a direction tilted by some angle is below the extreme by no
// more than that slope: a face that leans as far is found whole, and its own normal with it. A
// limit in metres instead would cut the raised side off, and a body that has come to lean
// would never lie flat again. But what is round is below the extreme by its radius times half the
// angle squared: there the angle gets smaller until what it cuts off is flat, or a point. The
// middle goes to the normal of what was cut off, so that a flat part with a round rim is not lost.
void mk_convex_face(const Shape *shape, const FaceQuery *query, ShapeFace *face) {
	// 2 degrees and halves: the last one is for radii of 8 km
	enum { TRIES = 10 };
	Real tilt = (Real)0.035;
	Vec3 unit = support_unit(query->direction);
	Vec3 middle = unit;
	Real flat = flat_tolerance(shape);
	for (int i = 0; i < TRIES; i++) {
		sample_around(shape, middle, tilt, face);
		if (face->count < 2) break;
		Real found = bulge(shape, face);
		if (found <= flat) return;
		middle = face->normal;
		tilt *= real_max((Real)0.5, (Real)0.8 * real_sqrt(flat / found));
	}
	face_set_point(face, shape_support(shape, unit, MK_SHAPE_NO_ID).point, unit, 0);
}

static Real reach(const Shape *shape, Vec3 row) {
	return vec3_dot(shape_support(shape, row, MK_SHAPE_NO_ID).point, row);
}

Aabb mk_convex_bounds(const Shape *shape, const Affine *map) {
	Mat3 rows = mat3_transpose(map->linear);
	Vec3 high = vec3(reach(shape, rows.x), reach(shape, rows.y), reach(shape, rows.z));
	Vec3 low = vec3(reach(shape, vec3_negate(rows.x)), reach(shape, vec3_negate(rows.y)),
			reach(shape, vec3_negate(rows.z)));
	return bounds_reaching(map, (Aabb){ vec3_negate(low), high }, shape->rounding, shape->bound);
}

static Vec3 sum_middle(const MinkowskiSumShape *sum) {
	Vec3 middle = vec3_zero();
	for (int i = 0; i < 2; i++) {
		const ShapeInstance *part = &sum->parts[i];
		Vec3 at = affine_point(part->pose, mk_convex_middle(part->shape));
		middle = vec3_add(middle, at);
	}
	return middle;
}

Vec3 mk_convex_middle(const Shape *shape) {
	const Triangle *t = &((const TriangleShape *)shape)->corners;
	const Vec3 *ends = ((const SegmentShape *)shape)->ends;
	switch (shape->kind) {
		case SHAPE_HULL: return ((const HullShape *)shape)->hull.center;
		case SHAPE_MINKOWSKI_SUM: return sum_middle((const MinkowskiSumShape *)shape);
		case SHAPE_TRIANGLE: return vec3_scale(vec3_add(vec3_add(t->a, t->b), t->c), (Real)1 / 3);
		case SHAPE_SEGMENT:
		case SHAPE_SEPARATION_RAY: return vec3_lerp(ends[0], ends[1], (Real)0.5);
		default: return vec3_zero(); // all others are around their origin
	}
}
