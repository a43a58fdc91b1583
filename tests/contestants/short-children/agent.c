// Children that live for 3 ms and that nothing waits for use CPU time one after the other.
#include <signal.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (fork() == 0) {
            struct timespec now;
            do
                clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
            while (now.tv_sec == 0 && now.tv_nsec < 3000000);
            _exit(0);
        }
        usleep(3000);
    }
}
