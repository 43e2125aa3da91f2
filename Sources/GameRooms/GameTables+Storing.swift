import Foundation
import Games
import Localization
package import NewsModel
import Parallelism
import Storage

/// Stores each move together with what it says, before anybody hears it.
extension GameTables {
    /// Takes over a move and stores it; afterwards what it says may be sent.
    ///
    /// - Parameters:
    ///   - inReply: whether the answer to a command says it.
    ///   - keepsQuestion: whether the open question stays open, so that it is still to be sent.
    func take(
        _ game: Playing,
        saying unsaid: Unsaid? = nil,
        inReply: Bool = false,
        keepsQuestion: Bool = false
    ) async throws {
        let place = game.place
        var game = game
        if unsaid != nil { game.lineCount += 1 }
        playing[place.recipientID] = game.round.isOver ? nil : game
        last[place.recipientID]?.shownCount = game.round.shownCount
        if game.round.isOver, !place.isOfGuest { ended[game.id] = Ended(game: game) }
        // A move closes the question before it, so that question need not be sent any more.
        if !keepsQuestion { queued[place]?.closeQuestions() }
        if let unsaid { queued[place, default: QueuedLines()].add(unsaid, of: game.id, inReply: inReply) }
        movesBeingStored += 1
        defer { movesBeingStored -= 1 }
        try await storeState(of: game.id, in: place)
    }

    /// Queues what is stored already.
    func keep(_ unsaid: Unsaid, of round: QuizRoundID?, in place: QuizPlace, inReply: Bool = false) {
        queued[place, default: QueuedLines()].add(unsaid, of: round, inReply: inReply)
        if let id = queued[place]?.lastID { queued[place]?.release(upTo: id) }
        change.yield()
    }

    /// Stores a round as it is now, with what it has still to say.
    ///
    /// The scores of a round that is over are stored with it.
    func storeState(of id: QuizRoundID, in place: QuizPlace) async throws {
        guard !place.isOfGuest else { return release(in: place, upTo: queued[place]?.lastID) }
        _ = try await writing.take(for: "", mostWaiting: .max)
        defer { writing.give() }
        let newest = queued[place]?.lastID
        let unsaid = queued[place]?.unsaid(of: id) ?? []
        if let round = ended[id] {
            let state = try unsaid.isEmpty ? "" : encoded(round.game, unsaid)
            do {
                try await storeEnd(of: round, state: state)
            } catch {
                ended[id]?.hasFailed = true
                throw error
            }
            ended[id]?.isStored = true
            ended[id]?.hasFailed = false
            if queued[place]?.unsaid(of: id).isEmpty ?? true { ended[id] = nil }
        } else if let game = playing[place.recipientID], game.id == id {
            _ = try await store.saveQuizRound(id, state: encoded(game, unsaid))
        }
        release(in: place, upTo: newest)
    }

    private func encoded(_ game: Playing, _ unsaid: [Unsaid]) throws -> String {
        try StoredRound(place: game.place.address, wanted: game.wanted, round: game.round, unsaid: unsaid).encoded()
    }

    private func storeEnd(of ended: Ended, state: String) async throws {
        guard !ended.isStored else { return try await store.saveRest(of: ended.game.id, state: state) }
        let round = ended.game.round
        try await store.endQuizRound(
            ended.game.id,
            scores: try await scores(round.result, questions: round.shownCount, at: time.now),
            state: state,
            lineCount: ended.game.place.isSolo ? 0 : ended.game.lineCount,
            at: time.now
        )
    }

    private func release(in place: QuizPlace, upTo id: Int?) {
        if let id { queued[place]?.release(upTo: id) }
        removeEmptyQueue(in: place)
        change.yield()
    }

    /// Scores as they are stored, each with the number of the day that it is for its player.
    func scores(_ scores: [QuizRound.Score], questions: Int, at now: Date) async throws -> [QuizScore] {
        var stored: [QuizScore] = []
        for score in scores {
            var settings = RecipientSettings()
            if let profile = score.player.profile {
                settings = try await store.settings(of: profile.recipient) ?? settings
            }
            stored.append(
                QuizScore(
                    playerKey: score.player.key,
                    profileID: score.player.profile,
                    displayName: score.player.name,
                    points: score.points,
                    correctCount: score.points,
                    dayNumber: PuzzleDay.number(of: now, in: catalogue.localizer(for: settings).calendar),
                    questionCount: questions
                )
            )
        }
        return stored
    }

    // MARK: - People

    /// Removes players from all rounds, and ends the rounds of their profile, because they asked to be erased.
    ///
    /// - Parameter players: their keys (`QuizPlayer.key`).
    package func forget(_ players: Set<String>, of profile: ProfileID) async throws {
        // The store removes what is kept of the profile's own rounds; nothing more is said there.
        let own = profile.recipient
        playing[own] = nil
        last[own] = nil
        for place in queued.keys where place.recipientID == own { queued[place] = nil }
        for (id, round) in ended where round.game.place.recipientID == own { ended[id] = nil }
        for (id, round) in ended where round.game.round.hasPlayer(players) {
            ended[id]?.game.round.remove(players)
            queued[round.game.place]?.dropNames(of: id)
            try await storeState(of: id, in: round.game.place)
        }
        for recipient in playing.keys {
            guard var game = playing[recipient] else { continue }
            let before = game.round
            if before.hasPlayer(players) { queued[game.place]?.dropNames(of: game.id) }
            game.round.remove(players)
            if game.round != before { try await take(game, keepsQuestion: true) }
        }
    }

    /// Accounts, or another profile, have become one with a profile: in a running round they are one player from now
    /// on.
    ///
    /// - Parameter persons: as `QuizPlayer.person`.
    package func link(_ persons: Set<String>, to profile: ProfileID) async throws {
        for recipient in playing.keys {
            guard var game = playing[recipient] else { continue }
            let before = game.round
            game.round.join(persons, into: profile)
            if game.round != before { try await take(game, keepsQuestion: true) }
        }
    }
}
