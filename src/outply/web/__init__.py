"""HTTP server with the play page and its API. Stateless: every request carries the whole position."""
