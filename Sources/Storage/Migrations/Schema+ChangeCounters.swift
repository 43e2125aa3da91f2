extension Schema {
    /// Counters that say whether something kept in memory is stale, read inside the transaction that relies on it.
    static let changeCounters = """
        CREATE TABLE changeCounter (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO changeCounter VALUES ('alerts', 0), ('subscriptions', 0), ('feeds', 0);

        CREATE TRIGGER alertAdded AFTER INSERT ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER alertRemoved AFTER DELETE ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER alertChanged AFTER UPDATE OF query, isOn ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER subscriptionAdded AFTER INSERT ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER subscriptionRemoved AFTER DELETE ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER subscriptionChanged AFTER UPDATE OF pause, category, addressID ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER feedAdded AFTER INSERT ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        CREATE TRIGGER feedRemoved AFTER DELETE ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        CREATE TRIGGER feedChanged AFTER UPDATE OF url, name, category, isHouse ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        """
}
