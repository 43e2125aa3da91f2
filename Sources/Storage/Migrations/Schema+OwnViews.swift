extension Schema {
    /// Who calls a feed otherwise than it does itself: few among many followers, looked up with every refresh.
    static let ownViews = """
        CREATE INDEX subscriptionByOwnView ON subscription(feedID)
            WHERE (name IS NOT NULL OR category IS NOT NULL);
        """
}
