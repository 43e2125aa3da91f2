extension Schema {
    /// `isHouse` marked the feeds of the default selection; the new name says so.
    static let plainNames = """
        ALTER TABLE feed RENAME COLUMN isHouse TO isDefault;
        """
}
