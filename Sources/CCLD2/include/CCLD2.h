// A C face for CLD2, the compact language detector (C++ only).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
/// ISO 639-1 or BCP 47 code of the main language of UTF-8 plain text, static storage; NULL when unknown.
const char *ccld2_detect(const char *text, size_t length, bool *isReliable);
#ifdef __cplusplus
}
#endif
