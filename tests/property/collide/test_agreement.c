// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// All algorithms of src/collide speak of one number, the signed separation of two convex
// shapes, and so they have to agree: every detector about its sign, every other one about its
// value, and every bound of one with every bound of another. Checked for every combination of
// convex kinds, placed far, near, touching, shallow, deep, aligned and face on face, a third of
// them under maps (pair_place.h).
//
// Tolerances. The floor is Difference.error, what rounding may do to one support; where supports
// are in double, too, simplices are less exact than they are (pair_floor). A yes or no may differ
// within two floors of zero; of axes and planes where the gap along the best one is within one,
// which is a part of the distance where corners face each other: the sharper they are the less, a
// sixteenth with these maps. Values of queries are those of converged bounds: a search ends when
// they are within one floor or a millionth of the distance (GJK), two floors or a millionth (EPA),
// and both that and what it is compared with rest on supports, two floors more. Steps of a game end
// earlier, by their own tolerances (epa.c, gjk.c).
//
// tests/campaign runs it at length.
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/budget.h"
#include "support/campaign.h"
#include "support/check.h"
#include "support/pair_methods.h"
#include "support/pair_place.h"

#include <inttypes.h>
#include <stdio.h>

// Pairs with the same shapes: making hulls takes longer than asking about them.
enum { PAIRS_PER_POOL = 64, USUAL_PAIRS = pick_count(256, 64) };

// What is promised of distances and depths, as part of the size (no unit).
static const double promised = 1e-5;

// What can go wrong with one pair.
typedef enum Fault {
	FAULT_SIGN,    // a detector says yes or no against the value, beyond two floors
	FAULT_AXIS,    // an axis of "apart" does not separate
	FAULT_STATUS,  // a detector does not know the shapes, or could not decide
	FAULT_VALUE,   // two values differ by more than their tolerances
	FAULT_BOUNDS,  // a lower bound is above an upper one
	FAULT_GAP,     // the distance is not the gap that the pair was placed with
	FAULT_NORMAL,  // ... nor the normal
	FAULT_WITNESS, // points are not on the surfaces, or not as far apart as said
	FAULT_SWAP,    // another answer with the shapes swapped
	FAULT_COUNT
} Fault;

static const char *const fault_names[FAULT_COUNT] = { "sign", "axis", "status", "value", "bounds",
	"gap", "normal", "witness", "swap" };

typedef struct Tally {
	uint64_t pairs;
	uint64_t overlaps;
	uint64_t answers;    // all yes, no and values compared
	uint64_t band;       // pairs told differently, within two floors
	uint64_t unfinished; // queries that did not converge
	uint64_t tilted;     // normals that are off by more than a thousandth
	uint64_t faults[FAULT_COUNT];
	double worst[FAULT_COUNT]; // how many tolerances
} Tally;

// One pair under test.
typedef struct Case {
	PlacedPair placed;
	Difference difference;
	double floor; // m
	double size;  // m
	MethodAnswer reference;
	Separation separation; // the same answer, outside
	uint64_t seed;         // of the pool ...
	uint32_t index;        // ... and which pair of it
	Tally *tally;
} Case;

static void print_fault(const Case *c, Fault fault, const char *by, double times) {
	const TestPair *p = &c->placed.pair;
	print_error("%s by %s, %.3g tolerances: %s on %s, %s%s, pool %" PRIu64
				" pair %u; value %.9g in "
				"[%.9g, %.9g], floor %.3g, size %.3g, status %d\n",
			fault_names[fault], by, times, p->a.shape->ops->name, p->b.shape->ops->name,
			place_names[c->placed.place], c->placed.is_mapped ? " mapped" : "", c->seed, c->index,
			c->reference.value, c->reference.lower, c->reference.upper, c->floor, c->size,
			(int)c->reference.status);
}

// Notes a fault if a difference is larger than what is allowed; NaN is.
static void expect(const Case *c, Fault fault, const char *by, double off, double allowed) {
	if (off <= allowed) return;
	double times = off / allowed;
	Tally *t = c->tally;
	t->faults[fault]++;
	bool is_worst = !(times <= t->worst[fault]);
	if (is_worst) t->worst[fault] = times;
	if (is_worst && t->faults[fault] < 1000) print_fault(c, fault, by, times);
}

// How exact a method is about a value, beyond the two floors of both sides' supports.
static double tolerance_of(const Case *c, Method method, double value) {
	double core = fabs(value) + (double)c->difference.rounding;
	double query = fmax(2 * c->floor, 1e-6 * core);
	if (method < METHOD_STEP) return query;
	double size = c->size;
	double near = value > -(double)c->difference.rounding ? 1e-4 : 1e-3;
	return query + fmax(fmin(5e-5, 1e-3 * size), near * core);
}

static void check_method(const Case *c, Method method, const MethodAnswer *m) {
	const MethodAnswer *r = &c->reference;
	const char *name = method_names[method];
	c->tally->answers++;
	// normals of nearly parallel edges are short before they are unit
	double slack = (method == METHOD_PLANES ? 32 : 4) * c->floor;
	expect(c, FAULT_BOUNDS, name, m->lower - r->upper, slack);
	expect(c, FAULT_BOUNDS, name, r->lower - m->upper, slack);
	if (!m->has_value) return;
	double allowed = slack + tolerance_of(c, method, r->value) +
			tolerance_of(c, METHOD_PENETRATION, r->value);
	// rounding may end GJK early where lengths are short; what is reused is the least
	// nearby: bounds say how far
	bool is_bounded = m->status == SEPARATION_STALLED || method == METHOD_REUSE;
	if (is_bounded) allowed += m->upper - m->lower;
	expect(c, FAULT_VALUE, name, fabs(m->value - r->value), allowed);
}

// All planes and triangles of large hulls are slow: an eighth of the pairs will do.
static bool is_for_planes(const Case *c) {
	const TestPair *p = &c->placed.pair;
	return c->index % 8 == 0 || p->a.shape->vertex_count + p->b.shape->vertex_count <= 24;
}

static void check_methods(const Case *c, Rng *rng) {
	ShapeInstance moved = c->placed.pair.b;
	double reach = 1e-3 * c->size;
	moved.pose.origin = vec3_add(moved.pose.origin, random_vec3(rng, reach));
	Difference near = mk_difference(&c->placed.pair.a, &moved);
	for (Method m = METHOD_GJK; m < METHOD_COUNT; m++) {
		if (m == METHOD_PLANES && !is_for_planes(c)) continue;
		MethodAnswer answer = method_answer(m, &c->difference, &near);
		if (answer.is_known) check_method(c, m, &answer);
	}
}

// An axis that is given with "apart" separates.
static void check_axis(const Case *c, const char *name, const DetectResult *result) {
	if (result->is_overlapping || vec3_equals(result->axis, vec3_zero())) return;
	Vec3 n = vec3_normalize(mat3_apply_transposed(c->difference.pose.linear, result->axis));
	Vec3 w = difference_support(&c->difference, n, difference_no_hint()).point;
	double h = (double)vec3_dot(w, n) + (double)c->difference.rounding;
	expect(c, FAULT_AXIS, name, h, 4 * c->floor);
}

// How near to zero (floors) a detector may say something else.
static const double bands[DETECTOR_COUNT] = {
	[DETECTOR_GJK] = 2,
	[DETECTOR_GJK_JOHNSON] = 2,
	[DETECTOR_CHUNG_WANG] = 2,
	[DETECTOR_PLANES_BASELINE] = 2,
	[DETECTOR_PLANES] = 32,
	[DETECTOR_SAT] = 32,
	[DETECTOR_TRIANGLES] = 2,
	[DETECTOR_SPHERE_TRIANGLES] = 2,
};

static void check_detector(const Case *c, Detector detector, bool *is_band) {
	DetectInput input = { .a = &c->placed.pair.a, .b = &c->placed.pair.b, .detector = detector };
	DetectResult result = mk_detect(&input);
	const char *name = mk_detector_name(detector);
	if (result.status == DETECT_UNSUPPORTED && detector > DETECTOR_CHUNG_WANG) return;
	c->tally->answers++;
	expect(c, FAULT_STATUS, name, (double)result.status, 0);
	check_axis(c, name, &result);
	bool is_overlapping = c->reference.value <= 0;
	if (result.is_overlapping == is_overlapping) return;
	// faces of A alone prove no overlap
	if (detector == DETECTOR_PLANES_BASELINE && result.is_overlapping) return;
	*is_band = true;
	expect(c, FAULT_SIGN, name, fabs(c->reference.value), bands[detector] * c->floor);
}

static void check_detectors(const Case *c) {
	bool is_band = false;
	for (Detector d = DETECTOR_GJK; d < DETECTOR_COUNT; d++) {
		bool is_slow = d == DETECTOR_PLANES || d >= DETECTOR_TRIANGLES;
		if (is_slow && !is_for_planes(c)) continue;
		check_detector(c, d, &is_band);
	}
	c->tally->band += is_band;
}

// The normal of what is apart is unique. It is good to a thousandth, mostly; always to what
// supports tell: a distance of d changes by d angle^2 / 2, and it is known to a floor.
static void check_normal(const Case *c, Vec3 n, const DifferencePoint *w) {
	double gap = -(double)vec3_dot(w->point, n);
	if (gap < 1e-2 * c->size) return;
	Vec3 normal = mat3_apply_transposed(c->difference.pose.linear, c->separation.normal);
	// the direction itself was rounded with the pose
	double unsure = fmax(((double)vec3_length(w->point) - gap) / gap, 0);
	double angle = (double)vec3_distance(normal, n) - sqrt(2 * unsure);
	c->tally->tilted += angle > 1e-3;
	expect(c, FAULT_NORMAL, "penetration", angle, fmax(1e-3, sqrt(2 * c->floor / gap)));
}

// The gap that the pair was placed with, as it is after rounding of the pose.
static void check_gap(const Case *c) {
	if (!c->placed.has_gap) return;
	const Difference *d = &c->difference;
	Vec3 n = vec3_normalize(mat3_apply_transposed(d->pose.linear, c->placed.n));
	DifferencePoint w = difference_support(d, n, difference_no_hint());
	double rounding = (double)d->rounding;
	double lower = -(double)vec3_dot(w.point, n) - rounding;
	double upper = (double)vec3_length(w.point) - rounding;
	double value = c->reference.value;
	double allowed = 4 * c->floor + tolerance_of(c, METHOD_PENETRATION, value);
	expect(c, FAULT_GAP, "lower", lower - value, allowed);
	expect(c, FAULT_GAP, "upper", value - upper, allowed);
	check_normal(c, n, &w);
}

// Returns a value that is positive outside and 0 on the surface of an instance, m times at most 4.
static double excess_of(const ShapeInstance *in, Vec3 p) {
	Affine inverse;
	if (!affine_invert(in->pose, &inverse)) return 0;
	return shape_excess(in->shape, mat3_apply(inverse.linear, vec3_sub(p, in->pose.origin)));
}

static void check_witness(const Case *c) {
	const TestPair *p = &c->placed.pair;
	const Separation *s = &c->separation;
	double world = (double)(vec3_length(p->a.pose.origin) + vec3_length(p->b.pose.origin));
	double floor_size = c->floor + 2 * (double)MK_EPSILON * world;
	Vec3 off = vec3_sub(vec3_sub(s->point_b, s->point_a), vec3_scale(s->normal, s->distance));
	expect(c, FAULT_WITNESS, "way", (double)vec3_length(off), 4 * floor_size);
	// what a converged gap leaves between the face that was found and the surface; the points of
	// curved pairs are along the normal from core to core, which is as good as check_normal says
	bool is_curved = p->a.shape->vertex_count == 0 || p->b.shape->vertex_count == 0;
	double core = fabs((double)s->distance) + (double)c->difference.rounding;
	double turn = is_curved || c->placed.is_mapped ? 1e-3 * core + sqrt(2 * c->floor * core) : 0;
	double allowed = 16 * floor_size + 1e-5 * c->size + turn;
	expect(c, FAULT_WITNESS, "a", excess_of(&p->a, s->point_a), allowed);
	expect(c, FAULT_WITNESS, "b", excess_of(&p->b, s->point_b), allowed);
}

static void check_swap(const Case *c) {
	Difference d = mk_difference(&c->placed.pair.b, &c->placed.pair.a);
	MethodAnswer swapped = method_answer(METHOD_PENETRATION, &d, NULL);
	double allowed = 4 * c->floor + 2 * tolerance_of(c, METHOD_PENETRATION, c->reference.value);
	// where storage ends a search of flat valleys, bounds say how far it
	// came: as far as is promised
	bool is_capped = c->reference.status == SEPARATION_CAPPED ||
			swapped.status == SEPARATION_CAPPED;
	double gap = fmax(c->reference.upper - c->reference.lower, swapped.upper - swapped.lower);
	if (is_capped) allowed += fmin(gap, promised * c->size);
	expect(c, FAULT_SWAP, "penetration", fabs(swapped.value - c->reference.value), allowed);
}

static void check_case(Case *c, Rng *rng) {
	const TestPair *p = &c->placed.pair;
	c->difference = mk_difference(&p->a, &p->b);
	c->size = (double)c->difference.error / (4 * (double)MK_EPSILON);
	c->floor = pair_floor(&c->difference);
	PenetrationInput input = {
		.difference = &c->difference, .limit = MK_INFINITY, .is_query = true
	};
	Separation s = mk_penetration(&input).separation;
	c->separation = mk_separation_outside(&c->difference, &s);
	c->reference = (MethodAnswer){ true, true, s.status, s.iterations, (double)s.distance,
		(double)s.lower, (double)s.upper };
	c->tally->pairs++;
	c->tally->overlaps += s.distance <= 0;
	c->tally->unfinished += s.status != SEPARATION_CONVERGED && s.status != SEPARATION_DEGENERATE;
	check_detectors(c);
	check_methods(c, rng);
	check_gap(c);
	if (c->index % 8 != 0) return;
	check_witness(c);
	check_swap(c);
}

// Hulls of 4 to 12 points without rounding: what all detectors know.
static Shape *make_sharp_hull(Rng *rng) {
	Vec3 points[12];
	uint32_t count = 4 + rng_below(rng, 9);
	Vec3 sizes = random_sizes(rng, -0.5, 0.5);
	for (uint32_t i = 0; i < count; i++)
		points[i] = vec3_multiply(random_unit(rng), sizes);
	HullShapeInput input = { .points = points, .count = count };
	return mk_hull_shape_create(&input, NULL);
}

// Most of about a metre, two of up to 30 m and down to 3 cm: needles and slabs.
static ShapePool make_pool(Rng *rng, ShapeKind kind) {
	ShapePool pool;
	for (int i = 0; i < POOL_SIZE; i++) {
		double range = i < 6 ? 0.5 : 1.5;
		bool is_sharp = kind == SHAPE_HULL && i < 4;
		pool.shapes[i] = is_sharp ? make_sharp_hull(rng) : make_shape(rng, kind, -range, range);
	}
	return pool;
}

static void check_pool(ShapeKind kind_a, ShapeKind kind_b, uint64_t seed, Tally *tally) {
	Rng rng = { seed };
	ShapePool a = make_pool(&rng, kind_a);
	ShapePool b = make_pool(&rng, kind_b);
	for (uint32_t i = 0; i < PAIRS_PER_POOL; i++) {
		PairPlace place = (PairPlace)(i / 8 % PLACE_COUNT);
		Case c = { .seed = seed, .index = i, .tally = tally };
		c.placed = pair_place(&rng, &a, &b, place);
		check_case(&c, &rng);
	}
	pool_free(&a);
	pool_free(&b);
}

static void report(ShapeKind a, ShapeKind b, const Tally *t) {
	if (!campaign_is_on()) return;
	printf("# %s, %s: %" PRIu64 " pairs, %" PRIu64 " overlap, %" PRIu64 " answers, %" PRIu64
		   " told differently in the band, %" PRIu64 " unfinished, %" PRIu64 " tilted; faults:",
			mk_shape_ops(a)->name, mk_shape_ops(b)->name, t->pairs, t->overlaps, t->answers,
			t->band, t->unfinished, t->tilted);
	for (int i = 0; i < FAULT_COUNT; i++) {
		if (t->faults[i] > 0)
			printf(" %s %" PRIu64 " (%.3g)", fault_names[i], t->faults[i], t->worst[i]);
	}
	printf("\n");
	fflush(stdout);
}

static uint64_t check_combination(ShapeKind a, ShapeKind b) {
	if (!campaign_has(a, b)) return 0;
	Rng seeds = { campaign_seed(a, b) };
	Tally tally = { 0 };
	while (tally.pairs < campaign_pairs(USUAL_PAIRS))
		check_pool(a, b, rng_u64(&seeds), &tally);
	report(a, b, &tally);
	uint64_t faults = 0;
	for (int i = 0; i < FAULT_COUNT; i++)
		faults += tally.faults[i];
	// small samples have some more
	bool is_tilted = tally.tilted > 3 + tally.pairs / 200;
	if (is_tilted) print_error("%" PRIu64 " normals are off\n", tally.tilted);
	return faults + is_tilted;
}

static void test_all_algorithms_agree_on_all_combinations_of_convex_kinds(void **state) {
	(void)state;
	uint64_t faults = 0;
	for (int i = 0; i <= (int)LAST_CONVEX_KIND; i++) {
		for (int j = i; j <= (int)LAST_CONVEX_KIND; j++)
			faults += check_combination((ShapeKind)i, (ShapeKind)j);
	}
	assert_int_equal(faults, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_algorithms_agree_on_all_combinations_of_convex_kinds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
