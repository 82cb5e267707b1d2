// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The probe kernel: compiled once per variant of wide_lanes.h.
#include "support/probe_wide.h"

#include "math/wide.h"

#include <string.h>

typedef struct Lanes {
	Wide a;
	Wide b;
	Wide c;
} Lanes;

// Where the next result of the lanes from `first` on goes.
typedef struct Writer {
	ProbeOutput *out;
	int first;
	int row;
} Writer;

static void write_wide(Writer *writer, Wide value) {
	wide_store(writer->out->results[writer->row++] + writer->first, value);
}

static void write_vec3(Writer *writer, WideVec3 value) {
	write_wide(writer, value.x);
	write_wide(writer, value.y);
	write_wide(writer, value.z);
}

static void probe_arithmetic(Writer *writer, Lanes in) {
	write_wide(writer, wide_add(in.a, in.b));
	write_wide(writer, wide_sub(in.a, in.b));
	write_wide(writer, wide_multiply(in.a, in.b));
	write_wide(writer, wide_divide(in.a, in.b));
	write_wide(writer, wide_multiply_add(in.a, in.b, in.c));
	write_wide(writer, wide_sqrt(in.a));
	write_wide(writer, wide_negate(in.a));
	write_wide(writer, wide_abs(in.a));
	write_wide(writer, wide_flip_sign(in.a, in.b));
	write_wide(writer, wide_min(in.a, in.b));
	write_wide(writer, wide_max(in.a, in.b));
	write_wide(writer, wide_clamp(in.a, in.b, in.c));
	write_wide(writer, wide_splat(1.5f));
	write_wide(writer, wide_zero());
}

static void probe_masks(Writer *writer, Lanes in, uint32_t masks[4]) {
	WideMask less = wide_less(in.a, in.b);
	WideMask less_equal = wide_less_equal(in.a, in.b);
	WideMask equal = wide_equal(in.a, in.b);
	WideMask mixed = mask_or(
			mask_and(less, wide_less(in.b, in.c)), mask_not(wide_equal(in.a, in.c)));
	const WideMask all[4] = { less, less_equal, equal, mixed };
	for (int i = 0; i < 4; i++) {
		uint32_t bits = mask_bits(all[i]);
		masks[i] |= bits << writer->first;
		// any and all must agree with the bits, and a mask must survive the way through them
		write_wide(writer, wide_select(mask_from_bits(bits), in.a, in.b));
		write_wide(writer, wide_splat(mask_any(all[i]) == (bits != 0) ? 1.0f : 0.0f));
		write_wide(writer, wide_splat(mask_all(all[i]) == (bits == MK_ALL_LANES) ? 1.0f : 0.0f));
	}
}

static void probe_vectors(Writer *writer, Lanes in) {
	WideVec3 u = { in.a, in.b, in.c };
	WideVec3 v = { in.c, in.a, in.b };
	write_wide(writer, wide_vec3_dot(u, v));
	write_vec3(writer, wide_vec3_cross(u, v));
	write_vec3(writer, wide_vec3_add_scaled(wide_vec3_add(u, v), u, in.b));
	write_vec3(writer, wide_vec3_scale(wide_vec3_sub(u, v), in.c));
	write_vec3(writer, wide_vec3_select(wide_less(in.a, in.c), u, v));
}

// adds `a` to every element of the rows and writes the chosen ones back
static void probe_rows(const ProbeInput *in, Writer *writer, Lanes lanes) {
	const uint32_t *indices = in->indices + writer->first;
	uint32_t write_lanes = in->write_lanes >> writer->first & MK_ALL_LANES;
	Wide row[8];
	wide_gather8(in->rows[0], 8, indices, row);
	write_wide(writer, row[0]);
	write_wide(writer, row[7]);
	for (int k = 0; k < 8; k++)
		row[k] = wide_add(row[k], lanes.a);
	wide_scatter8(writer->out->rows[0], 8, indices, row, write_lanes);
}

void MK_WIDE_NAME(mk_probe)(const ProbeInput *in, ProbeOutput *out) {
	memcpy(out->rows, in->rows, sizeof(out->rows));
	memset(out->masks, 0, sizeof(out->masks));
	for (int first = 0; first < PROBE_LANES; first += MK_LANES) {
		Writer writer = { .out = out, .first = first };
		Lanes lanes = { wide_load(in->a + first), wide_load(in->b + first),
			wide_load(in->c + first) };
		probe_arithmetic(&writer, lanes);
		probe_masks(&writer, lanes, out->masks);
		probe_vectors(&writer, lanes);
		probe_rows(in, &writer, lanes);
	}
}
