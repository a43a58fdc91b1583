"""Why an answer is wrong: a catalogue of mistakes, their simulation, and the comparison with the textbook."""
