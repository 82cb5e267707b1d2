// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How nodes hear of their body: through the state object and two callbacks, made in the flush after
// a step. The Variants that the calls need are kept, since making them costs as much as the call.
#include "server/body.h"

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

void mk_server_body_set_state_sync_callback(Server *self, GdRID body, const GdCallable *callable) {
	ServerBody *found = body_find(self, body, __func__);
	if (found) mk_callback_keep(&found->sync_callback, callable);
}

void mk_server_body_set_force_integration_callback(
		Server *self, GdRID body, const GdCallable *callable, const GdVariant *userdata) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	mk_callback_keep(&found->force_callback, callable);
	gd.variant_destroy(&found->force_userdata);
	gd.variant_new_copy(&found->force_userdata, userdata);
	found->has_userdata = gd.variant_get_type(userdata) != GDEXTENSION_VARIANT_TYPE_NIL;
}

void mk_body_mark_due(ServerBody *body) {
	if (!body->object.space || body_is_due(body)) return;
	body->due_round = body->object.space->due_round;
	body->due_index = body->object.space->due.count;
	body_pointer_array_push(&body->object.space->due, body);
}

static void call(ServerBody *body, Callback *callback, int32_t argument_count) {
	const GDExtensionConstVariantPtr arguments[] = { &body->state_variant, &body->force_userdata };
	const CallbackCall call = { arguments, argument_count, "body", body->object.item.rid };
	mk_callback_call(callback, &call);
}

void mk_body_call_back(ServerBody *body) {
	mk_body_state_object(body);
	if (body->force_callback.is_set) call(body, &body->force_callback, body->has_userdata ? 2 : 1);
	bool is_gone = body->object.item.is_freed || !body->object.space;
	if (is_gone || !body->sync_callback.is_set) return;
	call(body, &body->sync_callback, 1);
}
