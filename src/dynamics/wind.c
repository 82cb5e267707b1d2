// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/wind.h"

#include "math/power.h"

Vec3 mk_wind_force(const Wind *wind, Vec3 center, Vec3 normal, Real surface) {
	Vec3 direction = vec3_normalize(wind->direction);
	Real distance = vec3_dot(vec3_sub(center, wind->source), direction);
	Real strength = wind->force * surface * vec3_dot(normal, direction);
	if (wind->attenuation != 0) {
		if (!(distance > 0)) return vec3_zero();
		strength *= real_pow(distance, -wind->attenuation);
	}
	return vec3_scale(normal, strength);
}
