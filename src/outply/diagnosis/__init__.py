"""Explain a wrong answer: catalogue of mistakes, simulation, comparison with the textbook.

All diagnoses use the catalogue and `MistakeSimulator`, and `evidence` decides how much the answers show:

- `wrong_outputs` computes the output.txt that each mistake produces for a case when a suite is generated. Grading
  (`grading.result.judge`) then only compares texts, which is fast but limited to the cases of a suite;
  `grading.result.likely_mistakes` weighs the matches of all cases of a submission.
- `diagnose` simulates the mistakes on demand, for one question and one answer or list of visits. It needs no
  suite, and also finds the first difference and the node where it occurs. One answer rarely identifies a mistake.
- `program` compares many answers of a program, which need no suite either; `grading.run.experiment` also generates
  questions that distinguish the remaining mistakes, and runs the program on them.
"""
