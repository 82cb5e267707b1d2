// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the extension adds to Godot for scripts and scenes: classes of ours, and the singleton
// MinkowskiPhysics. A further class is a Class with its tables (bind.h) and one row of the list in
// nodes.c.
#pragma once

#include <godot_api.h>

// Registers the classes, parents before children, and makes the singleton.
void mk_nodes_register(GDExtensionClassLibraryPtr library);

// Takes everything back; no object of the classes may be left.
void mk_nodes_unregister(GDExtensionClassLibraryPtr library);
