package import NewsModel

/// One answer and where it goes.
package struct Reply: Hashable, Sendable {
    package var message: OutgoingMessage
    package var address: Address

    package init(message: OutgoingMessage, address: Address) {
        self.message = message
        self.address = address
    }
}
