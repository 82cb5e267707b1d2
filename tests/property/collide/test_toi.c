// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Times of impact of random sweeps: never missed, never late, at most 1e-4 early. Rods and plates
// against 15 axes at many times (bench_toi does the same with as many sweeps as it is told), all
// convex kinds against distances at sampled times, concave shapes against all of their pieces.
#include "collide/toi.h"

#include "collide/penetration.h"
#include "shape/compound.h"
#include "shape/height_field.h"
#include "shape/mesh.h"
#include "support/budget.h"
#include "support/check.h"
#include "support/mesh_make.h"
#include "support/property.h"
#include "support/rod_sweep.h"
#include "support/shape_make.h"

static ToiResult query(const Sweep *a, const Sweep *b) {
	return mk_toi(&(ToiInput){ .a = a, .b = b, .time_max = 1 });
}

static void check_rod(Rng *rng, const RodShapes *shapes, const RodRow *row) {
	RodPair pair = rod_pair(rng, shapes, row);
	double truth = oracle_touch(&pair.rod, &pair.plate, oracle_samples(row));
	ToiResult r = query(&pair.rod, &pair.plate);
	if (truth > 1) {
		// what passes closer than rounding may be called a touch
		if (toi_status_is_hit(r.status)) assert_true(r.distance < (Real)1e-9);
		return;
	}
	assert_true(r.status == TOI_HIT || (truth == 0 && r.status == TOI_OVERLAPPING));
	assert_true((double)r.time <= truth && truth - (double)r.time <= 1e-4);
	assert_true((double)r.time_late >= truth - 1e-12);
}

static void rods_and_plates_of_all_rows(Rng *rng) {
	RodShapes shapes = rod_shapes();
	for (int row = 0; row < ROD_ROWS; row++)
		check_rod(rng, &shapes, &rod_rows[row]);
	rod_shapes_free(&shapes);
}

static double distance_at(const Sweep *a, const Sweep *b, double time) {
	ShapeInstance at_a = mk_sweep_instance(a, time);
	ShapeInstance at_b = mk_sweep_instance(b, time);
	return (double)mk_separation(&at_a, &at_b).distance;
}

static Sweep random_sweep(Rng *rng, const Shape *shape, double place, double motion) {
	Transform start = random_transform(rng, place);
	Sweep sweep = sweep_rigid(shape, start, random_vec3(rng, motion), vec3_zero());
	if (rng_below(rng, 4) == 0) sweep.shape = mk_instance(shape, random_affine(rng, place));
	Vec3 axis = random_unit(rng);
	sweep.turn = vec3_scale(axis, random_real(rng, 0, 4));
	sweep.center = vec3_add(sweep.shape.pose.origin, random_vec3(rng, 0.5));
	if (rng_below(rng, 3) == 0) sweep.turn = vec3_zero();
	return sweep;
}

static void any_two_convex_shapes(Rng *rng) {
	Shape *shape_a = make_shape(rng, convex_kind(rng), -1, 0.3);
	Shape *shape_b = make_shape(rng, convex_kind(rng), -1, 0.3);
	Sweep a = random_sweep(rng, shape_a, 2, 3);
	Sweep b = random_sweep(rng, shape_b, 2, 3);
	ToiResult r = query(&a, &b);
	// supports in Real are off by 4 epsilon of the sizes, which stretched are up to 16 m each, of
	// sums more, and a touch may be told at four times that; in double, curved ones are off by 1e-8
	// of them
	double sizes = (double)(mk_difference_bound(&a.shape) + mk_difference_bound(&b.shape));
	double rounding = pick_tolerance(6e-5, 2e-6) * fmax(sizes / 32, 1);
	assert_true(r.status != TOI_INVALID && r.status != TOI_CAPPED);
	for (int i = 0; i <= 24; i++) {
		double time = (double)r.time * i / 24;
		if (r.status == TOI_OVERLAPPING) break;
		assert_true(distance_at(&a, &b, time) > -rounding);
	}
	if (r.status == TOI_FREE) {
		assert_true(r.time == 1);
	} else {
		assert_true(distance_at(&a, &b, (double)r.time_late) < rounding);
		assert_true(vec3_is_unit(r.normal));
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
}

// The earliest of all pieces of B, one by one.
typedef struct Pieces {
	const Sweep *a;
	const Sweep *b;
	ToiResult best;
} Pieces;

static bool visit(const ShapePiece *piece, void *user) {
	Pieces *all = user;
	Sweep b = *all->b;
	b.shape = mk_instance(piece->shape, affine_multiply(b.shape.pose, piece->pose));
	ToiInput input = { .a = all->a, .b = &b, .time_max = 1, .hits_backs = true };
	ToiResult r = mk_toi(&input);
	bool is_first = !toi_status_is_hit(all->best.status);
	if (toi_status_is_hit(r.status) && (is_first || r.time < all->best.time)) all->best = r;
	return true;
}

static Shape *make_concave(Rng *rng) {
	uint32_t kind = rng_below(rng, 3);
	if (kind == 0) {
		Real heights[49];
		for (int i = 0; i < 49; i++)
			heights[i] = random_real(rng, -0.5, 0.5);
		return mk_height_field_create(&(HeightFieldInput){ heights, 7, 7 }, NULL);
	}
	TestMesh torus = mesh_make_torus(1, (Real)0.3, 9, 6);
	Shape *mesh = mk_mesh_create(&(MeshInput){ .mesh = mesh_view(&torus) }, NULL);
	mesh_free(&torus);
	if (kind == 1) return mesh;
	Shape *box = make_shape(rng, SHAPE_BOX, -1, 0);
	CompoundChild children[3] = { { .shape = mesh }, { .shape = box }, { .shape = box } };
	for (int i = 0; i < 3; i++)
		children[i].pose = random_affine(rng, 1);
	Shape *compound = mk_compound_create(children, 3, NULL);
	mk_shape_release(mesh);
	mk_shape_release(box);
	return compound;
}

static void concave_shapes_meet_with_their_first_piece(Rng *rng) {
	Shape *shape_a = make_shape(rng, convex_kind(rng), -1, 0);
	Shape *shape_b = make_concave(rng);
	Sweep a = random_sweep(rng, shape_a, 4, 6);
	Sweep b = random_sweep(rng, shape_b, 4, 2);
	Pieces all = { &a, &b, { .status = TOI_FREE } };
	Aabb everything = { vec3_splat(-1000), vec3_splat(1000) };
	mk_shape_pieces(shape_b, &(PieceQuery){ everything, visit, &all });
	ToiInput input = { .a = &a, .b = &b, .time_max = 1, .hits_backs = true };
	ToiResult found[2];
	found[0] = mk_toi(&input);
	input.a = &b;
	input.b = &a;
	found[1] = mk_toi(&input);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(toi_status_is_hit(found[i].status), toi_status_is_hit(all.best.status));
		if (!toi_status_is_hit(found[i].status)) continue;
		// each time may be early by the tolerance
		check_near(found[i].time, all.best.time, (double)MK_TOI_TIME_TOLERANCE + 1e-6);
	}
	mk_shape_release(shape_a);
	mk_shape_release(shape_b);
}

static void rods_never_pass_plates(void **state) {
	(void)state;
	for_all(rods_and_plates_of_all_rows, pick_count(150, 12), 2);
}

static void convex_shapes_are_never_late(void **state) {
	(void)state;
	for_all(any_two_convex_shapes, pick_count(3000, 200), 3);
}

static void concave_shapes_miss_no_piece(void **state) {
	(void)state;
	for_all(concave_shapes_meet_with_their_first_piece, pick_count(500, 40), 4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rods_never_pass_plates),
		cmocka_unit_test(convex_shapes_are_never_late),
		cmocka_unit_test(concave_shapes_miss_no_piece),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
