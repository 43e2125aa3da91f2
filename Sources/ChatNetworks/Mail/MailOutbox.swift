import NewsModel
import Parallelism
import Synchronization

/// What sends mail; empty until the network runs.
final class MailOutbox: Sendable {
    /// Limits how many mails are rendered and sent at once; slightly more than the connections to the server.
    let slots = Slots(mostAtOnce)
    static let mostAtOnce = 6

    private let parts = Mutex<(composer: MailComposer, dispatch: MailDispatch)?>(nil)

    func open(_ composer: MailComposer, _ dispatch: MailDispatch) { parts.withLock { $0 = (composer, dispatch) } }

    var composer: MailComposer? { parts.withLock { $0?.composer } }
    var dispatch: MailDispatch? { parts.withLock { $0?.dispatch } }
}
