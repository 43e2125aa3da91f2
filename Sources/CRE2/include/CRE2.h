// A C face for RE2, the linear-time regular expression engine (C++ only).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cre2_pattern cre2_pattern;
/// NULL when the pattern is refused; `error` (at most `errorSize` bytes) then says why, and `isTooLarge` whether it is
/// that its program does not fit into `memoryLimit`.
cre2_pattern *cre2_compile(
    const char *pattern, size_t length, size_t memoryLimit, char *error, size_t errorSize, bool *isTooLarge);
/// Instructions of the program, of the larger one of both directions; -1 when one cannot be built.
int cre2_program_size(const cre2_pattern *pattern);
/// Whether it matches before `end`; what comes after that is not searched, but it is there: `$` does not match at `end`.
bool cre2_matches(const cre2_pattern *pattern, const char *text, size_t length, size_t end);
/// The first such match as byte offsets; false when there is none.
bool cre2_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t end, size_t *matchStart, size_t *matchEnd);
void cre2_free(cre2_pattern *pattern);
#ifdef __cplusplus
}
#endif
