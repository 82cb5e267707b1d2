// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_solver.h"

#include "dynamics/joint_part.h"
#include "math/wide_lanes.h"

#define MK_VARIANT(suffix)                                                             \
	{                                                                                  \
		mk_joint_prepare##suffix, mk_joint_warm_start##suffix, mk_joint_solve##suffix, \
				mk_joint_relax##suffix, mk_joint_restitute##suffix                     \
	}

JointKernel mk_joint_prepare_scalar, mk_joint_prepare_4, mk_joint_prepare_8;
JointKernel mk_joint_warm_start_scalar, mk_joint_warm_start_4, mk_joint_warm_start_8;
JointKernel mk_joint_solve_scalar, mk_joint_solve_4, mk_joint_solve_8;
JointKernel mk_joint_relax_scalar, mk_joint_relax_4, mk_joint_relax_8;
JointKernel mk_joint_restitute_scalar, mk_joint_restitute_4, mk_joint_restitute_8;

static const JointKernels variants[] = MK_WIDE_TABLE(MK_VARIANT);

const JointKernels *mk_joint_kernels_for(int lanes) {
	int row = mk_wide_row(lanes);
	return row < 0 ? NULL : &variants[row];
}

const JointKernels *mk_joint_kernels(void) { return mk_joint_kernels_for(mk_wide_lanes()); }

// The spring before a limit, 1/s and no unit: soft enough to be seen, stiff enough to stop a limb.
static const JointHold zone_hold = { 4, 1, 0, 0 };

JointPass mk_joint_pass(const SolverJoints *joints, SolverBodies bodies, float h) {
	return (JointPass){ bodies, joints->turnings, joints->rows, h,
		mk_joint_softness(&zone_hold, (Real)h) };
}
