"""Explain why an answer is wrong: a catalogue of mistakes, their simulation, and comparison with the textbook.

There are three ways to learn which mistake is behind a wrong answer. All of them use the catalogue and
`MistakeSimulator`:

- `wrong_outputs` computes the output.txt that each mistake produces for a case when a suite is generated. Grading
  (`grading.result.judge`) then only compares texts, which is fast but limited to the cases of a suite.
- `grading.result.likely_mistakes` combines these matches over all cases of a submission: a mistake is likely if it
  explains wrong answers and contradicts no right answer. This is the most reliable way.
- `diagnose` simulates the mistakes on demand, for one question and one answer or list of visits (`outply why`). It
  needs no suite, and also finds the first difference and the node where it occurs.
"""
