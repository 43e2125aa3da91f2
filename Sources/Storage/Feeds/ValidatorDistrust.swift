/// The validators of a feed that caused "not modified" although it had changed; they are no longer sent.
package struct ValidatorDistrust: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let etag = ValidatorDistrust(rawValue: 1)
    package static let lastModified = ValidatorDistrust(rawValue: 2)
    package static let both: ValidatorDistrust = [.etag, .lastModified]
}

extension FeedValidators {
    /// The validators without the distrusted ones.
    package func trusted(but distrusted: ValidatorDistrust) -> FeedValidators {
        FeedValidators(
            etag: distrusted.contains(.etag) ? nil : etag,
            lastModified: distrusted.contains(.lastModified) ? nil : lastModified,
            bodyHash: bodyHash
        )
    }
}
