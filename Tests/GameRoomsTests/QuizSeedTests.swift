import Foundation
import Games
import Localization
import NewsModel
import Storage
import TestSupport
import Testing

@testable import GameRooms

/// What the questions of a round are chosen by.
@Suite(.timed) struct QuizSeedTests {
    private let store: Store
    private let material: QuizMaterial
    private let now = Date.sampleNow

    init() async throws {
        store = try Store.inMemory()
        material = QuizMaterial(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            words: try ShippedQuizWords.vocabulary()
        )
    }

    private func person(_ name: String) async throws -> QuizPlace {
        let profile = try await store.sampleProfile(name)
        return QuizPlace(recipientID: profile.id.recipient, address: Identity.sample(name).address)
    }

    private func seed(in place: QuizPlace, days: Double = 0, asked: Set<QuizAsked>? = nil) async throws -> UInt64 {
        try await material.seed([], QuizRequest(), in: place, at: now + days * 86_400, asked: asked)
    }

    private func play(in place: QuizPlace) async throws {
        let round = try await store.startQuizRound(in: place.recipientID, state: "", asked: [], at: now)
        try await store.endQuizRound(try #require(round), scores: [], at: now)
    }

    @Test func `each round of a day has its own, and all who play it have the same`() async throws {
        let (alice, bob) = (try await person("alice"), try await person("bob"))
        let first = try await seed(in: alice)
        #expect(try await seed(in: bob) == first)
        try await play(in: alice)
        let second = try await seed(in: alice)
        #expect(second != first)
        #expect(try await seed(in: bob) == first)
        try await play(in: bob)
        #expect(try await seed(in: bob) == second)
        // The next day begins with its first round.
        let tomorrow = try await seed(in: alice, days: 1)
        #expect(tomorrow != first && tomorrow != second)
        #expect(try await seed(in: person("carol"), days: 1) == tomorrow)
    }

    @Test func `an open round keeps its questions, so a restart changes none`() async throws {
        let alice = try await person("alice")
        let round = try await store.startQuizRound(in: alice.recipientID, state: "open", asked: [], at: now)
        #expect(round != nil)
        #expect(try await store.openQuizRounds().map(\.state) == ["open"])
        #expect(try await store.quizRoundCount(in: alice.recipientID, since: now) == 1)
        #expect(try await store.quizRoundCount(in: alice.recipientID, since: now + 1) == 0)
    }

    @Test func `guests have other questions after each round, though no round of theirs is stored`() async throws {
        let address = Address(network: "testnet", kind: .person, target: "nick:guest")
        let guest = QuizPlace(recipientID: QuizPlace.ofGuest("guest"), address: address, host: "h.example")
        let asked = QuizAsked(story: StoryID(rawValue: 1), answer: 1)
        let first = try await seed(in: guest, asked: [])
        #expect(try await seed(in: guest, asked: []) == first)
        #expect(try await seed(in: guest, asked: [asked]) != first)
        // The first round is that of everybody who sees the same.
        #expect(try await seed(in: person("alice")) == first)
    }
}
