"""The tree of a search, in every form in which one may want to look at it."""
