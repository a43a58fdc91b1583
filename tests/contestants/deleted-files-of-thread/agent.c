// A thread with a file table of its own fills the disk with deleted files.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static char data[1 << 20];

static void *hold(void *unused) {
    unshare(CLONE_FILES);
    for (int i = 0; i < 100; ++i) {
        int file = open("file", O_CREAT | O_WRONLY, 0600);
        unlink("file");
        if (write(file, data, sizeof data) < 0)
            break;
    }
    sleep(600);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, hold, 0);
    pthread_join(thread, 0);
}
