// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/fit_query.h"

#include "base/alloc.h"
#include "convert.h"
#include "geometry/bounding_sphere.h"
#include "nodes/arrays.h"
#include "nodes/shape_source.h"
#include "report.h"
#include "variant.h"

static void put_box(GdDictionary *dictionary, Obb box) {
	GdTransform3D transform = affine_to_godot((Affine){ box.axes, box.center });
	GdVariant variant;
	gd_variant_from_transform3d(&variant, &transform);
	mk_dictionary_take(dictionary, "transform", &variant);
	mk_dictionary_put_vector(dictionary, "size", vec3_scale(box.half, 2));
	mk_dictionary_put_real(dictionary, "volume", (double)obb_volume(box));
}

void mk_query_fit_obb(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.fit_obb";
	int64_t mode = arg_int(args, 1);
	uint32_t count;
	gd_dictionary_create(&ret->dictionary);
	if (mode < 0 || mode > FIT_TIGHT) {
		mk_report_error(where, "there is no mode %lld.", (long long)mode);
		return;
	}
	Vec3 *points = mk_points_read(args[0], &count, where, "points");
	if (!points) return;
	ObbFit fit = mode == FIT_TIGHT ? mk_obb_fit_tight(points, count)
								   : mk_obb_fit(points, count, (ObbMode)mode);
	if (fit.status == OBB_OK) put_box(&ret->dictionary, fit.box);
	mk_free(points, count * sizeof *points);
}

void mk_query_bounding_sphere(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	uint32_t count;
	gd_dictionary_create(&ret->dictionary);
	Vec3 *points = mk_points_read(args[0], &count, "MinkowskiPhysics.bounding_sphere", "points");
	if (!points) return;
	BoundingSphere found = mk_bounding_sphere(points, count);
	mk_dictionary_put_vector(&ret->dictionary, "center", found.sphere.center);
	mk_dictionary_put_real(&ret->dictionary, "radius", (double)found.sphere.radius);
	mk_dictionary_put_ints(&ret->dictionary, "support", found.support, found.support_count);
	mk_free(points, count * sizeof *points);
}

void mk_query_support(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.support";
	const GdTransform3D *transform = arg_transform(args, 1);
	GdVector3 direction = arg_vector3(args, 2);
	if (!mk_source_check_transform(transform, where, "transform") ||
			!mk_source_check_vector(direction, where, "direction"))
		return;
	Shape *shape = mk_shape_source(arg_variant(args, 0), where, "shape");
	if (!shape) return;
	if (shape_is_convex(shape)) {
		ShapeInstance instance = mk_instance(shape, affine_from_godot(transform));
		Vec3 along = vec3_from_godot(direction);
		SupportPoint core = instance_support_core(&instance, along, MK_SHAPE_NO_ID);
		Vec3 point = vec3_add_scaled(core.point, support_unit(along), instance.rounding);
		ret->vector3 = vec3_to_godot(point);
	} else {
		mk_report_error(where, "shape must be convex and have an end.");
	}
	mk_shape_release(shape);
}
