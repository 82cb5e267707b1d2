// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A soft body over one step, with the rigid bodies that it touches. A contact is a plane that moves
// with its partner. Inside a sub-step the unknowns are places of points and velocities of partners,
// and one impulse changes both, so momentum is kept exactly; that partners turn with the plane's
// normal held is the only thing left to the next step.
#pragma once

#include "dynamics/soft_body.h"
#include "dynamics/wind.h"

// A rigid body as soft bodies meet it.
typedef struct SoftPartner {
	void *user;
	Vec3 center;          // m; of mass
	Vec3 velocity;        // m/s; in and out
	Vec3 spin;            // rad/s; in and out
	Vec3 last_velocity;   // m/s; as it was before: what others have done to it since is not in it
	Vec3 last_spin;       // rad/s
	Real inverse_mass;    // 1/kg; 0: the soft body does not move it
	Mat3 inverse_inertia; // 1/(kg m^2), world axes
} SoftPartner;

// A point of a triangle, or a corner (weights 1, 0, 0), against a plane of a partner.
typedef struct SoftContact {
	uint32_t points[3];
	Real weights[3];
	uint32_t partner;
	Vec3 normal;   // unit, out of the partner
	Vec3 anchor;   // m; where the point's surface may be, at the start of the step
	Real offset;   // m; how far the plane has moved along the normal since then
	Real friction; // no unit
	Real impulse;  // N s; of the last sub-step, to start from
} SoftContact;

MK_ARRAY_DECLARE(SoftPartnerArray, soft_partner_array, SoftPartner);
MK_ARRAY_DECLARE(SoftContactArray, soft_contact_array, SoftContact);

typedef struct SoftInput {
	Vec3 gravity; // m/s^2
	const Wind *winds;
	uint32_t wind_count;
	Real dt; // s
	SoftPartnerArray *partners;
	SoftContactArray *contacts;
} SoftInput;

// Moves a soft body by dt seconds and changes the velocities of its partners. A body that would
// become infinite stays where it was, stopped; then the result is false.
bool mk_soft_step(SoftBody *soft, const SoftInput *input);
