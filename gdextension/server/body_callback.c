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

// What calls will need is made here, under the lock, and not when they are made.
static void prepare_state(ServerBody *body, const GdCallable *callable) {
	if (!gd_callable_is_null(callable)) mk_body_state_object(body);
}

void mk_server_body_set_state_sync_callback(Server *self, GdRID body, const GdCallable *callable) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	prepare_state(found, callable);
	mk_callback_keep(&found->sync_callback, callable);
}

void mk_server_body_set_force_integration_callback(
		Server *self, GdRID body, const GdCallable *callable, const GdVariant *userdata) {
	ServerBody *found = body_find(self, body, __func__);
	if (!found) return;
	prepare_state(found, callable);
	mk_callback_keep(&found->force_callback, callable);
	GdVariant old = found->force_userdata;
	gd.variant_new_copy(&found->force_userdata, userdata);
	found->has_userdata = gd.variant_get_type(userdata) != GDEXTENSION_VARIANT_TYPE_NIL;
	gd.variant_destroy(&old);
}

void mk_body_mark_due(ServerBody *body) {
	if (!body->object.space || body_is_due(body)) return;
	body->due_round = body->object.space->due_round;
	body->due_index = body->object.space->due.count;
	body_pointer_array_push(&body->object.space->due, body);
}

// The second argument may be replaced together with the callable, so it is copied with it.
static void call_force(ServerBody *body) {
	Server *server = body->object.item.server;
	GdVariant lent;
	GdVariant userdata;
	mk_server_lock(server);
	int32_t argument_count = body->has_userdata ? 2 : 1;
	bool is_lent = mk_callback_lend(&body->force_callback, &lent);
	if (is_lent) gd.variant_new_copy(&userdata, &body->force_userdata);
	mk_server_unlock(server);
	if (!is_lent) return;
	const GDExtensionConstVariantPtr arguments[] = { &body->state_variant, &userdata };
	const CallbackCall call = { arguments, argument_count, "body", body->object.item.rid };
	mk_callback_call(&body->force_callback, &lent, &call);
	gd.variant_destroy(&userdata);
}

static void call_sync(ServerBody *body) {
	GdVariant lent;
	if (!mk_callback_lend(&body->sync_callback, &lent)) return;
	const GDExtensionConstVariantPtr arguments[] = { &body->state_variant };
	const CallbackCall call = { arguments, 1, "body", body->object.item.rid };
	mk_callback_call(&body->sync_callback, &lent, &call);
}

// A script may have freed the state object since the callback came.
static void renew_state(ServerBody *body) {
	mk_server_lock(body->object.item.server);
	mk_body_state_object(body);
	mk_server_unlock(body->object.item.server);
}

void mk_body_call_back(ServerBody *body) {
	if (!body->state) renew_state(body);
	if (callback_is_set(&body->force_callback)) call_force(body);
	bool is_gone = body->object.item.is_freed || !body->object.space;
	if (!is_gone) call_sync(body);
}
