"""`outply tree`: search trees as pages, drawings, text and JSON, and exercises in them."""
