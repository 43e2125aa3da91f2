// Word boundaries by ICU's dictionaries (Chinese, Japanese, Thai, Khmer, Lao, Burmese).
// ICU's own headers stay out of here: they rename every function, and their enums clash with those of other libraries.
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// One word iterator. It must not be used by two threads at once.
typedef struct cicu_words cicu_words;

/// NULL when ICU's data are missing or there is no memory.
cicu_words *cicu_words_open(void);
void cicu_words_close(cicu_words *words);

/// Writes the UTF-8 offset of the end of each word of `text` into `ends`, rising, at most `capacity` of them.
///
/// Returns how many were written; 0 when ICU refuses the text. Punctuation and blanks are "words" too.
size_t cicu_words_split(cicu_words *words, const char *text, size_t length, int32_t *ends, size_t capacity);

#ifdef __cplusplus
}
#endif
