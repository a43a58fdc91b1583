"""Run untrusted programs in isolation, measured over their whole process tree."""
