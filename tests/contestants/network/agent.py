"""Tries to connect to a host on the network."""

import socket

socket.create_connection(("192.0.2.1", 53), 1)
