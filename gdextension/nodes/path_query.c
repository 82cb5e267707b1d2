// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// One detector along the ways of two shapes. What it knows of one place is where it begins at the
// next, as in a game, and nothing but the detector is in the time that is told.
#include "base/alloc.h"
#include "base/array.h"
#include "convert.h"
#include "nodes/arrays.h"
#include "nodes/crowd_query.h"
#include "nodes/pair_query.h"
#include "report.h"
#include "server/monitor.h"
#include "variant.h"

MK_ARRAY_DECLARE(HitArray, hit_array, uint32_t);

typedef struct Path {
	Affine *places;
	uint32_t count;
} Path;

static void path_free(Path *path) {
	mk_free(path->places, path->count * sizeof *path->places);
	*path = (Path){ 0 };
}

// An empty path after saying what is wrong with the argument.
static Path path_read(const GdArray *array, const char *where, const char *argument) {
	Path path = { 0 };
	int64_t size = gd_array_size(array);
	if (size == 0 || size > INT32_MAX) {
		mk_report_error(where, "%s must hold at least one Transform3D.", argument);
		return path;
	}
	path.count = (uint32_t)size;
	path.places = mk_alloc(path.count * sizeof *path.places);
	for (uint32_t i = 0; i < path.count; i++) {
		GdTransform3D transform;
		if (mk_variant_read_transform(gd.array_operator_index_const(array, i), &transform)) {
			path.places[i] = affine_from_godot(&transform);
			continue;
		}
		mk_report_error(where, "entry %u of %s must be a finite Transform3D.", i, argument);
		path_free(&path);
		break;
	}
	return path;
}

typedef struct PathQuery {
	Shape *shapes[2];
	Path paths[2];
	QueryDetector detector;
	HitArray hits;
	uint64_t iterations;
	double seconds;
} PathQuery;

// False if the detector does not know the shapes.
static bool walk(PathQuery *query) {
	DetectCache cache = { 0 };
	void *time = mk_monitor_time();
	double start = mk_monitor_clock(time);
	for (uint32_t i = 0; i < query->paths[0].count; i++) {
		SourcePair pair = {
			.a = mk_instance(query->shapes[0], query->paths[0].places[i]),
			.b = mk_instance(query->shapes[1], query->paths[1].places[i]),
		};
		DetectResult found = mk_query_overlaps(&pair, query->detector, &cache);
		if (found.status == DETECT_UNSUPPORTED) return false;
		query->iterations += found.iterations;
		if (found.is_overlapping) hit_array_push(&query->hits, i);
	}
	query->seconds = mk_monitor_clock(time) - start;
	return true;
}

static bool open_query(PathQuery *query, const GDExtensionConstTypePtr *args, const char *where) {
	int64_t detector = arg_int(args, 4);
	if (detector < 0 || detector >= QUERY_DETECTOR_COUNT) {
		mk_report_error(where, "there is no detector %lld.", (long long)detector);
		return false;
	}
	query->detector = (QueryDetector)detector;
	query->paths[0] = path_read(args[1], where, "path_a");
	if (query->paths[0].count) query->paths[1] = path_read(args[3], where, "path_b");
	if (!query->paths[1].count) return false;
	if (query->paths[0].count != query->paths[1].count) {
		mk_report_error(where, "path_a and path_b must have as many entries, not %u and %u.",
				query->paths[0].count, query->paths[1].count);
		return false;
	}
	query->shapes[0] = mk_shape_source(arg_variant(args, 0), where, "shape_a");
	if (query->shapes[0])
		query->shapes[1] = mk_shape_source(arg_variant(args, 2), where, "shape_b");
	return query->shapes[1] != NULL;
}

static void close_query(PathQuery *query) {
	for (int i = 0; i < 2; i++) {
		mk_shape_release(query->shapes[i]);
		path_free(&query->paths[i]);
	}
	hit_array_free(&query->hits);
}

static void write_path(const PathQuery *query, GdDictionary *dictionary) {
	mk_dictionary_put_ints(dictionary, "hits", query->hits.data, query->hits.count);
	mk_dictionary_put_int(dictionary, "iterations", (int64_t)query->iterations);
	mk_dictionary_put_real(dictionary, "time", 1e3 * query->seconds);
}

void mk_query_detect_path(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self;
	const char *where = "MinkowskiPhysics.detect_path";
	PathQuery query = { 0 };
	gd_dictionary_create(&ret->dictionary);
	if (open_query(&query, args, where)) {
		if (walk(&query))
			write_path(&query, &ret->dictionary);
		else
			mk_report_error(where, "the detector does not know these kinds of shapes.");
	}
	close_query(&query);
}
