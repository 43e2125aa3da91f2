import Testing

/// What is logged stays on disks and in support mails: no address of a feed, a page or a person goes there whole.
@Suite struct LogRuleTests {
    private let files = SourceTree.swiftFiles(under: "Sources")

    /// Words that name an address, a mailbox, or what opens something.
    private static let secrets = ["url", "address", "token", "code", "password", "proxy", "link"]

    @Test func `an address in the log goes through LogText`() {
        for file in files where file.text.contains("Logging") || file.text.contains("log.") {
            for line in file.text.split(separator: "\n") where line.contains("\": \"\\(") && !line.contains(".text(") {
                for fact in line.split(separator: ",") {
                    // `feed.url` is a URL, `address.network` is none.
                    let value = fact.split(separator: "\\(", maxSplits: 1).dropFirst().first ?? ""
                    let chain = value.prefix { $0.isLetter || $0.isNumber || "._$".contains($0) }
                    let name = chain.split(separator: ".").last?.lowercased() ?? ""
                    guard let secret = Self.secrets.first(where: name.contains), !chain.hasPrefix("LogText.") else {
                        continue
                    }
                    Issue.record("\(file.path) logs a \(secret): \(line)")
                }
            }
        }
    }

    /// Errors are logged as they are, and what was refused as an address is not cleaned like one.
    @Test func `no error carries an address or a key as text`() {
        for file in files where file.path.hasSuffix("Error.swift") {
            for line in file.text.split(separator: "\n") where line.contains("case ") && line.contains("(String)") {
                let name = line.lowercased().prefix { $0 != "(" }
                for secret in ["url", "token", "password", "link"] {
                    #expect(!name.contains(secret), "\(file.path): \(line)")
                }
            }
        }
    }

    @Test func `only the log handler and the terminal write to standard error`() {
        for file in files where !["LineLogHandler.swift", "Terminal.swift"].contains(where: file.path.hasSuffix) {
            for word in ["standardError", "fputs(", "stderr"] {
                #expect(!file.text.contains(word), "\(file.path) uses \(word)")
            }
        }
    }
}
