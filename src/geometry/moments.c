// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Sums over simplices, in double.
#include "geometry/moments.h"

void mk_symmetric3_add_outer(Symmetric3 *sum, double w, Double3 v) {
	Double3 wv = double3_scale(v, w);
	sum->xx += wv.x * v.x;
	sum->yy += wv.y * v.y;
	sum->zz += wv.z * v.z;
	sum->xy += wv.x * v.y;
	sum->yz += wv.y * v.z;
	sum->zx += wv.z * v.x;
}

void mk_moments_add_simplex(Moments *moments, double measure, const Double3 *corners, int count) {
	double w = measure / (count * (count + 1));
	Double3 sum = double3(0, 0, 0);
	for (int i = 0; i < count; i++) {
		sum = double3_add(sum, corners[i]);
		mk_symmetric3_add_outer(&moments->second, w, corners[i]);
	}
	mk_symmetric3_add_outer(&moments->second, w, sum);
	moments->first = double3_add(moments->first, double3_scale(sum, measure / count));
	moments->total += measure;
}

Double3 mk_moments_center(const Moments *moments) {
	if (moments->total == 0) return double3(0, 0, 0);
	return double3_scale(moments->first, 1 / moments->total);
}

Symmetric3 mk_moments_central(const Moments *moments) {
	Symmetric3 central = moments->second;
	mk_symmetric3_add_outer(&central, -moments->total, mk_moments_center(moments));
	central.xx = central.xx > 0 ? central.xx : 0;
	central.yy = central.yy > 0 ? central.yy : 0;
	central.zz = central.zz > 0 ? central.zz : 0;
	return central;
}
