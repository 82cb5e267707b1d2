// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The OBJ reader: one line at a time, by a table of keywords.
#include "support/obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MK_ARRAY_DECLARE(TextArray, text, char);

// One line while it is read, and what has been read before it.
typedef struct Reader {
	ObjMesh *out;
	const char *cursor; // never beyond the end of the line
	uint32_t texture_count;
	const char *reason; // set by the first thing that is wrong
} Reader;

// A corner of a face: positions in the file, from 0.
typedef struct Corner {
	uint32_t point;
	uint32_t normal; // UINT32_MAX if none
} Corner;

static bool is_line_end(char c) { return c == '\n' || c == '\r' || c == '\0' || c == '#'; }
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// moves to the next word; returns false at the end of the line
static bool find_word(Reader *reader) {
	while (is_blank(*reader->cursor))
		reader->cursor++;
	return !is_line_end(*reader->cursor);
}

static bool ends_word(char c) { return is_blank(c) || is_line_end(c); }

static bool fail_with(Reader *reader, const char *reason) {
	if (reader->reason == NULL) reader->reason = reason;
	return false;
}

static bool read_number(Reader *reader, Real *number) {
	if (!find_word(reader)) return fail_with(reader, "three numbers expected");
	char *end;
	*number = (Real)strtod(reader->cursor, &end);
	if (end == reader->cursor || !ends_word(*end)) return fail_with(reader, "not a number");
	if (!real_is_finite(*number)) return fail_with(reader, "number is not finite");
	reader->cursor = end;
	return true;
}

static void read_vec3(Reader *reader, MeshPointArray *points) {
	Vec3 v;
	if (!read_number(reader, &v.x) || !read_number(reader, &v.y) || !read_number(reader, &v.z)) {
		return;
	}
	mesh_points_push(points, v);
}

static void read_point(Reader *reader) { read_vec3(reader, &reader->out->mesh.points); }
static void read_normal(Reader *reader) { read_vec3(reader, &reader->out->normals); }
static void read_texture(Reader *reader) { reader->texture_count++; }
static void read_nothing(Reader *reader) { (void)reader; }

// reads one index and turns it into a position in a list of `count`
static bool read_index(Reader *reader, uint32_t count, uint32_t *index) {
	char *end;
	long value = strtol(reader->cursor, &end, 10);
	// strtol skips white space, which may hold the next line
	bool starts_well = *reader->cursor == '-' || (*reader->cursor >= '0' && *reader->cursor <= '9');
	if (end == reader->cursor || !starts_well) return fail_with(reader, "not an index");
	reader->cursor = end;
	if (value == 0) return fail_with(reader, "indices count from 1");
	if (value > (long)count || value < -(long)count) {
		return fail_with(reader, "index is beyond the list");
	}
	*index = (uint32_t)(value > 0 ? value - 1 : (long)count + value);
	return true;
}

// reads a, a/b, a//c or a/b/c
static bool read_corner(Reader *reader, Corner *corner) {
	corner->normal = UINT32_MAX;
	uint32_t texture;
	if (!read_index(reader, reader->out->mesh.points.count, &corner->point)) return false;
	if (*reader->cursor == '/') {
		reader->cursor++;
		bool has_texture = *reader->cursor != '/';
		if (has_texture && !read_index(reader, reader->texture_count, &texture)) return false;
		if (*reader->cursor == '/') {
			reader->cursor++;
			if (!read_index(reader, reader->out->normals.count, &corner->normal)) return false;
		}
	}
	return ends_word(*reader->cursor) || fail_with(reader, "not an index");
}

static void add_corner(ObjMesh *out, Corner corner) {
	mesh_indices_push(&out->mesh.indices, corner.point);
	mesh_indices_push(&out->normal_indices, corner.normal);
}

static void read_face(Reader *reader) {
	Corner first = { 0 };
	Corner last = { 0 };
	uint32_t count = 0;
	for (; find_word(reader); count++) {
		Corner corner;
		if (!read_corner(reader, &corner)) return;
		if (count == 0) first = corner;
		if (count >= 2) {
			add_corner(reader->out, first);
			add_corner(reader->out, last);
			add_corner(reader->out, corner);
		}
		last = corner;
	}
	if (count < 3) fail_with(reader, "a face needs three corners");
}

typedef struct Keyword {
	const char *word;
	void (*read)(Reader *reader);
} Keyword;

static const Keyword keywords[] = {
	{ "v", read_point },
	{ "vn", read_normal },
	{ "vt", read_texture },
	{ "f", read_face },
	{ "o", read_nothing },
	{ "g", read_nothing },
	{ "s", read_nothing },
	{ "l", read_nothing },
	{ "p", read_nothing },
	{ "vp", read_nothing },
	{ "usemtl", read_nothing },
	{ "mtllib", read_nothing },
};

static void read_line(Reader *reader) {
	if (!find_word(reader)) return;
	const char *word = reader->cursor;
	while (!ends_word(*reader->cursor))
		reader->cursor++;
	size_t length = (size_t)(reader->cursor - word);
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (strlen(keywords[i].word) == length && memcmp(keywords[i].word, word, length) == 0) {
			keywords[i].read(reader);
			return;
		}
	}
	fail_with(reader, "unknown keyword");
}

ObjResult obj_parse(const char *text, ObjMesh *mesh) {
	*mesh = (ObjMesh){ 0 };
	Reader reader = { .out = mesh, .cursor = text };
	for (uint32_t line = 1;; line++) {
		read_line(&reader);
		if (reader.reason != NULL) {
			obj_free(mesh);
			return (ObjResult){ reader.reason, line };
		}
		const char *end = strchr(reader.cursor, '\n');
		if (end == NULL) return (ObjResult){ 0 };
		reader.cursor = end + 1;
	}
}

ObjResult obj_load(const char *path, ObjMesh *mesh) {
	*mesh = (ObjMesh){ 0 };
	FILE *file = fopen(path, "rb");
	if (file == NULL) return (ObjResult){ "the file cannot be opened", 0 };
	TextArray text = { 0 };
	for (size_t got = 1; got > 0;) {
		uint32_t old_count = text.count;
		text_resize(&text, old_count + 4096);
		got = fread(text.data + old_count, 1, 4096, file);
		text.count = old_count + (uint32_t)got;
	}
	fclose(file);
	text_push(&text, '\0');
	ObjResult result = obj_parse(text.data, mesh);
	text_free(&text);
	return result;
}

void obj_free(ObjMesh *mesh) {
	mesh_free(&mesh->mesh);
	mesh_points_free(&mesh->normals);
	mesh_indices_free(&mesh->normal_indices);
}
