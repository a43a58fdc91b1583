"""Pages and HTTP API of the class server."""
