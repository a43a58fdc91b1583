#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}
static double total;
static void burn(clockid_t clock, double seconds) {
    for (double end = now(clock) + seconds; now(clock) < end;)
        for (volatile int i = 0; i < 1000; ++i) {}
}
static void *thread(void *share) {
    burn(CLOCK_THREAD_CPUTIME_ID, *(double *)share);
    return 0;
}
int main(int argc, char **argv) {
    const char *way = argv[1];
    double each = atof(argv[2]) / 1000, half;
    total = atof(argv[3]);
    half = total / 2;
    pthread_t threads[2];
    if (!strcmp(way, "process")) {
        burn(CLOCK_PROCESS_CPUTIME_ID, total);
    } else if (!strcmp(way, "system")) {
        static char data[1 << 20];
        int zero = open("/dev/zero", O_RDONLY);
        while (now(CLOCK_PROCESS_CPUTIME_ID) < total)
            if (read(zero, data, sizeof data) < 0) return 1;
    } else if (!strcmp(way, "threads") || !strcmp(way, "leader")) {
        for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, thread, &half);
        if (!strcmp(way, "leader")) pthread_exit(0);
        for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
    } else {
        if (!strcmp(way, "forgotten")) signal(SIGCHLD, SIG_IGN);
        for (double used = 0; used + now(CLOCK_PROCESS_CPUTIME_ID) < total - each / 2; used += each) {
            int ends[2];
            char byte;
            if (pipe(ends)) return 1;
            int child = fork();
            if (child == 0) {
                if (strcmp(way, "orphans") || fork() == 0) burn(CLOCK_PROCESS_CPUTIME_ID, each - now(CLOCK_PROCESS_CPUTIME_ID));
                _exit(0);
            }
            close(ends[1]);
            while (read(ends[0], &byte, 1) > 0) {}
            close(ends[0]);
            if (strcmp(way, "forgotten")) waitpid(child, 0, 0);
        }
    }
    return argc == 0;
}
