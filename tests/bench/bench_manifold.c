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
#include "collide/collide.h"
#include "shape/convex.h"
#include "shape/hull_shape.h"
#include "support/random.h"

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

static ScenePose pose_of(Transform t) {
	Mat3 m = quat_to_mat3(t.rotation);
	return (ScenePose){ { (double)m.x.x, (double)m.y.x, (double)m.z.x, (double)m.x.y, (double)m.y.y,
								(double)m.z.y, (double)m.x.z, (double)m.y.z, (double)m.z.z },
		{ (double)t.position.x, (double)t.position.y, (double)t.position.z } };
}

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
			scene->poses[f][i][0] = pose_of(a);
			scene->poses[f][i][1] = pose_of(b);
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
	SceneKind kind = scene->shapes[0].kind;
	bool is_simple = kind == SCENE_BOX || kind == SCENE_SPHERE || kind == SCENE_CAPSULE;
	for (int p = 0; p < (is_simple ? 4 : 5); p++) {
		for (int m = 0; m < 2; m++)
			compare(name, scene, ours, placings[p], motions[m]);
	}
	manifold_array_free(&ours->manifolds);
	free(ours);
	mk_shape_release(shape);
}

static void set_both(Scene *scene, SceneShape shape) {
	scene->shapes[0] = shape;
	scene->shapes[1] = shape;
}

static void run_hull(Scene *scene, int count) {
	Rng rng = { 3 };
	Vec3 *points = malloc((size_t)count * sizeof(*points));
	if (points == NULL) abort();
	for (int i = 0; i < count; i++)
		points[i] = vec3_scale(random_unit(&rng), (Real)0.5);
	Shape *shape = mk_hull_shape_create(
			&(HullShapeInput){ .points = points, .count = (uint32_t)count }, NULL);
	const Hull *hull = &((HullShape *)shape)->hull;
	double *coordinates = malloc((size_t)count * 3 * sizeof(*coordinates));
	unsigned *polygons = malloc((hull->half_edge_count + hull->face_count) * sizeof(*polygons));
	double *planes = malloc((size_t)hull->face_count * 4 * sizeof(*planes));
	if (coordinates == NULL || polygons == NULL || planes == NULL) abort();
	for (uint32_t i = 0; i < hull->vertex_count; i++) {
		coordinates[3 * i] = (double)hull->vertices[i].x;
		coordinates[3 * i + 1] = (double)hull->vertices[i].y;
		coordinates[3 * i + 2] = (double)hull->vertices[i].z;
	}
	size_t used = 0;
	for (uint32_t f = 0; f < hull->face_count; f++) {
		polygons[used++] = hull->faces[f].edge_count;
		for (uint32_t k = 0; k < hull->faces[f].edge_count; k++)
			polygons[used++] = hull_face_vertex(hull, f, k);
		planes[4 * f] = (double)hull->planes[f].normal.x;
		planes[4 * f + 1] = (double)hull->planes[f].normal.y;
		planes[4 * f + 2] = (double)hull->planes[f].normal.z;
		planes[4 * f + 3] = (double)hull->planes[f].offset;
	}
	set_both(scene,
			(SceneShape){ .kind = SCENE_HULL,
					.points = coordinates,
					.count = (int)hull->vertex_count,
					.polygons = polygons,
					.planes = planes,
					.faces = (int)hull->face_count });
	char name[32];
	snprintf(name, sizeof(name), "hull%d", count);
	run_shape(name, scene, shape);
	free(planes);
	free(polygons);
	free(coordinates);
	free(points);
}

static void run_round(Scene *scene, SceneKind kind) {
	if (kind == SCENE_BOX) {
		set_both(scene, (SceneShape){ .kind = SCENE_BOX, .size = { 0.5, 0.4, 0.3 } });
		Vec3 half = vec3((Real)0.5, (Real)0.4, (Real)0.3);
		run_shape("box", scene, mk_box_create(half, NULL));
	} else if (kind == SCENE_SPHERE) {
		set_both(scene, (SceneShape){ .kind = SCENE_SPHERE, .size = { 0.4 } });
		run_shape("sphere", scene, mk_sphere_create((Real)0.4, NULL));
	} else if (kind == SCENE_CONE) {
		set_both(scene, (SceneShape){ .kind = SCENE_CONE, .size = { 0.4, 1 } });
		run_shape("cone", scene, mk_cone_create((Real)0.4, 1, NULL));
	} else if (kind == SCENE_CAPSULE) {
		set_both(scene, (SceneShape){ .kind = SCENE_CAPSULE, .size = { 0.3, 1.2 } });
		run_shape("capsule", scene, mk_capsule_create((Real)0.3, (Real)1.2, NULL));
	} else {
		set_both(scene, (SceneShape){ .kind = SCENE_CYLINDER, .size = { 0.4, 1 } });
		run_shape("cylinder", scene, mk_cylinder_create((Real)0.4, 1, NULL));
	}
}

typedef struct Row {
	const char *name;
	SceneKind kind;
	int points;
} Row;

static const Row rows[] = {
	{ "box", SCENE_BOX, 0 },
	{ "sphere", SCENE_SPHERE, 0 },
	{ "capsule", SCENE_CAPSULE, 0 },
	{ "cylinder", SCENE_CYLINDER, 0 },
	{ "cone", SCENE_CONE, 0 },
	{ "hull8", SCENE_HULL, 8 },
	{ "hull32", SCENE_HULL, 32 },
	{ "hull120", SCENE_HULL, 120 },
	{ "hull1000", SCENE_HULL, 1000 },
};

int main(int argc, char **argv) {
	Scene *scene = calloc(1, sizeof(*scene));
	if (scene == NULL) abort();
	printf("pair,case,ours_ns,other,other_ns,ratio,points,other_points,wrong,other_wrong,note\n");
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		// a word on the command line chooses one row
		if (argc > 1 && strcmp(argv[1], rows[r].name) != 0) continue;
		if (rows[r].kind == SCENE_HULL)
			run_hull(scene, rows[r].points);
		else
			run_round(scene, rows[r].kind);
	}
	free(scene);
	return 0;
}
