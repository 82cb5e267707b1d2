// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The contacts of a soft body inside one sub-step of h seconds; for soft_step.c.
#pragma once

#include "dynamics/soft_step.h"

// Moves points that are in a partner out of it, and lets contacts push as they did before.
void mk_soft_start_contacts(SoftBody *soft, const SoftInput *input, Real h);

// Moves points out of the planes of their partners, as these are at the end of the sub-step.
void mk_soft_push_contacts(SoftBody *soft, const SoftInput *input, Real h);

// Friction, limited by what the contacts pushed in this sub-step; and the planes move on.
void mk_soft_rub_contacts(SoftBody *soft, const SoftInput *input, Real h);
