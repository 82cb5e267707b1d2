// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/custom_shape.h"

#include "convert.h"
#include "math/trig.h"
#include "nodes/parametric_shapes.h"
#include "report.h"
#include "server/server.h"
#include "server/shape.h"
#include "shape/instance.h"

// Directions from axis to axis in which a surface is sampled: 16 around, and with what falls together
// fewer points than the 256 that the hull of another engine may have.
#define MK_SAMPLE_STEPS 4
#define MK_SAMPLE_LIMIT (8 * (MK_SAMPLE_STEPS + 1) * (MK_SAMPLE_STEPS + 1))
// of the size of the shape; closer points are one, far below what can be seen
#define MK_SAMPLE_SAME 1e-3

typedef struct CustomShapeKind {
	const Class *type;
	BuildCustomShape *build;
} CustomShapeKind;

static const CustomShapeKind kinds[] = {
	{ &mk_ellipsoid_class, mk_ellipsoid_build },
	{ &mk_cone_class, mk_cone_build },
	{ &mk_tapered_capsule_class, mk_tapered_capsule_build },
	{ &mk_tapered_cylinder_class, mk_tapered_cylinder_build },
	{ &mk_rounded_box_class, mk_rounded_box_build },
	{ &mk_rounded_cylinder_class, mk_rounded_cylinder_build },
};

// The points of the stand-in follow from the other properties.
const char *const mk_custom_shape_hidden[] = { "points", NULL };

static BuildCustomShape *find_build(const Class *type) {
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].type == type) return kinds[i].build;
	return NULL;
}

typedef struct SurfacePoints {
	Vec3 points[MK_SAMPLE_LIMIT];
	uint32_t count;
	Real same; // m
} SurfacePoints;

static void add_point(SurfacePoints *out, Vec3 point) {
	for (uint32_t i = 0; i < out->count; i++)
		if (vec3_distance_squared(out->points[i], point) < out->same * out->same) return;
	out->points[out->count++] = point;
}

// Directions of one octant, from its edges on. Those on an edge lean inside by a trifle, so that flat
// faces give the corner of this octant.
static Vec3 octant_direction(uint32_t octant, uint32_t row, uint32_t column) {
	const Real quarter = (Real)1.57079632679489662;
	const Real lean = (Real)1e-5; // rad; far above rounding, far below what can be seen
	Real up = quarter * (Real)row / MK_SAMPLE_STEPS;
	Real turn = quarter * (Real)column / MK_SAMPLE_STEPS;
	Vec3 d = { real_cos(up) * real_cos(turn), real_sin(up), real_cos(up) * real_sin(turn) };
	d = vec3_add(d, vec3(lean, lean, lean));
	return (Vec3){ octant & 1 ? -d.x : d.x, octant & 2 ? -d.y : d.y, octant & 4 ? -d.z : d.z };
}

static void sample_surface(const Shape *shape, SurfacePoints *out) {
	ShapeInstance instance = instance_local(shape);
	out->count = 0;
	out->same = (Real)MK_SAMPLE_SAME * vec3_max_element(aabb_half_extents(shape->box));
	for (uint32_t octant = 0; octant < 8; octant++)
		for (uint32_t row = 0; row <= MK_SAMPLE_STEPS; row++)
			for (uint32_t column = 0; column <= MK_SAMPLE_STEPS; column++) {
				Vec3 direction = octant_direction(octant, row, column);
				add_point(out, instance_support(&instance, direction, 0));
			}
}

// Godot keeps the points, draws them, and sends them to the server that runs.
static void show_points(CustomShape *self) {
	SurfacePoints surface;
	sample_surface(self->geometry, &surface);
	GdPackedVector3Array points;
	gd_packed_vector3_array_create(&points);
	gd_packed_vector3_array_resize(&points, surface.count);
	GdVector3 *out = gd.packed_vector3_array_operator_index(&points, 0);
	for (uint32_t i = 0; i < surface.count; i++)
		out[i] = vec3_to_godot(surface.points[i]);
	gd_convex_polygon_shape3d_set_points(self->instance.object, &points);
	gd_packed_vector3_array_destroy(&points);
}

void mk_custom_shape_update(CustomShape *self) {
	ShapeStatus status = SHAPE_OK;
	Shape *built = find_build(self->instance.type)(self, &status);
	if (!built) {
		mk_report_error(self->instance.type->name, "%s; the geometry stays as it was.",
				mk_shape_status_text(status));
		return;
	}
	mk_shape_release(self->geometry);
	self->geometry = built;
	Server *server = mk_server_running();
	if (server)
		mk_shape_give(server, gd_resource_get_rid(self->instance.object), mk_shape_retain(built));
	show_points(self);
}

void mk_custom_shape_changed(void *self, const Property *property) {
	(void)property;
	mk_custom_shape_update(self);
}

void mk_custom_shape_end(void *self) { mk_shape_release(((CustomShape *)self)->geometry); }

Shape *mk_custom_shape_geometry(GDExtensionObjectPtr object) {
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const CustomShape *found = mk_class_instance(kinds[i].type, object);
		if (found) return found->geometry;
	}
	return NULL;
}
