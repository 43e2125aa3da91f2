package import Foundation
package import NewsModel
import Synchronization

/// A network inside the test: it keeps what was sent and answers as scripted.
package class FakeNetwork: InvitationCounting, ConnectionReporting, ArrivalLookup, FileReplies, @unchecked Sendable {
    package struct Sent: Hashable, Sendable {
        package var text: String
        package var key: PartKey
        package var address: Address
        package var isNotice: Bool
    }

    fileprivate struct State {
        var made: [OutgoingMessage] = []
        var attempts: [Sent] = []
        var arrived: [Sent] = []
        var outcomes: [SendOutcome] = []
        var refused: [Address: String] = [:]
        var unreachable: Set<Address> = []
        /// Who is unreachable, so that nothing can be sent to them.
        var absent: Set<Address> = []
        var isConnected = true
        /// Called at each attempt.
        var onSend: (@Sendable () -> Void)?
        var conversations: [String: Date] = [:]
        var operators: Set<String> = []
        var members: Set<String> = []
        /// Who is known to have left which room.
        var gone: Set<String> = []
        var memberQuestions = 0
        var isHolding = false
        /// Keys of parts that are found when somebody looks; nil where nobody can look.
        var found: Set<PartKey>?
        var held: [CheckedContinuation<Void, Never>] = []
        var files: [String: FileOutcome] = [:]
        var repliedFile: AttachedFile?
        var entries: [String: RoomEntry] = [:]
        var brought: [String: BroughtRooms] = [:]
    }

    package let name: String
    package let kind: NetworkKind
    package let traits: NetworkTraits
    package let events: AsyncStream<NetworkEvent>
    private let event: AsyncStream<NetworkEvent>.Continuation
    fileprivate let state = Mutex(State())

    package init(_ name: String = "testnet", kind: NetworkKind = .irc, hasAccounts: Bool = true) {
        self.name = name
        self.kind = kind
        var traits = kind.traits
        traits.hasAccounts = hasAccounts
        self.traits = traits
        (events, event) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(2_048))
    }

    // MARK: - What tests say

    package func report(_ event: NetworkEvent) { self.event.yield(event) }

    /// Nothing more happens here, as when the terminal is closed.
    package func endEvents() { event.finish() }

    /// How the next attempts end, in order; afterwards everything is confirmed.
    package func script(_ outcomes: [SendOutcome]) { state.withLock { $0.outcomes += outcomes } }

    package func refuse(_ address: Address, reason: String) { state.withLock { $0.refused[address] = reason } }

    /// From now on it can be looked up what has arrived: these keys have.
    package func setFound(_ keys: Set<PartKey>) { state.withLock { $0.found = keys } }

    /// What is found at a file's address.
    package func setFile(_ address: String, _ outcome: FileOutcome) { state.withLock { $0.files[address] = outcome } }

    /// What every reply replies to from now on.
    package func setRepliedFile(_ file: AttachedFile?) { state.withLock { $0.repliedFile = file } }

    /// What becomes of going into a room of that name.
    package func setEntry(_ name: String, _ entry: RoomEntry) { state.withLock { $0.entries[name] = entry } }

    /// What an account has brought the bot into.
    package func setBrought(by account: String, _ rooms: BroughtRooms) {
        state.withLock { $0.brought[account] = rooms }
    }

    /// From now on nothing can be sent to the address.
    package func setAbsent(_ address: Address) { _ = state.withLock { $0.absent.insert(address) } }

    /// Does something at each attempt, such as letting time pass.
    package func onSend(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onSend = action } }

    package func setConnected(_ isConnected: Bool) { state.withLock { $0.isConnected = isConnected } }

    package func setReachable(_ address: Address, _ isReachable: Bool) {
        state.withLock { state in
            if isReachable { state.unreachable.remove(address) } else { state.unreachable.insert(address) }
        }
    }

    /// From now on nothing answers until `release`.
    package func hold() { state.withLock { $0.isHolding = true } }

    package func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHolding = false
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Attempts that wait for `release`.
    package var heldCount: Int { state.withLock { $0.held.count } }

    package func setConversation(in room: String, at time: Date) {
        state.withLock { $0.conversations[room] = time }
    }

    package func makeOperator(_ account: String, in room: String) {
        _ = state.withLock { $0.operators.insert("\(room) \(account)") }
    }

    package func makeMember(_ account: String, of room: String, _ isMember: Bool = true) {
        state.withLock { state in
            if isMember {
                state.members.insert("\(room) \(account)")
            } else {
                state.members.remove("\(room) \(account)")
            }
        }
    }

    /// From now on the account is known to have left the room.
    package func remove(_ account: String, from room: String) {
        _ = state.withLock { $0.gone.insert("\(room) \(account)") }
    }

    /// How often anybody was asked who is in a room.
    package var memberQuestions: Int { state.withLock { $0.memberQuestions } }

    // MARK: - What tests see

    /// Every message that was made into parts.
    package var made: [OutgoingMessage] { state.withLock { $0.made } }

    /// Every attempt, repeats too.
    package var attempts: [Sent] { state.withLock { $0.attempts } }

    /// What readers saw; an unknown outcome counts as arrived.
    package var arrived: [Sent] { state.withLock { $0.arrived } }

    /// The texts that readers at an address saw.
    package func texts(to address: Address) -> [String] { arrived.filter { $0.address == address }.map(\.text) }

    // MARK: - ChatNetwork

    /// One part a block: enough to count lines as IRC does.
    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        state.withLock { $0.made.append(message) }
        // As in an event of Matrix, what is in a thread says so.
        let thread = message.question?.thread == nil ? "" : " (m.thread)"
        return message.body.blocks.map { MessagePart(payload: Self.text($0) + thread, asNotice: message.asNotice) }
    }

    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return state.isHolding
            }
            if !mustWait { continuation.resume() }
        }
        state.withLock { $0.onSend }?()
        return state.withLock { state in
            let sent = Sent(text: part.payload, key: key, address: address, isNotice: part.asNotice)
            state.attempts.append(sent)
            if let reason = state.refused[address] { return .refused(reason: reason) }
            guard state.isConnected, !state.absent.contains(address) else { return .notSent(retryAt: nil) }
            let outcome = state.outcomes.isEmpty ? SendOutcome.confirmed : state.outcomes.removeFirst()
            if outcome == .confirmed || outcome == .unknown { state.arrived.append(sent) }
            return outcome
        }
    }

    package func hasArrived(_ part: MessagePart, key: PartKey, at address: Address) async -> Bool? {
        state.withLock { $0.found?.contains(key) }
    }

    package func contents(of file: AttachedFile, limit: Int) async -> FileOutcome {
        switch state.withLock({ $0.files[file.address] }) {
        case .contents(let bytes) where bytes.count > limit: .tooLarge
        case let outcome?: outcome
        case nil: .refused
        }
    }

    package func roomsBrought(by account: String) async -> BroughtRooms? { state.withLock { $0.brought[account] } }

    package func repliedFile(of message: IncomingMessage) async -> AttachedFile? {
        state.withLock { $0.repliedFile }
    }

    package var isConnected: Bool {
        get async { state.withLock { $0.isConnected } }
    }

    package func canReach(_ address: Address) async -> Bool {
        state.withLock { $0.isConnected && !$0.unreachable.contains(address) && !$0.absent.contains(address) }
    }

    package func lastConversation(in room: String) async -> Date? { state.withLock { $0.conversations[room] } }

    package func isOperator(account: String, in room: String) async -> Bool {
        state.withLock { $0.operators.contains("\(room) \(account)") }
    }

    package func isMember(account: String, in room: String) async -> Bool {
        state.withLock { state in
            state.memberQuestions += 1
            return state.members.contains("\(room) \(account)")
        }
    }

    package func hasLeft(account: String, room: String) async -> Bool {
        state.withLock { $0.gone.contains("\(room) \(account)") }
    }

    package func folded(_ name: String) -> String { name.lowercased() }

    package func run() async throws {
        // Everything here happens when a test says so.
        await waitForCancellation()
    }

    private static func text(_ block: RichText.Block) -> String {
        switch block {
        case .heading(_, let spans), .paragraph(let spans), .footer(let spans): text(spans)
        case .item(let marker, let spans): (marker.map { $0 + ". " } ?? "- ") + text(spans)
        case .preformatted, .table, .grid: block.words
        }
    }

    private static func text(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .code(let text), .symbol(let text, _): text
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): text(inner)
            case .link(let label, let url), .picture(let label, let url): label.isEmpty ? url : "\(label) <\(url)>"
            case .icon: ""
            case .lineBreak: "\n   "
            }
        }.joined()
    }
}

/// A network whose rooms the bot can be asked to enter.
package final class EnterableNetwork: FakeNetwork, RoomEntering, @unchecked Sendable {
    package func enterRoom(_ name: String, for account: String) async -> RoomEntry {
        state.withLock { $0.entries[name] } ?? .refused
    }
}
