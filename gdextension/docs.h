// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The descriptions of our classes in Godot's own help (F1): the files of doc_classes/, which
// embed_docs.py turns into C when the library is built.
#pragma once

#include <gdextension_interface.h>

// Hands all descriptions to the editor. Only an editor has the function for it.
void mk_docs_load(GDExtensionInterfaceGetProcAddress get);
