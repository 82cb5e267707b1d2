// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How nodes hear of their body: through the state object and two callbacks, made in the flush after a
// step. The Variants that the calls need are kept, since making them costs as much as the call.
#include "report.h"
#include "server/body.h"

GdStringName mk_body_call_name;

GDExtensionObjectPtr mk_body_state_object(ServerBody *body) {
	if (!body->state) {
		body->state = mk_class_create(&mk_body_state_class, body);
		gd.variant_destroy(&body->state_variant);
		gd_variant_from_object(&body->state_variant, &body->state);
	}
	return body->state;
}

void mk_body_state_free_instance(void *class_data, GDExtensionClassInstancePtr instance) {
	(void)class_data;
	((ServerBody *)instance)->state = NULL;
}

// Nodes ask for the state of bodies that may be gone (a character's last platform), so there is no
// error for those.
GDExtensionObjectPtr mk_server_body_get_direct_state(Server *self, GdRID body) {
	ServerBody *found = mk_rid_find(&self->rids, body, RID_BODY);
	return found && found->object.space ? mk_body_state_object(found) : NULL;
}

static void keep_callable(GdVariant *stored, const GdCallable *callable) {
	gd.variant_destroy(stored);
	if (gd_callable_is_null(callable)) {
		gd.variant_new_nil(stored);
	} else {
		gd_variant_from_callable(stored, callable);
	}
}

void mk_server_body_set_state_sync_callback(Server *self, GdRID body, const GdCallable *callable) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) keep_callable(&found->sync_callback, callable);
}

void mk_server_body_set_force_integration_callback(
		Server *self, GdRID body, const GdCallable *callable, const GdVariant *userdata) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	keep_callable(&found->force_callback, callable);
	gd.variant_destroy(&found->force_userdata);
	gd.variant_new_copy(&found->force_userdata, userdata);
}

void mk_body_mark_due(ServerBody *body) {
	if (body->is_due || !body->object.space) return;
	body->is_due = true;
	body_pointer_array_push(&body->object.space->due, body);
}

static bool is_nil(const GdVariant *variant) {
	return gd.variant_get_type(variant) == GDEXTENSION_VARIANT_TYPE_NIL;
}

// A callback whose object is gone is dropped; the caller would only fail again in every tick. A copy
// is called, because the callback may replace itself.
static void call(ServerBody *body, GdVariant *callback, int32_t argument_count) {
	static const char *const where = "body callback";
	GDExtensionConstVariantPtr arguments[] = { &body->state_variant, &body->force_userdata };
	GdVariant callable;
	GdVariant result;
	GDExtensionCallError error = { 0 };
	gd.variant_new_copy(&callable, callback);
	gd.variant_call(&callable, &mk_body_call_name, arguments, argument_count, &result, &error);
	gd.variant_destroy(&callable);
	gd.variant_destroy(&result);
	if (error.error == GDEXTENSION_CALL_OK) return;
	mk_report_error(where,
			"a callback of the body with RID %llu could not be called; it was dropped.",
			(unsigned long long)body->object.item.rid.id);
	gd.variant_destroy(callback);
	gd.variant_new_nil(callback);
}

void mk_body_call_back(ServerBody *body) {
	mk_body_state_object(body);
	if (!is_nil(&body->force_callback)) {
		call(body, &body->force_callback, is_nil(&body->force_userdata) ? 1 : 2);
	}
	if (!body->object.item.is_freed && !is_nil(&body->sync_callback)) {
		call(body, &body->sync_callback, 1);
	}
}
