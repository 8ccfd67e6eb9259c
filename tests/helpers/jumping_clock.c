/* A wall clock that is a year late, right, or a year early, in turn for a fifth of a second each.
 *
 * Loaded before the C library (LD_PRELOAD); the monotonic clock stays as it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static int real(clockid_t id, struct timespec *now) {
    static int (*ask)(clockid_t, struct timespec *);
    if (!ask) ask = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    return ask(id, now);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    int failed = real(id, now);
    if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        struct timespec run;
        real(CLOCK_MONOTONIC, &run);
        now->tv_sec += ((run.tv_sec * 5 + run.tv_nsec / 200000000) % 3 - 1) * 365L * 86400;
    }
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec found;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &found)) return -1;
    now->tv_sec = found.tv_sec;
    now->tv_usec = found.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *kept) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (kept) *kept = found.tv_sec;
    return found.tv_sec;
}
