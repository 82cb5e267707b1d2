// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/contact_solver.h"

#include "math/wide_lanes.h"

#define MK_DECLARE_VARIANT(suffix)                                                         \
	ContactKernel mk_contact_prepare##suffix, mk_contact_warm_start##suffix;               \
	ContactKernel mk_contact_solve##suffix, mk_contact_relax##suffix;                      \
	ContactKernel mk_contact_restitute##suffix;                                            \
	static const ContactKernels kernels##suffix = { mk_contact_prepare##suffix,            \
		mk_contact_warm_start##suffix, mk_contact_solve##suffix, mk_contact_relax##suffix, \
		mk_contact_restitute##suffix }

MK_DECLARE_VARIANT(_scalar);
MK_DECLARE_VARIANT(_4);
#ifdef MK_WIDE_HAS_8
MK_DECLARE_VARIANT(_8);
#endif

const ContactKernels *mk_contact_kernels_for(int lanes) {
	if (lanes > mk_wide_lanes()) return NULL;
	if (lanes == 1) return &kernels_scalar;
	if (lanes == 4) return &kernels_4;
#ifdef MK_WIDE_HAS_8
	if (lanes == 8) return &kernels_8;
#endif
	return NULL;
}

const ContactKernels *mk_contact_kernels(void) { return mk_contact_kernels_for(mk_wide_lanes()); }
