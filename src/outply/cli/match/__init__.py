"""`outply match`: one game between two players."""
