extension Schema {
    /// A name of each mailbox that ends its mail and can do nothing else.
    static let unsubscribeToken = """
        ALTER TABLE mailCorrespondent ADD COLUMN unsubscribeToken TEXT;
        UPDATE mailCorrespondent SET unsubscribeToken = lower(hex(randomblob(10)));
        CREATE UNIQUE INDEX mailCorrespondentByUnsubscribeToken ON mailCorrespondent(network, unsubscribeToken);
        """
}
