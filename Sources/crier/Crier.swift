import ArgumentParser
import Foundation

@main
struct Crier: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "crier",
        abstract: "A town crier for chat: reads the world's feeds once and tells each person what they asked to hear.",
        version: version,
        subcommands: [
            RunCommand.self, ConsoleCommand.self, CheckCommand.self, InspectCommand.self, BackupCommand.self,
            MailInCommand.self,
        ]
    )

    static func main() async {
        // A reader that went away (`crier … | head`) must not kill the process in the middle of a write.
        signal(SIGPIPE, SIG_IGN)
        // Profiles and reading histories are nobody else's business: database and copies are the owner's alone.
        umask(0o077)
        await main(nil)
    }
}
