// Orphaned grandchildren use CPU time in sessions of their own.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 2; ++child) {
        if (fork() == 0) {
            if (fork() == 0) {
                setsid();
                for (;;) {
                }
            }
            _exit(0);
        }
        wait(NULL);
    }
    pause();
}
