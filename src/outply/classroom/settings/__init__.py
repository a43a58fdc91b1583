"""Settings of a class: their values, the file and its template."""
