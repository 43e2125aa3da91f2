// libxml2's headers pull in ICU's enums when it was built with ICU, and those clash
// with Foundation's own copy: take the switches first, then turn ICU off.
#pragma once
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>

/* A GNU extension that Glibc's module hides: the first occurrence of some bytes in others, or NULL. */
static inline const void *find_bytes(const void *all, long allLength, const void *wanted, long wantedLength) {
    extern void *memmem(const void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
    return memmem(all, (__SIZE_TYPE__)allLength, wanted, (__SIZE_TYPE__)wantedLength);
}
