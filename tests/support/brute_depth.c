// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
#include "support/brute_depth.h"

#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "shape/minkowski_sum.h"

// Rounds of looking around a direction, each a bit nearer: 0.7^60 of the first
// step is below a billionth.
enum { ROUNDS = 60, AROUND = 7 };
static const double nearer = 0.7;

static Double3 wide(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

static double larger(double a, double b) { return a > b ? a : b; }

static double shape_height(const Shape *shape, Double3 d);

// h of the image of a shape is h of the shape along the transposed map of the direction.
static double mapped_height(const Shape *shape, Mat3 m, Double3 d) {
	Double3 local = double3(
			double3_dot(wide(m.x), d), double3_dot(wide(m.y), d), double3_dot(wide(m.z), d));
	return shape_height(shape, local);
}

static double sum_height(const MinkowskiSumShape *sum, Double3 d) {
	double height = 0;
	for (int i = 0; i < 2; i++) {
		Affine pose = sum->parts[i].pose;
		height += mapped_height(sum->parts[i].shape, pose.linear, d) +
				double3_dot(wide(pose.origin), d);
	}
	return height;
}

static double points_height(const Vec3 *points, uint32_t count, Double3 d) {
	double height = -(double)INFINITY;
	for (uint32_t i = 0; i < count; i++)
		height = larger(height, double3_dot(wide(points[i]), d));
	return height;
}

static double core_height(const Shape *shape, Double3 d) {
	const BoxShape *box = (const BoxShape *)shape;
	const CylinderShape *cylinder = (const CylinderShape *)shape;
	const TaperedCylinderShape *cone = (const TaperedCylinderShape *)shape;
	const TaperedCapsuleShape *balls = (const TaperedCapsuleShape *)shape;
	const Triangle *t = &((const TriangleShape *)shape)->corners;
	double across = sqrt(d.x * d.x + d.z * d.z);
	switch (shape->kind) {
		case SHAPE_BOX:
		case SHAPE_ROUNDED_BOX:
			return double3_dot(wide(box->half), double3(fabs(d.x), fabs(d.y), fabs(d.z)));
		case SHAPE_CAPSULE: return (double)((const CapsuleShape *)shape)->half_height * fabs(d.y);
		case SHAPE_CYLINDER:
		case SHAPE_ROUNDED_CYLINDER:
			return (double)cylinder->radius * across + (double)cylinder->half_height * fabs(d.y);
		case SHAPE_CONE:
		case SHAPE_TAPERED_CYLINDER:
			return larger((double)cone->bottom * across - (double)cone->half_height * d.y,
					(double)cone->top * across + (double)cone->half_height * d.y);
		case SHAPE_TAPERED_CAPSULE:
			return larger((double)balls->ball_y * d.y + (double)balls->ball * double3_length(d),
					(double)balls->point_y * d.y);
		case SHAPE_ELLIPSOID: {
			Double3 r = wide(((const EllipsoidShape *)shape)->radii);
			return double3_length(double3(r.x * d.x, r.y * d.y, r.z * d.z));
		}
		case SHAPE_SEGMENT:
		case SHAPE_SEPARATION_RAY: return points_height(((const SegmentShape *)shape)->ends, 2, d);
		case SHAPE_TRIANGLE: {
			const Vec3 corners[3] = { t->a, t->b, t->c };
			return points_height(corners, 3, d);
		}
		case SHAPE_HULL: {
			const Hull *hull = &((const HullShape *)shape)->hull;
			return points_height(hull->vertices, hull->vertex_count, d);
		}
		default: return 0;
	}
}

static double shape_height(const Shape *shape, Double3 d) {
	// roundings are those of the parts
	if (shape->kind == SHAPE_MINKOWSKI_SUM) return sum_height((const MinkowskiSumShape *)shape, d);
	return core_height(shape, d) + (double)shape->rounding * double3_length(d);
}

double brute_height(const ShapeInstance *a, const ShapeInstance *b, Double3 n) {
	Double3 way = double3_sub(wide(b->pose.origin), wide(a->pose.origin));
	double margins = ((double)a->margin + (double)b->margin) * double3_length(n);
	return mapped_height(a->shape, a->pose.linear, n) +
			mapped_height(b->shape, b->pose.linear, double3_scale(n, -1)) - double3_dot(way, n) +
			margins;
}

// The i-th of some points that are spread evenly over the sphere, on a spiral by the golden angle.
static Double3 spread(uint32_t i, uint32_t count) {
	double y = 1 - (2 * (double)i + 1) / count;
	double across = sqrt(1 - y * y);
	double turn = 2.39996322972865332 * i;
	return double3(cos(turn) * across, y, sin(turn) * across);
}

static double unit_height(const BruteInput *in, Double3 *n) {
	*n = double3_scale(*n, 1 / double3_length(*n));
	return brute_height(in->a, in->b, *n);
}

// Looks around a direction, in another pattern each time, and goes wherever it is lower.
static void follow(const BruteInput *in, double step, BruteDepth *best) {
	for (uint32_t round = 0; round < ROUNDS; round++) {
		Double3 n = best->normal;
		Double3 side = fabs(n.x) < 0.6 ? double3(1, 0, 0) : double3(0, 1, 0);
		Double3 u = double3_cross(n, side);
		u = double3_scale(u, step / double3_length(u));
		Double3 v = double3_cross(n, u);
		bool is_lower = false;
		for (uint32_t i = 0; i < AROUND; i++) {
			double turn = 6.28318530717958648 / AROUND * i + round;
			Double3 tried = double3_add(
					n, double3_add(double3_scale(u, cos(turn)), double3_scale(v, sin(turn))));
			double height = unit_height(in, &tried);
			if (!(height < best->height)) continue;
			*best = (BruteDepth){ height, tried };
			is_lower = true;
		}
		if (!is_lower) step *= nearer;
	}
}

// Keeps the lowest directions, lowest first.
typedef struct Starts {
	uint32_t count;
	BruteDepth list[BRUTE_STARTS + 1]; // and the hint
} Starts;

static void keep(Starts *starts, uint32_t most, BruteDepth tried) {
	uint32_t at = starts->count;
	if (at == most && !(tried.height < starts->list[at - 1].height)) return;
	if (at == most)
		at--;
	else
		starts->count++;
	for (; at > 0 && tried.height < starts->list[at - 1].height; at--)
		starts->list[at] = starts->list[at - 1];
	starts->list[at] = tried;
}

BruteDepth brute_depth(const BruteInput *in) {
	Starts starts = { 0 };
	BruteDepth best = { .height = (double)INFINITY };
	double spacing = sqrt(12.5663706143591730 / in->directions);
	for (uint32_t i = 0; i < in->directions; i++) {
		Double3 n = spread(i, in->directions);
		double height = unit_height(in, &n);
		keep(&starts, in->starts, (BruteDepth){ height, n });
	}
	if (double3_dot(in->hint, in->hint) > 0) {
		Double3 n = in->hint;
		double height = unit_height(in, &n);
		starts.list[starts.count++] = (BruteDepth){ height, n };
	}
	for (uint32_t i = 0; i < starts.count; i++) {
		follow(in, spacing, &starts.list[i]);
		if (starts.list[i].height < best.height) best = starts.list[i];
	}
	return best;
}
