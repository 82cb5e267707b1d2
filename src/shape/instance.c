// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Queries of shapes under maps: into the shape's space, to its own functions, and back; or on the
// mapped shape itself, where the map does not allow that.
#include "shape/instance.h"

#include "base/assert.h"
#include "shape/convex.h"
#include "shape/convex_query.h"
#include "shape/face.h"

// The factor of a similarity, squared; 0 if the matrix is none.
static Real similar_scale_squared(Mat3 m) {
	Real xx = vec3_length_squared(m.x);
	Real yy = vec3_length_squared(m.y);
	Real zz = vec3_length_squared(m.z);
	Real mean = (xx + yy + zz) / 3;
	Vec3 lengths = vec3(xx - mean, yy - mean, zz - mean);
	Vec3 angles = vec3(vec3_dot(m.x, m.y), vec3_dot(m.y, m.z), vec3_dot(m.z, m.x));
	Real off = vec3_max_element(vec3_max(vec3_abs(lengths), vec3_abs(angles)));
	return off <= MK_SIMILAR_TOLERANCE * mean ? mean : 0;
}

ShapeInstance mk_instance(const Shape *shape, Affine pose) {
	MK_ASSERT(affine_is_finite(pose));
	Real scale_squared = similar_scale_squared(pose.linear);
	bool is_similar = scale_squared > 0;
	return (ShapeInstance){
		.shape = shape,
		.pose = pose,
		.rounding = is_similar ? shape->rounding * real_sqrt(scale_squared) : 0,
		.is_similar = is_similar,
		.is_rigid = is_similar && real_abs(scale_squared - 1) <= MK_SIMILAR_TOLERANCE &&
				mat3_determinant(pose.linear) > 0,
	};
}

// By its address: a pose that was just written would be waited for if it were copied.
static Aabb bounds_under(const Shape *shape, const Affine *map) {
	if (shape->ops->bounds != NULL) return shape->ops->bounds(shape, map);
	return mk_convex_bounds(shape, map);
}

Aabb mk_shape_bounds(const Shape *shape, Affine map) { return bounds_under(shape, &map); }

Aabb mk_instance_bounds(const ShapeInstance *instance) {
	return aabb_grow(bounds_under(instance->shape, &instance->pose), instance->margin);
}

MassProperties mk_shape_mass(const Shape *shape, Affine map) {
	return shape->ops->mass(shape, &map);
}

ShapeRayHit mk_shape_ray(const Shape *shape, const ShapeRay *ray) {
	if (shape->ops->ray != NULL) return shape->ops->ray(shape, ray);
	ShapeInstance local = instance_local(shape);
	return (ShapeRayHit){ .hit = mk_convex_ray(&local, ray->ray, ray->range) };
}

// Maps normals of the shape to the outside, up to a positive factor.
static Mat3 normal_map(const ShapeInstance *instance) {
	Mat3 m = instance->pose.linear;
	if (instance->is_similar) return m;
	Mat3 cofactor = mat3_cofactor(m);
	return mat3_determinant(m) < 0 ? mat3_scale(cofactor, -1) : cofactor;
}

// A line in the space of the shape, with the same parameters. Relative to the origin first:
// positions far away lose no digits in the product. False: the map has no way back.
static bool local_line(const ShapeInstance *instance, Ray line, Ray *local) {
	Vec3 origin = vec3_sub(line.origin, instance->pose.origin);
	// columns of length 1 need no care on the way, and most have them
	if (instance->is_rigid) {
		Mat3 cofactor = mat3_cofactor(instance->pose.linear);
		Real part = 1 / vec3_dot(cofactor.x, instance->pose.linear.x);
		local->origin = vec3_scale(mat3_apply_transposed(cofactor, origin), part);
		local->direction = vec3_scale(mat3_apply_transposed(cofactor, line.direction), part);
		return true;
	}
	Mat3 inverse;
	if (!mk_mat3_invert(instance->pose.linear, &inverse)) return false;
	local->origin = mat3_apply(inverse, origin);
	local->direction = mat3_apply(inverse, line.direction);
	return true;
}

ShapeRayHit mk_instance_ray(const ShapeInstance *instance, const ShapeRay *ray) {
	if (instance->margin > 0 && shape_is_convex(instance->shape)) {
		return (ShapeRayHit){ .hit = mk_convex_ray(instance, ray->ray, ray->range) };
	}
	ShapeRay local = *ray;
	if (!local_line(instance, ray->ray, &local.ray)) return (ShapeRayHit){ 0 };
	ShapeRayHit found = mk_shape_ray(instance->shape, &local);
	if (!found.hit.hit) return found;
	found.hit.normal = vec3_normalize(mat3_apply(normal_map(instance), found.hit.normal));
	return found;
}

// The nearest point of the core by way of the shape's space, where distances have one scale.
static ShapePoint closest_core_similar(const ShapeInstance *instance, Vec3 p) {
	Mat3 m = instance->pose.linear;
	Real scale_squared = vec3_length_squared(m.x);
	Vec3 offset = vec3_sub(p, instance->pose.origin);
	Vec3 local = vec3_scale(mat3_apply_transposed(m, offset), 1 / scale_squared);
	ShapePoint found = instance->shape->ops->closest(instance->shape, local);
	found.point = found.is_inside ? p : affine_point(instance->pose, found.point);
	return found;
}

typedef struct NearestPiece {
	const ShapeInstance *owner;
	Vec3 p;
	ShapePoint best;
	Real best_squared;
} NearestPiece;

static bool compare_piece(const ShapePiece *piece, void *user) {
	NearestPiece *nearest = user;
	ShapeInstance part = mk_instance(
			piece->shape, affine_multiply(nearest->owner->pose, piece->pose));
	ShapePoint found = mk_instance_closest(&part, nearest->p);
	Real squared = vec3_distance_squared(found.point, nearest->p);
	if (squared < nearest->best_squared || (found.is_inside && !nearest->best.is_inside)) {
		nearest->best_squared = squared;
		nearest->best = (ShapePoint){ found.point, found.is_inside, piece->child, piece->index };
	}
	return true;
}

// All pieces in a box of the shape's space against the best so far.
static ShapePoint closest_piece(NearestPiece nearest, Aabb box) {
	PieceQuery query = { box, compare_piece, &nearest };
	mk_shape_pieces(nearest.owner->shape, &query);
	return nearest.best;
}

// A concave shape under a map that changes distances: the image of the nearest point inside bounds
// how far the true one can be, and all pieces within that are compared. A map that flattens has no
// way back, and every piece is.
static ShapePoint closest_concave(const ShapeInstance *instance, Vec3 p) {
	Affine inverse;
	if (!affine_invert(instance->pose, &inverse)) {
		NearestPiece any = { instance, p, { .point = p }, MK_INFINITY };
		return closest_piece(any, instance->shape->box);
	}
	Vec3 local = mat3_apply(inverse.linear, vec3_sub(p, instance->pose.origin));
	ShapePoint guess = instance->shape->ops->closest(instance->shape, local);
	if (guess.is_inside) return (ShapePoint){ p, true, guess.child, guess.index };
	guess.point = affine_point(instance->pose, guess.point);
	Real squared = vec3_distance_squared(guess.point, p);
	NearestPiece nearest = { instance, p, guess, squared };
	// a little more, so that rounding cannot hide a piece
	Real radius = real_sqrt(squared) * (1 + 16 * MK_EPSILON);
	Aabb ball = aabb_from_center(vec3_zero(), vec3_splat(radius));
	Aabb box = aabb_transform(ball, (Affine){ inverse.linear, local });
	return closest_piece(nearest, box);
}

static ShapePoint closest_half_space(const ShapeInstance *instance, Vec3 p) {
	Plane plane = plane_affine(((const HalfSpaceShape *)instance->shape)->plane, instance->pose);
	if (!(plane_distance(plane, p) > 0)) return (ShapePoint){ .point = p, .is_inside = true };
	return (ShapePoint){ .point = plane_project(plane, p) };
}

static ShapePoint closest_core(const ShapeInstance *instance, Vec3 p) {
	const Shape *shape = instance->shape;
	if (shape->ops->closest == NULL) return mk_convex_nearest_core(instance, p);
	if (instance->is_similar) return closest_core_similar(instance, p);
	if (shape->ops->family == SHAPE_FAMILY_HALF_SPACE) return closest_half_space(instance, p);
	if (shape->ops->family == SHAPE_FAMILY_CONCAVE) return closest_concave(instance, p);
	return mk_convex_nearest_core(instance, p);
}

ShapePoint mk_instance_closest(const ShapeInstance *instance, Vec3 p) {
	ShapePoint found = closest_core(instance, p);
	// comparisons with NaN say "not outside"
	if (found.is_inside) found.is_inside = vec3_is_finite(p);
	if (found.is_inside || instance->rounding == 0) return found;
	Vec3 way = vec3_sub(p, found.point);
	if (vec3_length_squared(way) <= real_square(instance->rounding)) {
		found.point = p;
		found.is_inside = true;
	} else {
		found.point = vec3_add_scaled(found.point, vec3_normalize(way), instance->rounding);
	}
	return found;
}

ShapePoint mk_shape_closest(const Shape *shape, Vec3 p) {
	ShapeInstance local = instance_local(shape);
	return mk_instance_closest(&local, p);
}

// By how much a map changes the radius of curvature across an edge: what falls by s^2 / (2 r) at s
// beside the edge is carried to another distance and another height.
static Real bend_scale(const ShapeInstance *instance, const ShapeFace *face, Vec3 normal) {
	Vec3 edge = vec3_sub(face->points[1], face->points[0]);
	Vec3 across = affine_direction(instance->pose, vec3_normalize(vec3_cross(face->normal, edge)));
	Vec3 along = vec3_normalize(affine_direction(instance->pose, edge));
	Real way = vec3_length_squared(vec3_add_scaled(across, along, -vec3_dot(across, along)));
	Real height = vec3_dot(affine_direction(instance->pose, face->normal), normal);
	return height > 0 ? way / height : 0;
}

static void map_bends(const ShapeInstance *instance, Vec3 normal, ShapeFace *face) {
	if (face->kind != FACE_EDGE || face->bends[0] + face->bends[1] == 0) return;
	Real scale = bend_scale(instance, face, normal);
	face->bends[0] *= scale;
	face->bends[1] *= scale;
}

// Carries a face outside; a mirror turns its corners round.
static void map_face(const ShapeInstance *instance, const FaceQuery *query, ShapeFace *face) {
	face->center = affine_point(instance->pose, face->center);
	face->axis_u = affine_direction(instance->pose, face->axis_u);
	face->axis_v = affine_direction(instance->pose, face->axis_v);
	bool has_normal = face->kind != FACE_POINT;
	Vec3 normal = vec3_normalize(mat3_apply(query->normals, face->normal));
	map_bends(instance, normal, face);
	for (uint32_t i = 0; i < face->count; i++)
		face->points[i] = affine_point(instance->pose, face->points[i]);
	bool is_lost = !has_normal || vec3_equals(normal, vec3_zero());
	face->normal = is_lost ? support_unit(query->outside) : normal;
	if (mat3_determinant(instance->pose.linear) >= 0) return;
	face->axis_v = vec3_negate(face->axis_v);
	// the first corner stays the first: a disc's is the end of axis_u
	for (uint32_t i = 1; 2 * i < face->count; i++) {
		uint32_t j = face->count - i;
		Vec3 point = face->points[i];
		uint32_t id = face->ids[i];
		face->points[i] = face->points[j];
		face->ids[i] = face->ids[j];
		face->points[j] = point;
		face->ids[j] = id;
	}
}

static void move_face(ShapeFace *face, Real distance) {
	face->bends[0] += distance;
	face->bends[1] += distance;
	face->center = vec3_add_scaled(face->center, face->normal, distance);
	for (uint32_t i = 0; i < face->count; i++)
		face->points[i] = vec3_add_scaled(face->points[i], face->normal, distance);
}

void mk_instance_face_core(const ShapeInstance *instance, Vec3 direction, ShapeFace *face) {
	const Shape *shape = instance->shape;
	MK_ASSERT(shape_is_convex(shape));
	FaceQuery query = {
		.direction = mat3_apply_transposed(instance->pose.linear, direction),
		.outside = vec3_normalize(direction),
		.normals = normal_map(instance),
	};
	face->center = vec3_zero();
	face->axis_u = vec3_zero();
	face->axis_v = vec3_zero();
	face_bend(face, 0, 0);
	if (shape->ops->face != NULL) {
		shape->ops->face(shape, &query, face);
	} else {
		mk_convex_face(shape, &query, face);
	}
	if (!instance->is_similar && shape->rounding > 0) move_face(face, shape->rounding);
	map_face(instance, &query, face);
}

void mk_instance_face(const ShapeInstance *instance, Vec3 direction, ShapeFace *face) {
	mk_instance_face_core(instance, direction, face);
	if (instance->rounding > 0) move_face(face, instance->rounding);
}
