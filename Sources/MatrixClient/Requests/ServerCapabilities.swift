/// What a server allows its accounts (`/capabilities`).
///
/// What the server does not mention is allowed.
package struct ServerCapabilities: Hashable, Sendable {
    package var maySetDisplayName = true

    package init(_ json: JSONValue) {
        let capabilities = json["capabilities"]
        // Since Matrix 1.16; it takes precedence over the older capability.
        if let fields = capabilities?["m.profile_fields"], fields["enabled"] != nil {
            let allowed = fields["allowed"]?.array?.compactMap(\.string)
            let disallowed = fields["disallowed"]?.array?.compactMap(\.string) ?? []
            maySetDisplayName =
                fields["enabled"]?.bool != false
                && (allowed?.contains("displayname") ?? !disallowed.contains("displayname"))
        } else {
            maySetDisplayName = capabilities?["m.set_displayname"]?["enabled"]?.bool ?? true
        }
    }
}
