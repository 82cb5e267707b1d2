// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Inverse and decompositions of 3x3 matrices. Products of entries are taken only after the matrix
// or its columns have been brought to size 1, so the scale of the input never matters.
#include "math/mat3.h"

// Sweeps of the Jacobi methods, each over the three pairs of axes. Convergence is quadratic: 4 to 6
// sweeps for all matrices met in tests; the limit only ends the loop for input that is not finite.
#define MK_JACOBI_SWEEPS 16

// The smallest volume of the box spanned by the three normalised columns that counts as invertible,
// no unit. Rounding of the entries alone changes that volume by a few epsilon; below, an inverse
// would be noise.
#define MK_SINGULAR_VOLUME (8 * MK_EPSILON)

bool mk_mat3_invert(Mat3 m, Mat3 *inverse) {
	// unit columns N: M = N diag(lengths), so the rows of M^-1 are those of N^-1 over the lengths
	Mat3 n = { vec3_normalize(m.x), vec3_normalize(m.y), vec3_normalize(m.z) };
	Real volume = mat3_determinant(n);
	*inverse = mat3_zero();
	if (!(real_abs(volume) > MK_SINGULAR_VOLUME)) return false;

	Mat3 rows = mat3_cofactor(n);
	rows.x = vec3_scale(rows.x, 1 / (volume * vec3_dot(n.x, m.x)));
	rows.y = vec3_scale(rows.y, 1 / (volume * vec3_dot(n.y, m.y)));
	rows.z = vec3_scale(rows.z, 1 / (volume * vec3_dot(n.z, m.z)));
	if (!mat3_is_finite(rows)) return false;
	*inverse = mat3_transpose(rows);
	return true;
}

// A plane rotation by the smaller angle that zeroes the off-diagonal entry of a symmetric 2x2
// matrix.
typedef struct PlaneRotation {
	Real c; // cosine
	Real s; // sine
	Real t; // tangent, at most 1 in size
} PlaneRotation;

static PlaneRotation diagonalizing_rotation(Real pp, Real pq, Real qq) {
	Real theta = (qq - pp) / (2 * pq);
	// for a huge theta the square is infinite and t zero, which is right to rounding
	Real t = real_copy_sign(1, theta) / (real_abs(theta) + real_sqrt(theta * theta + 1));
	Real c = 1 / real_sqrt(t * t + 1);
	return (PlaneRotation){ .c = c, .s = t * c, .t = t };
}

static void rotate_columns(Vec3 *p, Vec3 *q, PlaneRotation r) {
	Vec3 old_p = *p;
	*p = vec3_sub(vec3_scale(old_p, r.c), vec3_scale(*q, r.s));
	*q = vec3_add(vec3_scale(old_p, r.s), vec3_scale(*q, r.c));
}

static void swap_vec3(Vec3 *a, Vec3 *b) {
	Vec3 old_a = *a;
	*a = *b;
	*b = old_a;
}

// the size of the largest entry; 1 for the zero matrix
static Real size_of(Mat3 m) {
	Mat3 sizes = mat3_abs(m);
	Real size = vec3_max_element(vec3_max(sizes.x, vec3_max(sizes.y, sizes.z)));
	return size > 0 ? size : 1;
}

static Vec3 divide(Vec3 v, Real s) { return vec3(v.x / s, v.y / s, v.z / s); }

// divided, not multiplied by the reciprocal: that of the smallest numbers is infinite
static Mat3 mat3_divide(Mat3 m, Real s) {
	return (Mat3){ divide(m.x, s), divide(m.y, s), divide(m.z, s) };
}

// The state of the eigenvalue iteration: a symmetric matrix on its way to the diagonal.
typedef struct EigenState {
	Real diagonal[3];
	Real lower[3]; // the entry at [k] couples the two axes other than k
	Vec3 vectors[3];
} EigenState;

// zeroes the entry that couples the axes other than k; returns whether there was anything to do
static bool annihilate(EigenState *state, int k) {
	int p = (k + 1) % 3;
	int q = (k + 2) % 3;
	Real *coupling = &state->lower[k];
	Real size = real_abs(*coupling);
	Real diagonal_p = real_abs(state->diagonal[p]);
	Real diagonal_q = real_abs(state->diagonal[q]);
	// an entry that changes neither diagonal entry when added to it is zero to rounding
	if (diagonal_p + size == diagonal_p && diagonal_q + size == diagonal_q) {
		*coupling = 0;
		return false;
	}
	PlaneRotation r = diagonalizing_rotation(state->diagonal[p], *coupling, state->diagonal[q]);
	state->diagonal[p] -= r.t * *coupling;
	state->diagonal[q] += r.t * *coupling;
	*coupling = 0;

	// entries (k, p) and (k, q) turn like the columns
	Real kp = state->lower[q];
	Real kq = state->lower[p];
	state->lower[q] = r.c * kp - r.s * kq;
	state->lower[p] = r.s * kp + r.c * kq;
	rotate_columns(&state->vectors[p], &state->vectors[q], r);
	return true;
}

static void sort_eigen_pair(EigenState *state, int a, int b) {
	if (!(state->diagonal[a] < state->diagonal[b])) return;
	Real old_a = state->diagonal[a];
	state->diagonal[a] = state->diagonal[b];
	state->diagonal[b] = old_a;
	swap_vec3(&state->vectors[a], &state->vectors[b]);
}

Eigen3 mk_mat3_eigen(Mat3 symmetric) {
	Vec3 y = vec3(0, symmetric.y.y, symmetric.y.z);
	Mat3 lower = { symmetric.x, y, vec3(0, 0, symmetric.z.z) };
	Real size = size_of(lower);
	Mat3 scaled = mat3_divide(lower, size);
	EigenState state = {
		.diagonal = { scaled.x.x, scaled.y.y, scaled.z.z },
		.lower = { scaled.y.z, scaled.x.z, scaled.x.y },
		.vectors = { vec3_axis(0), vec3_axis(1), vec3_axis(2) },
	};
	bool is_moving = true;
	for (int sweep = 0; sweep < MK_JACOBI_SWEEPS && is_moving; sweep++) {
		is_moving = annihilate(&state, 2);
		is_moving = annihilate(&state, 1) || is_moving;
		is_moving = annihilate(&state, 0) || is_moving;
	}
	sort_eigen_pair(&state, 0, 1);
	sort_eigen_pair(&state, 1, 2);
	sort_eigen_pair(&state, 0, 1);

	// the third vector from the other two: exactly right-handed, and as orthogonal as they are
	Vec3 x = vec3_normalize(state.vectors[0]);
	Vec3 z = vec3_normalize(vec3_cross(x, state.vectors[1]));
	return (Eigen3){
		.values = vec3_scale(vec3(state.diagonal[0], state.diagonal[1], state.diagonal[2]), size),
		.vectors = { x, vec3_cross(z, x), z },
	};
}

// The state of the singular value iteration: columns = M * turns throughout.
typedef struct SvdState {
	Vec3 columns[3];
	Vec3 turns[3];
} SvdState;

// turns columns p and q until they are orthogonal (one-sided Jacobi, Hestenes 1958)
static bool orthogonalize(SvdState *state, int p, int q) {
	Real pp = vec3_length_squared(state->columns[p]);
	Real qq = vec3_length_squared(state->columns[q]);
	Real pq = vec3_dot(state->columns[p], state->columns[q]);
	if (!(real_abs(pq) > MK_EPSILON * real_sqrt(pp) * real_sqrt(qq))) return false;
	PlaneRotation r = diagonalizing_rotation(pp, pq, qq);
	rotate_columns(&state->columns[p], &state->columns[q], r);
	rotate_columns(&state->turns[p], &state->turns[q], r);
	return true;
}

// brings the longer column to a; the sign keeps `turns` a rotation
static void sort_svd_pair(SvdState *state, int a, int b) {
	Real length_a = vec3_length_squared(state->columns[a]);
	Real length_b = vec3_length_squared(state->columns[b]);
	if (!(length_a < length_b)) return;
	swap_vec3(&state->columns[a], &state->columns[b]);
	swap_vec3(&state->turns[a], &state->turns[b]);
	state->columns[b] = vec3_negate(state->columns[b]);
	state->turns[b] = vec3_negate(state->turns[b]);
}

// orthogonal columns to a rotation: a column that vanished is replaced by what completes the frame
static Mat3 complete_frame(const Vec3 columns[3]) {
	Vec3 x = vec3_normalize(columns[0]);
	if (vec3_equals(x, vec3_zero())) return mat3_identity();
	Vec3 y = vec3_normalize(vec3_sub(columns[1], vec3_scale(x, vec3_dot(x, columns[1]))));
	if (!(real_abs(vec3_dot(x, y)) < MK_UNIT_TOLERANCE) || vec3_equals(y, vec3_zero())) {
		y = vec3_perpendicular(x);
	}
	Vec3 z = vec3_normalize(vec3_cross(x, y));
	return (Mat3){ x, vec3_cross(z, x), z };
}

Svd3 mk_mat3_svd(Mat3 m) {
	Real size = size_of(m);
	Mat3 scaled = mat3_divide(m, size);
	SvdState state = {
		.columns = { scaled.x, scaled.y, scaled.z },
		.turns = { vec3_axis(0), vec3_axis(1), vec3_axis(2) },
	};
	bool is_moving = true;
	for (int sweep = 0; sweep < MK_JACOBI_SWEEPS && is_moving; sweep++) {
		is_moving = orthogonalize(&state, 0, 1);
		is_moving = orthogonalize(&state, 0, 2) || is_moving;
		is_moving = orthogonalize(&state, 1, 2) || is_moving;
	}
	sort_svd_pair(&state, 0, 1);
	sort_svd_pair(&state, 1, 2);
	sort_svd_pair(&state, 0, 1);
	Mat3 u = complete_frame(state.columns);
	Vec3 values = vec3(vec3_length(state.columns[0]), vec3_length(state.columns[1]),
			vec3_dot(u.z, state.columns[2]));
	return (Svd3){
		.u = u,
		.values = vec3_scale(values, size),
		.v = complete_frame(state.turns),
	};
}

Polar3 mk_mat3_polar(Mat3 m) {
	Svd3 svd = mk_mat3_svd(m);
	return (Polar3){
		.rotation = mat3_multiply(svd.u, mat3_transpose(svd.v)),
		.stretch = mat3_conjugate(svd.v, mat3_diagonal(svd.values)),
	};
}
