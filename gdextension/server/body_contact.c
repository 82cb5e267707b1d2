// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The contacts that a body reports through its direct state. Bodies pass through each other, so there
// are none, and every number of a contact is one too many.
#include "report.h"
#include "server/body.h"

int32_t mk_body_state_get_contact_count(ServerBody *self) {
	(void)self;
	return 0;
}

static void refuse(const ServerBody *self, int32_t contact, const char *where) {
	mk_report_error(where, "the body with RID %llu has no contact %d.",
			(unsigned long long)self->object.item.rid.id, contact);
}

static GdVector3 refuse_vector(const ServerBody *self, int32_t contact, const char *where) {
	refuse(self, contact, where);
	return (GdVector3){ 0, 0, 0 };
}

GdVector3 mk_body_state_get_contact_local_position(ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}

GdVector3 mk_body_state_get_contact_local_normal(ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}

GdVector3 mk_body_state_get_contact_impulse(ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}

int32_t mk_body_state_get_contact_local_shape(ServerBody *self, int32_t contact_idx) {
	refuse(self, contact_idx, __func__);
	return 0;
}

GdVector3 mk_body_state_get_contact_local_velocity_at_position(
		ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}

GdRID mk_body_state_get_contact_collider(ServerBody *self, int32_t contact_idx) {
	refuse(self, contact_idx, __func__);
	return (GdRID){ 0 };
}

GdVector3 mk_body_state_get_contact_collider_position(ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}

uint64_t mk_body_state_get_contact_collider_id(ServerBody *self, int32_t contact_idx) {
	refuse(self, contact_idx, __func__);
	return 0;
}

GDExtensionObjectPtr mk_body_state_get_contact_collider_object(
		ServerBody *self, int32_t contact_idx) {
	refuse(self, contact_idx, __func__);
	return NULL;
}

int32_t mk_body_state_get_contact_collider_shape(ServerBody *self, int32_t contact_idx) {
	refuse(self, contact_idx, __func__);
	return 0;
}

GdVector3 mk_body_state_get_contact_collider_velocity_at_position(
		ServerBody *self, int32_t contact_idx) {
	return refuse_vector(self, contact_idx, __func__);
}
