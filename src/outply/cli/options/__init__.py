"""Option types shared by several commands."""
