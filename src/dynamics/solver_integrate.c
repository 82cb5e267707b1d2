// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver_integrate.h"

#include "math/wide_lanes.h"

#define MK_VARIANT(suffix) \
	{ mk_rows_integrate_velocities##suffix, mk_rows_integrate_poses##suffix }

RowKernel mk_rows_integrate_velocities_scalar, mk_rows_integrate_velocities_4,
		mk_rows_integrate_velocities_8;
RowKernel mk_rows_integrate_poses_scalar, mk_rows_integrate_poses_4, mk_rows_integrate_poses_8;

static const RowKernels variants[] = MK_WIDE_TABLE(MK_VARIANT);

const RowKernels *mk_row_kernels_for(int lanes) {
	int row = mk_wide_row(lanes);
	return row < 0 ? NULL : &variants[row];
}
