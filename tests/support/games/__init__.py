"""Small games for tests of what every game gets."""
