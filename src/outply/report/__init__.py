"""Reports: text, tables, figures and self-contained pages of games, searches, tournaments and gradings."""
