// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A space saved, restored, hashed and stepped by hand: what PhysicsServer3D has no
// methods for. These take the server's lock themselves and may be called from any thread,
// but not from inside a step.
//
// A snapshot has the state of the engine (world/snapshot.h) and the parameters that were
// set through the server. It fits the space it was taken of, as long as the same bodies,
// areas, joints and soft bodies with the same shapes are in it. Scripts, nodes' own
// properties and callbacks are not in it.
#pragma once

#include "server/server.h"

// Returns the bytes that a snapshot of a space takes, and writes one if so many fit; 0 if the RID
// names no space, which is reported.
size_t mk_space_save(Server *server, GdRID space, void *buffer, size_t capacity);

// Puts a space back, or changes nothing, reports why not and returns false. The next flush tells
// nodes where their bodies are, and areas who came and left by it.
bool mk_space_restore(Server *server, GdRID space, const void *buffer, size_t size);

// Returns a hash of where everything in a space is, how it moves and who sleeps; 0
// if the RID names no space.
uint64_t mk_space_hash(Server *server, GdRID space);

// Steps one space by dt seconds, whether it is active or not; from then on its callbacks are made
// in every flush although Godot does not step it. False, reported, for a time that is not above 0.
bool mk_space_step(Server *server, GdRID space, double dt);
