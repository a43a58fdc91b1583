"""The report on minimax and alpha-beta: results, figures and findings of games between players."""
