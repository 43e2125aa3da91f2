import MailTalk
import NewsModel

/// The lists of feeds attached to one mail, kept while the mail is being answered.
struct MailFiles: Sendable {
    private let lists: [AttachedList]

    init(_ lists: [AttachedList]) { self.lists = lists }

    var byteCount: Int { lists.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

    func file(_ index: Int, of command: MailCommandID) -> AttachedFile? {
        list(index).map { AttachedFile(name: $0.name, address: "\(command)/\(index)") }
    }

    func contents(_ index: Int, limit: Int) -> FileOutcome {
        guard let list = list(index) else { return .refused }
        guard let bytes = list.bytes, bytes.count <= limit else { return .tooLarge }
        return .contents(bytes)
    }

    private func list(_ index: Int) -> AttachedList? { lists.first { $0.index == index } }
}
