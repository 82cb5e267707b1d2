// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What only our own server can do with a space: methods of MinkowskiPhysics.
#pragma once

#include "bind.h"

typedef struct Server Server;

// Returns our server, NULL after saying that another engine runs.
Server *mk_query_server(const char *where);

BoundFunction mk_query_profile;
BoundFunction mk_query_space_contacts;
BoundFunction mk_query_save_state;
BoundFunction mk_query_restore_state;
BoundFunction mk_query_state_hash;
BoundFunction mk_query_step;
