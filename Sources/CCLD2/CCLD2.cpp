#include "CCLD2.h"

// compact_lang_det.h uses FILE without including it.
#include <cstdio>
#include <cld2/public/compact_lang_det.h>

extern "C" const char *ccld2_detect(const char *text, size_t length, bool *isReliable) {
    bool reliable = false;
    CLD2::Language language = CLD2::DetectLanguage(text, static_cast<int>(length), true, &reliable);
    *isReliable = reliable;
    if (language == CLD2::UNKNOWN_LANGUAGE) return nullptr;
    return CLD2::LanguageCode(language);
}
