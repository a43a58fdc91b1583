"""`outply why`: the diagnosis of a wrong answer."""
