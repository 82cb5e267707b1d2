// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A polyhedron with a ball of radius r added falls into four kinds of parts (Steiner's formula,
// here for volume, first and second moments): the polyhedron; on each face a prism of height r;
// along each edge a wedge of a cylinder between the normals of its faces; at each vertex the part
// of a ball whose directions u have u . e <= 0 for all edges e that leave the vertex. For the last,
// with t the angle between the normals at e and U the integral of u over the arc between them,
//   solid angle W = 2 pi - sum of the face angles at the vertex (Gauss and Bonnet),
//   integral of u = - sum t / 2 e,   3 integral of u u^T = W 1 - sum e U^T
// (Arvo, Applications of Irradiance Tensors, 1995). All of these are sums over corners of faces, so
// nothing needs to be collected per vertex.
#include "shape/rounded_mass.h"

#include "geometry/moments.h"
#include "math/trig.h"

static const double pi = 3.14159265358979323846;

typedef struct Rounding {
	const Hull *hull;
	double r;
	Moments sum; // relative to the hull's centre
} Rounding;

// Adds w (a b^T + b a^T).
static void add_both(Symmetric3 *sum, double w, Double3 a, Double3 b) {
	sum->xx += 2 * w * a.x * b.x;
	sum->yy += 2 * w * a.y * b.y;
	sum->zz += 2 * w * a.z * b.z;
	sum->xy += w * (a.x * b.y + a.y * b.x);
	sum->yz += w * (a.y * b.z + a.z * b.y);
	sum->zx += w * (a.z * b.x + a.x * b.z);
}

static void add_first(Moments *sum, double w, Double3 v) {
	sum->first = double3_add(sum->first, double3_scale(v, w));
}

static Double3 vertex_at(const Rounding *in, uint32_t vertex) {
	return double3_between(in->hull->vertices[vertex], in->hull->center);
}

static Double3 normal_of(const Rounding *in, uint32_t face) {
	return double3_between(in->hull->planes[face].normal, vec3_zero());
}

// The prism on a face.
static void add_face(Rounding *in, uint32_t face) {
	uint32_t count = in->hull->faces[face].edge_count;
	Moments area = { 0 };
	Double3 normal = normal_of(in, face);
	Double3 a = vertex_at(in, hull_face_vertex(in->hull, face, 0));
	for (uint32_t i = 2; i < count; i++) {
		Double3 b = vertex_at(in, hull_face_vertex(in->hull, face, i - 1));
		Double3 c = vertex_at(in, hull_face_vertex(in->hull, face, i));
		Double3 cross = double3_cross(double3_sub(b, a), double3_sub(c, a));
		mk_moments_add_simplex(&area, double3_dot(cross, normal) / 2, (Double3[]){ a, b, c }, 3);
	}
	double r = in->r;
	in->sum.total += area.total * r;
	add_first(&in->sum, r, area.first);
	add_first(&in->sum, area.total * r * r / 2, normal);
	Symmetric3 *s = &in->sum.second;
	s->xx += r * area.second.xx;
	s->yy += r * area.second.yy;
	s->zz += r * area.second.zz;
	s->xy += r * area.second.xy;
	s->yz += r * area.second.yz;
	s->zx += r * area.second.zx;
	add_both(s, r * r / 2, area.first, normal);
	mk_symmetric3_add_outer(s, area.total * r * r * r / 3, normal);
}

// The arc of normals u = n cos(a) + m sin(a), 0 <= a <= angle, at a half-edge.
typedef struct Arc {
	Double3 start;     // of the edge
	Double3 direction; // unit, along the edge
	double length;
	Double3 n;
	Double3 m;
	double angle;
	Double3 sum; // integral of u
} Arc;

static Arc arc_at(const Rounding *in, uint32_t half_edge) {
	const HullHalfEdge *edge = &in->hull->half_edges[half_edge];
	Arc arc = { .start = vertex_at(in, edge->origin), .n = normal_of(in, edge->face) };
	Double3 way = double3_sub(vertex_at(in, hull_edge_end(in->hull, half_edge)), arc.start);
	arc.length = double3_length(way);
	arc.direction = double3_scale(way, 1 / arc.length);
	arc.m = double3_cross(arc.direction, arc.n);
	Double3 other = normal_of(in, in->hull->half_edges[edge->twin].face);
	double sine = double3_dot(arc.m, other);
	double cosine = double3_dot(arc.n, other);
	// faces turn away from each other; noise may say otherwise where they are flat or folded
	if (!(sine > 0)) sine = cosine < 0 ? fabs(sine) : 0;
	arc.angle = mk_atan2(sine, cosine);
	arc.sum = double3_add(
			double3_scale(arc.n, mk_sin(arc.angle)), double3_scale(arc.m, 1 - mk_cos(arc.angle)));
	return arc;
}

// The wedge along an edge.
static void add_edge(Rounding *in, const Arc *arc) {
	double r = in->r;
	double length = arc->length;
	Double3 middle = double3_add(arc->start, double3_scale(arc->direction, length / 2));
	double volume = length * arc->angle * r * r / 2;
	in->sum.total += volume;
	add_first(&in->sum, volume, middle);
	add_first(&in->sum, length * r * r * r / 3, arc->sum);
	Symmetric3 *s = &in->sum.second;
	mk_symmetric3_add_outer(s, volume, middle);
	mk_symmetric3_add_outer(s, volume * length * length / 12, arc->direction);
	add_both(s, length * r * r * r / 3, middle, arc->sum);
	double w = length * r * r * r * r / 4;
	double sine = mk_sin(arc->angle);
	double swing = sine * mk_cos(arc->angle) / 2;
	mk_symmetric3_add_outer(s, w * (arc->angle / 2 + swing), arc->n);
	mk_symmetric3_add_outer(s, w * (arc->angle / 2 - swing), arc->m);
	add_both(s, w * sine * sine / 2, arc->n, arc->m);
}

// A part of the ball at a vertex with a solid angle; the terms of the edges come by add_vertex_arc.
static void add_solid_angle(Rounding *in, Double3 vertex, double angle) {
	double volume = angle * in->r * in->r * in->r / 3;
	double spread = volume * in->r * in->r / 5;
	in->sum.total += volume;
	add_first(&in->sum, volume, vertex);
	mk_symmetric3_add_outer(&in->sum.second, volume, vertex);
	in->sum.second.xx += spread;
	in->sum.second.yy += spread;
	in->sum.second.zz += spread;
}

static void add_vertex_arc(Rounding *in, const Arc *arc) {
	double r4 = in->r * in->r * in->r * in->r / 4;
	Double3 first = double3_scale(arc->direction, -arc->angle / 2);
	add_first(&in->sum, r4, first);
	add_both(&in->sum.second, r4, arc->start, first);
	// e U^T is not symmetric by itself, the sum over a vertex is: half of it and half of its mirror
	double r5 = in->r * in->r * in->r * in->r * in->r / 5;
	add_both(&in->sum.second, -r5 / 6, arc->direction, arc->sum);
}

static double corner_angle(Double3 before, Double3 corner, Double3 after) {
	Double3 a = double3_sub(before, corner);
	Double3 b = double3_sub(after, corner);
	return mk_atan2(double3_length(double3_cross(a, b)), double3_dot(a, b));
}

// Everything that belongs to the corners of a face and the edges that start there.
static void add_corners(Rounding *in, uint32_t face) {
	HullFace f = in->hull->faces[face];
	Double3 before = vertex_at(in, hull_face_vertex(in->hull, face, f.edge_count - 1));
	for (uint32_t i = 0; i < f.edge_count; i++) {
		uint32_t half_edge = f.first_edge + i;
		Arc arc = arc_at(in, half_edge);
		Double3 after = vertex_at(in, hull_edge_end(in->hull, half_edge));
		if (half_edge < in->hull->half_edges[half_edge].twin) add_edge(in, &arc);
		add_vertex_arc(in, &arc);
		add_solid_angle(in, arc.start, -corner_angle(before, arc.start, after));
		before = arc.start;
	}
}

static MassProperties mass_of_rounded_segment(const Hull *hull, Real radius) {
	Vec3 start = hull->vertices[0];
	Vec3 end = hull->vertices[hull->vertex_count - 1];
	Vec3 way = vec3_sub(end, start);
	Vec3 axis = vec3_normalize(way);
	if (vec3_equals(axis, vec3_zero())) axis = vec3_axis(1);
	Transform pose = { mk_quat_between(vec3_axis(1), axis), vec3_lerp(start, end, (Real)0.5) };
	MassProperties own = mk_mass_of_capsule(radius, vec3_length(way) / 2);
	return mk_mass_map(own, affine_from_transform(pose));
}

MassProperties mk_mass_of_rounded_hull(const Hull *hull, Real radius) {
	MassProperties core = mk_mass_of_hull(hull).properties;
	if (!(radius > 0) || hull->vertex_count == 0) return core;
	if (hull->dimension < HULL_POLYGON) return mass_of_rounded_segment(hull, radius);
	Rounding in = { .hull = hull, .r = (double)radius };
	for (uint32_t v = 0; v < hull->vertex_count; v++)
		add_solid_angle(&in, vertex_at(&in, v), 2 * pi);
	for (uint32_t f = 0; f < hull->face_count; f++) {
		add_face(&in, f);
		add_corners(&in, f);
	}
	Double3 center = mk_moments_center(&in.sum);
	MassProperties shell = {
		.mass = (Real)in.sum.total,
		.center = double3_to_vec3(center, hull->center),
		.moments = symmetric3_to_mat3(mk_moments_central(&in.sum), 1),
	};
	return mk_mass_combine((MassProperties[]){ core, shell }, 2);
}
