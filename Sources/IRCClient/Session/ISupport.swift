/// The server's features, announced in numeric 005.
struct ISupport: Sendable, Equatable {
    private(set) var caseMapping = CaseMapping.rfc1459
    /// Prefix modes, highest first, with their signs in NAMES.
    private(set) var prefixes: [(mode: Character, sign: Character)] = [("o", "@"), ("v", "+")]
    /// Channel modes in four groups: lists, always with parameter, with parameter when set, never with parameter.
    private(set) var channelModes: [Set<Character>] = [["b"], ["k"], ["l"], []]
    private(set) var channelTypes: Set<Character> = ["#", "&"]
    private(set) var statusSigns: Set<Character> = []
    private(set) var nickLength: Int?
    private(set) var userLength: Int?
    private(set) var hostLength: Int?
    private(set) var lineLength = 512
    private(set) var network: String?
    private(set) var botMode: Character?
    private(set) var hasWHOX = false
    /// How many nicks may be watched; nil when the server has no MONITOR.
    private(set) var monitorLimit: Int?
    /// The most targets of one line, by command.
    ///
    /// Without an entry, PRIVMSG and NOTICE allow one.
    private(set) var maximumTargets: [String: Int] = [:]

    static func == (left: ISupport, right: ISupport) -> Bool {
        left.tokens == right.tokens
    }

    private var tokens: [String: String] = [:]

    /// Reads the tokens of one 005 line.
    mutating func receive(_ tokens: some Sequence<String>) {
        for token in tokens {
            if token.first == "-" {
                takeBack(String(token.dropFirst()).uppercased())
                continue
            }
            let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard self.tokens.count < 200, let name = parts.first, !name.isEmpty else { continue }
            let value = parts.count > 1 ? Self.unescape(parts[1]) : ""
            self.tokens[name.uppercased()] = value
            apply(name.uppercased(), value)
        }
    }

    /// `-WHOX`: the server withdraws the feature, and its default applies again.
    private mutating func takeBack(_ name: String) {
        var rest = tokens
        guard rest.removeValue(forKey: name) != nil else { return }
        self = ISupport()
        tokens = rest
        for (name, value) in rest { apply(name, value) }
    }

    /// The channel of a message target, without a STATUSMSG sign; nil for a nick.
    func channel(inTarget target: String) -> String? {
        guard let first = target.first else { return nil }
        if channelTypes.contains(first) { return target }
        let rest = target.drop { statusSigns.contains($0) }
        guard rest.count < target.count, let next = rest.first, channelTypes.contains(next) else { return nil }
        return String(rest)
    }

    /// The modes of channel operators: halfop and above.
    var operatorModes: Set<Character> {
        let lowest =
            prefixes.lastIndex { $0.mode == "h" } ?? prefixes.lastIndex { $0.mode == "o" } ?? prefixes.startIndex - 1
        return Set(prefixes[..<(lowest + 1)].map(\.mode))
    }

    /// Whether a mode letter takes a parameter.
    func takesParameter(_ mode: Character, isSet: Bool) -> Bool {
        if prefixes.contains(where: { $0.mode == mode }) { return true }
        return channelModes[0].contains(mode) || channelModes[1].contains(mode)
            || (isSet && channelModes[2].contains(mode))
    }

    private mutating func apply(_ name: String, _ value: String) {
        switch name {
        case "CASEMAPPING": caseMapping = CaseMapping(token: value)
        case "PREFIX": applyPrefixes(value)
        case "CHANMODES":
            let kinds = value.split(separator: ",", omittingEmptySubsequences: false).prefix(4).map { Set($0) }
            channelModes = kinds + Array(repeating: [], count: 4 - kinds.count)
        case "CHANTYPES": channelTypes = Set(value)
        case "STATUSMSG": statusSigns = Set(value)
        case "NICKLEN": nickLength = Self.length(value)
        case "USERLEN": userLength = Self.length(value)
        case "HOSTLEN": hostLength = Self.length(value)
        case "LINELEN": lineLength = max(512, Self.length(value, atMost: 65_536) ?? 512)
        case "NETWORK": network = value.isEmpty ? nil : value
        case "BOT": botMode = value.first
        case "WHOX": hasWHOX = true
        case "MONITOR": monitorLimit = Self.length(value, atMost: 1_000) ?? 100
        case "TARGMAX": applyTargetLimits(value)
        case "MAXTARGETS":
            let limit = Self.length(value, atMost: Self.mostTargets) ?? 1
            for command in ["PRIVMSG", "NOTICE"] where maximumTargets[command] == nil {
                maximumTargets[command] = limit
            }
        default: break
        }
    }

    /// With more targets the line would be unreadable.
    private static let mostTargets = 20

    // `PRIVMSG:4,NOTICE:,JOIN:10`: a missing number means that the server sets no limit.
    private mutating func applyTargetLimits(_ value: String) {
        maximumTargets = [:]
        for pair in value.split(separator: ",") {
            let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first?.uppercased(), parts.count == 2, ["PRIVMSG", "NOTICE", "JOIN"].contains(name)
            else { continue }
            let limit = parts[1].isEmpty ? Self.mostTargets : Self.length(String(parts[1]), atMost: Self.mostTargets)
            maximumTargets[name] = limit ?? 1
        }
    }

    // `(qaohv)~&@%+`
    private mutating func applyPrefixes(_ value: String) {
        guard value.first == "(", let close = value.firstIndex(of: ")") else {
            prefixes = []
            return
        }
        let modes = value[value.index(after: value.startIndex)..<close]
        let signs = value[value.index(after: close)...]
        prefixes = zip(modes, signs).map { (mode: $0, sign: $1) }
    }

    private static func length(_ value: String, atMost limit: Int = 512) -> Int? {
        guard let number = Int(value), number > 0 else { return nil }
        return min(number, limit)
    }

    /// `\x20` stands for a space in a value.
    private static func unescape(_ value: Substring) -> String {
        guard value.contains("\\x") else { return String(value) }
        var result: [UInt8] = []
        var bytes = Array(value.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == .backslash, bytes.first == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: bytes.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(code)
                bytes = bytes.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return IRCText.decode(result)
    }
}
