// A TOML document, read by toml++ and handed over value by value.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Called in the order of nesting. Keys and texts are UTF-8, not zero-terminated, and valid during the call only.
/// The key of an array's element is empty.
typedef struct {
    void *context;
    void (*beginTable)(void *context, const char *key, size_t keyLength);
    void (*beginArray)(void *context, const char *key, size_t keyLength);
    /// Ends the innermost table or array.
    void (*end)(void *context);
    void (*text)(void *context, const char *key, size_t keyLength, const char *text, size_t length);
    void (*integer)(void *context, const char *key, size_t keyLength, int64_t value);
    void (*decimal)(void *context, const char *key, size_t keyLength, double value);
    void (*flag)(void *context, const char *key, size_t keyLength, bool value);
    /// A date or a time.
    void (*other)(void *context, const char *key, size_t keyLength);
} ctoml_visitor;

/// Reads a document and calls the visitor for its values.
///
/// Returns 0, or the line where the text is no TOML, counted from 1; then nothing was called, and `reason` holds the
/// parser's words, cut to `reasonSize` bytes with the final zero.
uint32_t ctoml_read(const char *source, size_t length, const ctoml_visitor *visitor, char *reason, size_t reasonSize);

#ifdef __cplusplus
}
#endif
