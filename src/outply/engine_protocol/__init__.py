"""The engine protocol: lines of text between an engine and the program that uses it, in the manner of UCI."""
