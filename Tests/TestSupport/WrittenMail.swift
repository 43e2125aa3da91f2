package import MailMessages

/// Mails to `crier@bot.test` as people's programs write them.
package enum WrittenMail {
    package static func address(_ text: String) -> MailAddress {
        guard let address = try? MailAddress(text) else { preconditionFailure("\(text) is no address") }
        return address
    }

    package static func bytes(
        _ body: String,
        headers: [String] = [],
        from: String? = "Alice <alice@example.org>"
    ) -> [UInt8] {
        let own = headers.map { $0.lowercased() }
        var lines = headers
        if let from { lines.append("From: \(from)") }
        if !own.contains(where: { $0.hasPrefix("to:") }) { lines.append("To: crier@bot.test") }
        if !own.contains(where: { $0.hasPrefix("subject:") }) { lines.append("Subject: ") }
        return Array((lines + ["", body]).joined(separator: "\r\n").utf8)
    }

    package static func mail(
        _ body: String,
        headers: [String] = [],
        from: String? = "Alice <alice@example.org>"
    ) -> IncomingMail {
        IncomingMail(bytes(body, headers: headers, from: from))
    }

    package static func isCommand(_ line: String) -> Bool {
        let verbs = ["news", "digest", "sub", "unsub", "help", "save", "more", "mute", "import", "resume", "search"]
        let words = line.lowercased().split(separator: " ")
        if words.first == "yes" { return words.count == 2 && words[1].contains(where: \.isNumber) }
        return words.first.map { verbs.contains(String($0)) } ?? false
    }
}
