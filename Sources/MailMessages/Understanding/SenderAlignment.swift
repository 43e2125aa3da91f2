/// How near the domain that was verified must be to that of the From address (RFC 7489, section 3.1).
package enum DomainAlignment: Sendable {
    /// The same name.
    case strict
    /// One lies below the other, and the upper one has at least two labels.
    ///
    /// A plain rule of suffixes, without the public suffix list: under `co.uk` or a host of many strangers' names it trusts too much.
    case relaxed

    func holds(_ verified: MailDomain, _ from: MailDomain) -> Bool {
        switch self {
        case .strict: verified == from
        case .relaxed:
            verified == from || (verified.isWithin(from) && from.name.contains("."))
                || (from.isWithin(verified) && verified.name.contains("."))
        }
    }
}

extension IncomingMail {
    /// The topmost results of that server, and of no other; nil without a server's name.
    ///
    /// Strangers may write such headers, too. Ours stands on top of theirs, and RFC 8601 (section 5) has it remove those that bear
    /// its own name: configure only a server that does so and adds its results to every mail.
    package func authenticationResults(by server: String) -> AuthenticationResults? {
        let server = server.lowercasedASCII
        guard !server.isEmpty else { return nil }
        for value in headers.all("authentication-results") {
            if let results = AuthenticationResults(value), results.server == server { return results }
        }
        return nil
    }

    /// The From address, when `server` vouches for its domain; else nil.
    ///
    /// There must be one From header with one address, and of these one must hold for its domain: DMARC passed, or a DKIM signature
    /// (`header.d`), or SPF of the envelope (`smtp.mailfrom`). Where DMARC did not pass, or said several things, nothing else helps.
    package func verifiedSender(by server: String, alignment: DomainAlignment = .strict) -> MailAddress? {
        guard let results = authenticationResults(by: server), headers.all("from").count == 1, from.count == 1 else {
            return nil
        }
        let address = from[0].address
        let policies = results.methods.filter { $0.name == "dmarc" && $0.result != "none" }
        guard policies.allSatisfy({ $0.result == "pass" }) else { return nil }
        let isVouchedFor = results.methods.contains { method in
            guard method.result == "pass", let domain = method.verifiedDomain else { return false }
            // DMARC has judged alignment itself; it must have judged this very From.
            return (method.name == "dmarc" ? .strict : alignment).holds(domain, address.domain)
        }
        return isVouchedFor ? address : nil
    }
}

extension AuthenticationResults.Method {
    /// The domain that a pass of this method is about.
    fileprivate var verifiedDomain: MailDomain? {
        let property =
            switch name {
            case "dmarc": properties["header.from"]
            case "dkim": properties["header.d"] ?? properties["header.i"]
            case "spf": properties["smtp.mailfrom"] ?? properties["smtp.mfrom"]
            default: nil as String?
            }
        guard let property else { return nil }
        let domain = property.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return try? MailDomain(domain)
    }
}
