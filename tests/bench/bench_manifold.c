// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the contacts of a pair cost:
// "pair,case,ours_ns,other,other_ns,ratio,points,other_points,wrong,other_wrong,note" per line, ns
// per pair. wrong counts pairs of SCENE_FRAMES * SCENE_PAIRS whose deepest point is off by more
// than 1 mm, and the note says where the other answers another question. Cases: how the pair is
// placed (1 m apart, 2 cm apart, overlapping by 1 cm, random orientations; contacts up to 5 mm
// ahead, or 25 mm where it says so; one point = depth, normal and one point of contact, without a
// manifold), then cold (nothing known before), rest (frame after frame with 0.1 mm and 0.2 mrad
// between) and move (10 mm and 20 mrad between). Ratio above 1: the other takes longer.
#define _POSIX_C_SOURCE 200809L
#include "bench/bench_manifold.h"

#include "bench/bench.h"
#include "bench/plain_make.h"
#include "collide/collide.h"
#include "collide/penetration.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Ours {
	Shape *shape;
	ShapeInstance instances[SCENE_FRAMES][SCENE_PAIRS][2];
	PairCache caches[SCENE_PAIRS];
	ManifoldArray manifolds;
	Real margin;
	uint64_t points;
	bool is_cold;
	bool is_single; // depth, normal and one point, not a manifold
} Ours;

// The depth, normal and point of a pair, in the words of a manifold.
static const Manifold *process_single(Ours *ours, uint32_t frame, uint32_t pair) {
	const ShapeInstance *both = ours->instances[frame][pair];
	Difference d = mk_difference(&both[0], &both[1]);
	PenetrationInput input = {
		.difference = &d,
		.cache = ours->is_cold ? NULL : &ours->caches[pair].penetration,
		.limit = ours->margin,
	};
	Penetration p = mk_penetration(&input);
	if (!(p.separation.distance <= ours->margin)) return NULL;
	Separation s = mk_separation_outside(&d, &p.separation);
	Manifold *manifold = manifold_array_add(&ours->manifolds);
	manifold->normal = s.normal;
	manifold->count = 1;
	manifold->points[0].position = vec3_lerp(s.point_a, s.point_b, (Real)0.5);
	manifold->points[0].separation = s.distance;
	return manifold;
}

// One pair of one frame; returns the manifold, NULL if there is none.
static const Manifold *process(Ours *ours, uint32_t frame, uint32_t pair) {
	manifold_array_clear(&ours->manifolds);
	if (ours->is_single) return process_single(ours, frame, pair);
	mk_collide(&(CollideInput){
			.a = &ours->instances[frame][pair][0],
			.b = &ours->instances[frame][pair][1],
			.margin = ours->margin,
			.cache = ours->is_cold ? NULL : &ours->caches[pair],
			.manifolds = &ours->manifolds,
	});
	return ours->manifolds.count > 0 ? manifold_array_at(&ours->manifolds, 0) : NULL;
}

static void run_ours(void *context) {
	Ours *ours = context;
	ours->points = 0;
	for (uint32_t f = 0; f < SCENE_FRAMES; f++) {
		for (uint32_t i = 0; i < SCENE_PAIRS; i++) {
			const Manifold *manifold = process(ours, f, i);
			if (manifold != NULL) ours->points += manifold->count;
		}
	}
}

static int count_wrong(Ours *ours, const Scene *scene) {
	int wrong = 0;
	for (uint32_t f = 0; f < SCENE_FRAMES; f++) {
		for (uint32_t i = 0; i < SCENE_PAIRS; i++) {
			const Manifold *manifold = process(ours, f, i);
			double deepest = (double)INFINITY;
			for (uint32_t k = 0; manifold != NULL && k < manifold->count; k++)
				deepest = fmin(deepest, (double)manifold->points[k].separation);
			wrong += scene_is_wrong(scene, (int)f, (int)i, deepest);
		}
	}
	return wrong;
}

// A time in ns, the mean number of points, and how many pairs have a wrong depth.
typedef struct Timed {
	double time;
	double points;
	int wrong;
} Timed;

static Timed time_ours(Ours *ours, const Scene *scene, bool is_cold) {
	ours->is_cold = is_cold;
	memset(ours->caches, 0, sizeof(ours->caches));
	Timed timed;
	timed.time = bench_least_ns(run_ours, ours) / (SCENE_FRAMES * SCENE_PAIRS);
	timed.points = (double)ours->points / (SCENE_FRAMES * SCENE_PAIRS);
	timed.wrong = count_wrong(ours, scene);
	return timed;
}

typedef struct Placing {
	const char *name;
	double apart;  // m
	double margin; // m
	bool is_alone; // the others do not look so far
	bool is_single;
} Placing;

typedef struct Motion {
	const char *name;
	double way;  // m per frame
	double turn; // rad per frame
} Motion;

static Transform placed(const Shape *shape, Rng *rng, Transform a, double apart) {
	Transform b = random_transform(rng, 1);
	ShapeInstance on_a = instance_rigid(shape, a);
	for (int i = 0; i < 3; i++) {
		ShapeInstance on_b = instance_rigid(shape, b);
		Separation s = mk_separation(&on_a, &on_b);
		b.position = vec3_add_scaled(b.position, s.normal, (Real)apart - s.distance);
	}
	return b;
}

// Each frame is a step away from the first pose, not from the frame
// before: pairs stay as far apart.
static void fill(Scene *scene, Ours *ours, Placing placing, Motion motion) {
	Rng rng = { 7 };
	for (uint32_t i = 0; i < SCENE_PAIRS; i++) {
		Transform a = random_transform(&rng, 1);
		Transform start = placed(ours->shape, &rng, a, placing.apart);
		for (uint32_t f = 0; f < SCENE_FRAMES; f++) {
			Transform b = start;
			Vec3 axis = random_unit(&rng);
			Quat turn = quat_from_axis_angle(axis, (Real)motion.turn);
			b.rotation = quat_normalize(quat_multiply(turn, b.rotation));
			b.position = vec3_add_scaled(b.position, random_unit(&rng), (Real)motion.way);
			scene->poses[f][i][0] = plain_pose(a);
			scene->poses[f][i][1] = plain_pose(b);
			ours->instances[f][i][0] = instance_rigid(ours->shape, a);
			ours->instances[f][i][1] = instance_rigid(ours->shape, b);
			Separation s = mk_separation(&ours->instances[f][i][0], &ours->instances[f][i][1]);
			scene->separations[f][i] = (double)s.distance;
		}
	}
}

// Whether the other answers the same question.
static const char *note_on(Timed ours, Timed others) {
	bool is_wrong = others.wrong * 100 > SCENE_FRAMES * SCENE_PAIRS;
	bool is_point = others.points < 1.01 && ours.points > 1.2;
	if (is_wrong && is_point) return "one point and no manifold; over 1 % of its depths are wrong";
	if (is_wrong) return "over 1 % of its depths are wrong";
	return is_point ? "one point and no manifold" : "";
}

static void print_row(
		const char *name, const char *place, Timed ours, const char *other, Timed others) {
	if (others.time > 0) {
		printf("%s,%s,%.0f,%s,%.0f,%.2f,%.2f,%.2f,%d,%d,%s\n", name, place, ours.time, other,
				others.time, others.time / ours.time, ours.points, others.points, ours.wrong,
				others.wrong, note_on(ours, others));
	} else {
		printf("%s,%s,%.0f,%s,,,%.2f,,%d,\n", name, place, ours.time, other, ours.points,
				ours.wrong);
	}
}

typedef SceneTimes RivalFunction(const Scene *scene);

typedef struct BenchRival {
	const char *name;
	RivalFunction *run;
} BenchRival;

static const BenchRival rivals[] = {
#ifdef MK_BENCH_BULLET
	{ "bullet", bench_manifold_bullet },
#endif
#ifdef MK_BENCH_ODE
	{ "ode", bench_manifold_ode },
#endif
#ifdef MK_BENCH_FCL
	{ "fcl", bench_manifold_fcl },
#endif
	{ "none", NULL },
};

static void compare(const char *name, Scene *scene, Ours *ours, Placing placing, Motion motion) {
	scene->margin = placing.margin;
	scene->is_single = placing.is_single;
	ours->margin = (Real)placing.margin;
	ours->is_single = placing.is_single;
	fill(scene, ours, placing, motion);
	bool is_rest = motion.way < 1e-3;
	Timed cold = { 0, 0, 0 };
	if (is_rest) cold = time_ours(ours, scene, true);
	Timed warm = time_ours(ours, scene, false);
	char place[64];
	for (const BenchRival *rival = rivals;; rival++) {
		SceneTimes other = { -1, -1, 0, 0 };
		if (rival->run != NULL && !placing.is_alone) other = rival->run(scene);
		if (is_rest) {
			snprintf(place, sizeof(place), "%s cold", placing.name);
			print_row(name, place, cold, rival->name,
					(Timed){ other.cold, other.contacts, other.wrong });
		}
		snprintf(place, sizeof(place), "%s %s", placing.name, motion.name);
		print_row(
				name, place, warm, rival->name, (Timed){ other.warm, other.contacts, other.wrong });
		if (rival->run == NULL || rival[1].run == NULL || placing.is_alone) break;
	}
}

static void run_shape(const char *name, Scene *scene, Shape *shape) {
	static const Placing placings[] = {
		{ "1m", 1, 0.005, false, false },
		{ "2cm", 0.02, 0.005, false, false },
		{ "2cm ahead", 0.02, 0.025, true, false },
		{ "overlap", -0.01, 0.005, false, false },
		{ "overlap one point", -0.01, 0.005, false, true },
	};
	static const Motion motions[] = { { "rest", 1e-4, 2e-4 }, { "move", 0.01, 0.02 } };
	Ours *ours = calloc(1, sizeof(*ours));
	if (ours == NULL) abort();
	ours->shape = shape;
	// of the simplest shapes a manifold is had sooner than one point of the general way
	BenchKind kind = scene->shape.kind;
	bool is_simple = kind == BENCH_BOX || kind == BENCH_SPHERE || kind == BENCH_CAPSULE;
	for (int p = 0; p < (is_simple ? 4 : 5); p++) {
		for (int m = 0; m < 2; m++)
			compare(name, scene, ours, placings[p], motions[m]);
	}
	manifold_array_free(&ours->manifolds);
	free(ours);
	mk_shape_release(shape);
}

typedef struct Row {
	const char *name;
	BenchShape shape; // of a hull, point_count random points on a ball
} Row;

static const Row rows[] = {
	{ "box", { .kind = BENCH_BOX, .half = { 0.5, 0.4, 0.3 } } },
	{ "sphere", { .kind = BENCH_SPHERE, .radius = 0.4 } },
	{ "capsule", { .kind = BENCH_CAPSULE, .radius = 0.3, .half_height = 0.3 } },
	{ "cylinder", { .kind = BENCH_CYLINDER, .radius = 0.4, .half_height = 0.5 } },
	{ "cone", { .kind = BENCH_CONE, .radius = 0.4, .half_height = 0.5 } },
	{ "hull8", { .kind = BENCH_HULL, .point_count = 8 } },
	{ "hull32", { .kind = BENCH_HULL, .point_count = 32 } },
	{ "hull120", { .kind = BENCH_HULL, .point_count = 120 } },
	{ "hull1000", { .kind = BENCH_HULL, .point_count = 1000 } },
};

static void run_row(const Row *row, Scene *scene) {
	if (row->shape.kind == BENCH_HULL) {
		uint32_t count = row->shape.point_count;
		Shape *hull = plain_hull_make(&(Rng){ 3 }, count, (Real)0.5, &scene->shape);
		run_shape(row->name, scene, hull);
		plain_shape_free(&scene->shape);
	} else {
		scene->shape = row->shape;
		run_shape(row->name, scene, plain_shape_make(&row->shape));
	}
}

int main(int argc, char **argv) {
	Scene *scene = calloc(1, sizeof(*scene));
	if (scene == NULL) abort();
	printf("pair,case,ours_ns,other,other_ns,ratio,points,other_points,wrong,other_wrong,note\n");
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		// a word on the command line chooses one row
		if (argc > 1 && strcmp(argv[1], rows[r].name) != 0) continue;
		run_row(&rows[r], scene);
	}
	free(scene);
	return 0;
}
