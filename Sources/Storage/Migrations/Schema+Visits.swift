extension Schema {
    /// When the visit before the present one ended: what came since is new to its reader.
    static let visits = """
        ALTER TABLE recipient ADD COLUMN visitBeforeEndedAt INTEGER;
        UPDATE recipient SET visitBeforeEndedAt = lastVisitAt;
        """
}
