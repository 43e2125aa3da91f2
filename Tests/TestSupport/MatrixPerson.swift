import Foundation
import FoundationNetworking
import Synchronization

/// A human's account on a real homeserver: speaks by the API, hears by /sync.
package final class MatrixPerson: @unchecked Sendable {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// One event as it was seen in a room.
    package struct Seen: Sendable {
        package var room: String
        package var id: String
        package var type: String
        package var sender: String
        package var body: String
        package var html: String
        package var messageType: String
        package var thread: String?
        package var repliesTo: String?
        package var mentionsAreEmpty: Bool
        /// What a member event says of its subject.
        package var membership: String
        /// The event that this one changes.
        package var replaces: String?
        /// The `mxc:` address of a file.
        package var file: String
    }

    package let userID: String
    private let url: String
    private let token: String
    private let lock = NSLock()
    private var since: String?
    private var seen: [Seen] = []
    private var invitations: [String] = []
    private var transactions = 0

    /// With `isNew` false, somebody who is registered already, on another device.
    package init(_ home: Homeserver, _ name: String, isNew: Bool = true) async throws {
        url = home.url
        userID = home.userID(name)
        if isNew { try await home.register(name) }
        let answer = try await Self.call(
            url,
            nil,
            "POST",
            "/login",
            [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": home.localPart(name)],
                "password": name + "-password",
            ]
        )
        guard let token = answer["access_token"] as? String else { throw Failure(description: "no login: \(answer)") }
        self.token = token
    }

    /// A room of the person's own; its id.
    package func createRoom(
        invite: [String] = [],
        isDirect: Bool = false,
        isEncrypted: Bool = false,
        more: [String: Any] = [:]
    ) async throws -> String {
        var body: [String: Any] = ["preset": "private_chat", "invite": invite, "is_direct": isDirect]
        if isEncrypted {
            body["initial_state"] = [
                ["type": "m.room.encryption", "state_key": "", "content": ["algorithm": "m.megolm.v1.aes-sha2"]]
            ]
        }
        body.merge(more) { $1 }
        let answer = try await call("POST", "/createRoom", body)
        guard let room = answer["room_id"] as? String else { throw Failure(description: "no room: \(answer)") }
        return room
    }

    /// Says something; the event's id.
    ///
    /// Without a transaction it is a new one.
    @discardableResult
    package func say(
        _ text: String,
        in room: String,
        content: [String: Any] = [:],
        transaction: String? = nil
    ) async throws -> String {
        let number = lock.withLock { () -> Int in
            transactions += 1
            return transactions
        }
        var body: [String: Any] = ["msgtype": "m.text", "body": text]
        body.merge(content) { $1 }
        let path = "/rooms/\(Self.encoded(room))/send/m.room.message/\(transaction ?? "t\(number)")"
        let answer = try await call("PUT", path, body)
        guard let id = answer["event_id"] as? String else { throw Failure(description: "not said: \(answer)") }
        return id
    }

    /// The text of a file, by the authenticated endpoint.
    package func download(_ file: String) async throws -> String {
        let path = "/_matrix/client/v1/media/download/" + file.replacingOccurrences(of: "mxc://", with: "")
        guard let target = URL(string: url + path) else { throw Failure(description: "no address: \(path)") }
        var request = URLRequest(url: target)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, _) = try await URLSession.shared.data(for: request)
        return String(decoding: data, as: UTF8.self)
    }

    /// Puts a file up; its `mxc:` address.
    package func upload(_ text: String, type: String = "text/x-opml") async throws -> String {
        guard let target = URL(string: url + "/_matrix/media/v3/upload") else {
            throw Failure(description: "no upload")
        }
        var request = URLRequest(url: target)
        request.httpMethod = "POST"
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(text.utf8)
        let (data, _) = try await URLSession.shared.data(for: request)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        guard let address = json?["content_uri"] as? String else { throw Failure(description: "not uploaded") }
        return address
    }

    /// Sends a file that is put up already; the event's id.
    @discardableResult
    package func send(
        file: String,
        name: String,
        in room: String,
        content: [String: Any] = [:]
    ) async throws -> String {
        let body: [String: Any] = ["msgtype": "m.file", "body": name, "filename": name, "url": file]
        return try await say(name, in: room, content: body.merging(content) { $1 })
    }

    /// The name that an account shows.
    package func displayName(of user: String) async throws -> String {
        try await call("GET", "/profile/\(Self.encoded(user))/displayname", nil)["displayname"] as? String ?? ""
    }

    package func react(_ key: String, to event: String, in room: String) async throws {
        let relation = ["rel_type": "m.annotation", "event_id": event, "key": key]
        let path = "/rooms/\(Self.encoded(room))/send/m.reaction/r\(UUID().uuidString)"
        _ = try await call("PUT", path, ["m.relates_to": relation])
    }

    package func join(_ room: String) async throws { _ = try await call("POST", "/join/\(Self.encoded(room))", [:]) }

    /// Ends every session of the account.
    package func logOutEverywhere() async throws { _ = try await call("POST", "/logout/all", [:]) }

    package func post(_ path: String, in room: String, _ body: [String: Any]) async throws -> [String: Any] {
        try await call("POST", "/rooms/\(Self.encoded(room))/\(path)", body)
    }

    package func setState(_ type: String, in room: String, _ content: [String: Any]) async throws {
        _ = try await call("PUT", "/rooms/\(Self.encoded(room))/state/\(type)/", content)
    }

    /// Rooms the person was invited to so far.
    package func invited() async throws -> [String] {
        try await sync()
        return lock.withLock { invitations }
    }

    /// Everything seen so far.
    package func events() async throws -> [Seen] {
        try await sync()
        return lock.withLock { seen }
    }

    /// Messages of somebody in a room, oldest first, from the room's own history.
    package func history(of room: String, by sender: String) async throws -> [Seen] {
        var found: [Seen] = []
        var from = ""
        while true {
            let path = "/rooms/\(Self.encoded(room))/messages?dir=b&limit=500" + (from.isEmpty ? "" : "&from=\(from)")
            let answer = try await call("GET", path, nil)
            let chunk = answer["chunk"] as? [[String: Any]] ?? []
            found += chunk.compactMap { Seen($0, in: room) }
            guard let end = answer["end"] as? String, !chunk.isEmpty else { break }
            from = end
        }
        return found.reversed().filter { $0.sender == sender && $0.type == "m.room.message" }
    }

    /// The first event that somebody else's message is, seen so far or soon.
    @discardableResult
    package func wait(
        for text: String,
        in room: String? = nil,
        seconds: Double = longestWait
    ) async throws -> Seen {
        try await wait(seconds: seconds, text) { [userID] in
            $0.sender != userID && $0.type == "m.room.message" && $0.body.contains(text)
                && (room == nil || $0.room == room)
        }
    }

    @discardableResult
    package func wait(seconds: Double = longestWait, _ what: String, where isIt: (Seen) -> Bool) async throws -> Seen {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            if let event = try await events().first(where: isIt) { return event }
            guard Date() < end else {
                let last = lock.withLock { seen.suffix(5).map { "\($0.sender): \($0.body.prefix(200))" } }
                throw Failure(description: "nobody said “\(what)”; last: \(last)")
            }
        }
    }

    private func sync() async throws {
        let since = lock.withLock { self.since }
        let answer = try await call("GET", "/sync?timeout=200" + (since.map { "&since=\($0)" } ?? ""), nil)
        let rooms = answer["rooms"] as? [String: Any] ?? [:]
        lock.withLock {
            self.since = answer["next_batch"] as? String ?? since
            for (room, update) in rooms["join"] as? [String: [String: Any]] ?? [:] {
                let timeline = update["timeline"] as? [String: Any] ?? [:]
                seen += (timeline["events"] as? [[String: Any]] ?? []).compactMap { Seen($0, in: room) }
            }
            invitations += (rooms["invite"] as? [String: Any] ?? [:]).keys
        }
    }

    private func call(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> [String: Any] {
        try await Self.call(url, token, method, path, body)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private static func call(
        _ url: String,
        _ token: String?,
        _ method: String,
        _ path: String,
        _ body: [String: Any]?
    ) async throws -> [String: Any] {
        guard let target = URL(string: url + "/_matrix/client/v3" + path) else {
            throw Failure(description: "no address: \(path)")
        }
        var request = URLRequest(url: target)
        request.httpMethod = method
        request.timeoutInterval = 120
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
        }
        let (data, _) = try await URLSession.shared.data(for: request)
        guard let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Failure(description: "no answer to \(method) \(path)")
        }
        return json
    }
}

extension MatrixPerson.Seen {
    /// An event as the client-server API tells it; nil for what is none.
    package init?(_ event: [String: Any], in room: String) {
        guard let id = event["event_id"] as? String, let type = event["type"] as? String,
            let sender = event["sender"] as? String
        else { return nil }
        let content = event["content"] as? [String: Any] ?? [:]
        let relation = content["m.relates_to"] as? [String: Any] ?? [:]
        self.init(
            room: room,
            id: id,
            type: type,
            sender: sender,
            body: content["body"] as? String ?? "",
            html: content["formatted_body"] as? String ?? "",
            messageType: content["msgtype"] as? String ?? "",
            thread: relation["rel_type"] as? String == "m.thread" ? relation["event_id"] as? String : nil,
            repliesTo: (relation["m.in_reply_to"] as? [String: Any])?["event_id"] as? String,
            mentionsAreEmpty: (content["m.mentions"] as? [String: Any])?.isEmpty == true,
            membership: content["membership"] as? String ?? "",
            replaces: relation["rel_type"] as? String == "m.replace" ? relation["event_id"] as? String : nil,
            file: content["url"] as? String ?? ""
        )
    }
}
