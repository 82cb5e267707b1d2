// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/custom_shape.h"

#include "math/trig.h"
#include "nodes/arrays.h"
#include "nodes/mesh_shapes.h"
#include "nodes/parametric_shapes.h"
#include "nodes/sum_shape.h"
#include "report.h"
#include "server/server.h"
#include "server/shape.h"
#include "shape/instance.h"

// Directions from axis to axis in which a surface is sampled: 16 around.
#define MK_SAMPLE_STEPS 4
_Static_assert(8 * (MK_SAMPLE_STEPS + 1) * (MK_SAMPLE_STEPS + 1) <= MK_STAND_IN_POINTS, "too many");
// of the size of the shape; closer points are one, far below what can be seen
#define MK_SAMPLE_SAME 1e-3

typedef struct CustomShapeKind {
	const Class *type;
	BuildCustomShape *build;
	CollectStandIn *collect; // NULL: points of the surface, for convex geometries
	AdviseCustomShape *advise;
	const char *missing; // what is said where there is nothing to build from
} CustomShapeKind;

#define MK_NO_MESH "the shape has no mesh, or one without triangles, and collides with nothing"

static const CustomShapeKind kinds[] = {
	{ &mk_ellipsoid_class, mk_ellipsoid_build, NULL, NULL, NULL },
	{ &mk_cone_class, mk_cone_build, NULL, NULL, NULL },
	{ &mk_tapered_capsule_class, mk_tapered_capsule_build, NULL, mk_tapered_capsule_advise, NULL },
	{ &mk_tapered_cylinder_class, mk_tapered_cylinder_build, NULL, NULL, NULL },
	{ &mk_rounded_box_class, mk_rounded_box_build, NULL, mk_rounded_box_advise, NULL },
	{ &mk_rounded_cylinder_class, mk_rounded_cylinder_build, NULL, mk_rounded_cylinder_advise,
			NULL },
	{ &mk_mesh_hull_class, mk_mesh_hull_build, mk_mesh_hull_collect, NULL, MK_NO_MESH },
	{ &mk_fitted_box_class, mk_fitted_box_build, mk_fitted_box_collect, NULL, MK_NO_MESH },
	{ &mk_fitted_sphere_class, mk_fitted_sphere_build, NULL, NULL, MK_NO_MESH },
	{ &mk_decomposition_class, mk_decomposition_build, mk_decomposition_collect, NULL, MK_NO_MESH },
	{ &mk_moving_mesh_class, mk_moving_mesh_build, mk_mesh_shape_collect, NULL, MK_NO_MESH },
	{ &mk_sum_class, mk_sum_build, NULL, NULL,
			"the sum needs two shapes with a geometry, and collides with nothing" },
};

// The points of the stand-in follow from the other properties.
const char *const mk_custom_shape_hidden[] = { "points", NULL };

static const CustomShapeKind *find_kind(const Class *type) {
	const CustomShapeKind *kind = kinds;
	while (kind->type != type)
		kind++;
	return kind;
}

static void add_point(StandIn *out, Vec3 point, Real same) {
	for (uint32_t i = 0; i < out->count; i++)
		if (vec3_distance_squared(out->points[i], point) < same * same) return;
	out->points[out->count++] = point;
}

// Directions of one octant, from its edges on. Those on an edge lean inside by a trifle, so that
// flat faces give the corner of this octant.
static Vec3 octant_direction(uint32_t octant, uint32_t row, uint32_t column) {
	const Real quarter = (Real)1.57079632679489662;
	const Real lean = (Real)1e-5; // rad; far above rounding, far below what can be seen
	Real up = quarter * (Real)row / MK_SAMPLE_STEPS;
	Real turn = quarter * (Real)column / MK_SAMPLE_STEPS;
	// rounding of the cosine would turn what leans from the pole, and give points
	// beside those of the other rows
	Real flat = row == MK_SAMPLE_STEPS ? 0 : real_cos(up);
	Vec3 d = { flat * real_cos(turn), real_sin(up), flat * real_sin(turn) };
	d = vec3_add(d, vec3(lean, lean, lean));
	return (Vec3){ octant & 1 ? -d.x : d.x, octant & 2 ? -d.y : d.y, octant & 4 ? -d.z : d.z };
}

void mk_custom_shape_sample(const Shape *shape, StandIn *out) {
	ShapeInstance instance = instance_local(shape);
	Real same = (Real)MK_SAMPLE_SAME * vec3_max_element(aabb_half_extents(shape->box));
	for (uint32_t octant = 0; octant < 8; octant++)
		for (uint32_t row = 0; row <= MK_SAMPLE_STEPS; row++)
			for (uint32_t column = 0; column <= MK_SAMPLE_STEPS; column++) {
				Vec3 direction = octant_direction(octant, row, column);
				add_point(out, instance_support(&instance, direction, 0), same);
			}
}

// Where there is nothing yet: Godot's editor complains about no points at all.
static void add_speck(StandIn *out) {
	const Real speck = (Real)0.005; // m; too small to be in anybody's way
	for (uint32_t i = 0; i < 8; i++)
		out->points[out->count++] = vec3(
				i & 1 ? speck : -speck, i & 2 ? speck : -speck, i & 4 ? speck : -speck);
}

// Godot keeps the points, draws them, and sends them to the server that runs.
static void show_stand_in(CustomShape *self, const CustomShapeKind *kind) {
	StandIn stand_in = { .count = 0 };
	if (!self->geometry) {
		add_speck(&stand_in);
	} else if (kind->collect) {
		kind->collect(self, &stand_in);
	} else {
		mk_custom_shape_sample(self->geometry, &stand_in);
	}
	GdPackedVector3Array points;
	mk_points_create(&points, stand_in.points, stand_in.count);
	gd_convex_polygon_shape3d_set_points(self->instance.object, &points);
	gd_packed_vector3_array_destroy(&points);
	self->is_shown = true;
}

// A resource without a mesh is no mistake yet: it collides with nothing. The editor shows what is
// wrong beside the properties, while they are edited.
void mk_custom_shape_update(CustomShape *self) {
	const CustomShapeKind *kind = find_kind(self->instance.type);
	self->status = SHAPE_OK;
	Shape *built = kind->build(self, &self->status);
	if (!built && self->status != SHAPE_NO_POINTS) {
		if (mk_class_is_in_editor()) {
			// whoever draws it shows what is wrong
			mk_class_emit(self->instance.object, "changed", NULL, 0);
			return;
		}
		mk_report_error(self->instance.type->name, "%s; the geometry stays as it was.",
				mk_shape_status_text(self->status));
		return;
	}
	if (built) self->status = SHAPE_OK;
	// whoever follows this shape need not hear that there is still nothing
	if (!built && !self->geometry && self->is_shown) return;
	mk_shape_release(self->geometry);
	self->geometry = built;
	Server *server = mk_server_running();
	if (server) {
		Shape *shared = built ? mk_shape_retain(built) : NULL;
		mk_shape_give(server, gd_resource_get_rid(self->instance.object), shared);
	}
	show_stand_in(self, kind);
}

void mk_custom_shape_changed(void *self, const Property *property) {
	(void)property;
	mk_custom_shape_update(self);
}

void mk_custom_shape_rebuild(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args, (void)ret;
	mk_custom_shape_update(self);
}

static const char *find_problem(const CustomShape *self, const CustomShapeKind *kind) {
	if (self->status == SHAPE_NO_POINTS) return kind->missing;
	if (self->status != SHAPE_OK) return mk_shape_status_text(self->status);
	return kind->advise ? kind->advise(self) : NULL;
}

void mk_custom_shape_get_problem(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)args;
	const CustomShape *shape = self;
	const char *problem = find_problem(shape, find_kind(shape->instance.type));
	gd.string_new_with_utf8_chars(&ret->string, problem ? problem : "");
}

void mk_custom_shape_follow(
		const CustomShape *self, GDExtensionObjectPtr *followed, GDExtensionObjectPtr source) {
	if (*followed == source) return;
	GdStringName signal;
	gd.string_name_new_with_latin1_chars(&signal, "changed", true);
	GdCallable rebuild = mk_class_callable(self->instance.object, "rebuild");
	if (*followed) gd_object_disconnect(*followed, &signal, &rebuild);
	// counted: a sum may follow one shape twice
	if (source) gd_object_connect(source, &signal, &rebuild, GD_CONNECT_REFERENCE_COUNTED);
	gd_callable_destroy(&rebuild);
	gd.ref_set_object(followed, source);
}

void mk_custom_shape_end(void *self) { mk_shape_release(((CustomShape *)self)->geometry); }

const CustomShape *mk_custom_shape_find(GDExtensionObjectPtr object) {
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const CustomShape *found = mk_class_instance(kinds[i].type, object);
		if (found) return found;
	}
	return NULL;
}
