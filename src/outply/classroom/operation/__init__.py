"""Operation of a class server: the runner, metrics, notifications and disk space."""
