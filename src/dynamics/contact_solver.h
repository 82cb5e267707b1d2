// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The passes of the contact solver over bundles, in as many lanes as the processor has. A step is
// prepare, then per sub-step warm start, solve, (bodies move), relax, and restitution at the end:
// the soft-step scheme (Catto, "Solver2D", 2024; small steps after Macklin et al., "Small Steps in
// Physics Simulation", 2019).
//
// Normals are solved with a bias that works off overlap; the relax pass takes the velocity of that
// bias out again. Friction is solved once per manifold, at the centre of its points, plus a twist
// row about the normal, in the relax pass only: against velocities that contain a bias it would
// make tall stacks sway. Separation during the sub-steps is linear in the motion of the bodies: for
// round shapes that roll it is exact, where turning the arms would invent a gap.
#pragma once

#include "dynamics/contact_bundle.h"
#include "dynamics/softness.h"
#include "dynamics/solver_body.h"

// Floats from the acceleration of one row to the next.
#define MK_ACCELERATION_STRIDE 2

// What all bundles of a pass have in common.
typedef struct ContactPass {
	SolverBodies bodies;
	const float *accelerations; // m/s^2; of each row, for restitution; NULL: none
	float step;                 // s; length of the whole step
	float h;                    // s; length of a sub-step
	Softness dynamic;           // between two bodies that both move
	Softness fixed;     // against one that does not: stiffer, or piles would press into the floor
	float push_limit;   // m/s; how fast overlap is worked off at most, or deep ones would explode
	float bounce_speed; // m/s; slower impacts do not bounce, or resting contacts would never rest
} ContactPass;

typedef struct ContactBundles {
	ContactBundle *bundles;
	ContactBundleCold *cold;
	uint32_t count;
} ContactBundles;

// Runs one pass over some bundles; no body is in two bundles of them.
typedef void ContactKernel(const ContactPass *pass, const ContactBundles *bundles);

// The passes, in the order of a step.
typedef struct ContactKernels {
	ContactKernel *prepare;    // masses, friction centre, approach speed; clears totals
	ContactKernel *warm_start; // applies the impulses of the last sub-step
	ContactKernel *solve;      // normals with bias
	ContactKernel *relax;      // normals without bias, friction, twist, rolling; adds to totals
	ContactKernel *restitute;  // once, after the last sub-step
} ContactKernels;

// Returns the passes for the widest lanes that this processor has.
const ContactKernels *mk_contact_kernels(void);

// Returns the passes for 1 (reference, loops), 4 or 8 lanes, or NULL if this machine has no such
// variant. All give the same bits.
const ContactKernels *mk_contact_kernels_for(int lanes);
