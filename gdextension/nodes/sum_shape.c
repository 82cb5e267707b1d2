// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/sum_shape.h"

#include "nodes/shape_source.h"
#include "report.h"
#include "shape/minkowski_sum.h"

typedef struct SumResource {
	CustomShape base;
	GDExtensionObjectPtr shapes[2];    // counted; NULL: none
	GDExtensionObjectPtr connected[2]; // those whose signal we listen to; counted
} SumResource;

// The inspector does not offer what a sum cannot take; a script that sets it hears why.
#define MK_SUMMAND(side)                                                                          \
	.type = VALUE_OBJECT, .class_name = "Shape3D", .offset = offsetof(SumResource, shapes[side]), \
	.hint = GD_PROPERTY_HINT_RESOURCE_TYPE,                                                       \
	.hint_text = "Shape3D,-HeightMapShape3D,-WorldBoundaryShape3D,"                               \
				 "-ConcavePolygonShape3D,-ConvexDecompositionShape3D,-MovingMeshShape3D"

static const Property sum_properties[] = {
	{ .name = "shape_a", MK_SUMMAND(0) },
	{ .name = "shape_b", MK_SUMMAND(1) },
};

static const Method sum_methods[] = {
	{ .name = "get_problem",
			.call = mk_custom_shape_get_problem,
			.result = { .type = VALUE_STRING },
			.is_const = true },
	{ .name = "rebuild", .call = mk_custom_shape_rebuild },
};

// A sum of itself would never be built, and its references would keep it alive. Nor can sums be
// deeper than the engine takes them, so that the search ends soon.
static bool contains(GDExtensionObjectPtr shape, const SumResource *wanted, uint32_t depth) {
	const SumResource *sum = mk_class_instance(&mk_sum_class, shape);
	if (!sum) return false;
	if (sum == wanted || depth == MK_SUM_MAX_DEPTH) return true;
	return contains(sum->shapes[0], wanted, depth + 1) ||
			contains(sum->shapes[1], wanted, depth + 1);
}

// The shape that was followed so far is the one to go back to.
static void change_sum(void *self, const Property *property) {
	SumResource *sum = self;
	size_t side = (size_t)(property - sum_properties);
	if (contains(sum->shapes[side], sum, 1)) {
		mk_report_error("MinkowskiSumShape3D",
				"%s cannot contain the sum itself, nor more than %d sums inside of one another; it"
				" stays as it was.",
				property->name, MK_SUM_MAX_DEPTH);
		gd.ref_set_object(&sum->shapes[side], sum->connected[side]);
		return;
	}
	mk_custom_shape_follow(&sum->base, &sum->connected[side], sum->shapes[side]);
	mk_custom_shape_update(&sum->base);
}

static void init_sum(void *self) { mk_custom_shape_update(self); }

static void end_sum(void *self) {
	SumResource *sum = self;
	for (uint32_t i = 0; i < 2; i++) {
		gd.ref_set_object(&sum->shapes[i], NULL);
		gd.ref_set_object(&sum->connected[i], NULL);
	}
	mk_custom_shape_end(self);
}

Shape *mk_sum_build(void *self, ShapeStatus *status) {
	const SumResource *sum = self;
	Shape *parts[2] = { NULL, NULL };
	*status = SHAPE_NO_POINTS;
	if (!sum->shapes[0] || !sum->shapes[1]) return NULL;
	parts[0] = mk_shape_source_find(sum->shapes[0], status);
	if (parts[0]) parts[1] = mk_shape_source_find(sum->shapes[1], status);
	MinkowskiSumInput input = { parts[0], parts[1], affine_identity(), affine_identity() };
	Shape *built = parts[1] ? mk_minkowski_sum_create(&input, status) : NULL;
	mk_shape_release(parts[0]);
	mk_shape_release(parts[1]);
	return built;
}

Class mk_sum_class = {
	.name = "MinkowskiSumShape3D",
	.parent = "ConvexPolygonShape3D",
	.instance_size = sizeof(SumResource),
	.init = init_sum,
	.end = end_sum,
	.changed = change_sum,
	.hidden = mk_custom_shape_hidden,
	.methods = MK_TABLE(sum_methods),
	.properties = MK_TABLE(sum_properties),
};
