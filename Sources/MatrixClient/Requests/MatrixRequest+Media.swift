import CurlClient

/// Uploading and downloading files.
extension MatrixRequest {
    package static func upload(_ bytes: [UInt8], type: String, name: String) -> MatrixRequest {
        MatrixRequest(
            .post,
            ["upload"],
            under: "/_matrix/media/v3",
            query: [(name: "filename", value: name)],
            body: .file(bytes, type: type),
            deadline: 120
        )
    }

    /// For Matrix 1.11 and later; needs our token.
    static func download(_ file: MediaAddress, limit: Int) -> MatrixRequest {
        download(file, under: "/_matrix/client/v1/media", limit: limit)
    }

    static func downloadUnauthenticated(_ file: MediaAddress, limit: Int) -> MatrixRequest {
        download(file, under: "/_matrix/media/v3", limit: limit)
    }

    private static func download(_ file: MediaAddress, under root: String, limit: Int) -> MatrixRequest {
        MatrixRequest(
            .get,
            ["download", file.server, file.mediaID],
            under: root,
            // The server may have to fetch the file from another server first.
            query: [(name: "timeout_ms", value: "20000")],
            deadline: 30,
            answerLimit: limit
        )
    }
}
