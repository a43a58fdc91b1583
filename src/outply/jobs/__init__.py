"""Jobs on several processes or machines, and SQLite files as resumable state."""
