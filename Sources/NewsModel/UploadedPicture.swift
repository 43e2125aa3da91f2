package import Foundation

/// A picture that a network's server has, and what is known of it.
package struct UploadedPicture: Hashable, Sendable {
    /// The server's address of the file, on Matrix `mxc://server/media`.
    package var address: String
    package var mediaType: String
    package var bytes: Int
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int

    package init(address: String, mediaType: String, bytes: Int, width: Int, height: Int) {
        self.address = address
        self.mediaType = mediaType
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// Remembers what was uploaded, so that a picture is not uploaded each time that it is shown.
package protocol UploadKeeping: Sendable {
    /// The picture that was uploaded under a key since `start`; nil if there is none.
    func uploadedPicture(_ key: String, on network: String, since start: Date) async throws -> UploadedPicture?
    /// Replaces what was uploaded under the key before.
    func keepUploaded(_ picture: UploadedPicture, as key: String, on network: String, at time: Date) async throws
}
