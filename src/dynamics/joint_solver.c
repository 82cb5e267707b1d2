// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/joint_solver.h"

#include "dynamics/joint_part.h"
#include "math/wide_lanes.h"

#define MK_DECLARE_VARIANT(suffix)                                                   \
	JointKernel mk_joint_prepare##suffix, mk_joint_warm_start##suffix;               \
	JointKernel mk_joint_solve##suffix, mk_joint_relax##suffix;                      \
	JointKernel mk_joint_restitute##suffix;                                          \
	static const JointKernels kernels##suffix = { mk_joint_prepare##suffix,          \
		mk_joint_warm_start##suffix, mk_joint_solve##suffix, mk_joint_relax##suffix, \
		mk_joint_restitute##suffix }

MK_DECLARE_VARIANT(_scalar);
MK_DECLARE_VARIANT(_4);
#ifdef MK_WIDE_HAS_8
MK_DECLARE_VARIANT(_8);
#endif

const JointKernels *mk_joint_kernels_for(int lanes) {
	if (lanes > mk_wide_lanes()) return NULL;
	if (lanes == 1) return &kernels_scalar;
	if (lanes == 4) return &kernels_4;
#ifdef MK_WIDE_HAS_8
	if (lanes == 8) return &kernels_8;
#endif
	return NULL;
}

const JointKernels *mk_joint_kernels(void) { return mk_joint_kernels_for(mk_wide_lanes()); }

// The spring before a limit, 1/s and no unit: soft enough to be seen, stiff enough to stop a limb.
static const JointHold zone_hold = { 4, 1, 0, 0 };

JointPass mk_joint_pass(const SolverJoints *joints, SolverBodies bodies, float h) {
	return (JointPass){ bodies, joints->turnings, joints->rows, h,
		mk_joint_softness(&zone_hold, (Real)h) };
}
