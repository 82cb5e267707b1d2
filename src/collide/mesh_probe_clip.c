// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The face of a convex shape over a triangle, both seen along the contact normal. Points are
// corners of the face over the triangle, crossings of their borders, and corners of the triangle
// under the face. Edges across which the surface goes on flat are no borders: the neighbour has
// the points there. Names do not depend on the triangle, so a corner that slides from one
// triangle to the next keeps its.
#include "collide/mesh_probe.h"

// Cosine between the contact normal and a figure's own below which it is seen edge-on, and
// has borders but no inside.
#define MK_CLIP_EDGE_ON ((Real)0.05)

// Marks that keep the names of corners, edges and faces apart.
enum { NAME_EDGE = 1 << 24, NAME_FACE = 1 << 25 };

typedef struct Figures {
	const ProbeClip *in;
	ContactList *list;
	Vec3 normal;
	Real reach;      // m; largest separation of a core's point that counts
	uint32_t count;  // points of the shape's face, with its support
	uint32_t border; // sides of the face: 0, 1 or as many as corners
	Vec3 points[MK_FACE_POINTS + 1];
	Real inside[3][MK_FACE_POINTS + 1]; // distance times edge length; negative beyond an edge
	Real slack[3];                      // of `inside`
} Figures;

// A direction of a ridge or a corner also counts for what is over the faces beside it, so that a
// body that lies on a ridge does not tip over it. It does not where the body is below the ridge,
// beside it: along that direction the surface does not hold it, and points on the face, which are
// lower by far, would say that it does. Lower by the slop: what lies on a ridge is pressed into it.
static bool is_held(const Figures *f, Vec3 core, Real height) {
	const PushDirection *push = f->in->push;
	const Real cosine = 1 - MK_CONE_SLACK * MK_CONE_SLACK / 2;
	if (push->degree == 2 || vec3_dot(f->in->triangle->normal, f->normal) >= cosine) return true;
	const Probe *probe = f->in->probe;
	Real over_feature = vec3_dot(f->normal, core) - push->offset;
	Real lower = height - over_feature; // of the place on the surface than the ridge
	bool is_on_feature = lower <= probe->slop / 50 + probe->rounding;
	return is_on_feature || over_feature - probe->radius >= -probe->slop;
}

// Adds a point of the core that is this high (m) above the surface. Nothing is deeper than the
// support; a plane that is looked at a little beyond its triangle may say so.
static void emit(const Figures *f, Vec3 core, Real height, uint32_t id) {
	if (!is_held(f, core, height)) return;
	Real separation = real_max(height - f->in->probe->radius, push_separation(f->in->push));
	Real down = f->in->probe->radius + separation / 2;
	ContactPoint point = {
		.position = vec3_add_scaled(core, f->normal, -down),
		.separation = separation,
		.id = id,
	};
	mk_contact_add_point(f->list, &point);
}

static void set_face(Figures *f) {
	const Probe *probe = f->in->probe;
	const ShapeFace *face = &probe->face;
	f->count = face->count;
	bool has_deepest = face->kind == FACE_POINT;
	for (uint32_t k = 0; k < face->count; k++) {
		f->points[k] = face->points[k];
		has_deepest = has_deepest || vec3_equals(face->points[k], probe->deepest);
	}
	if (!has_deepest) f->points[f->count++] = probe->deepest;
	f->border = face->count > 2 ? face->count : face->count - 1;
}

// How far (m) beyond an edge a point still counts because the edge is flat but for rounding: on a
// ball over it the deepest points for the two normals are apart.
static Real wander_across(const Figures *f, uint32_t edge, Real width) {
	const Probe *probe = f->in->probe;
	if (f->in->classes[edge] != EDGE_FLAT || probe->curve == 0) return 0;
	// seldom is there more rounding than this
	Real most = probe->curve * f->in->surface->flat_sine;
	Vec3 other;
	if (most <= width / 10 ||
			!mk_surface_normal_across(f->in->surface, f->in->triangle, edge, &other)) {
		return most;
	}
	Vec3 turn = vec3_cross(f->in->triangle->normal, other);
	return real_min(most, probe->curve * vec3_length(turn));
}

// Writes where the points are in the triangle; false if they are all beyond one of its edges.
static bool set_sides(Figures *f) {
	const SurfaceTriangle *t = f->in->triangle;
	// a fiftieth of the slop: a point on the border of two triangles must not fall between them
	Real width = f->in->probe->slop / 50 + f->in->probe->rounding;
	for (int i = 0; i < 3; i++) {
		Vec3 side = vec3_cross(f->normal, vec3_sub(t->corners[(i + 1) % 3], t->corners[i]));
		f->slack[i] = (width + wander_across(f, (uint32_t)i, width)) * vec3_length(side);
		Real largest = -MK_INFINITY;
		for (uint32_t k = 0; k < f->count; k++) {
			f->inside[i][k] = vec3_dot(side, vec3_sub(f->points[k], t->corners[i]));
			largest = real_max(f->inside[i][k], largest);
		}
		if (!(largest >= -f->slack[i])) return false;
	}
	return true;
}

static bool is_in_triangle(const Figures *f, uint32_t k) {
	return f->inside[0][k] >= -f->slack[0] && f->inside[1][k] >= -f->slack[1] &&
			f->inside[2][k] >= -f->slack[2];
}

static void add_corners_of_face(const Figures *f) {
	const SurfaceTriangle *t = f->in->triangle;
	const ShapeFace *face = &f->in->probe->face;
	Real facing = vec3_dot(t->normal, f->normal);
	if (facing < MK_CLIP_EDGE_ON) return;
	for (uint32_t k = 0; k < f->count; k++) {
		if (!is_in_triangle(f, k)) continue;
		Real height = vec3_dot(t->normal, vec3_sub(f->points[k], t->corners[0])) / facing;
		if (!(height <= f->reach)) continue;
		uint32_t id = k < face->count ? face->ids[k] : f->in->probe->deepest_id;
		emit(f, f->points[k], height, contact_id(id, 0));
	}
}

// One side of the face across an edge of the triangle that is a border.
static void cross_edge(const Figures *f, uint32_t edge, uint32_t k, uint32_t next) {
	const Real *inside = f->inside[edge];
	if ((inside[k] < 0) == (inside[next] < 0)) return;
	Real share = inside[k] / (inside[k] - inside[next]);
	for (uint32_t other = 0; other < 3; other++) {
		Real there = real_lerp(f->inside[other][k], f->inside[other][next], share);
		if (other != edge && !(there >= -f->slack[other])) return;
	}
	const SurfaceTriangle *t = f->in->triangle;
	Vec3 core = vec3_lerp(f->points[k], f->points[next], share);
	// the point of the edge below it
	Vec3 side = vec3_sub(t->corners[(edge + 1) % 3], t->corners[edge]);
	Vec3 offset = vec3_sub(core, t->corners[edge]);
	Vec3 across = vec3_cross(f->normal, vec3_cross(side, f->normal));
	Real length = vec3_dot(side, across);
	if (!(length > 0)) return;
	Vec3 below = vec3_scale(side, vec3_dot(offset, across) / length);
	Real height = vec3_dot(f->normal, vec3_sub(offset, below));
	if (!(height <= f->reach)) return;
	const ShapeFace *face = &f->in->probe->face;
	uint32_t name = NAME_EDGE + face->ids[k] * 4099 + face->ids[next];
	uint32_t id = contact_id(name, NAME_EDGE + mk_surface_edge_id(f->in->surface, t, edge));
	emit(f, core, height, id);
}

static bool is_border(const Figures *f, uint32_t edge) { return f->in->classes[edge] != EDGE_FLAT; }

static void add_crossings(const Figures *f) {
	uint32_t count = f->in->probe->face.count;
	for (uint32_t edge = 0; edge < 3; edge++) {
		if (!is_border(f, edge)) continue;
		for (uint32_t k = 0; k < f->border; k++)
			cross_edge(f, edge, k, k + 1 < count ? k + 1 : 0);
	}
}

// The face's corners are counter-clockwise from outside, so clockwise seen along the normal.
static bool is_under_face(const Figures *f, Vec3 p) {
	for (uint32_t k = 0; k < f->border; k++) {
		Vec3 side = vec3_sub(f->points[k + 1 < f->border ? k + 1 : 0], f->points[k]);
		if (vec3_triple(f->normal, side, vec3_sub(p, f->points[k])) > 0) return false;
	}
	return true;
}

static void add_corners_of_triangle(const Figures *f) {
	const ShapeFace *face = &f->in->probe->face;
	const SurfaceTriangle *t = f->in->triangle;
	Real facing = vec3_dot(face->normal, f->normal);
	if (f->border < 3 || facing > -MK_CLIP_EDGE_ON) return;
	for (uint32_t i = 0; i < 3; i++) {
		if (!is_border(f, i) && !is_border(f, (i + 2) % 3)) continue;
		Vec3 p = t->corners[i];
		if (!is_under_face(f, p)) continue;
		Real height = vec3_dot(face->normal, vec3_sub(f->points[0], p)) / facing;
		if (!(height <= f->reach)) continue;
		uint32_t vertex = mk_surface_vertex(f->in->surface, t, i);
		emit(f, vec3_add_scaled(p, f->normal, height), height,
				contact_id(NAME_FACE + face->id, NAME_FACE + vertex));
	}
}

// The nearest points themselves, where borders meet in a point: a ball on a
// ridge, a spike in a face.
static void add_nearest(const Figures *f) {
	const PushDirection *push = f->in->push;
	const SurfaceTriangle *t = f->in->triangle;
	if (push->degree == 2) return;
	Vec3 way = vec3_sub(push->point_a, push->point_b);
	Real height = vec3_dot(f->normal, way);
	Vec3 aside = vec3_add_scaled(way, f->normal, -height);
	// a support that rounding moved along a curved surface is as good; beside an edge it is far
	// off. The search ends within the rounding of a separation: of a direction that is off by an
	// angle, at this height, that is height angle^2 / 2, and the support is beside by height angle
	Real turned = real_sqrt(2 * f->in->probe->rounding * real_abs(height));
	Real width = f->in->probe->slop / 2 + f->in->probe->rounding + turned;
	bool is_there = vec3_length_squared(aside) <= width * width && height <= f->reach;
	if (push->degree == 1) {
		Vec3 side = vec3_sub(t->corners[(push->place + 1) % 3], t->corners[push->place]);
		Real place = vec3_dot(side, vec3_sub(push->point_b, t->corners[push->place]));
		is_there = is_there && place >= 0 && place <= vec3_length_squared(side);
	}
	if (!is_there) return;
	uint32_t feature = push->degree == 1 ? mk_surface_edge_id(f->in->surface, t, push->place)
										 : mk_surface_vertex(f->in->surface, t, push->place);
	emit(f, push->point_a, height, contact_id(0, NAME_EDGE * (2 - push->degree) + feature));
}

void mk_probe_clip(const ProbeClip *clip, ContactList *list) {
	Figures f;
	f.in = clip;
	f.list = list;
	f.normal = clip->push->normal;
	f.reach = clip->probe->margin + clip->probe->radius;
	set_face(&f);
	if (set_sides(&f)) {
		add_corners_of_face(&f);
		add_crossings(&f);
		add_corners_of_triangle(&f);
	}
	// borders of a curved face are short of it, and another face than that
	// of the edge may be facing
	Real least = push_separation(clip->push) + clip->probe->slop / 50;
	if (!(list->contacts[list->count - 1].deepest <= least)) add_nearest(&f);
}
