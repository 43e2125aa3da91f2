"""fastfeedparser and feedparser over a folder of feeds, one thread, documents preloaded; the best of some rounds."""
import os
import sys
import time


def measure(name, parse, documents, rounds):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for document in documents:
            try:
                parse(document)
            except Exception:
                pass
        best = min(best, time.perf_counter() - start)
    print(f"parse.{name} {sum(map(len, documents)) / 1e6 / best:.2f} MB/s")


def main(folder, rounds):
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    documents = [open(path, "rb").read() for path in paths if os.path.isfile(path)]
    try:
        import fastfeedparser

        measure("fastfeedparser", fastfeedparser.parse, documents, rounds)
    except ImportError as error:
        print(f"fastfeedparser is not there: {error}", file=sys.stderr)
    try:
        import feedparser

        measure("feedparser", feedparser.parse, documents, max(1, rounds // 10))
    except ImportError as error:
        print(f"feedparser is not there: {error}", file=sys.stderr)


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10)
