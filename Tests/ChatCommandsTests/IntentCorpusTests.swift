import Foundation
import Localization
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What people write, and what of it is understood.
///
/// The phrases were written by looking at the first, third, fifth… line of each file. The others are kept for checking.
@Suite(.timed) struct IntentCorpusTests {
    struct Utterance: Sendable {
        var text: String
        var meaning: String
        var isKept: Bool
    }

    static let languages = ["en", "zh-Hans"]

    private static func utterances(_ language: String) throws -> [Utterance] {
        let file = ShippedCatalogue.folder.deletingLastPathComponent()
            .appending(path: "Tests/Corpora/intents-\(language).tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.enumerated().compactMap { index, line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 2 else { return nil }
            return Utterance(text: parts[0], meaning: parts[1], isKept: index % 2 == 1)
        }
    }

    /// Categories and feeds that the reader sees.
    private static let names: Set<String> = [
        "technology", "sports", "science", "business", "科技", "体育", "科学", "商业", "bbc", "bbc news", "harbour times",
        "the guardian", "xkcd", "nasa", "晨光报",
    ]

    /// The command line that is run, `offer …` for what is only offered, and `none`.
    private static func meaning(of text: String, _ books: [PhraseBook]) -> String {
        let words = CommandWord.words(in: text)
        let request = CommandTable.standard.request(words, allowingPrefix: true)
        if request.isExact(words, in: .standard), case .command(let command, let arguments) = request {
            return ([command.name] + arguments.words.map(\.raw)).joined(separator: " ")
        }
        guard let reading = books.lazy.compactMap({ $0.reading(of: text) }).first else { return "none" }
        let isKnown = reading.values["topic"].map { names.contains($0.lowercased()) } ?? true
        if isKnown, let command = reading.intent.command { return reading.line(command).text }
        return reading.intent.offers.first.map { "offer " + reading.line($0).text } ?? "none"
    }

    @Test(arguments: languages)
    func `there are three hundred utterances, a fifth of them for nobody`(language: String) throws {
        let all = try Self.utterances(language)
        #expect(all.count >= 300)
        #expect(all.count { $0.meaning == "none" } >= 60)
        #expect(Set(all.map { $0.text.lowercased() }).count == all.count)
    }

    @Test(arguments: languages, [false, true])
    func `nine in ten are understood, in the half for writing and in the half kept for checking`(
        language: String,
        isKept: Bool
    ) throws {
        let books = try ShippedCatalogue.catalogue().phraseBooks(for: language)
        let half = try Self.utterances(language).filter { $0.isKept == isKept }
        let missed = half.filter { Self.meaning(of: $0.text, books) != $0.meaning }
        let share = 1 - Double(missed.count) / Double(half.count)
        #expect(share >= 0.9, "\(share): \(missed.map { "\($0.text) → \(Self.meaning(of: $0.text, books))" })")
    }

    @Test(arguments: languages)
    func `nothing is misread into a change`(language: String) throws {
        let books = try ShippedCatalogue.catalogue().phraseBooks(for: language)
        for utterance in try Self.utterances(language) where utterance.meaning == "none" {
            let meaning = Self.meaning(of: utterance.text, books)
            #expect(meaning == "none" || meaning.hasPrefix("offer "), "\(utterance.text) → \(meaning)")
        }
    }

    @Test(arguments: languages)
    func `talk that means nothing for the bot changes nothing in a real chat`(language: String) async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang \(language)")
        for utterance in try Self.utterances(language) where utterance.meaning == "none" {
            _ = await chat.replies(utterance.text)
            for answer in await chat.replies("crier: " + utterance.text, as: .op, in: "#news") {
                #expect(!plain(answer.message.body).contains("{"))
            }
        }
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        let room = try #require(try await chat.store.room(network: "testnet", name: "#news"))
        for owner in [profile.id.recipient, room.id.recipient] {
            #expect(try await chat.store.alerts(of: owner).isEmpty)
            #expect(try await chat.store.schedules(of: owner).isEmpty)
            #expect(try await chat.store.subscriptions(of: owner).isEmpty)
            #expect(try await chat.store.mutes(of: owner, at: chat.clock.now).isEmpty)
        }
    }

    @Test func `every command of a phrase table exists`() throws {
        let catalogue = try ShippedCatalogue.catalogue()
        let values = [
            "time": "08:00", "days": "mon", "topic": "x", "query": "x", "feed": "x", "name": "x", "period": "today",
            "number": "3", "language": "English", "from": "22:00", "until": "07:00", "oldtime": "08:00",
            "oldlanguage": "en", "oldzone": "UTC",
        ]
        for language in catalogue.languages {
            let book = try #require(catalogue.phraseBooks(for: language).first)
            for intent in book.intents {
                let reading = PhraseBook.Reading(intent: intent, values: values)
                for template in [intent.command, intent.own, intent.back].compactMap(\.self) + intent.offers {
                    let words = CommandWord.words(in: reading.line(template).text)
                    let request = CommandTable.standard.request(words, allowingPrefix: false)
                    #expect(request.isExact(words, in: .standard), "\(language): \(template)")
                }
            }
        }
    }
}
