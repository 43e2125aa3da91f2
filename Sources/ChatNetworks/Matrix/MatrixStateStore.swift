import Foundation
import MatrixClient
import NewsModel

/// The state that is stored over restarts, besides the session.
struct MatrixStateStore: Sendable {
    let network: String
    let state: any MatrixKeeping

    /// The /sync token up to which everything is processed.
    func since() async throws -> String? { try await state.networkState(network, key: "since") }
    func setSince(_ token: String?) async throws {
        try await state.setNetworkState(network, key: "since", value: token)
    }

    /// A random prefix for ids that must be unique to this installation; created once and never changed.
    ///
    /// Transaction ids begin with it. A new database restarts the ledger's numbers, while the device may stay the same.
    func installation() async throws -> String { try await constant("installation") }

    /// The id of our device, the same for every login.
    func deviceID() async throws -> String { "CRIER" + (try await constant("device")).uppercased() }

    private func constant(_ key: String) async throws -> String {
        if let known = try await state.networkState(network, key: key) { return known }
        let made = String((0..<10).compactMap { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() })
        try await state.setNetworkState(network, key: key, value: made)
        return made
    }

    /// Accepted invitations that are not finished by a welcome yet.
    func invitations() async throws -> [StoredInvitation] { try await list("invitations", of: StoredInvitation.self) }
    func setInvitations(_ invitations: [StoredInvitation]) async throws {
        try await setList("invitations", invitations)
    }

    struct StoredInvitation: Hashable, Codable {
        private var room: String
        private var sender: String?
        private var isDirect: Bool
        /// Seconds since 1970; missing in early versions.
        private(set) var since: Double?

        init(_ invitation: RoomInvitation, since: Date) {
            (room, sender, isDirect) = (invitation.room, invitation.sender, invitation.isDirect)
            self.since = since.timeIntervalSince1970
        }

        var invitation: RoomInvitation { RoomInvitation(room: room, sender: sender, isDirect: isDirect) }
    }

    /// People who want a direct room instead of an encrypted one and have none yet.
    func agreed() async throws -> [String] { try await list("agreed", of: String.self) }
    func setAgreed(_ users: [String]) async throws { try await setList("agreed", users) }

    private struct Inviter: Codable {
        var room: String
        var user: String
    }

    /// Who invited us, by room.
    func inviters() async throws -> [String: String] {
        let pairs = try await list("inviters", of: Inviter.self).map { ($0.room, $0.user) }
        return Dictionary(pairs) { $1 }
    }
    func setInviters(_ inviters: [String: String]) async throws {
        try await setList("inviters", inviters.map { Inviter(room: $0, user: $1) })
    }

    /// The event in which we said that we cannot read an encrypted room.
    struct EncryptedRoom: Hashable, Codable {
        var room: String
        var event: String
    }

    func encryptedRooms() async throws -> [EncryptedRoom] { try await list("encryptedRooms", of: EncryptedRoom.self) }
    func setEncryptedRooms(_ rooms: [EncryptedRoom]) async throws { try await setList("encryptedRooms", rooms) }

    /// A message part for a person, and the room that it was sent to.
    struct PersonalPart: Hashable, Codable {
        var key: PartKey
        var room: String
    }

    func personalParts(for user: String) async throws -> [PersonalPart] {
        try await list("parts for " + user, of: PersonalPart.self)
    }
    func setPersonalParts(_ parts: [PersonalPart], for user: String) async throws {
        try await setList("parts for " + user, parts)
    }

    private func list<Element: Decodable>(_ key: String, of type: Element.Type) async throws -> [Element] {
        guard let text = try await state.networkState(network, key: key) else { return [] }
        return (try? JSONDecoder().decode([Element].self, from: Data(text.utf8))) ?? []
    }

    private func setList<Element: Encodable>(_ key: String, _ list: [Element]) async throws {
        let text = list.isEmpty ? nil : String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        try await state.setNetworkState(network, key: key, value: text)
    }
}
