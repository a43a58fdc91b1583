"""`outply tree`: search trees as pages, drawings, text and JSON."""
