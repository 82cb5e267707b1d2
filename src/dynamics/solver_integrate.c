// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/solver_integrate.h"

#include "math/wide_lanes.h"

#define MK_DECLARE_VARIANT(suffix)                                                    \
	RowKernel mk_rows_integrate_velocities##suffix, mk_rows_integrate_poses##suffix;  \
	static const RowKernels kernels##suffix = { mk_rows_integrate_velocities##suffix, \
		mk_rows_integrate_poses##suffix }

MK_DECLARE_VARIANT(_scalar);
MK_DECLARE_VARIANT(_4);
#ifdef MK_WIDE_HAS_8
MK_DECLARE_VARIANT(_8);
#endif

const RowKernels *mk_row_kernels_for(int lanes) {
	if (lanes > mk_wide_lanes()) return NULL;
	if (lanes == 1) return &kernels_scalar;
	if (lanes == 4) return &kernels_4;
#ifdef MK_WIDE_HAS_8
	if (lanes == 8) return &kernels_8;
#endif
	return NULL;
}
