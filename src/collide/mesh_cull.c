// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "collide/mesh_cull.h"

CullKernel mk_mesh_cull_scalar, mk_mesh_cull_4;
#ifdef MK_WIDE_HAS_8
CullKernel mk_mesh_cull_8;
#endif

CullKernel *mk_cull_kernel_for(int lanes) {
	if (lanes > mk_wide_lanes()) return NULL;
	if (lanes == 1) return mk_mesh_cull_scalar;
	if (lanes == 4) return mk_mesh_cull_4;
#ifdef MK_WIDE_HAS_8
	if (lanes == 8) return mk_mesh_cull_8;
#endif
	return NULL;
}

CullKernel *mk_cull_kernel(void) { return mk_cull_kernel_for(mk_wide_lanes()); }
