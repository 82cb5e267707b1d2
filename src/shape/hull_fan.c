// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "shape/hull_fan.h"

#include <stdlib.h>

// How near to a plane between sectors a unit direction may be, and still be on a side of it (no
// unit). Planes are off by the rounding of double over the sine of the angle between
// neighbours: this is some for a million of them. Larger: more directions have to look at all;
// smaller: some end in the wrong sector.
static const double side_slack = 1e-9;

// Sine of the angle between neighbours below which the face between them has no normal
// that is as exact as that.
static const double least_sine = 1e-7;

// A neighbour while they are put in order.
typedef struct Spoke {
	Double3 way; // from the vertex to it, unit
	double turn; // grows with the angle around the vertex, 0 to 4
	uint32_t vertex;
	Double3 after; // normal of the face between it and the next one
} Spoke;

static Double3 unit_of(Double3 v) {
	double length = double3_length(v);
	return length > 0 ? double3_scale(v, 1 / length) : double3(0, 0, 0);
}

// A number that grows with the angle of a point of the plane: 0 to 4, without a root.
static double turn_of(double x, double y) {
	double sum = fabs(x) + fabs(y);
	double part = sum > 0 ? y / sum : 0;
	if (x < 0) return 2 - part;
	return part < 0 ? 4 + part : part;
}

static int compare_spokes(const void *a, const void *b) {
	const Spoke *p = a;
	const Spoke *q = b;
	if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
	return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

// Puts the neighbours in order around the mean way to them, which is inside of what they span: to
// the left seen from outside.
static void order(const FanInput *in, Spoke *spokes) {
	Double3 mean = double3(0, 0, 0);
	for (uint32_t i = 0; i < in->count; i++) {
		uint32_t u = in->neighbours[i];
		spokes[i].vertex = u;
		spokes[i].way = unit_of(double3_between(in->points[u], in->points[in->vertex]));
		mean = double3_add(mean, spokes[i].way);
	}
	mean = unit_of(mean);
	Double3 x = unit_of(double3_cross(mean, spokes[0].way));
	Double3 y = double3_cross(x, mean);
	for (uint32_t i = 0; i < in->count; i++)
		spokes[i].turn = turn_of(double3_dot(spokes[i].way, x), double3_dot(spokes[i].way, y));
	qsort(spokes, in->count, sizeof(*spokes), compare_spokes);
}

// Sets the normals of the faces between neighbours, outward, and returns the axis, a mean of them.
// Zero if a face is too thin.
static Double3 set_normals(Spoke *spokes, uint32_t count) {
	Double3 axis = double3(0, 0, 0);
	for (uint32_t i = 0; i < count; i++) {
		Double3 next = spokes[i + 1 < count ? i + 1 : 0].way;
		Double3 area = double3_cross(spokes[i].way, next);
		if (!(double3_length(area) > least_sine)) return double3(0, 0, 0);
		spokes[i].after = unit_of(area);
		axis = double3_add(axis, spokes[i].after);
	}
	return unit_of(axis);
}

// Whether the axis is inside the cone and the normals go around it once: then
// what the fan says is true.
static bool is_sound(const Spoke *spokes, uint32_t count, Double3 axis) {
	Double3 first = double3_cross(axis, spokes[0].after);
	uint32_t turns = 0;
	bool was_before = false;
	for (uint32_t i = 0; i < count; i++) {
		Double3 next = spokes[i + 1 < count ? i + 1 : 0].after;
		if (!(double3_dot(axis, spokes[i].way) < -side_slack)) return false;
		if (!(double3_dot(double3_cross(axis, spokes[i].after), next) > -side_slack)) return false;
		bool is_before = i > 0 && double3_dot(first, spokes[i].after) < 0;
		turns += is_before && !was_before;
		was_before = is_before;
	}
	return turns == 1;
}

// Adds those that are members: the sector of each begins at the face before it.
static HullFan add_members(
		FanMemberArray *members, const FanInput *in, const Spoke *spokes, Double3 axis) {
	HullFan fan = { .vertex = in->vertex, .first = members->count, .axis = axis, .inner = 1 };
	Double3 first = double3(0, 0, 0);
	bool is_past = false;
	for (uint32_t i = 0; i < in->count; i++) {
		uint32_t u = spokes[i].vertex;
		fan.inner = double_min(fan.inner, -double3_dot(axis, spokes[i].way));
		if (in->is_member != NULL && !in->is_member[u]) continue;
		Double3 start = spokes[i > 0 ? i - 1 : in->count - 1].after;
		Double3 bound = unit_of(double3_cross(axis, start));
		if (fan.count == 0) first = bound;
		is_past = is_past || (fan.count > 0 && double3_dot(first, start) < 0);
		fan.split += is_past ? 0 : 1;
		fan.count++;
		uint32_t name = in->names != NULL ? in->names[u] : u;
		fan_member_array_push(members, (FanMember){ bound, name });
	}
	return fan;
}

static uint32_t count_members(const FanInput *in) {
	if (in->is_member == NULL) return in->count;
	uint32_t count = 0;
	for (uint32_t i = 0; i < in->count; i++)
		count += in->is_member[in->neighbours[i]];
	return count;
}

bool mk_hull_fan_add(HullFanArray *fans, FanMemberArray *members, const FanInput *input) {
	if (count_members(input) <= MK_FAN_LEAST) return false;
	size_t bytes = input->count * sizeof(Spoke);
	Spoke *spokes = mk_alloc(bytes);
	order(input, spokes);
	Double3 axis = set_normals(spokes, input->count);
	bool is_made = is_sound(spokes, input->count, axis);
	if (is_made) hull_fan_array_push(fans, add_members(members, input, spokes, axis));
	mk_free(spokes, bytes);
	return is_made;
}

const HullFan *mk_hull_fan_of(const HullFan *fans, uint32_t count, uint32_t vertex) {
	uint32_t low = 0;
	uint32_t high = count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (fans[middle].vertex < vertex)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && fans[low].vertex == vertex ? &fans[low] : NULL;
}

static double above(const FanMember *members, uint32_t at, Double3 direction) {
	return double3_dot(members[at].bound, direction);
}

// Whether a direction is within the inner angle of the axis, or of its opposite.
static bool is_near_axis(const HullFan *fan, Double3 d, double along) {
	double across = double3_length(double3_sub(d, double3_scale(fan->axis, along)));
	return across < (fan->inner - side_slack) * double3_length(d);
}

FanPlace mk_hull_fan_find(const HullFan *fan, const FanMember *members, Vec3 direction) {
	Double3 d = double3_from(direction);
	double along = double3_dot(fan->axis, d);
	bool is_near = is_near_axis(fan, d, along);
	FanPlace place = { .evaluations = 4, .is_inside = is_near && along > 0 };
	if (place.is_inside) return place;
	bool is_first_half = above(members, 0, d) >= 0;
	uint32_t low = is_first_half ? 1 : fan->split;
	uint32_t high = is_first_half ? fan->split : fan->count;
	// starts of one half are less than half a turn apart, so being above their
	// planes tells their order
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		place.evaluations++;
		if (above(members, middle, d) >= 0)
			low = middle + 1;
		else
			high = middle;
	}
	place.middle = low - 1;
	double slack = side_slack * double3_length(d);
	double before = above(members, low > 1 ? low - 2 : fan->count - 1, d);
	double beyond = above(members, (low + 1) % fan->count, d);
	// opposite to the axis there is no way that is nearest, but all members are farther
	place.is_clear = is_near || (before > slack && beyond < -slack);
	return place;
}
