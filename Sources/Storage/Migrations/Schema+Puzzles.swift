extension Schema {
    /// The puzzles of each day, who plays them, and what they reached.
    ///
    /// A puzzle's content is stored when it is first opened, so that everybody gets the same although the lists of
    /// words or the rules change on that day. Number 0 is practice, whose content is in the play's state alone. The
    /// people of a `puzzleRoom` see the result, because the player answered the invitation there. A `roomPuzzle` is
    /// played by everybody in a room, and its content is in its state.
    static let puzzles = """
        CREATE TABLE puzzle (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            language TEXT NOT NULL,
            grade TEXT NOT NULL,
            content TEXT NOT NULL,
            UNIQUE (kind, number, language, grade)
        ) STRICT;

        CREATE TABLE puzzlePlay (
            puzzleID INTEGER NOT NULL REFERENCES puzzle(id) ON DELETE CASCADE,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            state TEXT NOT NULL,
            revision INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            endedAt INTEGER,
            PRIMARY KEY (puzzleID, profileID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX puzzlePlayByProfile ON puzzlePlay(profileID, changedAt);

        CREATE TABLE puzzleRoom (
            puzzleID INTEGER NOT NULL REFERENCES puzzle(id) ON DELETE CASCADE,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            roomID INTEGER NOT NULL REFERENCES room(id) ON DELETE CASCADE,
            PRIMARY KEY (puzzleID, profileID, roomID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX puzzleRoomByProfile ON puzzleRoom(profileID);
        CREATE INDEX puzzleRoomByRoom ON puzzleRoom(roomID);

        CREATE TABLE gameScore (
            puzzleID INTEGER NOT NULL REFERENCES puzzle(id) ON DELETE CASCADE,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            points INTEGER NOT NULL,
            isSolved INTEGER NOT NULL CHECK (isSolved IN (0, 1)),
            moves INTEGER NOT NULL,
            hints INTEGER NOT NULL,
            seconds INTEGER NOT NULL,
            endedAt INTEGER NOT NULL,
            PRIMARY KEY (puzzleID, profileID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX gameScoreByProfile ON gameScore(profileID, endedAt);

        CREATE TABLE gamePlayer (
            profileID INTEGER PRIMARY KEY REFERENCES profile(id) ON DELETE CASCADE,
            wordLanguage TEXT,
            playsHard INTEGER NOT NULL DEFAULT 0 CHECK (playsHard IN (0, 1)),
            isGlobal INTEGER NOT NULL DEFAULT 0 CHECK (isGlobal IN (0, 1))
        ) STRICT;

        CREATE TABLE roomPuzzle (
            roomID INTEGER NOT NULL REFERENCES room(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            state TEXT NOT NULL,
            revision INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            endedAt INTEGER,
            PRIMARY KEY (roomID, kind, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX roomPuzzleByTime ON roomPuzzle(changedAt);

        ALTER TABLE room ADD COLUMN playsTogether INTEGER NOT NULL DEFAULT 0 CHECK (playsTogether IN (0, 1));
        """

    /// Turns and a language of the words that a room plays together, which results a room was told, and what a score
    /// is worth where games of several kinds are added up.
    ///
    /// What was reached before counts by what is known of it: of a bee only its points.
    static let puzzleTurns = """
        ALTER TABLE roomPuzzle ADD COLUMN turns TEXT;
        ALTER TABLE room ADD COLUMN wordLanguage TEXT;
        ALTER TABLE puzzleRoom ADD COLUMN toldAt INTEGER;
        ALTER TABLE gameScore ADD COLUMN common INTEGER NOT NULL DEFAULT 0;
        UPDATE puzzleRoom SET toldAt = 0 WHERE EXISTS (SELECT 1 FROM gameScore
            WHERE gameScore.puzzleID = puzzleRoom.puzzleID AND gameScore.profileID = puzzleRoom.profileID);
        UPDATE gameScore SET common = CASE (SELECT kind FROM puzzle WHERE id = puzzleID)
            WHEN 'bee' THEN CASE WHEN isSolved THEN 6 ELSE min(5, points / 20) END ELSE points END;
        """
}
