// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The node that draws what a space does, a script of the add-on: put into the game when it is
// wanted. It asks MinkowskiPhysics for lines by itself; nothing here knows what they are.
#pragma once

// Adds the node below the root of the scene tree at the end of the frame, unless there is one
// already. Not in the editor, and not before there is a tree.
void mk_debug_view_open(void);

// The same if the project's setting wants it wherever the game is.
void mk_debug_view_start(void);
