// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "dynamics/contact_solver.h"

#include "math/wide_lanes.h"

#define MK_VARIANT(suffix)                                                                   \
	{                                                                                        \
		mk_contact_prepare##suffix, mk_contact_warm_start##suffix, mk_contact_solve##suffix, \
				mk_contact_relax##suffix, mk_contact_restitute##suffix                       \
	}

ContactKernel mk_contact_prepare_scalar, mk_contact_prepare_4, mk_contact_prepare_8;
ContactKernel mk_contact_warm_start_scalar, mk_contact_warm_start_4, mk_contact_warm_start_8;
ContactKernel mk_contact_solve_scalar, mk_contact_solve_4, mk_contact_solve_8;
ContactKernel mk_contact_relax_scalar, mk_contact_relax_4, mk_contact_relax_8;
ContactKernel mk_contact_restitute_scalar, mk_contact_restitute_4, mk_contact_restitute_8;

static const ContactKernels variants[] = MK_WIDE_TABLE(MK_VARIANT);

const ContactKernels *mk_contact_kernels_for(int lanes) {
	int row = mk_wide_row(lanes);
	return row < 0 ? NULL : &variants[row];
}

const ContactKernels *mk_contact_kernels(void) { return mk_contact_kernels_for(mk_wide_lanes()); }
