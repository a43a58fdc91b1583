// Fills the disk with deleted files that are mapped and not open.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static char data[1 << 20];

int main(void) {
    for (int i = 0; i < 100; ++i) {
        int file = open("file", O_CREAT | O_RDWR, 0600);
        unlink("file");
        if (write(file, data, sizeof data) < 0)
            break;
        mmap(0, sizeof data, PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
    sleep(600);
}
