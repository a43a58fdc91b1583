// Fills the disk with deleted files that are in transit on a socket and open in no process.
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char data[1 << 20];

static void transmit(int socket, int file) {
    char byte = 0, control[CMSG_SPACE(sizeof file)] = {0};
    struct iovec content = {&byte, 1};
    struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
    sendmsg(socket, &message, 0);
}

int main(void) {
    int sockets[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
    for (int i = 0; i < 100; ++i) {
        int file = open("file", O_CREAT | O_RDWR, 0600);
        unlink("file");
        if (write(file, data, sizeof data) < 0)
            break;
        transmit(sockets[0], file);
        close(file);
    }
    sleep(600);
}
