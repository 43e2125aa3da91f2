import Foundation
import MailMessages
import NewsModel
import Testing

@testable import ChatNetworks

/// Mails as people's programs write them.
enum Sample {
    static let tokens = MailTokens(own: address("crier@bot.test"), separator: "+")

    static func address(_ text: String) -> MailAddress {
        guard let address = try? MailAddress(text) else { preconditionFailure("\(text) is no address") }
        return address
    }

    static func bytes(_ body: String, headers: [String] = [], from: String? = "Alice <alice@example.org>") -> [UInt8] {
        let own = headers.map { $0.lowercased() }
        var lines = headers
        if let from { lines.append("From: \(from)") }
        if !own.contains(where: { $0.hasPrefix("to:") }) { lines.append("To: crier@bot.test") }
        if !own.contains(where: { $0.hasPrefix("subject:") }) { lines.append("Subject: ") }
        return Array((lines + ["", body]).joined(separator: "\r\n").utf8)
    }

    static func mail(
        _ body: String,
        headers: [String] = [],
        from: String? = "Alice <alice@example.org>"
    ) -> IncomingMail {
        IncomingMail(bytes(body, headers: headers, from: from))
    }

    static func isCommand(_ line: String) -> Bool {
        let verbs = ["news", "digest", "sub", "unsub", "help", "save", "more", "mute", "import", "resume", "search"]
        let words = line.lowercased().split(separator: " ")
        if words.first == "yes" { return words.count == 2 && words[1].contains(where: \.isNumber) }
        return words.first.map { verbs.contains(String($0)) } ?? false
    }

    static func commands(_ body: String, headers: [String] = []) -> MailCommands {
        let mail = mail(body, headers: headers)
        return MailCommands(
            MailLines(mail),
            lists: MailFiles(mail).lists,
            thanks: ["thanks", "thank you", "vielen dank", "谢谢"],
            isCommand: isCommand
        )
    }

    /// Where addresses alone are commands, too, as they are in the chat.
    static func linkCommands(_ body: String, headers: [String] = []) -> MailCommands {
        MailCommands(MailLines(mail(body, headers: headers)), lists: []) { line in
            isCommand(line) || Int(line) != nil
                || line.split(separator: " ").allSatisfy { $0.contains(".") && !$0.hasSuffix(".") }
        }
    }
}
