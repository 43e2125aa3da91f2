#include "CRE2.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>

struct cre2_pattern {
    RE2 expression;
};

extern "C" cre2_pattern *cre2_compile(
    const char *pattern, size_t length, size_t memoryLimit, char *error, size_t errorSize, bool *isTooLarge) {
    RE2::Options options;
    options.set_case_sensitive(false);
    options.set_log_errors(false);
    options.set_max_mem(static_cast<int64_t>(memoryLimit));
    auto *compiled = new cre2_pattern{RE2(re2::StringPiece(pattern, length), options)};
    *isTooLarge = compiled->expression.error_code() == RE2::ErrorPatternTooLarge;
    if (compiled->expression.ok()) return compiled;
    if (errorSize > 0) {
        std::strncpy(error, compiled->expression.error().c_str(), errorSize - 1);
        error[errorSize - 1] = 0;
    }
    delete compiled;
    return nullptr;
}

extern "C" int cre2_program_size(const cre2_pattern *pattern) {
    int forward = pattern->expression.ProgramSize();
    int backward = pattern->expression.ReverseProgramSize();
    return forward < 0 || backward < 0 ? -1 : std::max(forward, backward);
}

extern "C" bool cre2_matches(const cre2_pattern *pattern, const char *text, size_t length, size_t end) {
    return pattern->expression.Match(re2::StringPiece(text, length), 0, end, RE2::UNANCHORED, nullptr, 0);
}

extern "C" bool cre2_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t end, size_t *matchStart, size_t *matchEnd) {
    re2::StringPiece found;
    if (!pattern->expression.Match(re2::StringPiece(text, length), 0, end, RE2::UNANCHORED, &found, 1)) return false;
    *matchStart = static_cast<size_t>(found.data() - text);
    *matchEnd = *matchStart + found.size();
    return true;
}

extern "C" void cre2_free(cre2_pattern *pattern) { delete pattern; }
