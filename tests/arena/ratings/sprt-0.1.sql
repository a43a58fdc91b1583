-- Dump of a database that Outply 0.1.0 wrote.
BEGIN TRANSACTION;
CREATE TABLE comparison (text TEXT NOT NULL);
INSERT INTO "comparison" VALUES('{"programs": [["greedy", ""], ["random:1", ""]], "boards": ["warfare/raid/X/2_95/12_50/../.."], "seconds": 200.0, "seed": 0}');
CREATE TABLE results (
    pair INTEGER NOT NULL,  -- two games on one board
    first TEXT NOT NULL,    -- who began
    points REAL NOT NULL,   -- of A
    failure TEXT NOT NULL,  -- who failed how, in words
    UNIQUE (pair, first)
);
INSERT INTO "results" VALUES(0,'greedy',1.0,'');
INSERT INTO "results" VALUES(1,'greedy',1.0,'');
INSERT INTO "results" VALUES(1,'random:1',1.0,'');
INSERT INTO "results" VALUES(0,'random:1',1.0,'');
COMMIT;
PRAGMA user_version = 1;
