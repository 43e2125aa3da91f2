extension Schema {
    /// How a follower wants the stories of a feed worded (`PushTemplate`), whether posts of them are edited (NULL: as
    /// the room has it), how often an owner's feeds are fetched unless a subscription says otherwise, in seconds, and
    /// what a reading was of, for the time when its article is gone.
    static let ownWording = """
        ALTER TABLE subscription ADD COLUMN template TEXT;
        ALTER TABLE subscription ADD COLUMN editsPosts INTEGER CHECK (editsPosts IN (0, 1));

        ALTER TABLE recipient ADD COLUMN checkInterval INTEGER CHECK (checkInterval > 0);

        ALTER TABLE reading ADD COLUMN title TEXT;
        ALTER TABLE reading ADD COLUMN feedName TEXT;
        ALTER TABLE reading ADD COLUMN category TEXT;
        """
}
