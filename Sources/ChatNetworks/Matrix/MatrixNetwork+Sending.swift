import Foundation
import Logging
import MatrixClient
package import NewsModel

extension MatrixNetwork {
    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        guard await rooms.isOnline, let session = await rooms.session else { return .notSent(retryAt: nil) }
        if let turn = turns.turn(of: address.target, afterPause: pause.last, at: time.now) {
            return .notSent(retryAt: turn)
        }
        let room: String
        switch await target(of: address, key: key) {
        case .room(let found): room = found
        case .later(let retryAt): return .notSent(retryAt: retryAt ?? time.now.addingTimeInterval(2))
        case .declined: return .refused(reason: "left the private room")
        case .refused(let reason): return .refused(reason: reason)
        }
        let shown = await icons.shown(in: part, for: address, through: session)
        let outcome = await post(shown, key: key, into: room, session).outcome
        guard outcome == .confirmed else { return outcome }
        turns.noteSent(to: address.target, at: time.now)
        await personalParts.finish(key)
        return outcome
    }

    /// Sends an event.
    ///
    /// Its transaction id is unique to this installation and key.
    func post(
        _ part: MessagePart,
        key: PartKey,
        into room: String,
        _ session: MatrixSession
    ) async -> (outcome: SendOutcome, event: String?) {
        guard var content = JSONValue(text: part.payload)?.object, let transaction = await transaction(key) else {
            return (.notSent(retryAt: time.now.addingTimeInterval(60)), nil)
        }
        // Also stored in the event, because the homeserver forgets transaction ids after a while.
        content[Self.transactionKey] = .string(transaction)
        if content.removeValue(forKey: MatrixRendering.threadKey) != nil, let root = await firstEvent(ofMessage: key) {
            content["m.relates_to"] = MatrixRendering.relation(toThread: root)
        }
        if let text = content.removeValue(forKey: MatrixFile.textKey)?.string {
            let upload = MatrixRequest.upload(
                Array(text.utf8),
                type: content["info"]?["mimetype"]?.string ?? "text/plain",
                name: content["filename"]?.string ?? "file"
            )
            let outcome = await session.call(upload).map { $0["content_uri"]?.string }
            guard case .success(let address) = outcome else { return (failure(outcome), nil) }
            content["url"] = .string(address)
        }
        if let url = content.removeValue(forKey: MatrixPicture.urlKey)?.string {
            // The text before it links the picture, so nothing is missing without it.
            // A homeserver that wants no more uploads now holds up no message, either.
            guard let pictures,
                case .uploaded(let picture) = await uploads.picture(
                    url,
                    through: session,
                    load: { await pictures.picture(url) }
                )
            else { return (.confirmed, nil) }
            content["url"] = .string(picture.address)
            content["info"] = MatrixPicture.info(picture)
        }
        func send() async -> MatrixOutcome<String> {
            let request = MatrixRequest.send(
                .object(content),
                type: "m.room.message",
                to: room,
                transaction: transaction
            )
            return await session.call(request).map { $0["event_id"]?.string }
        }
        var outcome = await send()
        // A thread whose first post is gone keeps no message back.
        if case .refused = outcome, let relation = content["m.relates_to"], relation["rel_type"]?.string == "m.thread" {
            content["m.relates_to"] = nil
            outcome = await send()
            // The next message begins a new thread.
            if case .success = outcome, let root = relation["event_id"]?.string { await forgetThread(root, in: room) }
        }
        guard case .success(let event) = outcome else { return (failure(outcome), nil) }
        ownEvents.note(event, OwnPost(content: .object(content)))
        await notePosted(event, key: key)
        return (.confirmed, event)
    }

    private func failure(_ outcome: MatrixOutcome<String>) -> SendOutcome {
        switch outcome {
        case .limited(let seconds):
            // The ledger stores whole seconds.
            let end = time.now.addingTimeInterval(seconds.rounded(.up))
            pause.pause(until: end)
            return .notSent(retryAt: end)
        case .loggedOut: return .notSent(retryAt: time.now.addingTimeInterval(60))
        case .refused(let refusal): return .refused(reason: refusal.description)
        case .unavailable(let reason, let mayHaveArrived):
            log.debug("Matrix event not confirmed", metadata: facts.merging(["reason": "\(reason)"]) { $1 })
            return mayHaveArrived ? .unknown : .notSent(retryAt: nil)
        case .success: return .confirmed
        }
    }

    package func hasArrived(_ part: MessagePart, key: PartKey, at address: Address) async -> Bool? {
        guard await rooms.isOnline, let session = await rooms.session, let transaction = await transaction(key),
            let found = await roomOfSent(key, to: address)
        else { return nil }
        guard case .room(let room) = found else { return false }
        let user = await rooms.ownUser
        var from: String?
        for _ in 0..<20 {
            let request = MatrixRequest.messages(
                in: room,
                from: from,
                filter: ["types": ["m.room.message"], "senders": [.string(user)]]
            )
            let answer = await session.call(request)
            // We are no longer in the room, so the message is not visible there either.
            if case .refused = answer { return false }
            guard let json = answer.value else { return nil }
            let page = RoomEvent.page(json)
            if page.events.contains(where: { $0.content[Self.transactionKey]?.string == transaction }) { return true }
            // A page may be empty because all its events were filtered out. Only a missing token means the end.
            guard let next = page.next, next != from else { return false }
            from = next
        }
        return nil
    }

    package func handled(_ message: IncomingMessage, wasAnswered: Bool) async {
        guard let id = message.inboundID, let (room, wasTyping) = inbox.finished(id),
            let session = await rooms.session
        else { return }
        if wasTyping { _ = await session.call(.typing(nil, user: await rooms.ownUser, in: room)) }
        if wasAnswered, options.sendsReceipts { _ = await session.call(.readMarkers(at: id, in: room)) }
    }

    package func stored(_ event: NetworkEvent) async {
        do {
            switch event {
            case .moved(let room, _): try await roomTasks.add(.leave(room: room), isSure: true)
            case .expelled(let address, _):
                guard let (room, _) = inbox.finished(MatrixInbox.loss(of: address)) else { return }
                // Forget the room that we were removed from, so that the server stops showing it to us.
                try await roomTasks.add(.forget(room: room))
            default: break
            }
        } catch {
            log.error("Matrix state not stored", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
    }

    /// Records the event, so that a reply or reaction to it can be understood later.
    private func notePosted(_ event: String, key: PartKey) async {
        do {
            try await kept.state.recordPosted(network: name, eventID: event, key: key)
        } catch {
            log.error("Matrix event not remembered", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
    }

    private func forgetThread(_ root: String, in room: String) async {
        do {
            try await kept.state.forgetThread(network: name, room: room, root: root)
        } catch {
            log.error("Matrix thread not forgotten", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
    }

    /// The event of the first part of the message that `key` belongs to.
    private func firstEvent(ofMessage key: PartKey) async -> String? {
        do {
            guard case .message(let message, _) = key else { return nil }
            return try await kept.state.postedEvent(network: name, key: .message(message, part: 0))
        } catch {
            log.error("Matrix state cannot be read", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return nil
        }
    }

    /// The room for a part; a room used by an earlier attempt comes first.
    private func target(of address: Address, key: PartKey) async -> MatrixRooms.DirectRoom {
        guard address.kind == .person else {
            guard await rooms.isJoined(address.target) else { return .later(nil) }
            return await rooms.isEncrypted(address.target) ? .refused("the room is encrypted") : .room(address.target)
        }
        do {
            let user = address.target
            let (earlier, newest) = try await personalParts.rooms(of: key, for: user)
            let found = await rooms.directRoom(for: user, first: earlier, last: newest)
            if case .room(let room) = found { try await personalParts.note(key, for: user, in: room) }
            return found
        } catch {
            log.error("Matrix state cannot be read", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return .later(time.now.addingTimeInterval(60))
        }
    }

    /// The room in which a part may have arrived; nil when that is unknown now.
    private func roomOfSent(_ key: PartKey, to address: Address) async -> MatrixRooms.DirectRoom? {
        guard address.kind == .person else {
            return await rooms.isJoined(address.target) ? .room(address.target) : nil
        }
        do {
            let (earlier, newest) = try await personalParts.rooms(of: key, for: address.target)
            if let earlier { return .room(earlier) }
            let found = await rooms.existingDirectRoom(of: address.target, last: newest)
            if case .later = found { return nil }
            return found
        } catch {
            log.error("Matrix state cannot be read", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return nil
        }
    }

    private func transaction(_ key: PartKey) async -> String? {
        do {
            return "\(try await kept.installation())-\(key.text)"
        } catch {
            log.error("Matrix state cannot be read", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return nil
        }
    }

    /// A custom key in the event's content; the specification allows custom keys.
    private static let transactionKey = "chat.crier.transaction"
}
