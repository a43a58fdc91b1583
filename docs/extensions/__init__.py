"""What the site needs beyond Sphinx: pages that follow from the program itself."""
