"""Terminal rendering shared by several commands."""
