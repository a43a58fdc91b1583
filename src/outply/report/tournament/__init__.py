"""A tournament written up: as data, as tables, as pages."""
