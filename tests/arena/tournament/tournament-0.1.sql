-- Dump of a database that Outply 0.1.0 wrote.
BEGIN TRANSACTION;
CREATE TABLE entrants (
    name TEXT PRIMARY KEY,
    place INTEGER NOT NULL,  -- in the order in which they entered
    player TEXT NOT NULL,
    digest TEXT NOT NULL,
    problem TEXT,            -- why it would not build; NULL if it did, or has not tried yet
    evidence TEXT
);
INSERT INTO "entrants" VALUES('greedy',0,'greedy','',NULL,NULL);
INSERT INTO "entrants" VALUES('random:1',1,'random:1','',NULL,NULL);
INSERT INTO "entrants" VALUES('crash',2,'program:/agents/crash','ba100e58717576225e679cd0cac7e78358b3909d13682b6201ad0797693f468f',NULL,NULL);
INSERT INTO "entrants" VALUES('broken',3,'program:/agents/broken','92c40e0808c56b6b6188248481a616042d88659c4c2297c1d0b77902735bf51a','make agent ended with status 2','make: *** [Makefile:2: agent] Error 1
');
CREATE TABLE games (
    stage INTEGER NOT NULL,
    one TEXT NOT NULL, one_digest TEXT NOT NULL,
    other TEXT NOT NULL, other_digest TEXT NOT NULL,
    number INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    board TEXT NOT NULL,
    start TEXT NOT NULL,
    final INTEGER NOT NULL,
    total INTEGER NOT NULL,
    failed TEXT, failure TEXT, sentence TEXT NOT NULL, output TEXT NOT NULL, errors TEXT NOT NULL,
    turns TEXT NOT NULL,     -- moves and their times; null is the move that the loser failed at
    UNIQUE (stage, one, one_digest, other, other_digest, number)
);
INSERT INTO "games" VALUES(0,'crash','ba100e58717576225e679cd0cac7e78358b3909d13682b6201ad0797693f468f','greedy','',1,'crash','greedy','random:2:1','warfare/raid/X/2_95/12_50/../..',0,159,'crash','crashed','make run ended with status 2 and no output.txt','','make: *** [Makefile:3: run] Error 1
','[[null, 0.004101, 0.023721]]');
INSERT INTO "games" VALUES(1,'greedy','','random:1','',1,'greedy','random:1','random:2:1','warfare/raid/X/2_95/12_50/../..',31,159,NULL,NULL,'','','','[["B1 Stake", 8.3e-05, 9e-05], ["A1 Stake", 4.2e-05, 4.4e-05], ["B2 Stake", 5.2e-05, 5.4e-05], ["A2 Raid", 2.1e-05, 2.3e-05]]');
CREATE TABLE marks (mark TEXT PRIMARY KEY);
INSERT INTO "marks" VALUES('unsafe');
CREATE TABLE plan (text TEXT NOT NULL);
INSERT INTO "plan" VALUES('{"kind": "swiss", "games": 1, "boards": [["random:2:1", "warfare/raid/X/2_95/12_50/../.."]], "seconds": 200.0, "seed": 0, "rounds": 2}');
COMMIT;
PRAGMA user_version = 1;
