// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// F is linear in each variable, so along any direction its values over a cell lie between those
// at the corners, and for a share s of one variable's range between the lines that join the
// extremes of its two sides. A direction whose values exclude zero frees the cell; where the
// lines exclude it, a part.
#include "geometry/moving_feature_cell.h"

enum { CORNERS = 8 }; // bit i of the index: the high side of variable i

// F at the corners of a cell, one row per coordinate.
typedef struct Corners {
	FeatureCell cell;
	double at[3][CORNERS];
	bool is_cut; // the last two corners are outside the triangle u + v <= 1 and do not count
} Corners;

// The least and greatest value on the low and on the high side of a variable.
typedef struct Sides {
	double low_min;
	double low_max;
	double high_min;
	double high_max;
} Sides;

static void fill_corners(const FeaturePair *pair, const FeatureCell *cell, Corners *corners) {
	corners->cell = *cell;
	Double3 at[2][3];
	for (int i = 0; i < 3; i++) {
		at[0][i] = double3_lerp(pair->start[i], pair->end[i], cell->low[FEATURE_TIME]);
		at[1][i] = double3_lerp(pair->start[i], pair->end[i], cell->high[FEATURE_TIME]);
	}
	for (int corner = 0; corner < CORNERS; corner++) {
		double u = corner & 2 ? cell->high[FEATURE_U] : cell->low[FEATURE_U];
		double v = corner & 4 ? cell->high[FEATURE_V] : cell->low[FEATURE_V];
		Double3 w = feature_weights(pair, u, v);
		const Double3 *p = at[corner & 1];
		corners->at[0][corner] = w.x * p[0].x + w.y * p[1].x + w.z * p[2].x;
		corners->at[1][corner] = w.x * p[0].y + w.y * p[1].y + w.z * p[2].y;
		corners->at[2][corner] = w.x * p[0].z + w.y * p[1].z + w.z * p[2].z;
	}
	// the border of the triangle goes through the two corners before the last, or beyond them
	corners->is_cut = !pair->is_edges && cell->high[FEATURE_U] + cell->low[FEATURE_V] >= 1 &&
			cell->low[FEATURE_U] + cell->high[FEATURE_V] >= 1;
}

static Sides make_sides(const double low[4], const double high[4]) {
	return (Sides){
		double_min(double_min(low[0], low[1]), double_min(low[2], low[3])),
		double_max(double_max(low[0], low[1]), double_max(low[2], low[3])),
		double_min(double_min(high[0], high[1]), double_min(high[2], high[3])),
		double_max(double_max(high[0], high[1]), double_max(high[2], high[3])),
	};
}

// In a cut cell the last corners are replaced by their neighbours on the same side.
static Sides find_sides(const double f[CORNERS], bool is_cut, int variable) {
	const double *last = is_cut ? (variable == FEATURE_V ? f + 4 : f + 2) : f + 6;
	switch (variable) {
		case FEATURE_TIME:
			return make_sides((const double[4]){ f[0], f[2], f[4], last[0] },
					(const double[4]){ f[1], f[3], f[5], last[1] });
		case FEATURE_U:
			return make_sides((const double[4]){ f[0], f[1], f[4], f[5] },
					(const double[4]){ f[2], f[3], last[0], last[1] });
		default:
			return make_sides((const double[4]){ f[0], f[1], f[2], f[3] },
					(const double[4]){ f[4], f[5], last[0], last[1] });
	}
}

static bool excludes_touch(Sides f, double reach) {
	return double_min(f.low_min, f.high_min) > reach || double_max(f.low_max, f.high_max) < -reach;
}

// Cuts the range of one variable where the lines exclude [-reach, reach]; the caller has made sure
// that they do not everywhere, so no divisor is zero. Returns false if nothing is left.
static bool cut_variable(
		FeatureCell *cell, const FeatureCell *whole, int variable, Sides f, double reach) {
	double from = 0;
	double to = 1;
	if (f.low_min > reach) from = (f.low_min - reach) / (f.low_min - f.high_min);
	if (f.high_min > reach) to = (reach - f.low_min) / (f.high_min - f.low_min);
	if (f.low_max < -reach) {
		from = double_max(from, (f.low_max + reach) / (f.low_max - f.high_max));
	}
	if (f.high_max < -reach) {
		to = double_min(to, (f.low_max + reach) / (f.low_max - f.high_max));
	}
	double low = whole->low[variable];
	double width = whole->high[variable] - low;
	double new_low = low + from * width - MK_FEATURE_OUTWARD;
	double new_high = low + to * width + MK_FEATURE_OUTWARD;
	cell->low[variable] = double_max(cell->low[variable], new_low);
	cell->high[variable] = double_min(cell->high[variable], new_high);
	return cell->low[variable] <= cell->high[variable];
}

// Cuts a cell by the values of F along a direction; returns false if they exclude a touch.
static bool cut_along(
		FeatureCell *cell, const Corners *f, Double3 direction, const FeaturePair *pair) {
	double values[CORNERS];
	for (int i = 0; i < CORNERS; i++) {
		values[i] = direction.x * f->at[0][i] + direction.y * f->at[1][i] +
				direction.z * f->at[2][i];
	}
	double length_1 = fabs(direction.x) + fabs(direction.y) + fabs(direction.z);
	double reach = MK_FEATURE_ROUNDING * length_1;
	if (pair->reach > 0) reach += pair->reach * double3_length(direction);
	Sides time = find_sides(values, f->is_cut, FEATURE_TIME);
	if (excludes_touch(time, reach)) return false;
	if (!cut_variable(cell, &f->cell, FEATURE_TIME, time, reach)) return false;
	for (int i = FEATURE_U; i <= FEATURE_V; i++) {
		Sides sides = find_sides(values, f->is_cut, i);
		if (excludes_touch(sides, reach)) return false;
		if (!cut_variable(cell, &f->cell, i, sides, reach)) return false;
	}
	return true;
}

// the mean change of F along one variable
static Double3 slope_along(const Corners *f, int variable) {
	double slope[3];
	int step = 1 << variable;
	int other = variable == FEATURE_TIME ? 2 : 1;
	int third = 7 - step - other;
	for (int axis = 0; axis < 3; axis++) {
		const double *at = f->at[axis];
		slope[axis] = 0.25 *
				(at[step] - at[0] + at[step + other] - at[other] + at[step + third] - at[third] +
						at[7] - at[other + third]);
	}
	return double3(slope[0], slope[1], slope[2]);
}

static Double3 corner_mean(const Corners *f) {
	int count = f->is_cut ? CORNERS - 2 : CORNERS;
	double sums[3] = { 0, 0, 0 };
	for (int axis = 0; axis < 3; axis++) {
		for (int i = 0; i < count; i++) {
			sums[axis] += f->at[axis][i];
		}
	}
	return double3_scale(double3(sums[0], sums[1], sums[2]), 1.0 / count);
}

// Cuts along the directions that see only one variable each in the linearised problem: across the
// plane of the other two slopes. If all slopes are near one plane those say little, and the
// directions in that plane are taken as well.
static bool cut_linearised(
		FeatureCell *cell, const Corners *f, const Double3 slopes[3], const FeaturePair *pair) {
	Double3 across[FEATURE_VARIABLES];
	for (int i = 0; i < FEATURE_VARIABLES; i++) {
		across[i] = double3_cross(slopes[(i + 1) % 3], slopes[(i + 2) % 3]);
		if (!cut_along(cell, f, across[i], pair)) return false;
	}
	// the sine of the angle between a slope and the plane of the others from which on those
	// directions are enough; its value changes the number of cells only
	const double flat = 0.05;
	Double3 normal = double3_longer(double3_longer(across[0], across[1]), across[2]);
	Double3 longest = double3_longer(double3_longer(slopes[0], slopes[1]), slopes[2]);
	double volume = double3_dot(slopes[0], across[0]);
	double bound = flat * flat * double3_dot(normal, normal) * double3_dot(longest, longest);
	if (volume * volume > bound) return true;
	for (int i = 0; i < FEATURE_VARIABLES; i++) {
		if (!cut_along(cell, f, double3_cross(normal, slopes[i]), pair)) return false;
	}
	return true;
}

// the part of a cell that is in the triangle
static bool cut_to_triangle(FeatureCell *cell) {
	if (cell->low[FEATURE_U] + cell->low[FEATURE_V] > 1) return false;
	double rest_u = 1 - cell->low[FEATURE_V] + MK_FEATURE_OUTWARD;
	double rest_v = 1 - cell->low[FEATURE_U] + MK_FEATURE_OUTWARD;
	cell->high[FEATURE_U] = double_min(cell->high[FEATURE_U], rest_u);
	cell->high[FEATURE_V] = double_min(cell->high[FEATURE_V], rest_v);
	return true;
}

static int widest_variable(const Corners *f, const Double3 slopes[3], const FeatureCell *cell) {
	int widest = FEATURE_TIME;
	double most = -1;
	for (int i = 0; i < FEATURE_VARIABLES; i++) {
		double width = f->cell.high[i] - f->cell.low[i];
		double share = width > 0 ? (cell->high[i] - cell->low[i]) / width : 0;
		double size = double3_dot(slopes[i], slopes[i]) * share * share;
		if (size > most) {
			most = size;
			widest = i;
		}
	}
	return widest;
}

static double clamp_to(double x, double low, double high) {
	return double_min(double_max(x, low), high);
}

// where in [low, high] the length of origin + x side is least
static double nearest_on_line(Double3 origin, Double3 side, double low, double high) {
	double length_squared = double3_dot(side, side);
	if (!(length_squared > 0)) return low;
	return clamp_to(-double3_dot(origin, side) / length_squared, low, high);
}

// Looks for a point of the features that is within `accept` at the first time of the cell: the
// least length of F over u and v, one after the other, from the middle of the cell.
static bool find_near_point(
		const FeaturePair *pair, const FeatureCell *cell, FeatureCellAnswer *answer) {
	Double3 p[3];
	for (int i = 0; i < 3; i++) {
		p[i] = double3_lerp(pair->start[i], pair->end[i], cell->low[FEATURE_TIME]);
	}
	// F = origin + u side_u + v side_v
	Double3 origin = pair->is_edges ? double3_scale(p[1], -1) : p[0];
	Double3 side_u = pair->is_edges ? p[0] : double3_sub(p[1], p[0]);
	Double3 side_v = pair->is_edges ? double3_sub(p[1], p[2]) : double3_sub(p[2], p[0]);
	double top = pair->is_edges ? 2 : 1; // of u + v
	double u = 0.5 * (cell->low[FEATURE_U] + cell->high[FEATURE_U]);
	// without the second side, where it is across the first
	Double3 normal = double3_cross(side_u, side_v);
	Double3 along_u = double3_cross(side_v, normal);
	double divisor = double3_dot(along_u, side_u);
	if (divisor > 0 || divisor < 0) u = -double3_dot(along_u, origin) / divisor;
	u = clamp_to(u, cell->low[FEATURE_U], double_min(cell->high[FEATURE_U], 1));
	double v_low = cell->low[FEATURE_V];
	double v_high = double_min(double_min(cell->high[FEATURE_V], 1), top - u);
	if (v_high < v_low) return false;
	Double3 at_u = double3_add(origin, double3_scale(side_u, u));
	double v = nearest_on_line(at_u, side_v, v_low, v_high);
	Double3 at_v = double3_add(origin, double3_scale(side_v, v));
	double u_high = double_min(double_min(cell->high[FEATURE_U], 1), top - v);
	if (u_high < cell->low[FEATURE_U]) return false;
	u = nearest_on_line(at_v, side_u, cell->low[FEATURE_U], u_high);
	answer->u = u;
	answer->v = v;
	return double3_length(double3_add(at_v, double3_scale(side_u, u))) <= pair->accept;
}

FeatureCellAnswer mk_feature_cell_examine(const FeaturePair *pair, FeatureCell *cell) {
	FeatureCellAnswer answer = { .state = FEATURE_CELL_FREE };
	if (!pair->is_edges && !cut_to_triangle(cell)) return answer;
	Corners f;
	fill_corners(pair, cell, &f);
	for (int axis = 0; axis < 3; axis++) {
		Sides sides = find_sides(f.at[axis], f.is_cut, FEATURE_TIME);
		if (excludes_touch(sides, pair->reach + MK_FEATURE_ROUNDING)) return answer;
	}
	if (!cut_along(cell, &f, corner_mean(&f), pair)) return answer;
	Double3 slopes[FEATURE_VARIABLES];
	for (int i = 0; i < FEATURE_VARIABLES; i++) {
		slopes[i] = slope_along(&f, i);
	}
	if (!cut_linearised(cell, &f, slopes, pair)) return answer;
	answer.widest = widest_variable(&f, slopes, cell);
	answer.state = find_near_point(pair, cell, &answer) ? FEATURE_CELL_TOUCH : FEATURE_CELL_OPEN;
	return answer;
}

double mk_feature_greatest_motion(const FeaturePair *pair) {
	Double3 motion[3];
	for (int i = 0; i < 3; i++) {
		motion[i] = double3_sub(pair->end[i], pair->start[i]);
	}
	// at the corners of u and v
	if (!pair->is_edges) {
		return double3_length(double3_longer(double3_longer(motion[0], motion[1]), motion[2]));
	}
	Double3 at_start = double3_longer(motion[1], motion[2]);
	Double3 to_second = double3_sub(motion[0], motion[1]);
	Double3 to_third = double3_sub(motion[0], motion[2]);
	return double3_length(double3_longer(at_start, double3_longer(to_second, to_third)));
}
