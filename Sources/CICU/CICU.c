#include "CICU.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

struct cicu_words {
    UBreakIterator *iterator;
    UText text;
};

cicu_words *cicu_words_open(void) {
    cicu_words *words = calloc(1, sizeof *words);
    if (words == NULL) return NULL;
    UErrorCode status = U_ZERO_ERROR;
    // The rules of the root locale hold every dictionary; a language would only change what quotation marks do.
    words->iterator = ubrk_open(UBRK_WORD, "", NULL, 0, &status);
    if (U_FAILURE(status) || words->iterator == NULL) {
        free(words);
        return NULL;
    }
    words->text = (UText)UTEXT_INITIALIZER;
    return words;
}

void cicu_words_close(cicu_words *words) {
    if (words == NULL) return;
    ubrk_close(words->iterator);
    utext_close(&words->text);
    free(words);
}

size_t cicu_words_split(cicu_words *words, const char *text, size_t length, int32_t *ends, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&words->text, text, (int64_t)length, &status);
    ubrk_setUText(words->iterator, &words->text, &status);
    if (U_FAILURE(status)) return 0;
    size_t count = 0;
    ubrk_first(words->iterator);
    while (count < capacity) {
        int32_t end = ubrk_next(words->iterator);
        if (end == UBRK_DONE) break;
        ends[count++] = end;
    }
    return count;
}
