"""`outply class`: commands of the class server."""
