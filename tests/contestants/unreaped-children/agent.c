// Children that are never waited for use CPU time one after the other.
#include <signal.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC / 10)
                for (volatile int i = 0; i < 100000; ++i) {
                }
            _exit(0);
        }
        usleep(100000);
    }
}
