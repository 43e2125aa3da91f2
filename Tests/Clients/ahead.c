/* Preloaded into a process, moves its time of day ahead by CRIER_TEST_AHEAD seconds and by as many more as the file
   CRIER_TEST_MOVED holds at any time (a long), and lets it run CRIER_TEST_RATE times as fast from the start on.
   Timers, which count from any moment on, stay as they are: libfaketime moves those of timerfd, too, which then never
   fire. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead;
static long rate = 1;
static const volatile long *moved;
static struct timespec start;

/* At once, for nginx throws its environment away. */
__attribute__((constructor)) static void read_environment(void)
{
    const char *text = getenv("CRIER_TEST_AHEAD");
    if (text) ahead = atol(text);
    text = getenv("CRIER_TEST_RATE");
    if (text && atol(text) > 0) rate = atol(text);
    text = getenv("CRIER_TEST_MOVED");
    if (text) {
        int file = open(text, O_RDONLY | O_CLOEXEC);
        void *memory = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) moved = memory;
        close(file);
    }
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &start);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        if (rate > 1 && time->tv_sec >= start.tv_sec) {
            long long since = (time->tv_sec - start.tv_sec) * 1000000000LL + time->tv_nsec - start.tv_nsec;
            long long moment = start.tv_nsec + (since > 0 ? since : 0) * rate;
            time->tv_sec = start.tv_sec + moment / 1000000000LL;
            time->tv_nsec = moment % 1000000000LL;
        }
        time->tv_sec += ahead + (moved ? *moved : 0);
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
