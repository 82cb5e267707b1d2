// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "collide/mesh_cull.h"

#define MK_VARIANT(suffix) mk_mesh_cull##suffix

CullKernel mk_mesh_cull_scalar, mk_mesh_cull_4, mk_mesh_cull_8;

static CullKernel *const variants[] = MK_WIDE_TABLE(MK_VARIANT);

CullKernel *mk_cull_kernel_for(int lanes) {
	int row = mk_wide_row(lanes);
	return row < 0 ? NULL : variants[row];
}

CullKernel *mk_cull_kernel(void) { return mk_cull_kernel_for(mk_wide_lanes()); }
