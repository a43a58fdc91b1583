// A thread fills the disk with deleted files, and the first thread has ended: /proc/PID/fd shows no files.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char data[1 << 20];

static void *hold(void *unused) {
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
    pthread_exit(0);
}
