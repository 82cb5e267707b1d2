// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Which variant of the kernels to run. Asked once, when a world is made.
#include "math/wide_lanes.h"

int mk_wide_lanes(void) {
#ifdef MK_WIDE_HAS_8
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx2")) return 8;
#endif
	return 4;
}

int mk_wide_row(int lanes) {
	static const int lanes_of[] = { 1, 4, 8 };
	for (int row = 0; row < 3 && lanes_of[row] <= mk_wide_lanes(); row++)
		if (lanes_of[row] == lanes) return row;
	return -1;
}
