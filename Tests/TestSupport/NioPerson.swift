import ChildProcesses
import Foundation

/// A human's account in a real Matrix client, matrix-nio: told what to do by a pipe, heard by its output.
package final class NioPerson: Sendable {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// What a call of the client came to.
    package struct Answer {
        /// The name of nio's class, like `RoomSendResponse` or `RoomSendError`.
        package let kind: String
        package let fields: [String: Any]
    }

    package static let isInstalled =
        ChildProcess.succeeds(SynapseServer.python, ["-c", "import nio, synapse"])

    package let userID: String
    private let program: ClientProgram

    /// Registers the account and logs in.
    package init(_ home: Homeserver, _ name: String) async throws {
        let user = home.userID(name)
        userID = user
        try await home.register(name)
        program = try await ClientProgram(SynapseServer.python, "nio-person.py") {
            [home.url, user, name + "-password", $0]
        }
    }

    package func stop() { program.stop() }

    /// Calls a method of nio's `AsyncClient`.
    @discardableResult
    package func call(_ method: String, _ arguments: [String: Any]) async throws -> Answer {
        let answer = try await program.answer(to: ["call": method, "arguments": arguments], method)
        return Answer(kind: answer["kind"] as? String ?? "", fields: answer["answer"] as? [String: Any] ?? [:])
    }

    /// One field of a call that must succeed.
    private func field(_ name: String, of method: String, _ arguments: [String: Any]) async throws -> String {
        let answer = try await call(method, arguments)
        guard let value = answer.fields[name] as? String else {
            throw Failure(description: "\(method): \(answer.kind) \(answer.fields)")
        }
        return value
    }

    /// A room of the person's own; its id.
    package func createRoom(
        invite: [String] = [],
        isDirect: Bool = false,
        more: [String: Any] = [:]
    ) async throws -> String {
        let arguments: [String: Any] = ["invite": invite, "is_direct": isDirect]
        return try await field("room_id", of: "room_create", arguments.merging(more) { $1 })
    }

    package func join(_ room: String) async throws { _ = try await field("room_id", of: "join", ["room_id": room]) }

    /// Says something; the event's id.
    @discardableResult
    package func say(_ text: String, in room: String, content: [String: Any] = [:]) async throws -> String {
        let content = ["msgtype": "m.text", "body": text].merging(content) { $1 }
        return try await send("m.room.message", content, in: room)
    }

    @discardableResult
    package func react(_ key: String, to event: String, in room: String) async throws -> String {
        let relation = ["rel_type": "m.annotation", "event_id": event, "key": key]
        return try await send("m.reaction", ["m.relates_to": relation], in: room)
    }

    private func send(_ type: String, _ content: [String: Any], in room: String) async throws -> String {
        let arguments: [String: Any] = ["room_id": room, "message_type": type, "content": content]
        return try await field("event_id", of: "room_send", arguments)
    }

    package func setState(_ type: String, in room: String, _ content: [String: Any]) async throws {
        let arguments: [String: Any] = ["room_id": room, "event_type": type, "content": content]
        _ = try await field("event_id", of: "room_put_state", arguments)
    }

    /// Everything heard so far.
    package var events: [MatrixPerson.Seen] {
        program.facts.compactMap { line in
            guard let room = line["room"] as? String, let event = line["event"] as? [String: Any] else { return nil }
            return MatrixPerson.Seen(event, in: room)
        }
    }

    package var invitations: [String] { program.facts.compactMap { $0["invited"] as? String } }

    /// The first event of somebody else that holds the text, heard so far or soon.
    @discardableResult
    package func wait(for text: String, in room: String) async throws -> MatrixPerson.Seen {
        try await wait("“\(text)”") {
            $0.room == room && $0.sender != userID && $0.type == "m.room.message" && $0.body.contains(text)
        }
    }

    @discardableResult
    package func wait(
        _ what: String,
        seconds: Double = longestWait,
        where isIt: (MatrixPerson.Seen) -> Bool
    ) async throws -> MatrixPerson.Seen {
        var found: MatrixPerson.Seen?
        do {
            try await waitUntil(what, seconds: seconds) {
                found = events.first(where: isIt)
                return found != nil
            }
        } catch is NeverTrue {}
        guard let found else {
            let last = events.suffix(8).map { "\($0.sender): \($0.type) \($0.body.prefix(300))" }
            throw Failure(description: "nobody said \(what); last: \(last)")
        }
        return found
    }
}
