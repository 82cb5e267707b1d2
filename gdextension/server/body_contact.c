// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The contacts that a body reports through its direct state: collected after each step, read by
// nodes in the flush that follows.
#include "convert.h"
#include "report.h"
#include "server/body.h"

// One side of a contact of the world, on the way to being reported.
typedef struct Side {
	const World *world;
	const Contact *contact;
	ServerBody *self;
	ServerBody *other;
	BodyMotion motions[2]; // of both, before the solver
	bool is_a;             // the reporting body is A
} Side;

// A velocity after the sub-steps of a step in which nothing but damping and forces acts.
static Vec3 accelerated(
		const World *world, Vec3 velocity, const float acceleration[3], float keep) {
	uint32_t count = world->settings.solver.sub_steps;
	Vec3 change = vec3(acceleration[0], acceleration[1], acceleration[2]);
	for (uint32_t i = 0; i < count; i++)
		velocity = vec3_add_scaled(vec3_scale(velocity, keep), change, world->dt / (Real)count);
	return velocity;
}

// How a body would move had it touched nothing in the last step: scripts tell from it how hard
// something hit. Of what does not move by itself, or slept, how it moves.
static BodyMotion motion_before_solver(const World *world, const ServerBody *body) {
	if (body->start_step != body->object.space->step_count) {
		return (BodyMotion){ body->body.linear_velocity, body->body.angular_velocity };
	}
	const SolverMotion *motion = world->motions.data + body->world.row;
	return (BodyMotion){
		accelerated(world, body->start.linear, motion->acceleration, motion->linear_keep),
		accelerated(world, body->start.angular, motion->angular_acceleration, motion->angular_keep),
	};
}

static Vec3 velocity_at(const Body *body, BodyMotion motion, Vec3 place) {
	Vec3 arm = vec3_sub(vec3_sub(place, body->pose.origin), body_center(body));
	return vec3_add(motion.linear, vec3_cross(motion.angular, arm));
}

static bool is_worth_reporting(const Side *side, const ContactPoint *point, Real impulse) {
	// points that are only near are for the solver
	if (!(impulse > 0) && point->separation > MK_CONTACT_SLOP) return false;
	double threshold = side->self->contact_depth_threshold;
	return !(threshold > 0) || (double)-point->separation >= threshold;
}

static BodyContact make_contact(
		const Side *side, const Manifold *manifold, uint32_t i, Vec3 impulse_on_b) {
	const World *world = side->world;
	const Collider *a = collider_array_at(&world->colliders, side->contact->colliders[0]);
	const Collider *b = collider_array_at(&world->colliders, side->contact->colliders[1]);
	Vec3 middle = vec3_add(a->instance.pose.origin, manifold->points[i].position);
	Vec3 apart = vec3_scale(manifold->normal, manifold->points[i].separation / 2);
	Vec3 on_a = vec3_sub(middle, apart);
	Vec3 on_b = vec3_add(middle, apart);
	Vec3 self_at = side->is_a ? on_a : on_b;
	Vec3 other_at = side->is_a ? on_b : on_a;
	uint32_t child = side->is_a ? manifold->child_b : manifold->child_a;
	return (BodyContact){
		.position = self_at,
		.other_position = other_at,
		.normal = side->is_a ? vec3_negate(manifold->normal) : manifold->normal,
		.impulse = side->is_a ? vec3_negate(impulse_on_b) : impulse_on_b,
		.velocity = velocity_at(&side->self->body, side->motions[0], self_at),
		.other_velocity = velocity_at(&side->other->body, side->motions[1], other_at),
		.depth = -manifold->points[i].separation,
		.feature = (uint64_t)child << 32 | manifold->points[i].id,
		.shape = (int32_t)(side->is_a ? a : b)->shape_index,
		.other_shape = (int32_t)(side->is_a ? b : a)->shape_index,
		.other = side->other->object.item.rid,
		.other_id = side->other->object.instance_id,
	};
}

typedef bool ContactBefore(const BodyContact *a, const BodyContact *b);

// The order in which contacts are told, whatever the order in which they came about.
static bool is_told_before(const BodyContact *a, const BodyContact *b) {
	if (a->other.id != b->other.id) return a->other.id < b->other.id;
	if (a->shape != b->shape) return a->shape < b->shape;
	if (a->other_shape != b->other_shape) return a->other_shape < b->other_shape;
	return a->feature < b->feature;
}

static bool is_deeper(const BodyContact *a, const BodyContact *b) {
	return a->depth != b->depth ? a->depth > b->depth : is_told_before(a, b);
}

// Contacts as a heap: each but the first comes before the one at half its number. Lets the one at a
// number sink to where it belongs.
static void sink(BodyContact *contacts, uint32_t at, uint32_t count, ContactBefore *is_before) {
	BodyContact moved = contacts[at];
	for (uint32_t next; (next = 2 * at + 1) < count; at = next) {
		if (next + 1 < count && is_before(contacts + next, contacts + next + 1)) next++;
		if (!is_before(&moved, contacts + next)) break;
		contacts[at] = contacts[next];
	}
	contacts[at] = moved;
}

static void make_heap(BodyContactArray *contacts, ContactBefore *is_before) {
	for (uint32_t i = contacts->count / 2; i-- > 0;)
		sink(contacts->data, i, contacts->count, is_before);
}

static void sort(BodyContactArray *contacts) {
	make_heap(contacts, is_told_before);
	for (uint32_t count = contacts->count; count > 1;) {
		BodyContact last = contacts->data[0];
		contacts->data[0] = contacts->data[--count];
		contacts->data[count] = last;
		sink(contacts->data, 0, count, is_told_before);
	}
}

// A full list keeps the deepest: it is a heap with the shallowest on top.
static void keep(ServerBody *body, BodyContact contact) {
	BodyContactArray *contacts = &body->contacts;
	uint32_t room = (uint32_t)body->max_contacts;
	if (contacts->count < room) {
		body_contact_array_push(contacts, contact);
		if (contacts->count == room) make_heap(contacts, is_deeper);
	} else if (room > 0 && is_deeper(&contact, contacts->data)) {
		contacts->data[0] = contact;
		sink(contacts->data, 0, room, is_deeper);
	}
}

static void collect_patch(const Side *side, const ContactPatch *patch) {
	ContactImpulses impulses = mk_contact_lane_impulses(&side->world->graph, patch->slot);
	const Manifold *manifold = &patch->manifold;
	for (uint32_t i = 0; i < manifold->count; i++) {
		if (!is_worth_reporting(side, manifold->points + i, impulses.normal[i])) continue;
		Vec3 impulse = vec3_add_scaled(impulses.friction[i], manifold->normal, impulses.normal[i]);
		keep(side->self, make_contact(side, manifold, i, impulse));
	}
}

// While everybody sleeps, the last list stays.
static bool has_active_contact(const World *world, const WorldObject *object) {
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;
			e = world->contacts.data[e / 2].edges[e % 2].next)
		if (world->contacts.data[e / 2].is_active) return true;
	return false;
}

void mk_body_collect_contacts(ServerBody *body) {
	const World *world = &body->object.space->world;
	const WorldObject *object = &body->world;
	bool is_due = object->is_awake || object->first_edge == MK_WORLD_NONE ||
			has_active_contact(world, object);
	if (!is_due) return;
	body_contact_array_clear(&body->contacts);
	const BodyMotion own = motion_before_solver(world, body);
	for (uint32_t e = object->first_edge; e != MK_WORLD_NONE;
			e = world->contacts.data[e / 2].edges[e % 2].next) {
		const Contact *contact = world->contacts.data + e / 2;
		if (!contact->is_active) continue;
		const Collider *other = collider_array_at(&world->colliders, contact->colliders[1 - e % 2]);
		Side side = { world, contact, body, other->object->user, { own }, e % 2 == 0 };
		side.motions[1] = motion_before_solver(world, side.other);
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			collect_patch(&side, world->patches.data + p);
	}
	sort(&body->contacts);
}

int32_t mk_body_state_get_contact_count(ServerBody *self) { return (int32_t)self->contacts.count; }

// Returns a contact by its number; says so and returns one without content if there is none.
static const BodyContact *contact_at(const ServerBody *self, int32_t contact, const char *where) {
	static const BodyContact none;
	if (contact >= 0 && (uint32_t)contact < self->contacts.count) {
		return self->contacts.data + contact;
	}
	char text[MK_OBJECT_TEXT_SIZE];
	mk_report_error(
			where, "%s has no contact %d.", mk_object_describe(&self->object, text), contact);
	return &none;
}

GdVector3 mk_body_state_get_contact_local_position(ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->position);
}

GdVector3 mk_body_state_get_contact_local_normal(ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->normal);
}

GdVector3 mk_body_state_get_contact_impulse(ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->impulse);
}

int32_t mk_body_state_get_contact_local_shape(ServerBody *self, int32_t contact_idx) {
	return contact_at(self, contact_idx, __func__)->shape;
}

GdVector3 mk_body_state_get_contact_local_velocity_at_position(
		ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->velocity);
}

GdRID mk_body_state_get_contact_collider(ServerBody *self, int32_t contact_idx) {
	return contact_at(self, contact_idx, __func__)->other;
}

GdVector3 mk_body_state_get_contact_collider_position(ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->other_position);
}

uint64_t mk_body_state_get_contact_collider_id(ServerBody *self, int32_t contact_idx) {
	return contact_at(self, contact_idx, __func__)->other_id;
}

GDExtensionObjectPtr mk_body_state_get_contact_collider_object(
		ServerBody *self, int32_t contact_idx) {
	uint64_t id = contact_at(self, contact_idx, __func__)->other_id;
	return id ? gd.object_get_instance_from_id(id) : NULL;
}

int32_t mk_body_state_get_contact_collider_shape(ServerBody *self, int32_t contact_idx) {
	return contact_at(self, contact_idx, __func__)->other_shape;
}

GdVector3 mk_body_state_get_contact_collider_velocity_at_position(
		ServerBody *self, int32_t contact_idx) {
	return vec3_to_godot(contact_at(self, contact_idx, __func__)->other_velocity);
}
