// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "server/describe.h"

#include "report.h"
#include "server/body.h"
#include "server/joint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void describe_end(const ServerBody *body, bool is_world, char *text) {
	if (body) {
		mk_object_describe(&body->object, text);
	} else {
		snprintf(text, MK_OBJECT_TEXT_SIZE, "%s", is_world ? "the world" : "a freed body");
	}
}

// A joint's node is unknown to the server, its bodies are not.
static void describe_joint(const ServerJoint *joint, char *text) {
	char ends[2][MK_OBJECT_TEXT_SIZE];
	describe_end(joint->body_a, false, ends[0]);
	describe_end(joint->body_b, joint->is_to_world, ends[1]);
	snprintf(text, MK_ITEM_TEXT_SIZE, "the joint of %s and %s", ends[0], ends[1]);
}

const char *mk_item_describe(const Item *item, char *text) {
	const ServerShape *shape = (const ServerShape *)item;
	const ServerJoint *joint = (const ServerJoint *)item;
	char user[MK_OBJECT_TEXT_SIZE];
	switch (item->kind) {
		case RID_BODY:
		case RID_SOFT_BODY:
		case RID_AREA: return mk_object_describe((const ServerObject *)item, text);
		case RID_JOINT:
			if (joint->type == GD_JOINT_TYPE_MAX) break;
			describe_joint(joint, text);
			return text;
		case RID_SHAPE:
			if (shape->links.count == 0) break;
			snprintf(text, MK_ITEM_TEXT_SIZE, "a shape of %s",
					mk_object_describe(shape->links.data[0].object, user));
			return text;
		default: break;
	}
	// "a space" -> "the space"
	snprintf(text, MK_ITEM_TEXT_SIZE, "the %s with RID %llu",
			strchr(mk_rid_kind_name(item->kind), ' ') + 1, (unsigned long long)item->rid.id);
	return text;
}

void mk_item_report(const Item *item, const char *where, const char *format, ...) {
	char who[MK_ITEM_TEXT_SIZE];
	char text[MK_ITEM_TEXT_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	mk_report_error(where, "%s: %s", mk_item_describe(item, who), text);
}
