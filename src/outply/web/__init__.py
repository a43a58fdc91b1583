"""HTTP servers: the play page with its API, which stores no games, and the pages of the class server."""
