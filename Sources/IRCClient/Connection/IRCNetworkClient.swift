/// One network: stays connected until cancelled, tells what happens, says what it is told to.
package actor IRCNetworkClient {
    /// Everything that happens, oldest first; at most 4,096 wait to be read, later messages are lost then.
    package nonisolated let events: AsyncStream<IRCEvent>
    private let continuation: AsyncStream<IRCEvent>.Continuation

    package init(_ options: IRCClientOptions) {
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(4_096))
    }

    package func run() async throws {}

    package func send(_ line: IRCOutgoingLine, confirmationID: String) async -> IRCSendOutcome {
        .notSent(reason: "not connected")
    }

    package func setChannels(_ channels: [IRCChannelName]) async {}
    package func isJoined(_ channel: String) async -> Bool { false }
    package func members(of channel: String) async -> [IRCMember] { [] }
    package func isOperatorOrHalfop(nick: String, channel: String) async -> Bool { false }
    package func nick(forAccount account: String) async -> String? { nil }
    package var currentNick: String { get async { "" } }
    package func maximumTextBytes(target: String) async -> Int { 400 }
}
