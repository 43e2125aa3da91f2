package import Foundation

/// A file system of a few megabytes, for as long as the value lives.
package final class SmallDisk {
    package let folder: URL
    private var ballast: URL { folder.appending(path: "ballast") }

    /// Nil where nobody may mount one.
    package init?(megabytes: Int) {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-disk-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            try? FileManager.default.removeItem(at: folder)
            return nil
        }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: folder)
    }

    package static var isPossible: Bool { geteuid() == 0 && SmallDisk(megabytes: 1) != nil }

    /// Not a byte is left.
    package func fill() throws {
        guard let file = fopen(ballast.path, "a") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        setvbuf(file, nil, _IONBF, 0)
        let block = [UInt8](repeating: 1, count: 4_096)
        while fwrite(block, 1, block.count, file) == block.count {}
    }

    package func empty() throws { try FileManager.default.removeItem(at: ballast) }
}
