/// A mail that waits for confirmation by its sender.
struct WaitingMail {
    var id: Int64
    var address: String
    var size: Int
    /// It may be removed for mail of other addresses.
    var isOld: Bool
}

/// Selects the mails to remove when too many wait for confirmation.
///
/// Anybody can write mail in anybody's name. So the address with the largest share loses mail first, and no recent mail
/// of other addresses is removed.
struct WaitingMails {
    private var left: [WaitingMail]
    private var bytes: Int
    private(set) var gone: [Int64] = []

    /// - Parameter mails: Oldest first.
    init(_ mails: [WaitingMail]) {
        left = mails
        bytes = mails.reduce(0) { $0 + $1.size }
    }

    /// False when not enough mails may be removed.
    mutating func makeSpace(for size: Int, of address: String) -> Bool {
        while left.count(where: { $0.address == address }) >= MailConfirmations.mostOfOne {
            guard let own = left.firstIndex(where: { $0.address == address }) else { break }
            remove(own)
        }
        let hasTooMany = left.count >= MailConfirmations.most
        var held: [String: Int] = [:]
        for mail in left { held[mail.address, default: 0] += hasTooMany ? 1 : mail.size }
        while left.count >= MailConfirmations.most || bytes + size > MailConfirmations.mostBytes {
            var next: Int?
            var most = -1
            for (index, mail) in left.enumerated() where mail.isOld || mail.address == address {
                guard let share = held[mail.address], share > most else { continue }
                (next, most) = (index, share)
            }
            guard let next else { return false }
            held[left[next].address, default: 0] -= hasTooMany ? 1 : left[next].size
            remove(next)
        }
        return true
    }

    private mutating func remove(_ index: Int) {
        bytes -= left[index].size
        gone.append(left.remove(at: index).id)
    }
}
