// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The project settings that the server reads.
#pragma once

// Returns a number of the project's settings, 0 if there is no such setting.
double mk_settings_read_real(const char *path);
