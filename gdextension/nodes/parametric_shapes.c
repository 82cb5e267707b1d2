// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/parametric_shapes.h"

#include "convert.h"
#include "shape/convex.h"

// m; what sizes can be set to, well inside of what the engine takes
#define MK_LEAST_SIZE 0.001
#define MK_MOST_SIZE  10000.0
// m; half the size of a core that rounding leaves
#define MK_LEAST_CORE 0.0001

// A size in metres, as the inspector shows it.
#define MK_SIZE(kind, owner, field)                                                               \
	.type = (kind), .offset = offsetof(owner, field), .low = MK_LEAST_SIZE, .high = MK_MOST_SIZE, \
	.hint = GD_PROPERTY_HINT_RANGE, .hint_text = "0.001,100,0.001,or_greater,exp,suffix:m"

static const Method shape_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
};

typedef struct EllipsoidResource {
	CustomShape base;
	GdVector3 radii;
} EllipsoidResource;

static const Property ellipsoid_properties[] = {
	{ .name = "radii", MK_SIZE(VALUE_VECTOR3, EllipsoidResource, radii) },
};

static void init_ellipsoid(void *self) {
	EllipsoidResource *shape = self;
	shape->radii = (GdVector3){ 0.5, 0.75, 0.5 };
	mk_custom_shape_update(&shape->base);
}

Shape *mk_ellipsoid_build(void *self, ShapeStatus *status) {
	const EllipsoidResource *shape = self;
	return mk_ellipsoid_create(vec3_from_godot(shape->radii), status);
}

Class mk_ellipsoid_class = {
	.name = "EllipsoidShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(EllipsoidResource),
	.init = init_ellipsoid,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(ellipsoid_properties),
};

typedef struct ConeResource {
	CustomShape base;
	double radius;
	double height;
} ConeResource;

static const Property cone_properties[] = {
	{ .name = "radius", MK_SIZE(VALUE_REAL, ConeResource, radius) },
	{ .name = "height", MK_SIZE(VALUE_REAL, ConeResource, height) },
};

static void init_cone(void *self) {
	ConeResource *shape = self;
	shape->radius = 0.5;
	shape->height = 1;
	mk_custom_shape_update(&shape->base);
}

Shape *mk_cone_build(void *self, ShapeStatus *status) {
	const ConeResource *shape = self;
	return mk_cone_create((Real)shape->radius, (Real)shape->height, status);
}

Class mk_cone_class = {
	.name = "ConeShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(ConeResource),
	.init = init_cone,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(cone_properties),
};

typedef struct TaperedCapsuleResource {
	CustomShape base;
	double bottom_radius;
	double top_radius;
	double height;
} TaperedCapsuleResource;

static const Property tapered_capsule_properties[] = {
	{ .name = "bottom_radius", MK_SIZE(VALUE_REAL, TaperedCapsuleResource, bottom_radius) },
	{ .name = "top_radius", MK_SIZE(VALUE_REAL, TaperedCapsuleResource, top_radius) },
	{ .name = "height", MK_SIZE(VALUE_REAL, TaperedCapsuleResource, height) },
};

static void init_tapered_capsule(void *self) {
	TaperedCapsuleResource *shape = self;
	shape->bottom_radius = 0.5;
	shape->top_radius = 0.25;
	shape->height = 2;
	mk_custom_shape_update(&shape->base);
}

// The height contains both caps, as of Godot's capsule; one that is too low for
// them is their larger ball.
Shape *mk_tapered_capsule_build(void *self, ShapeStatus *status) {
	const TaperedCapsuleResource *shape = self;
	double distance = shape->height - shape->bottom_radius - shape->top_radius;
	return mk_tapered_capsule_create((Real)shape->bottom_radius, (Real)shape->top_radius,
			(Real)(distance > 0 ? distance : 0), status);
}

const char *mk_tapered_capsule_advise(const void *self) {
	const TaperedCapsuleResource *shape = self;
	double lower = shape->bottom_radius < shape->top_radius ? shape->bottom_radius
															: shape->top_radius;
	double upper = shape->bottom_radius + shape->top_radius - lower;
	return shape->height <= 2 * upper
			? "the height leaves no room for both caps; it is the larger ball"
			: NULL;
}

Class mk_tapered_capsule_class = {
	.name = "TaperedCapsuleShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(TaperedCapsuleResource),
	.init = init_tapered_capsule,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(tapered_capsule_properties),
};

typedef struct TaperedCylinderResource {
	CustomShape base;
	double bottom_radius;
	double top_radius;
	double height;
} TaperedCylinderResource;

static const Property tapered_cylinder_properties[] = {
	{ .name = "bottom_radius", MK_SIZE(VALUE_REAL, TaperedCylinderResource, bottom_radius) },
	{ .name = "top_radius", MK_SIZE(VALUE_REAL, TaperedCylinderResource, top_radius) },
	{ .name = "height", MK_SIZE(VALUE_REAL, TaperedCylinderResource, height) },
};

static void init_tapered_cylinder(void *self) {
	TaperedCylinderResource *shape = self;
	shape->bottom_radius = 0.5;
	shape->top_radius = 0.25;
	shape->height = 1;
	mk_custom_shape_update(&shape->base);
}

Shape *mk_tapered_cylinder_build(void *self, ShapeStatus *status) {
	const TaperedCylinderResource *shape = self;
	return mk_tapered_cylinder_create(
			(Real)shape->bottom_radius, (Real)shape->top_radius, (Real)shape->height, status);
}

Class mk_tapered_cylinder_class = {
	.name = "TaperedCylinderShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(TaperedCylinderResource),
	.init = init_tapered_cylinder,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(tapered_cylinder_properties),
};

// The radius of edges, which may be sharp.
#define MK_ROUNDING(owner)                                                         \
	.type = VALUE_REAL, .offset = offsetof(owner, rounding), .high = MK_MOST_SIZE, \
	.hint = GD_PROPERTY_HINT_RANGE, .hint_text = "0,10,0.001,or_greater,exp,suffix:m"

// Rounding that leaves a core of the least size at least: a fully rounded shape has other names.
static Real usable_rounding(Real wanted, Real half) {
	return real_max(0, real_min(wanted, half - (Real)MK_LEAST_CORE));
}

static const char *advise_rounding(double rounding, double half) {
	return rounding > half
			? "the rounding is more than half of the shortest side; it is cut to that"
			: NULL;
}

typedef struct RoundedBoxResource {
	CustomShape base;
	GdVector3 size;
	double rounding;
} RoundedBoxResource;

static const Property rounded_box_properties[] = {
	{ .name = "size", MK_SIZE(VALUE_VECTOR3, RoundedBoxResource, size) },
	{ .name = "rounding", MK_ROUNDING(RoundedBoxResource) },
};

static void init_rounded_box(void *self) {
	RoundedBoxResource *shape = self;
	shape->size = (GdVector3){ 1, 1, 1 };
	shape->rounding = 0.1;
	mk_custom_shape_update(&shape->base);
}

// Sizes are those of the whole, so the core is smaller by the rounding.
Shape *mk_rounded_box_build(void *self, ShapeStatus *status) {
	const RoundedBoxResource *shape = self;
	Vec3 half = vec3_scale(vec3_from_godot(shape->size), (Real)0.5);
	Real rounding = usable_rounding(
			(Real)shape->rounding, real_min(half.x, real_min(half.y, half.z)));
	Vec3 core = vec3_sub(half, vec3(rounding, rounding, rounding));
	return mk_rounded_box_create(core, rounding, status);
}

const char *mk_rounded_box_advise(const void *self) {
	const RoundedBoxResource *shape = self;
	Vec3 size = vec3_from_godot(shape->size);
	return advise_rounding(shape->rounding, (double)real_min(size.x, real_min(size.y, size.z)) / 2);
}

Class mk_rounded_box_class = {
	.name = "RoundedBoxShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(RoundedBoxResource),
	.init = init_rounded_box,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(rounded_box_properties),
};

typedef struct RoundedCylinderResource {
	CustomShape base;
	double radius;
	double height;
	double rounding;
} RoundedCylinderResource;

static const Property rounded_cylinder_properties[] = {
	{ .name = "radius", MK_SIZE(VALUE_REAL, RoundedCylinderResource, radius) },
	{ .name = "height", MK_SIZE(VALUE_REAL, RoundedCylinderResource, height) },
	{ .name = "rounding", MK_ROUNDING(RoundedCylinderResource) },
};

static void init_rounded_cylinder(void *self) {
	RoundedCylinderResource *shape = self;
	shape->radius = 0.5;
	shape->height = 1;
	shape->rounding = 0.1;
	mk_custom_shape_update(&shape->base);
}

Shape *mk_rounded_cylinder_build(void *self, ShapeStatus *status) {
	const RoundedCylinderResource *shape = self;
	Real half = (Real)shape->height / 2;
	Real rounding = usable_rounding((Real)shape->rounding, real_min((Real)shape->radius, half));
	return mk_rounded_cylinder_create(
			(Real)shape->radius - rounding, 2 * (half - rounding), rounding, status);
}

const char *mk_rounded_cylinder_advise(const void *self) {
	const RoundedCylinderResource *shape = self;
	double half = shape->height / 2;
	return advise_rounding(shape->rounding, half < shape->radius ? half : shape->radius);
}

Class mk_rounded_cylinder_class = {
	.name = "RoundedCylinderShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(RoundedCylinderResource),
	.init = init_rounded_cylinder,
	.end = mk_custom_shape_end,
	.changed = mk_custom_shape_changed,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(shape_methods),
	.properties = MK_TABLE(rounded_cylinder_properties),
};
