"""The report of assignment 004: results, figures and findings of games between players."""
