"""Work spread over processes and machines, and its resumable state."""
