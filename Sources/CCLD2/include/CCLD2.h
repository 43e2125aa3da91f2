// A C face for CLD2, the compact language detector (C++ only).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/// ISO 639-1 or BCP 47 code of the main language of UTF-8 plain text, static storage; NULL when unknown.
const char *ccld2_detect(const char *text, size_t length, bool *isReliable);

/// One of the languages that a text may have.
typedef struct {
    /// ISO 639-1 or BCP 47 code, static storage.
    const char *language;
    /// Its share of the text, 0 to 100.
    int percent;
} ccld2_candidate;

/// Writes up to three candidates, the best first, and returns how many; it guesses even for short text.
///
/// The text must be valid UTF-8 without control characters.
int ccld2_candidates(const char *text, size_t length, ccld2_candidate candidates[3], bool *isReliable);

#ifdef __cplusplus
}
#endif
