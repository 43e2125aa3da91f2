internal import CCurl
internal import Glibc

/// Holds one transfer to the addresses it may reach, at the two moments that count.
///
/// When a socket is opened, and again before a request is sent: the second
/// catches a connection that was already open.
final class SocketGuard {
    private let refusal: (IPAddress, UInt16) -> String?
    private var firstRefusal: HTTPClientError?
    private var hasOpenedSocket = false
    private let visit: AddressVisit?
    private var isBusy = false

    /// `refusal` says why an address and port may not be reached; nil when they may.
    ///
    /// `visit` says whether one is asked too often.
    init(visit: AddressVisit? = nil, refusal: @escaping (IPAddress, UInt16) -> String?) {
        self.visit = visit
        self.refusal = refusal
    }

    /// Seconds after which an address may be asked that was asked too often, when nothing else ended the transfer.
    var busy: Double? { hasOpenedSocket || !isBusy ? nil : visit?.wait }

    /// The refusal that ended the transfer; nil when some address was permitted, so that something else did.
    var refused: HTTPClientError? { hasOpenedSocket ? nil : firstRefusal }

    func attach(to easy: EasyHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        easy.setOpenSocket { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue().openSocket(address)
        }
        easy.set(CURLOPT_PREREQDATA, pointer: context)
        easy.setPrerequest { context, address, _, port, _ in
            guard let context, let address else { return CURL_PREREQFUNC_ABORT }
            let socketGuard = Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue()
            return socketGuard.mayRequest(String(cString: address), port) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        var bytes = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let address: IPAddress
        switch ccurl_address(target, &bytes, &port) {
        case 4: address = IPAddress(v4: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        case 6: address = IPAddress(v6Bytes: bytes)
        default: return CURL_SOCKET_BAD
        }
        guard permits(address, port), isFree(address) else { return CURL_SOCKET_BAD }
        hasOpenedSocket = true
        return socket(
            target.pointee.family,
            target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            target.pointee.protocol
        )
    }

    private func mayRequest(_ text: String, _ port: Int32) -> Bool {
        guard let address = IPAddress(text), let port = UInt16(exactly: port), permits(address, port), isFree(address)
        else {
            // The address of an open connection is the one that counts now.
            hasOpenedSocket = false
            return false
        }
        return true
    }

    private func isFree(_ address: IPAddress) -> Bool {
        guard let visit, !visit.begin(address.household.description) else { return true }
        isBusy = true
        return false
    }

    private func permits(_ address: IPAddress, _ port: UInt16) -> Bool {
        guard let reason = refusal(address, port) else { return true }
        if firstRefusal == nil {
            firstRefusal = .refusedAddress(address.description, reason: reason)
        }
        return false
    }
}
