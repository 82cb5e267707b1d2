// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// What the extension says in Godot's console. A sentence names the call and what was wrong with it.
// The same sentence is said once, and of sentences that differ in names and numbers alone a few
// hundred: a script that repeats a mistake every tick, or for every body, must not flood the
// console and slow the game down. Safe from any thread.
#pragma once

// Says that a call went wrong. `where` is the C name of the virtual (__func__); the console shows
// it as the name scripts know, e.g. body_set_mode for mk_server_body_set_mode.
__attribute__((format(printf, 2, 3))) void mk_report_error(
		const char *where, const char *format, ...);

// Says that something is likely not meant as it is, though nothing went wrong.
__attribute__((format(printf, 2, 3))) void mk_report_warning(
		const char *where, const char *format, ...);

// Forgets what was said, so that the next run of a server in this process speaks again.
void mk_report_reset(void);
