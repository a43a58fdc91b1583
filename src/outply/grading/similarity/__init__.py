"""Similar submissions: passages of source code that two submissions share, names and layout aside."""
