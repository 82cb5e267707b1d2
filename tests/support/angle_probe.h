// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A kernel that measures the angles of joints between frames, eight at once, for tests.
#pragma once

#include "dynamics/joint_bundle.h"
#include "math/wide_lanes.h"

typedef struct AngleProbe {
	_Alignas(32) float a[4][MK_BUNDLE_LANES]; // frames, x y z w
	_Alignas(32) float b[4][MK_BUNDLE_LANES];
	_Alignas(32) float values[MK_BUNDLE_LANES];
	Lane3 axes;
	_Alignas(32) float x[MK_BUNDLE_LANES]; // the angle of (x, y) goes to `angles`
	_Alignas(32) float y[MK_BUNDLE_LANES];
	_Alignas(32) float angles[MK_BUNDLE_LANES];
} AngleProbe;

typedef void AngleKernel(AngleProbe *probe, JointMeasure measure);

AngleKernel mk_angle_probe_scalar;
AngleKernel mk_angle_probe_4;
#ifdef MK_WIDE_HAS_8
AngleKernel mk_angle_probe_8;
#endif
