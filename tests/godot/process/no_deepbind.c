// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Preloaded into Godot when the plugin is built with a sanitizer. Godot opens extensions with
// RTLD_DEEPBIND, under which the plugin would call the C library past the sanitizer's own versions;
// sanitizers refuse to run like that. So the flag is taken off.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

// NOLINTNEXTLINE(readability-*): it stands in for the function of libdl
__attribute__((visibility("default"))) void *dlopen(const char *path, int flags) {
	void *(*real_dlopen)(const char *, int);
	void *symbol = dlsym(RTLD_NEXT, "dlopen");
	memcpy(&real_dlopen, &symbol, sizeof real_dlopen);
	return real_dlopen(path, flags & ~RTLD_DEEPBIND);
}
