// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Separation rays: legs of characters and vehicles. Where the ray enters another shape, it pushes
// its body back against its own direction by what is left of its length; on a slope that would hold
// the body up without ever sliding, so a ray may act along the surface's normal instead.
#include "collide/clip_flat.h"
#include "collide/pair.h"
#include "shape/convex.h"

void mk_pair_any_ray(const CollideInput *input) {
	const ShapeInstance *leg = input->b;
	const SegmentShape *segment = (const SegmentShape *)leg->shape;
	Vec3 way = affine_direction(leg->pose, segment->ends[1]);
	Vec3 direction = vec3_normalize(way);
	Real length = vec3_dot(way, direction) + leg->margin;
	ShapeInstance other = *input->a;
	other.pose.origin = vec3_zero();
	ShapeRay ray = {
		.ray = { vec3_sub(leg->pose.origin, input->a->pose.origin), direction },
		.range = { 0, length + input->margin },
		.sides = RAY_SIDES_BOTH, // one-sided meshes see to their backs themselves
	};
	bool is_usable = length > 0 && vec3_is_finite(ray.ray.origin) && real_is_finite(length) &&
			affine_is_finite(other.pose);
	if (!is_usable) return;
	ShapeRayHit found = mk_instance_ray(&other, &ray);
	if (!found.hit.hit || found.hit.started_inside) return;
	// what the ray leaves or slides along does not stop it
	if (!(vec3_dot(found.hit.normal, direction) < 0)) return;
	Vec3 normal = segment->slides_on_slope ? found.hit.normal : vec3_negate(direction);
	Real separation = found.hit.t - length;
	Vec3 tip = ray_at(ray.ray, length);
	Manifold manifold = {
		.normal = normal,
		.kind = CONTACT_VERTEX_FACE,
		.count = 1,
		.child_a = found.child,
		.index_a = found.index,
	};
	manifold.points[0] = (ContactPoint){
		.position = vec3_add_scaled(tip, normal, -separation / 2),
		.separation = separation,
		.id = contact_id(MK_FEATURE_FACE, feature_vertex(1)),
	};
	Mat3 axes = mat3_identity();
	mk_pair_emit(input, &axes, &manifold);
}
