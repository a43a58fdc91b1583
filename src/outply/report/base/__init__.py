"""Parts that all reports share: templates, theme, numbers, tables."""
