import MatrixClient
import NewsModel

/// A picture of a story as an event of its own, behind the text that links it.
enum MatrixPicture {
    /// The publisher's address in a part that is not sent yet.
    ///
    /// Sending loads the picture, uploads it and inserts its new address, so that nobody's program asks the publisher.
    static let urlKey = "chat.crier.picture"
    private static let longestDescription = 200

    static func content(_ picture: OutgoingMessage.Picture) -> [String: JSONValue] {
        [
            "msgtype": "m.image",
            "body": .string(DisplayText.clean(String(picture.description.prefix(longestDescription)))),
            "m.mentions": [:], urlKey: .string(picture.url),
        ]
    }

    /// What is known of an uploaded picture.
    static func info(_ picture: UploadedPicture) -> JSONValue {
        [
            "mimetype": .string(picture.mediaType), "size": .number(Double(picture.bytes)),
            "w": .number(Double(picture.width)), "h": .number(Double(picture.height)),
        ]
    }
}
