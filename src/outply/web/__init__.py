"""HTTP server with the play page and its API. The server stores no games: a request has the whole position."""
