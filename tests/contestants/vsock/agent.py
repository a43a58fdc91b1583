"""Tries to create a socket to the host of the virtual machine."""

import socket

socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
