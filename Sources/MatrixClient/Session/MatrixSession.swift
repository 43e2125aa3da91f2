/// One logged-in device: makes calls with its token, which is renewed when the server no longer accepts it.
package actor MatrixSession {
    package let server: Homeserver
    private let login: MatrixLogin
    private let deviceID: String
    private let deviceName: String
    private let keep: @Sendable (MatrixCredentials) async throws -> Void
    private var credentials: MatrixCredentials?
    private var isRenewing = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// `credentials` come from an earlier run; `deviceID` is the device of a new login.
    ///
    /// New credentials are passed to `keep` before their first use.
    package init(
        server: Homeserver,
        login: MatrixLogin,
        deviceID: String,
        deviceName: String,
        credentials: MatrixCredentials?,
        keep: @escaping @Sendable (MatrixCredentials) async throws -> Void
    ) {
        self.server = server
        self.login = login
        self.deviceID = credentials?.deviceID ?? deviceID
        self.deviceName = deviceName
        self.credentials = credentials
        self.keep = keep
    }

    /// Our user id; nil before the first login.
    package var userID: String? { credentials?.userID }

    /// Makes a call; logs in or renews the token first where needed.
    package func call(_ request: MatrixRequest) async -> MatrixOutcome<JSONValue> {
        await call { await self.server.perform(request, token: $0) }
    }

    /// The bytes of a file; a file longer than `limit` is cut at `limit + 1` bytes.
    package func download(_ file: MediaAddress, limit: Int) async -> MatrixOutcome<[UInt8]> {
        let request = MatrixRequest.download(file, limit: limit + 1)
        let outcome = await call { await self.server.download(request, token: $0) }
        // Matrix 1.10 and earlier use another path. A server with the newer one answers M_NOT_FOUND for a missing file.
        guard case .refused(let refusal) = outcome, refusal.status == 404, refusal.code != "M_NOT_FOUND" else {
            return outcome
        }
        let older = MatrixRequest.downloadUnauthenticated(file, limit: limit + 1)
        return await call { await self.server.download(older, token: $0) }
    }

    private func call<Value: Sendable>(
        _ perform: (_ token: String) async -> MatrixOutcome<Value>
    ) async -> MatrixOutcome<Value> {
        let first = credentials?.accessToken
        if let first {
            let outcome = await perform(first)
            guard case .loggedOut = outcome else { return outcome }
        }
        let renewed = await renewed(after: first)
        guard case .success(let token) = renewed else { return renewed.map { _ in nil as Value? } }
        return await perform(token)
    }

    /// Logs in where needed and returns our user id.
    package func identify() async -> MatrixOutcome<String> {
        await call(.whoami).map { $0["user_id"]?.string }
    }

    /// Returns a token other than `old`; concurrent calls wait for the first renewal.
    private func renewed(after old: String?) async -> MatrixOutcome<String> {
        while isRenewing { await withCheckedContinuation { waiting.append($0) } }
        if let token = credentials?.accessToken, token != old { return .success(token) }
        isRenewing = true
        defer {
            isRenewing = false
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
        let outcome = await newCredentials(after: old)
        guard case .success(let new) = outcome else { return outcome.map { _ in nil as String? } }
        do {
            try await keep(new)
        } catch {
            return .unavailable(reason: "the new token cannot be stored: \(error)", mayHaveArrived: false)
        }
        credentials = new
        return .success(new.accessToken)
    }

    private func newCredentials(after old: String?) async -> MatrixOutcome<MatrixCredentials> {
        if let known = credentials, let token = known.refreshToken {
            let answer = await server.perform(.refresh(token), token: nil)
            switch answer {
            case .success, .limited, .unavailable:
                return answer.map { json in
                    guard let access = json["access_token"]?.string else { return nil }
                    var new = known
                    new.accessToken = access
                    new.refreshToken = json["refresh_token"]?.string ?? token
                    return new
                }
            case .refused, .loggedOut: break
            }
        }
        switch login {
        case .password(let user, let password):
            let request = MatrixRequest.login(
                user: user,
                password: password,
                deviceID: deviceID,
                deviceName: deviceName
            )
            return await server.perform(request, token: nil).map { json in
                guard let user = json["user_id"]?.string, let access = json["access_token"]?.string else { return nil }
                return MatrixCredentials(
                    userID: user,
                    deviceID: json["device_id"]?.string ?? self.deviceID,
                    accessToken: access,
                    refreshToken: json["refresh_token"]?.string
                )
            }
        case .refreshToken(let token, let user):
            // This request uses the token up, so its answer must be stored before any other request.
            return await server.perform(.refresh(token), token: nil).map { json in
                guard let access = json["access_token"]?.string else { return nil }
                return MatrixCredentials(
                    userID: user,
                    deviceID: self.deviceID,
                    accessToken: access,
                    refreshToken: json["refresh_token"]?.string
                )
            }
        case .accessToken(let token):
            guard token != old else { return .loggedOut(isSoft: false) }
            return await server.perform(.whoami, token: token).map { json in
                guard let user = json["user_id"]?.string else { return nil }
                let device = json["device_id"]?.string ?? self.deviceID
                return MatrixCredentials(userID: user, deviceID: device, accessToken: token)
            }
        }
    }
}
