#include "CCLD2.h"

// compact_lang_det.h uses FILE without including it.
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

extern "C" const char *ccld2_detect(const char *text, size_t length, bool *isReliable) {
    bool reliable = false;
    CLD2::Language language = CLD2::DetectLanguage(text, static_cast<int>(length), true, &reliable);
    *isReliable = reliable;
    if (language == CLD2::UNKNOWN_LANGUAGE) return nullptr;
    return CLD2::LanguageCode(language);
}

extern "C" int ccld2_candidates(const char *text, size_t length, ccld2_candidate candidates[3], bool *isReliable) {
    CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    // With "best effort" CLD2 calls every guess reliable, so it is asked without first.
    for (int flags : {0, CLD2::kCLDFlagBestEffort}) {
        CLD2::Language languages[3];
        int percents[3];
        double scores[3];
        int textBytes = 0;
        bool reliable = false;
        CLD2::ExtDetectLanguageSummary(
            text, static_cast<int>(length), true, &hints, flags, languages, percents, scores, nullptr, &textBytes,
            &reliable);
        *isReliable = flags == 0 && reliable;
        int count = 0;
        for (int index = 0; index < 3; ++index) {
            if (languages[index] == CLD2::UNKNOWN_LANGUAGE || percents[index] == 0) continue;
            candidates[count].language = CLD2::LanguageCode(languages[index]);
            candidates[count].percent = percents[index];
            ++count;
        }
        if (count > 0) return count;
    }
    return 0;
}
