// A thread fills the memory, and the first thread has ended: /proc/PID/stat shows no memory.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *hold(void *unused) {
    for (int i = 0; i < 64; ++i) {
        void *data = malloc(4 << 20);
        if (data)
            memset(data, 1, 4 << 20);
        usleep(2000);
    }
    sleep(600);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, hold, 0);
    pthread_exit(0);
}
