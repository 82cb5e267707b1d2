// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What a triangle has to say to a convex shape.
#include "collide/mesh_probe.h"

#include "collide/feature.h"
#include "geometry/closest_triangle.h"
#include "shape/convex_query.h"

static Real reach_of(const ShapeInstance *in) {
	if (in->is_rigid) return in->shape->bound;
	Mat3 m = in->pose.linear;
	Real squares = vec3_length_squared(m.x) + vec3_length_squared(m.y) + vec3_length_squared(m.z);
	return in->shape->bound * real_sqrt(squares);
}

Probe mk_probe(const ShapeInstance *shape, Real margin, Real surface_size) {
	Probe probe;
	probe.shape = *shape;
	probe.core = *shape;
	probe.core.rounding = 0;
	probe.core.margin = 0;
	Aabb box = mk_instance_bounds(shape);
	probe.box = aabb_grow(box, margin);
	probe.center = affine_point(shape->pose, mk_convex_middle(shape->shape));
	probe.radius = shape->rounding;
	probe.margin = margin;
	Real size = reach_of(shape);
	probe.slop = contact_slop(size);
	// a support and a product with a normal, as in difference.c
	probe.rounding = 4 * MK_EPSILON * (2 * size + surface_size);
	ShapeKind kind = shape->shape->kind;
	bool has_corners = kind == SHAPE_BOX || kind == SHAPE_ROUNDED_BOX || kind == SHAPE_HULL;
	probe.curve = has_corners ? probe.radius : size; // corners stay where they are
	probe.is_overlapping = false;
	probe.is_doubtful = false;
	probe.facing = vec3_zero();
	probe.counters = NULL;
	return probe;
}

// Whether the last face is the most facing one for sure: that of a box within 45 degrees.
static bool keeps_face(const Probe *probe, Vec3 down) {
	ShapeKind kind = probe->core.shape->kind;
	bool is_box = kind == SHAPE_BOX || kind == SHAPE_ROUNDED_BOX;
	bool is_known = !vec3_equals(probe->facing, vec3_zero());
	return is_box && is_known && probe->core.is_rigid &&
			vec3_dot(probe->face.normal, down) > (Real)0.7072;
}

static bool is_facing(const Probe *probe, Vec3 normal) {
	return vec3_dot(normal, probe->facing) >= MK_PROBE_SAME_FACING;
}

// Takes the part of the shape around its support against a normal.
static void set_face(Probe *probe, Vec3 normal, SupportPoint deepest) {
	Vec3 down = vec3_negate(normal);
	if (!keeps_face(probe, down)) mk_feature_face_at(&probe->core, down, deepest.id, &probe->face);
	probe->deepest = deepest.point;
	// a curved part's support has no corner; it is next to those that the face has
	probe->deepest_id = deepest.id == MK_SHAPE_NO_ID ? MK_FACE_POINTS : deepest.id;
	probe->facing = normal;
}

static SupportPoint support_against(const Probe *probe, Vec3 normal) {
	return instance_support_core(&probe->core, vec3_negate(normal), MK_SHAPE_NO_ID);
}

void mk_probe_face(Probe *probe, Vec3 normal) {
	if (!is_facing(probe, normal)) set_face(probe, normal, support_against(probe, normal));
}

// Turns the triangle to the side that the shape is on; false if it is one where nothing is held.
static bool choose_side(const Probe *probe, const Surface *surface, SurfaceTriangle *t) {
	Real side = vec3_dot(t->normal, vec3_sub(probe->center, t->corners[0]));
	if (!surface->is_two_sided) return side >= -probe->slop;
	if (side < 0) surface_triangle_flip(t);
	return true;
}

// Points as deep as the deepest but for a fiftieth of the slop count as deepest, too.
static Real deep_limit(const Probe *probe, Real least) { return least + probe->slop / 50; }

// How much of what is deepest of the shape lies beyond an edge. If it is all, a direction between
// the two faces may part them better than the normal; if it is some, the rest may be beyond another
// edge. If it is inside, but not farther from the edge than it is deep, there may be two ways out.
typedef enum Beyond { BEYOND_NONE, BEYOND_SOME, BEYOND_NEAR, BEYOND_ALL } Beyond;

// How near to an edge (m) something is that is as deep as this.
static Real near_edge(const Probe *probe, Real separation) {
	return separation < -probe->slop / 50 ? -2 * separation : 0;
}

// The points of the shape that count as deepest over a triangle.
typedef struct DeepPoints {
	Vec3 points[MK_FACE_POINTS + 1];
	uint32_t count;
	Real near; // m; so near to an edge there may be two ways out
} DeepPoints;

static void find_deep(
		const Probe *probe, Vec3 normal, const PushDirection *face, DeepPoints *deep) {
	Real limit = deep_limit(probe, face->support + probe->radius);
	deep->count = 0;
	deep->near = near_edge(probe, push_separation(face));
	for (uint32_t k = 0; k <= probe->face.count; k++) {
		Vec3 p = k < probe->face.count ? probe->face.points[k] : probe->deepest;
		if (vec3_dot(normal, p) <= limit) deep->points[deep->count++] = p;
	}
}

static Beyond look_beyond(const DeepPoints *deep, const SurfaceTriangle *t, uint32_t edge) {
	Vec3 side = vec3_sub(t->corners[(edge + 1) % 3], t->corners[edge]);
	Vec3 in = vec3_cross(t->normal, side);
	Real near = deep->near > 0 ? deep->near * vec3_length(side) : 0;
	bool is_any = false;
	bool is_all = true;
	bool is_near = true;
	for (uint32_t k = 0; k < deep->count; k++) {
		Real inside = vec3_dot(in, vec3_sub(deep->points[k], t->corners[edge]));
		is_any = is_any || inside < 0;
		is_all = is_all && inside < 0;
		is_near = is_near && inside < near;
	}
	if (is_all) return BEYOND_ALL;
	return is_near ? BEYOND_NEAR : is_any ? BEYOND_SOME : BEYOND_NONE;
}

static bool is_active(EdgeClass class) { return class != EDGE_FLAT && class != EDGE_CONCAVE; }

// One triangle in work.
typedef struct Trial {
	Probe *probe;
	const Surface *surface;
	SurfaceTriangle triangle;
	EdgeClass classes[3];
	ContactList *list;
} Trial;

// What of the shape touches: a face counts as far as it is as deep as the deepest point.
static uint32_t degree_of(const Probe *probe, const PushDirection *push) {
	Real limit = deep_limit(probe, push->support + probe->radius);
	uint32_t count = 0;
	for (uint32_t k = 0; k < probe->face.count; k++)
		count += vec3_dot(push->normal, probe->face.points[k]) <= limit;
	return count > 2 ? 2 : count == 2 ? 1 : 0;
}

// What is deeper than a quarter of the margin must be looked at twice: a shape can reach
// behind the plane of a triangle beside the whole surface. Shallower points are that near to
// the triangle in any case.
static void prove(const Trial *trial, SurfaceContact *contact) {
	Probe *probe = trial->probe;
	contact->is_proven = contact->deepest >= -probe->margin / 4;
	if (contact->is_proven) return;
	contact->is_proven = mk_probe_overlaps(probe, &trial->triangle);
	probe->is_overlapping = probe->is_overlapping || contact->is_proven;
	probe->is_doubtful = probe->is_doubtful || !contact->is_proven;
}

// Whether other triangles than the neighbours leave the direction of an edge or a corner as it is.
static bool is_seen_from_outside(const Trial *trial, const PushDirection *push) {
	if (push->degree == 2) return true;
	Real width = trial->probe->slop / 50 + trial->probe->rounding;
	return mk_surface_point_allows(
			trial->surface, &(PointNormal){ push->point_b, push->normal, width });
}

// Adds the contact along a direction; false if the two are not above each other there, or if it is
// not one of the whole surface.
static bool add_contact(const Trial *trial, const PushDirection *push) {
	Probe *probe = trial->probe;
	mk_probe_face(probe, push->normal);
	SurfaceContact *contact = mk_contact_add(trial->list);
	contact->normal = push->normal;
	contact->kind = contact_kind(degree_of(probe, push), push->degree);
	contact->degree = push->degree;
	contact->support = push->support;
	contact->offset = push->offset;
	memcpy(contact->corners, trial->triangle.corners, sizeof(contact->corners));
	contact->index_b = surface_index(trial->surface, trial->triangle.number);
	ProbeClip clip = { probe, trial->surface, &trial->triangle, push, trial->classes };
	mk_probe_clip(&clip, trial->list);
	// asked last: it takes longer than to find that there are no points
	if (contact->count > 0 && is_seen_from_outside(trial, push)) {
		prove(trial, contact);
		return true;
	}
	mk_contact_drop(trial->list);
	return false;
}

// Whether what is deepest lies beyond an end of an edge, or not farther from it than it is deep.
static bool is_at_end(const Trial *trial, const PushDirection *push, uint32_t *corner) {
	const Vec3 *corners = trial->triangle.corners;
	uint32_t next = (push->place + 1) % 3;
	Vec3 side = vec3_sub(corners[next], corners[push->place]);
	Real length = vec3_length(side);
	Real place = vec3_dot(side, vec3_sub(push->point_b, corners[push->place]));
	Real near = near_edge(trial->probe, push_separation(push)) * length;
	*corner = place < near ? push->place : next;
	return place < near || place > length * length - near;
}

// The way out of the triangle alone, if the surface allows it: where an edge is as near as the
// shape is deep, there may be several, and the face's may not be the shortest.
static bool find_way_out(const Trial *trial, PushDirection *push) {
	const SurfaceTriangle *t = &trial->triangle;
	TriangleShape triangle;
	ShapeInstance flat = mk_probe_instance(&triangle, t);
	Separation out = mk_probe_separation(trial->probe, &trial->probe->shape, &flat);
	if (out.status == SEPARATION_INVALID) return false;
	push->normal = vec3_negate(out.normal);
	push->support = probe_support(trial->probe, push->normal, &push->point_a);
	push->point_a = vec3_add_scaled(out.point_a, push->normal, trial->probe->radius);
	push->point_b = out.point_b;
	// the corners that are highest along it make the feature
	Real heights[3];
	for (int i = 0; i < 3; i++)
		heights[i] = vec3_dot(push->normal, t->corners[i]);
	push->offset = real_max(heights[0], real_max(heights[1], heights[2]));
	Real limit = push->offset - deep_limit(trial->probe, 0);
	bool is_top[3] = { heights[0] >= limit, heights[1] >= limit, heights[2] >= limit };
	int count = is_top[0] + is_top[1] + is_top[2];
	if (count == 3) return false;
	push->degree = (uint32_t)(count - 1);
	push->place = is_top[0] ? 0 : is_top[1] ? 1 : 2;
	Real slack = probe_slack(trial->probe, push_separation(push));
	if (count == 1) {
		uint32_t vertex = mk_surface_vertex(trial->surface, t, push->place);
		return mk_surface_vertex_allows(
				trial->surface, &(ConeQuery){ vertex, push->normal, slack });
	}
	if (push->place == 0 && is_top[2]) push->place = 2;
	ArcQuery arc = { push->place, push->normal, slack };
	return mk_surface_edge_allows(trial->surface, t, &arc);
}

// Whether a point is under the face of the shape that was last looked at.
static bool is_under_face(const ShapeFace *face, Vec3 p) {
	for (uint32_t k = 0; k < face->count; k++) {
		Vec3 side = vec3_sub(face->points[k + 1 < face->count ? k + 1 : 0], face->points[k]);
		if (vec3_triple(face->normal, side, vec3_sub(p, face->points[k])) < 0) return false;
	}
	return true;
}

// The corner of the triangle that a face of the shape pushes away, the one that faces a
// direction, if the surface allows that: the nearest way out of a corner in the shape
// may go where the surface is.
static bool push_corner(const Trial *trial, Vec3 facing, PushDirection *push) {
	const Probe *probe = trial->probe;
	const Vec3 *corners = trial->triangle.corners;
	mk_probe_face(trial->probe, facing);
	if (probe->face.count < 3) return false;
	push->normal = vec3_negate(probe->face.normal);
	push->offset = -MK_INFINITY;
	for (uint32_t i = 0; i < 3; i++) {
		Real height = vec3_dot(push->normal, corners[i]);
		if (!(height > push->offset)) continue;
		push->offset = height;
		push->place = i;
	}
	push->point_b = corners[push->place];
	if (!is_under_face(&probe->face, push->point_b)) return false;
	Vec3 lowest;
	push->support = probe_support(probe, push->normal, &lowest);
	push->degree = 0;
	Real apart = push_separation(push) + probe->radius;
	push->point_a = vec3_add_scaled(push->point_b, push->normal, apart);
	uint32_t vertex = mk_surface_vertex(trial->surface, &trial->triangle, push->place);
	ConeQuery cone = { vertex, push->normal, MK_CONE_SLACK };
	return mk_surface_vertex_allows(trial->surface, &cone);
}

// Pushes of corners by the face over the triangle, and by the one over the corner
// nearest to what is deepest.
static uint32_t find_corners(const Trial *trial, PushDirection pushes[2]) {
	const SurfaceTriangle *t = &trial->triangle;
	uint32_t count = push_corner(trial, t->normal, &pushes[0]);
	uint32_t nearest = 0;
	Real least = MK_INFINITY;
	for (uint32_t i = 0; i < 3; i++) {
		Real squared = vec3_distance_squared(t->corners[i], trial->probe->deepest);
		if (!(squared < least)) continue;
		least = squared;
		nearest = i;
	}
	uint32_t vertex = mk_surface_vertex(trial->surface, t, nearest);
	Vec3 middle = vec3_normalize(mk_surface_vertex_normal(trial->surface, vertex));
	if (t->is_back) middle = vec3_negate(middle);
	return count + push_corner(trial, middle, &pushes[count]);
}

// Best first.
static void sort_pushes(PushDirection *pushes, uint32_t count) {
	for (uint32_t i = 1; i < count; i++) {
		PushDirection moved = pushes[i];
		uint32_t k = i;
		for (; k > 0 && push_separation(&pushes[k - 1]) < push_separation(&moved); k--)
			pushes[k] = pushes[k - 1];
		pushes[k] = moved;
	}
}

// What an edge has to say: the best direction of its arc, and the corner
// where that ends, if it does.
typedef struct EdgeTrial {
	PushDirection push;
	bool is_wanted;
	bool is_own; // not that of the neighbouring face
	bool is_at_end;
	uint32_t corner;
} EdgeTrial;

static ArcInput arc_input(const Trial *trial, uint32_t edge) {
	return (ArcInput){ trial->probe, trial->surface, &trial->triangle, edge, trial->classes[edge] };
}

// Looks at the arcs of the edges that are at least this much beyond; returns how many have
// a direction of their own.
static uint32_t try_arcs(
		const Trial *trial, const Beyond beyond[3], Beyond at_least, EdgeTrial edges[3]) {
	uint32_t count = 0;
	for (uint32_t edge = 0; edge < 3; edge++) {
		EdgeTrial *e = &edges[edge];
		e->is_wanted = beyond[edge] >= at_least;
		if (!e->is_wanted) continue;
		ArcInput arc = arc_input(trial, edge);
		e->is_own = mk_probe_arc(&arc, &e->push);
		e->is_at_end = is_at_end(trial, &e->push, &e->corner);
		count += e->is_own;
	}
	return count;
}

// Whether one of the arcs shows more than the margin, and more than `better`.
static bool is_any_apart(const Trial *trial, const EdgeTrial edges[3], Real better) {
	Real most = real_max(trial->probe->margin, better);
	bool is_any = false;
	for (uint32_t edge = 0; edge < 3; edge++) {
		const EdgeTrial *e = &edges[edge];
		is_any = is_any || (e->is_wanted && e->is_own && push_separation(&e->push) > most);
	}
	return is_any;
}

static bool is_in_box(const Trial *trial, uint32_t corner) {
	return aabb_contains_point(trial->probe->box, trial->triangle.corners[corner]);
}

// Tries the directions of those edges, and of their ends, that are at least this much
// beyond and part the two by more than `better`; returns whether one is a contact, or parts
// them by more than the margin.
static bool try_edges(const Trial *trial, const Beyond beyond[3], Beyond at_least, Real better) {
	PushDirection pushes[9]; // of three edges and their ends, the triangle, and two corners
	EdgeTrial edges[3];
	uint32_t count = 0;
	bool is_ambiguous = at_least == BEYOND_NEAR;
	// an end that is farther away than the margin is nothing but a reason against others
	bool is_alone = try_arcs(trial, beyond, at_least, edges) == 0 && at_least == BEYOND_ALL;
	if (is_any_apart(trial, edges, better)) return true;
	for (uint32_t edge = 0; edge < 3; edge++) {
		const EdgeTrial *e = &edges[edge];
		if (!e->is_wanted) continue;
		if (e->is_own) pushes[count++] = e->push;
		if (!e->is_at_end) continue;
		if (is_alone && !is_in_box(trial, e->corner)) continue;
		ArcInput arc = arc_input(trial, edge);
		bool is_deep = push_separation(&e->push) < -trial->probe->slop / 50;
		bool is_vertex = mk_probe_vertex(&arc, e->corner, &pushes[count]);
		count += is_vertex;
		is_ambiguous = is_ambiguous || (e->is_own && is_deep && !is_vertex);
	}
	if (is_ambiguous) {
		count += find_way_out(trial, &pushes[count]);
		count += find_corners(trial, &pushes[count]);
	}
	sort_pushes(pushes, count);
	for (uint32_t i = 0; i < count && push_separation(&pushes[i]) > better; i++) {
		if (push_separation(&pushes[i]) > trial->probe->margin) return true;
		if (add_contact(trial, &pushes[i])) return true;
	}
	return false;
}

// Whether any corner of the shape's face is over the triangle: all that a triangle in a flat part
// can say, and most of them say nothing.
static bool is_any_over(const Trial *trial) {
	const Probe *probe = trial->probe;
	const SurfaceTriangle *t = &trial->triangle;
	// more than the clipping lets through, so that the sum of sizes can stand for the length
	Real width = 2 * (probe->slop / 50 + probe->rounding) + probe->wander;
	Vec3 sides[3];
	Real limits[3];
	for (int i = 0; i < 3; i++) {
		Vec3 edge = vec3_sub(t->corners[(i + 1) % 3], t->corners[i]);
		sides[i] = vec3_cross(t->normal, edge);
		Real length = real_abs(edge.x) + real_abs(edge.y) + real_abs(edge.z);
		limits[i] = vec3_dot(sides[i], t->corners[i]) - width * length;
	}
	for (uint32_t k = 0; k <= probe->face.count; k++) {
		Vec3 p = k < probe->face.count ? probe->face.points[k] : probe->deepest;
		bool is_over = vec3_dot(sides[0], p) >= limits[0] && vec3_dot(sides[1], p) >= limits[1] &&
				vec3_dot(sides[2], p) >= limits[2];
		if (is_over) return true;
	}
	return false;
}

// Face first: where the deepest of the shape is over the triangle, its normal is the best. If that
// is beyond a ridge, only the ridge can be; if it is on two sides of a corner, the corner may be.
static void try_directions(const Trial *trial, const PushDirection *face) {
	Beyond beyond[3];
	Beyond most = BEYOND_NONE;
	DeepPoints deep;
	find_deep(trial->probe, trial->triangle.normal, face, &deep);
	for (uint32_t edge = 0; edge < 3; edge++) {
		bool is_looked_at = is_active(trial->classes[edge]);
		beyond[edge] = BEYOND_NONE;
		if (is_looked_at) beyond[edge] = look_beyond(&deep, &trial->triangle, edge);
		if (beyond[edge] > most) most = beyond[edge];
	}
	Real as_deep = deep_limit(trial->probe, push_separation(face));
	if (most == BEYOND_ALL) {
		try_edges(trial, beyond, BEYOND_ALL, -MK_INFINITY);
		return;
	}
	if (most == BEYOND_NEAR && try_edges(trial, beyond, BEYOND_NEAR, as_deep)) return;
	bool is_there = add_contact(trial, face);
	if (most == BEYOND_NONE) return;
	const ContactList *list = trial->list;
	if (is_there && list->contacts[list->count - 1].deepest <= as_deep) return;
	if (is_there) mk_contact_drop(trial->list);
	if (!try_edges(trial, beyond, BEYOND_SOME, -MK_INFINITY) && is_there) add_contact(trial, face);
}

// Whether a ball is farther from a triangle than the margin, which is quickly told; other
// shapes are not looked at here.
static bool is_ball_apart(const Probe *probe, const SurfaceTriangle *t) {
	if (probe->shape.shape->kind != SHAPE_SPHERE || !probe->shape.is_similar) return false;
	Triangle corners = { t->corners[0], t->corners[1], t->corners[2] };
	Vec3 center = probe->shape.pose.origin;
	Vec3 nearest = mk_closest_on_triangle(corners, center).point;
	Real reach = probe->radius + probe->margin + probe->rounding;
	return vec3_distance_squared(nearest, center) > reach * reach;
}

// Finds the part of the shape that faces a triangle; false if all of it is farther away than the
// margin, which the support tells before the face is known.
static bool face_triangle(Probe *probe, const SurfaceTriangle *t) {
	if (is_facing(probe, t->normal)) return true;
	SupportPoint deepest = support_against(probe, t->normal);
	Real height = vec3_dot(t->normal, vec3_sub(deepest.point, t->corners[0])) - probe->radius;
	if (!(height <= probe->margin + probe->rounding)) return false;
	set_face(probe, t->normal, deepest);
	return true;
}

void mk_probe_triangle(
		Probe *probe, const Surface *surface, const SurfaceTriangle *triangle, ContactList *list) {
	Trial trial = { .probe = probe, .surface = surface, .triangle = *triangle, .list = list };
	if (!choose_side(probe, surface, &trial.triangle)) return;
	if (is_ball_apart(probe, triangle)) return;
	const SurfaceTriangle *t = &trial.triangle;
	if (!face_triangle(probe, t)) return;
	Real least = vec3_dot(t->normal, probe->deepest);
	for (uint32_t k = 0; k < probe->face.count; k++)
		least = real_min(vec3_dot(t->normal, probe->face.points[k]), least);
	PushDirection face = { .normal = t->normal,
		.support = least - probe->radius,
		.offset = vec3_dot(t->normal, t->corners[0]),
		.degree = 2 };
	if (!(push_separation(&face) <= probe->margin)) return;
	for (uint32_t i = 0; i < 3; i++)
		trial.classes[i] = mk_surface_edge_class(surface, t, i);
	bool is_flat = trial.classes[0] == EDGE_FLAT && trial.classes[1] == EDGE_FLAT &&
			trial.classes[2] == EDGE_FLAT;
	if (!is_flat) {
		try_directions(&trial, &face);
	} else if (is_any_over(&trial)) {
		add_contact(&trial, &face);
	}
}
