"""Commands of the class server."""
