// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/contact_lane.h"

static void write3(Lane3 *rows, uint32_t lane, Vec3 v) {
	rows->x[lane] = (float)v.x;
	rows->y[lane] = (float)v.y;
	rows->z[lane] = (float)v.z;
}

static Vec3 read3(const Lane3 *rows, uint32_t lane) {
	return vec3((Real)rows->x[lane], (Real)rows->y[lane], (Real)rows->z[lane]);
}

static void write_bit(uint8_t *bits, uint32_t lane, bool value) {
	*bits = (uint8_t)((*bits & ~(1u << lane)) | (uint32_t)value << lane);
}

void mk_contact_lane_move(const Graph *graph, GraphSlot slot, const ContactLane *lane) {
	ContactBundle *bundle = graph_bundle(graph, slot);
	uint32_t index = slot.lane % MK_BUNDLE_LANES;
	write3(&bundle->normal, index, lane->normal);
	write3(&bundle->offset, index, lane->offset);
	for (uint32_t i = 0; i < lane->count; i++) {
		write3(&bundle->points[i].arm, index, lane->points[i].arm);
		bundle->points[i].separation[index] = (float)lane->points[i].separation;
	}
	graph_cold(graph, slot)->counts[index] = (uint8_t)lane->count;
}

void mk_contact_lane_set_impulses(const Graph *graph, GraphSlot slot, const ContactLane *lane) {
	ContactBundle *bundle = graph_bundle(graph, slot);
	uint32_t index = slot.lane % MK_BUNDLE_LANES;
	for (uint32_t i = 0; i < MK_CONTACT_POINTS; i++)
		bundle->points[i].impulse[index] = i < lane->count ? (float)lane->points[i].impulse : 0;
}

void mk_contact_lane_write(const Graph *graph, GraphSlot slot, const ContactLane *lane) {
	ContactBundle *bundle = graph_bundle(graph, slot);
	ContactBundleCold *cold = graph_cold(graph, slot);
	uint32_t index = slot.lane % MK_BUNDLE_LANES;
	mk_contact_lane_move(graph, slot, lane);
	mk_contact_lane_set_impulses(graph, slot, lane);
	bundle->friction[index] = (float)lane->friction;
	cold->restitution[index] = (float)lane->restitution;
	cold->rolling[index] = (float)lane->rolling;
	write_bit(&cold->fixed_a, index, lane->is_fixed_a);
	write_bit(&cold->fixed_b, index, lane->is_fixed_b);
	write_bit(&cold->held, index, lane->is_held);
	write_bit(&cold->bouncing, index, lane->restitution > 0);
	write_bit(&cold->reporting, index, lane->is_reporting);
	write_bit(&cold->resisting, index, lane->rolling > 0);
}

// What friction did to B in all, and where the points are.
typedef struct LaneFriction {
	Vec3 normal;
	Vec3 push;  // N s, where it acts
	Real twist; // N m s, about the normal
	uint32_t count;
	Vec3 arms[MK_CONTACT_POINTS]; // m; from where it acts
} LaneFriction;

static LaneFriction read_friction(const Graph *graph, GraphSlot slot) {
	const ContactBundle *bundle = graph_bundle(graph, slot);
	const ContactBundleCold *cold = graph_cold(graph, slot);
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	LaneFriction all = { .normal = read3(&bundle->normal, lane), .count = cold->counts[lane] };
	Vec3 t1 = read3(&bundle->tangent, lane);
	Vec3 t2 = vec3_cross(t1, all.normal);
	all.push = vec3_add(vec3_scale(t1, (Real)cold->total_friction[0][lane]),
			vec3_scale(t2, (Real)cold->total_friction[1][lane]));
	all.twist = (Real)cold->total_friction[2][lane];
	Vec3 center = read3(&bundle->center, lane);
	for (uint32_t i = 0; i < all.count; i++)
		all.arms[i] = vec3_sub(read3(&bundle->points[i].arm, lane), center);
	return all;
}

// The shares sum to the push, and their torques about the normal to the twist.
static void share_friction(ContactImpulses *impulses, const LaneFriction *all) {
	Real load = 0;
	Vec3 moment = vec3_zero();
	for (uint32_t i = 0; i < all->count; i++) {
		load += impulses->normal[i];
		moment = vec3_add_scaled(moment, all->arms[i], impulses->normal[i]);
	}
	if (!(load > 0)) return;
	Vec3 middle = vec3_scale(moment, 1 / load);
	Vec3 turns[MK_CONTACT_POINTS];
	Real squares = 0; // N s m^2
	for (uint32_t i = 0; i < all->count; i++) {
		turns[i] = vec3_cross(all->normal, vec3_sub(all->arms[i], middle));
		squares += impulses->normal[i] * vec3_length_squared(turns[i]);
	}
	Real missing = all->twist - vec3_dot(all->normal, vec3_cross(middle, all->push));
	// points within a tenth of a millimetre have no lever
	Real rate = squares > (Real)1e-8 * load ? missing / squares : 0;
	for (uint32_t i = 0; i < all->count; i++) {
		Vec3 share = vec3_add_scaled(vec3_scale(all->push, 1 / load), turns[i], rate);
		impulses->friction[i] = vec3_scale(share, impulses->normal[i]);
	}
}

ContactImpulses mk_contact_lane_impulses(const Graph *graph, GraphSlot slot) {
	const ContactBundleCold *cold = graph_cold(graph, slot);
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	LaneFriction all = read_friction(graph, slot);
	ContactImpulses impulses = { 0 };
	for (uint32_t i = 0; i < all.count; i++)
		impulses.normal[i] = (Real)cold->total[i][lane];
	share_friction(&impulses, &all);
	return impulses;
}

// Moves one number per row, in either direction.
static void exchange(float *rows, uint32_t lane, float *number, bool is_written) {
	if (is_written) {
		rows[lane] = *number;
	} else {
		*number = rows[lane];
	}
}

static void exchange_memory(
		const Graph *graph, GraphSlot slot, ContactMemory *memory, bool is_written) {
	ContactBundle *bundle = graph_bundle(graph, slot);
	ContactBundleCold *cold = graph_cold(graph, slot);
	uint32_t lane = slot.lane % MK_BUNDLE_LANES;
	float *tangent[3] = { bundle->tangent.x, bundle->tangent.y, bundle->tangent.z };
	float *rolling[3] = { cold->rolling_impulse.x, cold->rolling_impulse.y,
		cold->rolling_impulse.z };
	for (uint32_t i = 0; i < 3; i++) {
		exchange(tangent[i], lane, memory->tangent + i, is_written);
		exchange(bundle->friction_impulse[i], lane, memory->friction + i, is_written);
		exchange(rolling[i], lane, memory->rolling + i, is_written);
		exchange(cold->total_friction[i], lane, memory->total_friction + i, is_written);
	}
	exchange(cold->settled, lane, &memory->settled, is_written);
	exchange(bundle->lift, lane, &memory->lift, is_written);
	for (uint32_t i = 0; i < MK_CONTACT_POINTS; i++)
		exchange(cold->total[i], lane, memory->total + i, is_written);
}

ContactMemory mk_contact_lane_memory(const Graph *graph, GraphSlot slot) {
	ContactMemory memory;
	exchange_memory(graph, slot, &memory, false);
	if (graph_cold(graph, slot)->reporting >> slot.lane % MK_BUNDLE_LANES & 1) return memory;
	// sums that nobody wants are made only because a neighbour in the bundle has to make them
	memset(memory.total, 0, sizeof(memory.total));
	memset(memory.total_friction, 0, sizeof(memory.total_friction));
	return memory;
}

void mk_contact_lane_remember(const Graph *graph, GraphSlot slot, const ContactMemory *memory) {
	ContactMemory copy = *memory;
	exchange_memory(graph, slot, &copy, true);
}
