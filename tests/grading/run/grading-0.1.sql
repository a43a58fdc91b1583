-- Dump of a grading.db that version 0.1.0 wrote: three submissions on starcircle-1 and warfare-1.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE judgements (
    submission TEXT NOT NULL,
    question TEXT NOT NULL,
    settings TEXT NOT NULL,
    judgement TEXT NOT NULL,
    PRIMARY KEY (submission, question, settings)
) WITHOUT ROWID;
INSERT INTO "judgements" VALUES('4435fd36c2cb7702358e6f489e975804e120b38523724944897e72b96864be93','386bd60ed4ca780209b5f5e5b03f6574','d99ba5c68acf162d4fa65cffb139176a','{"verdict": "malformed", "sentences": ["The first line is ''A1 Stake'', expected a move such as F4-H2.", "There is a line feed after the last line; the file should end with its last character.", "The line with the evaluation after the move is missing.", "The line with the minimax value is missing.", "The line with the number of visited nodes is missing."], "right_parts": [], "mistakes": [], "cpu_seconds": 0.0054, "wall_seconds": 0.028164, "memory_mib": 0.9, "output": "A1 Stake\n", "errors": ""}');
INSERT INTO "judgements" VALUES('4435fd36c2cb7702358e6f489e975804e120b38523724944897e72b96864be93','e86e711e09dafadf28ec72b6056eb127','d99ba5c68acf162d4fa65cffb139176a','{"verdict": "wrong move", "sentences": ["A1 Stake is not a legal move. A1 is not empty: it is X''s.", "The right move is B3 Stake.", "There is a line feed after the last line; the file should end with its last character.", "The board has 0 rows, expected 3."], "right_parts": [], "mistakes": [], "cpu_seconds": 0.00551, "wall_seconds": 0.026891, "memory_mib": 0.9, "output": "A1 Stake\n", "errors": ""}');
INSERT INTO "judgements" VALUES('8c41cb6a4a56113d6b18ca8bdfec2d59a12db5177e139ff91daaa4f34ec7a7cf','386bd60ed4ca780209b5f5e5b03f6574','d99ba5c68acf162d4fa65cffb139176a','{"verdict": "malformed", "sentences": ["The first line is ''Star'', expected a move such as F4-H2.", "There is a line feed after the last line; the file should end with its last character.", "Line 2 is ''MINIMAX'', expected the evaluation after the move: one whole number.", "Line 4 is ''0,S1,0,0,0,0,0,0'', expected the number of visited nodes: one whole number.", "There are 8 lines after the number of visited nodes."], "right_parts": [], "mistakes": [], "cpu_seconds": 0.006253, "wall_seconds": 0.018296, "memory_mib": 0.9, "output": "Star\nMINIMAX\n2\n0,S1,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,0,0,S1,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n10,20,30,40,50,60,70,80\n", "errors": ""}');
INSERT INTO "judgements" VALUES('8c41cb6a4a56113d6b18ca8bdfec2d59a12db5177e139ff91daaa4f34ec7a7cf','e86e711e09dafadf28ec72b6056eb127','d99ba5c68acf162d4fa65cffb139176a','{"verdict": "malformed", "sentences": ["The first line is ''3'', expected a move such as B3 Stake.", "There is a line feed after the last line; the file should end with its last character.", "Line 2 is ''MINIMAX'', expected a row of 3 cells (X, O or .).", "Line 3 has 1 cell, expected 3.", "Line 4 is ''2'', expected a row of 3 cells (X, O or .).", "There are 6 lines after the 3 rows of the board."], "right_parts": [], "mistakes": [], "cpu_seconds": 0.005114, "wall_seconds": 0.011303, "memory_mib": 0.9, "output": "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n", "errors": ""}');
CREATE TABLE outcomes (
    submission TEXT NOT NULL,
    settings TEXT NOT NULL,
    problem TEXT NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (submission, settings)
) WITHOUT ROWID;
INSERT INTO "outcomes" VALUES('4435fd36c2cb7702358e6f489e975804e120b38523724944897e72b96864be93','d99ba5c68acf162d4fa65cffb139176a','','');
INSERT INTO "outcomes" VALUES('560dc1cc27560c7d97d56a7ab6a54ac3ea04d18f70914b10caeb003c68614745','d99ba5c68acf162d4fa65cffb139176a','`make -s agent` ended with status 2','make: *** [Makefile:2: agent] Error 1
');
INSERT INTO "outcomes" VALUES('8c41cb6a4a56113d6b18ca8bdfec2d59a12db5177e139ff91daaa4f34ec7a7cf','d99ba5c68acf162d4fa65cffb139176a','','');
COMMIT;
