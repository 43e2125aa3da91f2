import Glibc

/// The server's side of a SOCKS 5 handshake without a login (RFC 1928): the target as `name:port`, nil when it failed.
///
/// Only names are taken: a client that sends an address has resolved the name itself.
func acceptSOCKS(_ connection: Int32) -> String? {
    guard let greeting = receive(2, connection), greeting[0] == 5, receive(Int(greeting[1]), connection) != nil,
        answer([5, 0], connection),
        let request = receive(5, connection), request[1] == 1
    else { return nil }
    guard request[3] == 3, let name = receive(Int(request[4]), connection), let port = receive(2, connection) else {
        // Address type not supported.
        _ = answer([5, 8, 0, 1, 0, 0, 0, 0, 0, 0], connection)
        return nil
    }
    guard answer([5, 0, 0, 1, 127, 0, 0, 1, 0, 0], connection) else { return nil }
    return String(decoding: name, as: UTF8.self) + ":\(UInt16(port[0]) << 8 | UInt16(port[1]))"
}

private func receive(_ count: Int, _ connection: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
}

private func answer(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}
