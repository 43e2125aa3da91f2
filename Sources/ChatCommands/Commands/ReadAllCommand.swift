internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let readall = Command(name: "readall", isGeneric: true, topic: .reading, need: .account) {
        context,
        arguments in
        let recipient = try await context.profile().id.recipient
        let subject = try await context.ownSubject(arguments, of: recipient)
        let store = context.services.store
        let feeds = try await store.followedFeeds(of: recipient, at: context.time).filter(subject.includes)
        if subject.name != nil, feeds.isEmpty {
            return context.say("feed.notFollowed", ["hint": .text(context.hint("feeds"))])
        }
        let name = BoundedText.name(subject.name ?? "")
        let count = try await store.markAllRead(
            of: recipient,
            feeds: subject.name == nil ? nil : feeds.map(\.feed.id),
            named: name,
            at: context.time
        )
        guard count > 0 else {
            return context.say("command.readall.nothing", ["hint": .text(context.hint("headlines"))])
        }
        // In a room a bare `undo` is about what is the room's.
        let undo = context.hint(context.isPrivate ? "undo" : "undo mine")
        let facts: [String: MessageArgument] = ["n": .number(count), "name": .text(name), "undo": .text(undo)]
        return context.say(name.isEmpty ? "command.readall.done" : "command.readall.doneIn", facts)
    }
}

extension CommandContext {
    /// A number of the feed list, else a category or feed that the person sees, wherever they type; `all` is everything.
    fileprivate func ownSubject(_ arguments: Arguments, of recipient: RecipientID) async throws -> NewsSubject {
        guard arguments.words.count == 1, let word = arguments.first else {
            return try await subject(arguments, for: recipient)
        }
        // A feed of that name is meant in quotes.
        if ["all", "everything", "全部", "所有"].contains(word.keyword) { return NewsSubject() }
        guard Reference.number(word.text) != nil else {
            return try await subject(arguments, for: recipient)
        }
        let feed = try await feed(word)
        return NewsSubject(name: feed.name, feed: feed.id)
    }
}

extension NewsSubject {
    fileprivate func includes(_ followed: FollowedFeed) -> Bool {
        if let feed { return followed.feed.id == feed }
        guard let category else { return true }
        let own = followed.subscription.category ?? followed.feed.category
        return own?.compare(category, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
}
