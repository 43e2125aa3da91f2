import ArgumentParser
import Foundation
import Localization
import NewsModel
import Storage

/// Stores one mail from a mail server's pipe in the queue.
///
/// The bot need not be running.
///
/// Exit codes are those of sysexits.h, which mail servers understand: 0 means stored, 75 means "try again later".
struct MailInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail-in",
        abstract: "Take one mail from standard input, for the pipe of a mail server.",
        discussion:
            "Exit 0: kept. 75: not now, or a mistake in the configuration: offer it again. 65: empty or too large."
    )

    /// In bytes.
    ///
    /// Larger mails are refused.
    static let limit = 25 << 20

    @Option(help: "The configuration file.") var config = "config.toml"
    @Option(help: "The folder of locales and sample news.") var data: String?
    // A sender's address may begin with a hyphen. It must not be parsed as an option.
    @Option(
        parsing: .unconditional,
        help: "The envelope's sender; default: as Postfix, Exim and others say it in the environment, or Return-Path."
    )
    var sender: String?
    @Option(parsing: .unconditional, help: "The envelope's recipient; default: as the environment says it.")
    var recipient: String?

    func run() async throws {
        let (terminal, _, _) = try Terminal.open(data: data, orFail: 75)
        let text = terminal.localizer
        let (configuration, settings) = try settings(terminal)
        let bytes: [UInt8]
        switch PipedMail.read(from: .standardInput, limit: Self.limit) {
        case .bytes(let read): bytes = read
        case .tooLarge: try fail(65, text.text("config.mailTooLarge", ["limit": .number(Self.limit >> 20)]))
        case .empty: try fail(65, text.text("config.mailEmpty"))
        case .broken: try fail(75, text.text("config.mailUnread"))
        }
        let mail = PipedMail(
            bytes,
            sender: sender,
            recipient: recipient,
            environment: ProcessInfo.processInfo.environment,
            settings: settings
        )
        let path = configuration.storagePath.path
        // With a mistyped path, a new database would be created that nobody reads.
        guard FileManager.default.fileExists(atPath: path) else {
            try fail(75, text.text("config.noDatabase", ["path": .text(path)]))
        }
        do {
            try await Store.open(path: path).keepMail(
                [mail.newMail],
                network: Configuration.MailSettings.network,
                position: nil,
                at: SystemTimeSource().now
            )
        } catch {
            // For any error: the mail server keeps the mail and retries for days.
            try fail(75, text.text("config.storage", ["reason": .text("\(error)")]))
        }
    }

    private func settings(_ terminal: Terminal) throws -> (Configuration, Configuration.MailSettings) {
        do {
            let (configuration, _) = try ConfigurationReader.read(path: config)
            guard let settings = configuration.mail else {
                try fail(75, terminal.localizer.text("config.noMail", ["path": .text(config)]))
            }
            return (configuration, settings)
        } catch let error as ConfigurationError {
            terminal.show(error.problems, path: error.path)
            // The sender cannot correct the configuration. The mail server keeps the mail until the operator has.
            throw ExitCode(75)
        }
    }

    private func fail(_ code: Int32, _ text: String) throws -> Never {
        Terminal.error("crier mail-in: \(text)")
        throw ExitCode(code)
    }
}
