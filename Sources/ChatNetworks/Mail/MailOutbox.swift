import NewsModel
import Parallelism
import Synchronization

/// What mail leaves by, once the network runs.
final class MailOutbox: Sendable {
    /// For mails that are made and sent at the same time; a little more than the server gets connections.
    let slots = Slots(mostAtOnce)
    static let mostAtOnce = 6

    private let parts = Mutex<(composer: MailComposer, dispatch: MailDispatch)?>(nil)

    func open(_ composer: MailComposer, _ dispatch: MailDispatch) { parts.withLock { $0 = (composer, dispatch) } }

    var composer: MailComposer? { parts.withLock { $0?.composer } }
    var dispatch: MailDispatch? { parts.withLock { $0?.dispatch } }
}
