// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_aim.h"
#include "support/angle_probe.h"

static WideQuat load_quat(float rows[4][MK_BUNDLE_LANES], uint32_t first) {
	return (WideQuat){ wide_load(rows[0] + first), wide_load(rows[1] + first),
		wide_load(rows[2] + first), wide_load(rows[3] + first) };
}

void MK_WIDE_NAME(mk_angle_probe)(AngleProbe *probe, JointMeasure measure) {
	for (uint32_t first = 0; first < MK_BUNDLE_LANES; first += MK_LANES) {
		LaneTurn turn = lane_turn(load_quat(probe->a, first), load_quat(probe->b, first));
		LaneAngle angle = measure_angle(&turn, measure);
		wide_store(probe->values + first, angle.value);
		lanes_store3(&probe->axes, first, angle.axis);
		wide_store(probe->angles + first,
				wide_atan2(wide_load(probe->y + first), wide_load(probe->x + first)));
	}
}
