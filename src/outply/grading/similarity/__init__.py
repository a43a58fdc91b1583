"""Similar submissions: pairs that share passages of source code, except for names and layout."""
