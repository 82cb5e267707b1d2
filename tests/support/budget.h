// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// How many cases a sweep may have: sanitizers and the hostile build are many times
// slower, and check the same code.
#pragma once

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) || defined(MK_HOSTILE)
#define pick_count(plain, checked) (checked)
#else
#define pick_count(plain, checked) (plain)
#endif
