import Foundation
import GRDB
import NewsModel

/// The only writer of the tables that record what is queued, sent and told.
///
/// Its tables are `told`, `delivery`, `deliveryReason`, `deliveryStory`, `keptBackReport`, `storyUpdate`, `message`,
/// `postedEvent`, `editablePost` and `feedThread`; an architecture test finds any other writer. Each method is one
/// transition and runs inside the caller's transaction.
///
/// A row of `told` says that a story was sent to a recipient or is queued for them. It is written when the delivery is
/// queued. If the row is kept although nothing is sent, the story is lost. If the row is deleted although something was
/// sent, the story is repeated. So each transition has one rule for `told`:
///
/// | Transition | Delivery | `told` |
/// |---|---|---|
/// | `queue` news | none → queued | added; where the row is there already, nothing is queued |
/// | `queueSlot` | none → queued | added for each story of the slot that has no row yet |
/// | `queue` an update or a notice, `queueEdit` | none → queued | unchanged: they contain no new story |
/// | `rewrite` a notice | queued, with other words | unchanged |
/// | `markTold` | none | added: the recipient has just seen the story elsewhere |
/// | `join` | queued, one more reason | unchanged |
/// | `postpone`, `releaseHeld`, `move`, `redirect` | queued, at another time or address | unchanged |
/// | `unite`, before `freeze` | queued → withdrawn, but one of a story | unchanged: released with that one |
/// | `freeze` | queued → frozen, unless `unite` changed any | unchanged |
/// | `markAttempt`, `retry`, `recordPosted` | frozen | unchanged |
/// | `confirm` | frozen → sent, with the last part | unchanged: kept for ever |
/// | `requeue`, `requeueUnsent` | frozen → queued | unchanged: it will still be sent |
/// | `requeue`, but nobody asks for it any more | frozen → queued → withdrawn | released, see `withdraw` |
/// | `fail` | frozen → failed | released, unless a part was confirmed |
/// | `giveUp` | frozen → unconfirmed | unchanged: it may have arrived |
/// | `withdraw` | queued → withdrawn | released: another feed may still bring the story |
/// | `keepBack` | queued → withdrawn, for a story that told the same news | unchanged: released with that story |
/// | `dropKeptBack` | kept back, not to be released any more | released |
/// | `releaseKeptBack` | kept back → queued, when that story is released | unchanged |
/// | `releaseKeptBack`, but nobody asks any more, or the story is told otherwise | stays withdrawn | released |
/// | `supersede` | queued → withdrawn | unchanged: another delivery sends the story to the same recipient |
/// | `merge` two recipients | moved; the second delivery of a story is superseded | the union of both |
/// | `mergeReason`, `mergeSlots` | moved to the other subscription, alert or schedule | unchanged; see `withdraw` |
/// | `split` a recipient | moved or copied; withdrawn when no reason is left | copied to the new recipient |
/// | `cancelEdits`, `moveEditablePosts` | queued edits removed, posts of another feed | unchanged |
/// | `pruneEditablePosts` | unchanged: old posts are edited no more | unchanged |
/// | `beginThread`, `endThread`, `endThreads`, `mergeThreads`, `pruneThreads` | unchanged | unchanged |
/// | `pruneWork`, `pruneMessages` | ended → removed | unchanged: kept for ever |
/// | `erase` | removed | removed with its recipient |
/// | `recordUpdate`, `moveUpdates`, `mergeUpdates` | unchanged: `storyUpdate` alone changes | unchanged |
/// | (`StoryFamily.merge`) two stories are one | unchanged until `unite` | unchanged: a row counts for the family |
/// | (cascade) an article or a feed is removed | unchanged: its posts are no longer edited | unchanged |
///
/// *Released* means: the rows that this delivery added, or took over from one that was joined to it (`deliveryStory`),
/// are deleted, except for stories that another delivery of the same recipient sends or has sent.
struct Ledger {
    let db: Database
    /// The time of the transition.
    let time: Date

    var seconds: Int64 { time.unixSeconds }
}
