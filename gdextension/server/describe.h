// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Who an item is, in words that a game's author knows: by its node where there is one.
#pragma once

#include "server/item.h"

// Bytes that a description of an item takes at most: two nodes and some words.
#define MK_ITEM_TEXT_SIZE 384

// Writes who an item is into `text` (MK_ITEM_TEXT_SIZE) and returns it:
// Crate:<RigidBody3D#42>, "the joint of Crate:<RigidBody3D#42> and the world", "a shape of
// ..." or, without a node, "the space with RID 5".
const char *mk_item_describe(const Item *item, char *text);

// Says that a call about an item went wrong (report.h); the sentence begins with who it is.
__attribute__((format(printf, 3, 4))) void mk_item_report(
		const Item *item, const char *where, const char *format, ...);
