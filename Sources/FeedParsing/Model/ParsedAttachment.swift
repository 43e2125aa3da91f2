/// A file that belongs to an item: an enclosure, a media:content.
package struct ParsedAttachment: Sendable, Equatable {
    package var url: String
    package var mimeType: String?
    package var sizeInBytes: Int?
    package var durationSeconds: Int?
    package var title: String?

    package init(
        url: String,
        mimeType: String? = nil,
        sizeInBytes: Int? = nil,
        durationSeconds: Int? = nil,
        title: String? = nil
    ) {
        self.url = url
        self.mimeType = mimeType
        self.sizeInBytes = sizeInBytes
        self.durationSeconds = durationSeconds
        self.title = title
    }
}
