// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
#include "nodes/minkowski_physics.h"

#include "server/server.h"

typedef struct Singleton {
	Instance instance;
} Singleton;

static void is_running(void *self, const GDExtensionConstTypePtr *args, Value *ret) {
	(void)self, (void)args;
	ret->boolean = mk_server_running() != NULL;
}

static const Method singleton_methods[] = {
	{ .name = "is_running",
			.call = is_running,
			.result = { .type = VALUE_BOOL },
			.is_const = true },
};

Class mk_singleton_class = {
	.name = "MinkowskiPhysics",
	.parent = "Object",
	.instance_size = sizeof(Singleton),
	.methods = MK_TABLE(singleton_methods),
};
