extension Schema {
    /// When a schedule was last moved to another time of day; its slots up to then are not due.
    static let movedSchedules = """
        ALTER TABLE schedule ADD COLUMN movedAt INTEGER;
        """
}
