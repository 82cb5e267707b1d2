// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// 3x3 matrices, stored by columns: the columns are the images of the axes, so a rotation's columns
// are a frame and M v = x v.x + y v.y + z v.z. (Godot's Basis is stored by rows; the border
// transposes.) Decompositions are by Jacobi rotations: slower than closed forms, but accurate for
// equal, tiny and zero eigenvalues, where closed forms fail (Golub and Van Loan, 8.5 and 8.6.3).
#pragma once

#include "math/vec3.h"

typedef struct Mat3 {
	Vec3 x;
	Vec3 y;
	Vec3 z;
} Mat3;

// A symmetric matrix as V diag(values) V^T.
typedef struct Eigen3 {
	Vec3 values;  // largest first
	Mat3 vectors; // V: unit columns, a rotation
} Eigen3;

// Any matrix as U diag(values) V^T with two rotations.
typedef struct Svd3 {
	Mat3 u;
	Vec3 values; // sizes fall; x and y are not negative, z is negative for a mirroring matrix
	Mat3 v;
} Svd3;

// Any matrix as rotation * stretch, the rotation being the one nearest to the matrix.
typedef struct Polar3 {
	Mat3 rotation;
	Mat3 stretch; // symmetric; eigenvalues are the scales along its eigenvectors
} Polar3;

// Writes the inverse and returns true; if the columns are linearly dependent as far as the
// precision can tell, or the inverse is not finite, writes zero and returns false. The scale of the
// columns does not matter: a needle's inertia is invertible.
bool mk_mat3_invert(Mat3 m, Mat3 *inverse);

// Returns the eigenvalues and eigenvectors of a symmetric matrix (only its lower triangle is read);
// for an inertia tensor the principal moments and axes.
Eigen3 mk_mat3_eigen(Mat3 symmetric);

// Returns the singular value decomposition; any finite matrix is allowed, also zero.
Svd3 mk_mat3_svd(Mat3 m);

// Returns the polar decomposition; any finite matrix is allowed.
Polar3 mk_mat3_polar(Mat3 m);

static inline Mat3 mat3_diagonal(Vec3 d) {
	return (Mat3){ { d.x, 0, 0 }, { 0, d.y, 0 }, { 0, 0, d.z } };
}
static inline Mat3 mat3_identity(void) { return mat3_diagonal(vec3(1, 1, 1)); }

// Whether a matrix is the identity, exactly; by bits, as vec3_is_zero.
static inline bool mat3_is_identity(const Mat3 *m) {
	return (real_nonzero_bits(m->x.x - 1) | real_nonzero_bits(m->y.y - 1) |
				   real_nonzero_bits(m->z.z - 1) | real_nonzero_bits(m->x.y) |
				   real_nonzero_bits(m->x.z) | real_nonzero_bits(m->y.x) |
				   real_nonzero_bits(m->y.z) | real_nonzero_bits(m->z.x) |
				   real_nonzero_bits(m->z.y)) == 0;
}

// Returns the image of axis 0, 1 or 2.
static inline Vec3 mat3_column(Mat3 m, int axis) { return axis == 0 ? m.x : axis == 1 ? m.y : m.z; }

static inline Mat3 mat3_zero(void) { return mat3_diagonal(vec3_zero()); }

static inline Mat3 mat3_add(Mat3 a, Mat3 b) {
	return (Mat3){ vec3_add(a.x, b.x), vec3_add(a.y, b.y), vec3_add(a.z, b.z) };
}
static inline Mat3 mat3_sub(Mat3 a, Mat3 b) {
	return (Mat3){ vec3_sub(a.x, b.x), vec3_sub(a.y, b.y), vec3_sub(a.z, b.z) };
}
static inline Mat3 mat3_scale(Mat3 a, Real s) {
	return (Mat3){ vec3_scale(a.x, s), vec3_scale(a.y, s), vec3_scale(a.z, s) };
}

// Returns the matrix with the absolute values of all entries.
static inline Mat3 mat3_abs(Mat3 a) {
	return (Mat3){ vec3_abs(a.x), vec3_abs(a.y), vec3_abs(a.z) };
}

// Returns M v.
static inline Vec3 mat3_apply(Mat3 m, Vec3 v) {
	return vec3(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
			m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
}

// Returns M^T v; for a rotation the inverse, and what carries a support direction into a shape.
static inline Vec3 mat3_apply_transposed(Mat3 m, Vec3 v) {
	return vec3(vec3_dot(m.x, v), vec3_dot(m.y, v), vec3_dot(m.z, v));
}

// Returns A B: first B, then A.
static inline Mat3 mat3_multiply(Mat3 a, Mat3 b) {
	return (Mat3){ mat3_apply(a, b.x), mat3_apply(a, b.y), mat3_apply(a, b.z) };
}

// Returns A^T B.
static inline Mat3 mat3_multiply_transposed(Mat3 a, Mat3 b) {
	return (Mat3){ mat3_apply_transposed(a, b.x), mat3_apply_transposed(a, b.y),
		mat3_apply_transposed(a, b.z) };
}

static inline Mat3 mat3_transpose(Mat3 m) {
	return (Mat3){ { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } };
}

static inline Real mat3_determinant(Mat3 m) { return vec3_triple(m.x, m.y, m.z); }

// Returns the matrix of cofactors, det(M) M^-T: it carries area vectors, and exists if M is
// singular.
static inline Mat3 mat3_cofactor(Mat3 m) {
	return (Mat3){ vec3_cross(m.y, m.z), vec3_cross(m.z, m.x), vec3_cross(m.x, m.y) };
}

// Returns the matrix that computes the cross product: skew(a) b = a x b.
static inline Mat3 mat3_skew(Vec3 a) {
	return (Mat3){ { 0, a.z, -a.y }, { -a.z, 0, a.x }, { a.y, -a.x, 0 } };
}

// Returns a b^T.
static inline Mat3 mat3_outer(Vec3 a, Vec3 b) {
	return (Mat3){ vec3_scale(a, b.x), vec3_scale(a, b.y), vec3_scale(a, b.z) };
}

// Returns R S R^T: a symmetric matrix, such as an inertia tensor, seen from a rotated frame.
static inline Mat3 mat3_conjugate(Mat3 rotation, Mat3 symmetric) {
	Mat3 product = mat3_multiply(mat3_multiply(rotation, symmetric), mat3_transpose(rotation));
	// rounding differs between the two triangles; the lower one stands for both
	product.y.x = product.x.y;
	product.z.x = product.x.z;
	product.z.y = product.y.z;
	return product;
}

static inline bool mat3_is_finite(Mat3 m) {
	return vec3_is_finite(m.x) && vec3_is_finite(m.y) && vec3_is_finite(m.z);
}

// Returns whether the columns are a right-handed frame of unit vectors.
static inline bool mat3_is_rotation(Mat3 m) {
	return vec3_is_unit(m.x) && vec3_is_unit(m.y) && vec3_is_unit(m.z) &&
			real_abs(mat3_determinant(m) - 1) <= MK_UNIT_TOLERANCE;
}
