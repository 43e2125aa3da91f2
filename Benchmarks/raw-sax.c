/* The anchor of `crier-bench parse`: libxml2's push SAX2 parser with empty callbacks over a folder's documents.
 * Prints `parse.raw_sax N MB/s`, the best of some rounds. Usage: raw-sax DIR [ROUNDS] */
#include <dirent.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void started(void *c, const xmlChar *l, const xmlChar *p, const xmlChar *u, int nn, const xmlChar **n, int na,
                    int nd, const xmlChar **a) {}
static void ended(void *c, const xmlChar *l, const xmlChar *p, const xmlChar *u) {}
static void text(void *c, const xmlChar *t, int n) {}
static void silent(void *c, const xmlError *e) {}

struct document { char *bytes; int size; };

int main(int argc, char **argv) {
    struct document *documents = NULL;
    int count = 0, rounds = argc > 2 ? atoi(argv[2]) : 20;
    double total = 0, best = 1e9;
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    if (!folder) { fprintf(stderr, "usage: raw-sax DIR [ROUNDS]\n"); return 64; }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (!file) continue;
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        rewind(file);
        char *bytes = malloc(size > 0 ? size : 1);
        if (size > 0 && fread(bytes, 1, size, file) == (size_t)size) {
            documents = realloc(documents, (count + 1) * sizeof *documents);
            documents[count++] = (struct document){bytes, (int)size};
            total += size;
        }
        fclose(file);
    }
    xmlInitParser();
    xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)silent);
    xmlSAXHandler sax;
    memset(&sax, 0, sizeof sax);
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = started;
    sax.endElementNs = ended;
    sax.characters = sax.ignorableWhitespace = sax.cdataBlock = text;
    for (int round = 0; round < rounds; round++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        for (int i = 0; i < count; i++) {
            xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&sax, NULL, NULL, 0, NULL);
            xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_RECOVER);
            xmlParseChunk(context, documents[i].bytes, documents[i].size, 1);
            xmlFreeParserCtxt(context);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
        double seconds = (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9;
        if (seconds < best) best = seconds;
    }
    printf("parse.raw_sax %.2f MB/s\n", total / 1e6 / best);
    return 0;
}
