"""Search trees as text, JSON, SVG and self-contained pages."""
