// Starts processes without end, each of which uses CPU time.
#include <unistd.h>

int main(void) {
    for (;;) {
        fork();
        for (volatile int i = 0; i < 100000; ++i) {
        }
    }
}
