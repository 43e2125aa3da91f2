import CurlClient

/// Requests about our account and the server.
extension MatrixRequest {
    package static let wellKnown = MatrixRequest(.get, ["client"], under: "/.well-known/matrix", answerLimit: 64 << 10)
    package static let versions = MatrixRequest(.get, ["versions"], under: "/_matrix/client", answerLimit: 256 << 10)
    package static let whoami = MatrixRequest(.get, ["account", "whoami"])

    package static let capabilities = MatrixRequest(.get, ["capabilities"])

    package static func displayName(of user: String) -> MatrixRequest {
        MatrixRequest(.get, ["profile", user, "displayname"])
    }

    package static func setDisplayName(_ name: String, of user: String) -> MatrixRequest {
        MatrixRequest(.put, ["profile", user, "displayname"], body: .json(["displayname": .string(name)]))
    }

    /// We choose the device id ourselves, so a repeated login uses the same device.
    package static func login(user: String, password: String, deviceID: String, deviceName: String) -> MatrixRequest {
        MatrixRequest(
            .post,
            ["login"],
            body: .json([
                "type": "m.login.password",
                "identifier": ["type": "m.id.user", "user": .string(user)],
                "password": .string(password),
                "device_id": .string(deviceID),
                "initial_device_display_name": .string(deviceName),
                "refresh_token": true,
            ])
        )
    }

    package static func refresh(_ token: String) -> MatrixRequest {
        MatrixRequest(.post, ["refresh"], body: .json(["refresh_token": .string(token)]))
    }

    package static func setAccountData(user: String, type: String, _ content: JSONValue) -> MatrixRequest {
        MatrixRequest(.put, ["user", user, "account_data", type], body: .json(content))
    }

    package static func sync(filter: JSONValue, since: String?, withFullState: Bool, seconds: Int) -> MatrixRequest {
        var query = [("filter", filter.text), ("timeout", String(seconds * 1_000))]
        if let since { query.append(("since", since)) }
        if withFullState { query.append(("full_state", "true")) }
        return MatrixRequest(
            .get,
            ["sync"],
            query: query.map { (name: $0.0, value: $0.1) },
            // The first answer takes long when we are in many rooms.
            deadline: Double(seconds) + 120,
            answerLimit: 64 << 20
        )
    }
}
