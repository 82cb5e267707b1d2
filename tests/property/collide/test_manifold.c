// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Manifolds over time: names that stay, separations that change no faster than the bodies move.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/collide_pair.h"
#include "support/property.h"
#include "support/random.h"
#include "support/shape_make.h"

static Shape *random_standing(Rng *rng) {
	Real x = random_real(rng, 0.2, 0.6);
	Real z = random_real(rng, 0.2, 0.6);
	switch (rng_below(rng, 5)) {
		case 0: return mk_box_create(vec3(x, (Real)0.5, z), NULL);
		case 1: return mk_cylinder_create(x, 1, NULL);
		case 2: return mk_cone_create(x, 1, NULL);
		case 3: return mk_rounded_box_create(vec3(x, (Real)0.4, z), (Real)0.1, NULL);
		default: break;
	}
	Vec3 points[10];
	for (int i = 0; i < 5; i++) {
		const Real c[] = { 1, (Real)0.309, (Real)-0.809, (Real)-0.809, (Real)0.309 };
		const Real s[] = { 0, (Real)0.951, (Real)0.588, (Real)-0.588, (Real)-0.951 };
		points[i] = vec3(c[i] * x, (Real)0.5, s[i] * x);
		points[i + 5] = vec3(c[i] * x, (Real)-0.5, s[i] * x);
	}
	return mk_hull_shape_create(&(HullShapeInput){ .points = points, .count = 10 }, NULL);
}

typedef struct IdTally {
	uint32_t kept;
	uint32_t seen;
} IdTally;

static IdTally tally;

static void compare_ids(const Manifold *before, const Manifold *now) {
	for (uint32_t i = 0; i < now->count; i++) {
		tally.seen++;
		for (uint32_t k = 0; k < before->count; k++) {
			if (before->points[k].id != now->points[i].id) continue;
			tally.kept++;
			break;
		}
	}
}

// A body on another, anywhere within its face or flush with it, trembling by 0.1 mm and 0.1 mrad.
static void tremble(Rng *rng) {
	Shape *upper = random_standing(rng);
	bool is_same = rng_below(rng, 4) == 0;
	Shape *lower = is_same ? mk_shape_retain(upper) : mk_box_create(vec3(1, (Real)0.5, 1), NULL);
	Real shift = is_same ? 0 : random_real(rng, -0.8, 0.8);
	Quat facing = quat_identity();
	if (!is_same) facing = quat_from_axis_angle(vec3(0, 1, 0), random_real(rng, 0, 3));
	PairCache cache = { 0 };
	Manifold before = { .count = 0 };
	for (int step = 0; step < 20; step++) {
		Vec3 turn = vec3_scale(random_unit(rng), (Real)1e-4);
		Quat trembling = mk_quat_from_rotation_vector(turn);
		Transform pose = { quat_normalize(quat_multiply(trembling, facing)),
			vec3_add(vec3(shift, (Real)0.999, 0), random_vec3(rng, 1e-4)) };
		ShapeInstance a = instance_rigid(lower, transform_identity());
		ShapeInstance b = instance_rigid(upper, pose);
		// every step is a full test: nothing but `last` of the cache is used
		cache.relative.origin = vec3_splat(100);
		Collided c = collide_input(
				&(CollideInput){ .a = &a, .b = &b, .margin = TEST_MARGIN, .cache = &cache });
		if (step > 0) compare_ids(&before, &c.manifold);
		before = c.manifold;
	}
	mk_shape_release(upper);
	mk_shape_release(lower);
}

static void names_survive_a_tremor(void **state) {
	(void)state;
	tally = (IdTally){ 0 };
	for_all(tremble, cases(400), 1);
	assert_true(tally.seen > pick_count(1000, 100));
	// 95 in 100
	assert_true(tally.kept * 100 >= tally.seen * 95);
}

// The largest separation that a manifold has at a place, or the margin: what a solver sees there.
static Real separation_near(const Manifold *m, Vec3 place) {
	Real nearest = MK_INFINITY;
	Real separation = TEST_MARGIN;
	for (uint32_t i = 0; i < m->count; i++) {
		Vec3 way = vec3_sub(m->points[i].position, place);
		Real distance = vec3_length(vec3(way.x, 0, way.z));
		if (!(distance < nearest)) continue;
		nearest = distance;
		separation = m->points[i].separation;
	}
	return nearest < (Real)0.02 ? separation : TEST_MARGIN;
}

// A box rocks over a floor from one edge over the flat pose to the other. At each corner
// the reported separation is the height of the corner, which changes by half the width
// times the step of the angle.
typedef struct Rocking {
	const Shape *floor;
	bool is_cached;
} Rocking;

static void rock(const Rocking *rocking) {
	Shape *box = mk_box_create(vec3((Real)0.3, (Real)0.5, (Real)0.3), NULL);
	PairCache cache = { 0 };
	const int steps = 401;
	for (int i = 0; i < steps; i++) {
		Real angle = (Real)(0.06 * (2.0 * i / (steps - 1) - 1));
		// about the middle of its base, which stays on the floor
		Quat turn = quat_from_axis_angle(vec3(0, 0, 1), angle);
		Transform pose = { turn, quat_rotate(turn, vec3(0, (Real)0.5, 0)) };
		ShapeInstance a = instance_rigid(rocking->floor, transform_identity());
		ShapeInstance b = instance_rigid(box, pose);
		Collided c = collide_input(&(CollideInput){ .a = &a,
				.b = &b,
				.margin = TEST_MARGIN,
				.cache = rocking->is_cached ? &cache : NULL });
		assert_true(c.hit);
		for (int corner = 0; corner < 4; corner++) {
			Vec3 local = vec3(corner & 1 ? (Real)0.3 : (Real)-0.3, (Real)-0.5,
					corner & 2 ? (Real)0.3 : (Real)-0.3);
			Vec3 place = transform_point(pose, local);
			Real expected = real_min(place.y, TEST_MARGIN);
			// half a slop for what is used again, rounding and the normal of
			// the box's face otherwise
			Real tolerance = rocking->is_cached ? (Real)0.0026 : (Real)0.0007;
			check_near(separation_near(&c.manifold, place), expected, tolerance);
		}
	}
	mk_shape_release(box);
}

static void a_rocking_box_changes_its_separations_smoothly(void **state) {
	(void)state;
	// tops at height 0
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	const Vec3 corners[] = { vec3(2, 0, 2), vec3(-2, 0, 2), vec3(-2, 0, -2), vec3(2, 0, -2),
		vec3(2, -1, 2), vec3(-2, -1, 2), vec3(-2, -1, -2), vec3(2, -1, -2) };
	Shape *hull = mk_hull_shape_create(&(HullShapeInput){ .points = corners, .count = 8 }, NULL);
	for (int cached = 0; cached < 2; cached++) {
		rock(&(Rocking){ plane, cached != 0 });
		rock(&(Rocking){ hull, cached != 0 });
	}
	mk_shape_release(plane);
	mk_shape_release(hull);
}

// A cylinder tips from standing on its cap over its rim on to its side: the deepest separation is
// that of the support at every angle, and no step of the angle makes it jump.
static void a_tipping_cylinder_never_jumps(void **state) {
	(void)state;
	Shape *cylinder = mk_cylinder_create((Real)0.5, 1, NULL);
	Shape *plane = mk_half_space_create((Plane){ vec3(0, 1, 0), 0 }, NULL);
	Shape *slab = mk_box_create(vec3(3, 1, 3), NULL);
	const Shape *floors[] = { plane, slab };
	for (int f = 0; f < 2; f++) {
		for (int i = 0; i <= 900; i++) {
			Transform pose = turned(at(0, 0, 0), vec3(0, 0, 1), i / 10.0);
			ShapeInstance b = instance_rigid(cylinder, pose);
			Real lowest = instance_support(&b, vec3(0, -1, 0), MK_SHAPE_NO_ID).y;
			b.pose.origin.y = -lowest - (Real)0.005;
			ShapeInstance a = instance_rigid(floors[f], at(0, f == 0 ? 0 : -1, 0));
			Collided c = collide_pair(&a, &b);
			assert_true(c.hit);
			// a tenth of the slop for the face's normal, a fiftieth twice for the deepest point
			check_near(deepest_of(&c.manifold), -0.005, 0.0007);
			if (i == 0) assert_int_equal(c.manifold.count, 4);
			if (i == 900) assert_int_equal(c.manifold.count, 2);
		}
	}
	mk_shape_release(cylinder);
	mk_shape_release(plane);
	mk_shape_release(slab);
}

static double area_of_four(const ContactPoint *p) {
	double best = 0;
	static const int orders[3][4] = { { 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 1, 3, 2 } };
	for (int o = 0; o < 3; o++) {
		double area = 0;
		for (int i = 0; i < 4; i++) {
			Vec3 a = p[orders[o][i]].position;
			Vec3 b = p[orders[o][(i + 1) % 4]].position;
			area += (double)a.z * (double)b.x - (double)a.x * (double)b.z;
		}
		best = fabs(area) / 2 > best ? fabs(area) / 2 : best;
	}
	return best;
}

// Part of the area of the best four points with the same first one, by trying all; 1 if fewer than
// four were kept, which says that the rest are inside.
static double part_of_best(const ContactCandidates *c, const Manifold *m) {
	if (m->count < 4) return 1;
	double best = 0;
	for (uint32_t i = 0; i < c->count; i++) {
		for (uint32_t k = i + 1; k < c->count; k++) {
			for (uint32_t l = k + 1; l < c->count; l++) {
				ContactPoint four[4] = { m->points[0], c->points[i], c->points[k], c->points[l] };
				double area = area_of_four(four);
				best = area > best ? area : best;
			}
		}
	}
	return area_of_four(m->points) / best;
}

// The four that are chosen have the deepest point, but for a fiftieth of the slop, and span at
// least 0.7 of the best quadrilateral with it: to choose the second point again when the others are
// known would make that 0.8, for half as much work again.
static double reduce_to_four(const ContactCandidates *c) {
	Manifold m;
	mk_manifold_reduce(c, NULL, &m);
	Real deepest = 0;
	for (uint32_t i = 0; i < c->count; i++)
		deepest = real_min(deepest, c->points[i].separation);
	check_near(deepest_of(&m), deepest, 1.01e-4);
	double part = part_of_best(c, &m);
	assert_true(part >= 0.7);
	return part;
}

static void spread_is_large(Rng *rng) {
	ContactCandidates c = { .normal = vec3(0, 1, 0) };
	c.count = 5 + rng_below(rng, 12);
	for (uint32_t i = 0; i < c.count; i++) {
		Real angle = random_real(rng, 0, 6.283);
		Real radius = random_real(rng, 0.2, 1);
		c.points[i] = (ContactPoint){ vec3(radius * (Real)cos((double)angle), 0,
											  radius * (Real)sin((double)angle)),
			random_real(rng, -0.01, 0), i };
	}
	reduce_to_four(&c);
}

// Keeps what of a convex outline is at most this far (m) along a direction.
static void cut(ContactCandidates *c, Vec3 along, Real most) {
	ContactPoint from[MK_CONTACT_CANDIDATES];
	uint32_t count = c->count;
	memcpy(from, c->points, sizeof(from));
	c->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		Vec3 p = from[i].position;
		Vec3 q = from[(i + 1) % count].position;
		Real at_p = vec3_dot(p, along) - most;
		Real at_q = vec3_dot(q, along) - most;
		if (at_p <= 0) c->points[c->count++].position = p;
		bool is_crossing = (at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0);
		if (is_crossing) c->points[c->count++].position = vec3_lerp(p, q, at_p / (at_p - at_q));
	}
}

// Faces as they meet: one with 4 corners as of a box, 8 or 16 as of a cap, or any number as of a
// hull, stretched, turned and moved, over the face of a box.
enum { BOX_FACE, CAP, HULL_FACE, FACES };

static ContactCandidates make_faces(Rng *rng, int kind) {
	ContactCandidates c = { .normal = vec3(0, 1, 0) };
	uint32_t more = rng_below(rng, 12);
	c.count = kind == BOX_FACE ? 4 : kind == CAP ? 8 + 8 * (more & 1) : 5 + more;
	Real stretch = kind == CAP ? 1 : random_real(rng, 0.3, 1);
	Quat turn = quat_from_axis_angle(vec3(0, 1, 0), random_real(rng, 0, 6.28));
	Real x = random_real(rng, -0.5, 0.5);
	Real z = random_real(rng, -0.5, 0.5);
	for (uint32_t i = 0; i < c.count; i++) {
		double noise = kind == HULL_FACE ? (double)random_real(rng, -0.49, 0.49) : 0;
		double angle = 6.2831853 * (i + noise) / c.count;
		Vec3 p = vec3((Real)cos(angle), 0, stretch * (Real)sin(angle));
		if (kind == BOX_FACE) p = vec3(i % 3 == 0 ? 1 : -1, 0, i < 2 ? stretch : -stretch);
		c.points[i].position = vec3_add(quat_rotate(turn, p), vec3(x, 0, z));
	}
	for (int side = 0; side < 4; side++) {
		Real sign = side & 1 ? -1 : 1;
		cut(&c, side & 2 ? vec3(0, 0, sign) : vec3(sign, 0, 0), random_real(rng, 0.3, 1));
	}
	return c;
}

// One face may be tilted against the other by up to a degree.
static void four_points_of_faces_that_meet_span_nearly_all(void **state) {
	(void)state;
	Rng rng = { 4 };
	for (int kind = 0; kind < FACES; kind++) {
		double sum = 0;
		uint32_t count = 0;
		for (uint32_t n = 0; n < cases(3000); n++) {
			ContactCandidates c = make_faces(&rng, kind);
			Real tilt = (Real)(n & 1) * random_real(&rng, -0.017, 0.017);
			for (uint32_t i = 0; i < c.count; i++) {
				c.points[i].separation = tilt * c.points[i].position.x - (Real)0.02;
				c.points[i].id = i;
			}
			if (c.count <= MK_MANIFOLD_POINTS) continue;
			sum += reduce_to_four(&c);
			count++;
		}
		assert_true(count > 0 && sum / count >= 0.97);
	}
}

static void the_chosen_points_span_a_large_area(void **state) {
	(void)state;
	for_all(spread_is_large, cases(3000), 3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_survive_a_tremor),
		cmocka_unit_test(a_rocking_box_changes_its_separations_smoothly),
		cmocka_unit_test(a_tipping_cylinder_never_jumps),
		cmocka_unit_test(the_chosen_points_span_a_large_area),
		cmocka_unit_test(four_points_of_faces_that_meet_span_nearly_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
