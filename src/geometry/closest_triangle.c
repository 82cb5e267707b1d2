// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Voronoi regions of a triangle, after Ericson 5.1.5, with one change. The book gets the
// barycentric coordinates from products of dot products: their terms grow with the square of the
// distance, and in single precision nothing is left of the difference at a thousand triangle
// sizes. Areas by cross products are better, but still lose the digits that a sharp corner costs.
// Here the offset is taken apart along ab and along w, the part of ac that is square to ab; what
// is left after the first step is small when the point is near, so the foot is right to an epsilon
// of the size for every shape.
//
// Thin triangles. Only the direction of w is uncertain, by epsilon L / |w|, and moves the foot of a
// point at height D by that times D. The sides are within |w| of every point of the triangle. The
// better of the two is off sideways by at most sqrt(D L epsilon), which is epsilon L / 2 in the
// distance. So when w is short, look at the face and at the sides.
#include "geometry/closest_triangle.h"

#include "geometry/tolerance.h"

// The squared sine of the angle at a below which face and sides are compared; no unit. Above it the
// error of the foot, D epsilon / sine, changes the distance by less than epsilon D / 32. Larger:
// wasted time. Much smaller: feet of needles are off by visible amounts.
#define MK_THIN_SINE_SQUARED (16 * MK_EPSILON)

// A point relative to corner a: s ab + y w plus something square to the triangle.
typedef struct Frame {
	Vec3 ab;
	Vec3 w;         // ac - skew ab, square to ab
	Real skew;      // ac . ab / ab . ab
	Real s;         // along ab
	Real y;         // along w
	Real w_squared; // 0 if there is no frame: the corners are collinear, or out of range
} Frame;

static Frame measure(Vec3 ab, Vec3 ac, Vec3 ap) {
	Frame f = { .ab = ab };
	Real ab_squared = vec3_length_squared(ab);
	if (!(ab_squared > 0)) return f;
	f.skew = vec3_dot(ac, ab) / ab_squared;
	f.s = vec3_dot(ap, ab) / ab_squared;
	f.w = vec3_add_scaled(ac, ab, -f.skew);
	Real w_squared = vec3_length_squared(f.w);
	if (!(w_squared > 0 && w_squared <= MK_REAL_MAX)) return f;
	f.w_squared = w_squared;
	f.y = vec3_dot(vec3_add_scaled(ap, ab, -f.s), f.w) / w_squared;
	return f;
}

// Returns the weights of a, b and c in the foot.
static Vec3 weights_of(const Frame *f) {
	Real b = f->s - f->y * f->skew;
	return vec3(1 - b - f->y, b, f->y);
}

static SimplexPoint on_corner(const Vec3 corners[3], int i) {
	SimplexPoint result = { .point = corners[i], .corners = 1u << i };
	result.weights[i] = 1;
	return result;
}

static SimplexPoint on_side(const Vec3 corners[3], int i, int j, Vec3 p) {
	Vec3 side = vec3_sub(corners[j], corners[i]);
	Real t = closest_parameter(side, vec3_sub(p, corners[i]));
	if (!(t > 0)) return on_corner(corners, i);
	if (t >= 1) return on_corner(corners, j);
	SimplexPoint result = { .corners = 1u << i | 1u << j };
	result.point = vec3_add_scaled(corners[i], side, t);
	result.weights[i] = 1 - t;
	result.weights[j] = t;
	return result;
}

static SimplexPoint on_nearest_side(const Vec3 corners[3], Vec3 p) {
	SimplexPoint best = on_side(corners, 0, 1, p);
	for (int i = 1; i < 3; i++) {
		SimplexPoint other = on_side(corners, i, (i + 1) % 3, p);
		if (vec3_distance_squared(p, other.point) < vec3_distance_squared(p, best.point)) {
			best = other;
		}
	}
	return best;
}

static SimplexPoint on_face(Vec3 a, const Frame *f, Vec3 weights) {
	Vec3 along = vec3_add_scaled(a, f->ab, f->s);
	return (SimplexPoint){
		.point = vec3_add_scaled(along, f->w, f->y),
		.weights = { weights.x, weights.y, weights.z },
		.corners = CORNER_A | CORNER_B | CORNER_C,
	};
}

// Returns whether the foot is inside the face; false for NaN.
static bool are_inside(Vec3 weights) { return weights.x > 0 && weights.y > 0 && weights.z > 0; }

static SimplexPoint on_thin_triangle(const Vec3 corners[3], const Frame *f, Vec3 p) {
	SimplexPoint side = on_nearest_side(corners, p);
	Vec3 weights = weights_of(f);
	if (!(f->w_squared > 0) || !are_inside(weights)) return side;
	SimplexPoint face = on_face(corners[0], f, weights);
	bool is_nearer = vec3_distance_squared(p, face.point) < vec3_distance_squared(p, side.point);
	return is_nearer ? face : side;
}

SimplexPoint mk_closest_on_triangle(Triangle t, Vec3 p) {
	const Vec3 corners[3] = { t.a, t.b, t.c };
	Vec3 ab = vec3_sub(t.b, t.a);
	Vec3 ac = vec3_sub(t.c, t.a);
	Vec3 ap = vec3_sub(p, t.a);
	Real ab_ap = vec3_dot(ab, ap);
	Real ac_ap = vec3_dot(ac, ap);
	if (ab_ap <= 0 && ac_ap <= 0) return on_corner(corners, 0);

	Vec3 bp = vec3_sub(p, t.b);
	Real ab_bp = vec3_dot(ab, bp);
	Real ac_bp = vec3_dot(ac, bp);
	if (ab_bp >= 0 && ac_bp <= ab_bp) return on_corner(corners, 1);

	Vec3 cp = vec3_sub(p, t.c);
	Real ab_cp = vec3_dot(ab, cp);
	Real ac_cp = vec3_dot(ac, cp);
	if (ac_cp >= 0 && ab_cp <= ac_cp) return on_corner(corners, 2);

	Frame f = measure(ab, ac, ap);
	bool is_thin = !(f.w_squared > MK_THIN_SINE_SQUARED * vec3_length_squared(ac));
	if (is_thin) return on_thin_triangle(corners, &f, p);
	Vec3 weights = weights_of(&f);
	if (are_inside(weights)) return on_face(t.a, &f, weights);

	// outside a side is not enough: with an obtuse corner the point may belong to another side
	if (weights.z <= 0 && ab_ap >= 0 && ab_bp <= 0) return on_side(corners, 0, 1, p);
	if (weights.y <= 0 && ac_ap >= 0 && ac_cp <= 0) return on_side(corners, 0, 2, p);
	if (weights.x <= 0 && ac_bp >= ab_bp && ab_cp >= ac_cp) return on_side(corners, 1, 2, p);
	// signs that contradict each other: rounding near a border, overflow or NaN
	return on_nearest_side(corners, p);
}

TriangleWeights mk_triangle_weights(Triangle t, Vec3 p) {
	Vec3 ac = vec3_sub(t.c, t.a);
	Frame f = measure(vec3_sub(t.b, t.a), ac, vec3_sub(p, t.a));
	Real least = MK_NEGLIGIBLE * MK_NEGLIGIBLE * vec3_length_squared(ac);
	if (!(f.w_squared > least)) return (TriangleWeights){ 0 };
	return (TriangleWeights){ weights_of(&f), true };
}
