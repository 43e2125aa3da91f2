import CurlClient

/// Requests about rooms: membership, events, state.
extension MatrixRequest {
    /// `server` knows the room; it is needed for rooms of other servers.
    package static func join(_ room: String, through server: String? = nil) -> MatrixRequest {
        join(room, through: [server].compactMap(\.self))
    }

    package static func join(_ room: String, through servers: [String]) -> MatrixRequest {
        // Matrix 1.12 named it `via`; earlier versions `server_name`.
        let query = servers.flatMap { [(name: "server_name", value: $0), (name: "via", value: $0)] }
        // Joining through federation may take minutes.
        return MatrixRequest(.post, ["join", room], query: query, body: .json([:]), deadline: 180)
    }

    /// Resolves an alias to the room's id and servers that know the room.
    package static func directory(alias: String) -> MatrixRequest { MatrixRequest(.get, ["directory", "room", alias]) }

    package static func member(_ user: String, of room: String) -> MatrixRequest {
        MatrixRequest(.get, ["rooms", room, "state", "m.room.member", user])
    }

    package static func leave(_ room: String) -> MatrixRequest {
        MatrixRequest(.post, ["rooms", room, "leave"], body: .json([:]))
    }

    package static func forget(_ room: String) -> MatrixRequest {
        MatrixRequest(.post, ["rooms", room, "forget"], body: .json([:]))
    }

    /// Creates an unencrypted direct room.
    ///
    /// Its creation event names the user it is for.
    package static func createDirectRoom(with user: String) -> MatrixRequest {
        MatrixRequest(
            .post,
            ["createRoom"],
            body: .json([
                "preset": "trusted_private_chat", "visibility": "private", "is_direct": true,
                "invite": [.string(user)], "creation_content": .object([RoomState.madeForKey: .string(user)]),
            ])
        )
    }

    /// Everybody who joined the room or is invited to it.
    package static func members(of room: String) -> MatrixRequest {
        MatrixRequest(
            .get,
            ["rooms", room, "members"],
            query: [(name: "not_membership", value: "leave")],
            answerLimit: 16 << 20
        )
    }

    package static func state(of room: String, type: String) -> MatrixRequest {
        MatrixRequest(.get, ["rooms", room, "state", type, ""])
    }

    /// Repeating a transaction from the same device does not create a second event.
    package static func send(_ content: JSONValue, type: String, to room: String, transaction: String) -> MatrixRequest
    {
        MatrixRequest(.put, ["rooms", room, "send", type, transaction], body: .json(content))
    }

    /// Events before a token, newest first.
    package static func messages(
        in room: String,
        from: String?,
        to: String? = nil,
        filter: JSONValue,
        limit: Int = 100
    ) -> MatrixRequest {
        var query = [(name: "dir", value: "b"), (name: "limit", value: String(limit))]
        if let from { query.append((name: "from", value: from)) }
        if let to { query.append((name: "to", value: to)) }
        query.append((name: "filter", value: filter.text))
        return MatrixRequest(.get, ["rooms", room, "messages"], query: query, deadline: 60, answerLimit: 16 << 20)
    }

    package static func readMarkers(at event: String, in room: String) -> MatrixRequest {
        let position: JSONValue = ["m.fully_read": .string(event), "m.read": .string(event)]
        return MatrixRequest(.post, ["rooms", room, "read_markers"], body: .json(position))
    }

    /// Shows us as typing for `seconds`; nil stops it.
    package static func typing(_ seconds: Int?, user: String, in room: String) -> MatrixRequest {
        var content: [String: JSONValue] = ["typing": .bool(seconds != nil)]
        if let seconds { content["timeout"] = .number(Double(seconds * 1_000)) }
        return MatrixRequest(.put, ["rooms", room, "typing", user], body: .json(.object(content)))
    }

    package static func event(_ id: String, in room: String) -> MatrixRequest {
        MatrixRequest(.get, ["rooms", room, "event", id])
    }
}
