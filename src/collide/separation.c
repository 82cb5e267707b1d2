// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Words for the outcomes of queries, for messages and for a user's own code.
#include "collide/separation.h"

const char *mk_separation_status_text(SeparationStatus status) {
	static const char *const texts[SEPARATION_STATUS_COUNT] = {
		[SEPARATION_CONVERGED] = "converged",
		[SEPARATION_BEYOND] = "beyond",
		[SEPARATION_STALLED] = "stalled",
		[SEPARATION_CAPPED] = "capped",
		[SEPARATION_DEGENERATE] = "degenerate",
		[SEPARATION_INVALID] = "invalid",
	};
	bool is_known = (unsigned)status < SEPARATION_STATUS_COUNT;
	return is_known ? texts[status] : "unknown";
}
