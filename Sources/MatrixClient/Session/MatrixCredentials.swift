/// The credentials of a login.
///
/// They are secret: their holder can act as us.
package struct MatrixCredentials: Hashable, Sendable, Codable {
    package var userID: String
    /// Never changes: the server recognises repeated transactions only from the same device.
    package var deviceID: String
    package var accessToken: String
    package var refreshToken: String?

    package init(userID: String, deviceID: String, accessToken: String, refreshToken: String? = nil) {
        self.userID = userID
        self.deviceID = deviceID
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }
}

extension MatrixCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Leaves the tokens out, because values end up in logs.
    package var description: String { "\(userID) on \(deviceID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["userID": userID, "deviceID": deviceID]) }
}

/// How we log in.
package enum MatrixLogin: Sendable {
    case password(user: String, password: String)
    case accessToken(String)
    /// Usable once: it gives an access token and the next refresh token, which are stored with the session.
    case refreshToken(String, user: String)
}

extension MatrixLogin: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .password(let user, _): "password of \(user)"
        case .accessToken: "access token"
        case .refreshToken(_, let user): "refresh token of \(user)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["login": description]) }
}
