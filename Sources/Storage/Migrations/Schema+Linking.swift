extension Schema {
    /// Codes that join accounts are looked for without knowing whose they are.
    static let linking = "CREATE INDEX confirmationCodeByCode ON confirmationCode(code);"
}
