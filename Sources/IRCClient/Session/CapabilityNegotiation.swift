/// The IRCv3 capabilities that the server offers, that we have requested, and that are enabled.
///
/// IRCv3 capability negotiation, version 302.
struct CapabilityNegotiation: Sendable, Equatable {
    /// All capabilities that this client uses, except `sasl`.
    static let wanted: Set<String> = [
        "message-tags", "server-time", "account-tag", "account-notify", "extended-join", "echo-message",
        "labeled-response", "batch", "multi-prefix", "userhost-in-names", "chghost", "setname", "cap-notify",
        "away-notify", "invite-notify", "standard-replies", "extended-monitor", "draft/multiline",
    ]
    /// A server may send any number of CAP lines.
    ///
    /// After this many requests we send no more.
    static let maximumRequests = 40

    /// Offered capabilities with their values.
    private(set) var offered: [String: String] = [:]
    private(set) var enabled: Set<String> = []
    /// Requested and not answered yet.
    private(set) var pending: Set<String> = []
    private(set) var isListComplete = false
    private var requests = 0

    var isSettled: Bool { isListComplete && pending.isEmpty }

    func has(_ capability: String) -> Bool { enabled.contains(capability) }

    /// The mechanisms of `sasl=…`; nil when sasl is not offered, empty when it is offered without a list.
    var saslMechanisms: [String]? {
        offered["sasl"].map { $0.split(separator: ",").map { $0.uppercased() } }
    }

    /// Handles one CAP message; returns the CAP lines to send.
    ///
    /// `sasl` is requested only if `wantsSASL`, and in a request of its own: a NAK refuses a whole list, and servers
    /// refuse sasl while the services are down.
    mutating func receive(_ message: IRCMessage, wantsSASL: Bool) -> [IRCMessage] {
        let names = message.last.split(separator: " ").prefix(256)
        switch message[1].uppercased() {
        case "LS":
            offer(names)
            guard message[2] != "*", !isListComplete else { return [] }
            isListComplete = true
            return requests(wantsSASL)
        case "NEW":
            offer(names)
            return requests(wantsSASL)
        case "DEL":
            for name in names { forget(String(name)) }
            return []
        case "ACK":
            for name in names { acknowledge(name) }
            return []
        case "NAK":
            return refuse(names.map { String($0) })
        default:
            return []
        }
    }

    private mutating func offer(_ names: some Sequence<Substring>) {
        for capability in names where offered.count < 256 {
            let parts = capability.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if let name = parts.first { offered[String(name)] = parts.count > 1 ? String(parts[1]) : "" }
        }
    }

    private mutating func forget(_ name: String) {
        offered[name] = nil
        enabled.remove(name)
        pending.remove(name)
    }

    private mutating func acknowledge(_ name: Substring) {
        if name.first == "-" {
            enabled.remove(String(name.dropFirst()))
        } else if pending.remove(String(name)) != nil {
            enabled.insert(String(name))
        }
    }

    /// One refused name makes the server refuse its whole list, so each name is requested again alone.
    private mutating func refuse(_ names: [String]) -> [IRCMessage] {
        let ours = names.filter { pending.contains($0) }
        pending.subtract(names)
        guard names.count > 1 else { return [] }
        return ours.compactMap { request([$0]) }
    }

    private mutating func requests(_ wantsSASL: Bool) -> [IRCMessage] {
        guard isListComplete else { return [] }
        var names = Self.wanted.filter { offered[$0] != nil && !enabled.contains($0) && !pending.contains($0) }
        if offered["batch"] == nil { names.remove("labeled-response") }
        var lines: [IRCMessage] = []
        if !names.isEmpty, let line = request(names.sorted()) { lines.append(line) }
        if wantsSASL, offered["sasl"] != nil, !pending.contains("sasl"), !enabled.contains("sasl"),
            let line = request(["sasl"])
        {
            lines.append(line)
        }
        return lines
    }

    private mutating func request(_ names: [String]) -> IRCMessage? {
        guard requests < Self.maximumRequests else { return nil }
        requests += 1
        pending.formUnion(names)
        return IRCMessage("CAP", "REQ", names.joined(separator: " "))
    }
}
