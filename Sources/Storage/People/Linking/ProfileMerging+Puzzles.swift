extension ProfileMerging {
    /// Of two plays of one puzzle, the one that ended first is kept, or the newer of two open ones.
    ///
    /// A score belongs to the play that ended, so of two scores the earlier one is kept, too; of a bee, which seldom
    /// ends, the higher one.
    static let puzzleSteps = [
        """
        DELETE FROM puzzlePlay WHERE profileID = :source AND EXISTS (
            SELECT 1 FROM puzzlePlay AS kept WHERE kept.profileID = :target AND kept.puzzleID = puzzlePlay.puzzleID
                AND CASE WHEN kept.endedAt IS NULL
                    THEN puzzlePlay.endedAt IS NULL AND kept.changedAt >= puzzlePlay.changedAt
                    ELSE kept.endedAt <= coalesce(puzzlePlay.endedAt, kept.endedAt) END)
        """,
        """
        DELETE FROM puzzlePlay WHERE profileID = :target
            AND puzzleID IN (SELECT puzzleID FROM puzzlePlay WHERE profileID = :source)
        """,
        "UPDATE puzzlePlay SET profileID = :target WHERE profileID = :source",
        """
        DELETE FROM gameScore WHERE profileID = :source AND EXISTS (
            SELECT 1 FROM gameScore AS kept WHERE kept.profileID = :target AND kept.puzzleID = gameScore.puzzleID
                AND CASE (SELECT kind FROM puzzle WHERE id = gameScore.puzzleID)
                    WHEN 'bee' THEN kept.points >= gameScore.points ELSE kept.endedAt <= gameScore.endedAt END)
        """,
        """
        DELETE FROM gameScore WHERE profileID = :target
            AND puzzleID IN (SELECT puzzleID FROM gameScore WHERE profileID = :source)
        """,
        "UPDATE gameScore SET profileID = :target WHERE profileID = :source",
        """
        INSERT OR IGNORE INTO puzzleRoom (puzzleID, profileID, roomID, toldAt)
        SELECT puzzleID, :target, roomID, toldAt FROM puzzleRoom WHERE profileID = :source
        """,
        """
        INSERT INTO gamePlayer (profileID, wordLanguage, playsHard, isGlobal)
        SELECT :target, wordLanguage, playsHard, isGlobal FROM gamePlayer WHERE profileID = :source
        ON CONFLICT DO UPDATE SET wordLanguage = coalesce(wordLanguage, excluded.wordLanguage)
        """,
    ]
}
