// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Symmetric 3x3 matrices by their six numbers: inertias, and the masses that constraints feel.
#pragma once

#include "math/mat3.h"

typedef struct Sym3 {
	Real xx;
	Real xy;
	Real xz;
	Real yy;
	Real yz;
	Real zz;
} Sym3;

// Eigenvalues below this part of the largest one count as zero, no unit: ten times what
// rounding of the entries leaves of a zero. A mass that is real and below it belongs to
// bodies of a ratio of a million.
#define MK_SYM3_ZERO (10 * MK_EPSILON)

// As sym3_invert, by eigenvectors: directions whose value is below the part `zero` of the
// largest one are left out.
Sym3 mk_sym3_invert_by_axes(Sym3 m, Real zero);

// Returns the inverse of a matrix without negative eigenvalues. Directions in which it is zero, as
// far as the precision can tell, are zero in the result too: the inverse of Moore and Penrose.
static inline Sym3 sym3_invert(Sym3 m) {
	// cofactors
	Sym3 c = {
		.xx = m.yy * m.zz - m.yz * m.yz,
		.xy = m.xz * m.yz - m.xy * m.zz,
		.xz = m.xy * m.yz - m.xz * m.yy,
		.yy = m.xx * m.zz - m.xz * m.xz,
		.yz = m.xy * m.xz - m.xx * m.yz,
		.zz = m.xx * m.yy - m.xy * m.xy,
	};
	Real determinant = m.xx * c.xx + m.xy * c.xy + m.xz * c.xz;
	// the sum of cofactors is about the product of the two larger eigenvalues
	Real trace = m.xx + m.yy + m.zz;
	Real two = c.xx + c.yy + c.zz;
	bool is_regular = two > MK_SYM3_ZERO * trace * trace &&
			determinant > MK_SYM3_ZERO * trace * two && determinant >= MK_REAL_MIN;
	if (!is_regular) return mk_sym3_invert_by_axes(m, MK_SYM3_ZERO);
	Real s = 1 / determinant;
	return (Sym3){ c.xx * s, c.xy * s, c.xz * s, c.yy * s, c.yz * s, c.zz * s };
}

static inline Sym3 sym3_zero(void) { return (Sym3){ 0 }; }
static inline Sym3 sym3_diagonal(Vec3 d) { return (Sym3){ .xx = d.x, .yy = d.y, .zz = d.z }; }

static inline Sym3 sym3_add(Sym3 a, Sym3 b) {
	return (Sym3){ a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz };
}

static inline Vec3 sym3_apply(Sym3 m, Vec3 v) {
	return vec3(m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
			m.xz * v.x + m.yz * v.y + m.zz * v.z);
}

// Returns a . M b.
static inline Real sym3_between(Sym3 m, Vec3 a, Vec3 b) { return vec3_dot(a, sym3_apply(m, b)); }

// Returns s (a b^T + b a^T) / 2.
static inline Sym3 sym3_outer(Vec3 a, Vec3 b, Real s) {
	Real half = s / 2;
	return (Sym3){ s * a.x * b.x, half * (a.x * b.y + a.y * b.x), half * (a.x * b.z + a.z * b.x),
		s * a.y * b.y, half * (a.y * b.z + a.z * b.y), s * a.z * b.z };
}

// Returns M + s u u^T.
static inline Sym3 sym3_add_square(Sym3 m, Vec3 u, Real s) {
	Vec3 v = vec3_scale(u, s);
	return (Sym3){ m.xx + v.x * u.x, m.xy + v.x * u.y, m.xz + v.x * u.z, m.yy + v.y * u.y,
		m.yz + v.y * u.z, m.zz + v.z * u.z };
}

// Returns [r] M [r]^T: with M an inverse inertia, how fast the point at the end of the arm r
// gives way to an impulse there.
static inline Sym3 sym3_at_arm(Sym3 m, Vec3 r) {
	// columns of M times r x e for each axis e
	Vec3 x = vec3(m.xy * r.z - m.xz * r.y, m.yy * r.z - m.yz * r.y, m.yz * r.z - m.zz * r.y);
	Vec3 y = vec3(m.xz * r.x - m.xx * r.z, m.yz * r.x - m.xy * r.z, m.zz * r.x - m.xz * r.z);
	Vec3 z = vec3(m.xx * r.y - m.xy * r.x, m.xy * r.y - m.yy * r.x, m.xz * r.y - m.yz * r.x);
	return (Sym3){
		.xx = r.z * x.y - r.y * x.z,
		.xy = r.x * x.z - r.z * x.x,
		.xz = r.y * x.x - r.x * x.y,
		.yy = r.x * y.z - r.z * y.x,
		.yz = r.y * y.x - r.x * y.y,
		.zz = r.y * z.x - r.x * z.y,
	};
}
