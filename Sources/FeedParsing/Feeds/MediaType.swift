/// Guesses a file's type from its address, for feeds that do not state it.
enum MediaType {
    static func guessed(_ url: String) -> String? {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let end = path.suffix(6)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return types[String(decoding: end[end.index(after: dot)...], as: UTF8.self).lowercased()]
    }

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg", "mkv": "video/matroska",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "pdf": "application/pdf",
    ]
}
