import TestSupport
import Testing

extension ClockAhead {
    /// For tests that move the bot's clock.
    static let isNeeded: ConditionTrait = .enabled(if: isAvailable, "no C compiler is installed: skipped")
}
