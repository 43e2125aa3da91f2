extension Schema {
    /// The unbroken time in sight in which an identity was given its profile, where an identity is no more than that.
    static let presence = "ALTER TABLE identity ADD COLUMN presence TEXT;"
}
