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

/// What one server says about the From address of a mail.
package enum SenderVerdict: Sendable, Hashable {
    /// It vouches for the address.
    case vouched
    /// Nothing that decides: no results, no policy and no signature, or trouble while looking.
    case silent
    /// SPF and DKIM were both looked at, and neither speaks for the domain, which has no policy of its own.
    case unaligned
    /// The domain's own policy disowns the mail (RFC 7489).
    case disowned
}

extension IncomingMail {
    /// By the topmost results alone, if they are that server's: whatever stands below may be a stranger's, whichever name it bears.
    package func senderVerdict(by server: String) -> SenderVerdict {
        let server = server.lowercasedASCII
        guard !server.isEmpty, headers.all("from").count == 1, from.count == 1,
            let results = headers.first("authentication-results").flatMap({ AuthenticationResults($0) }),
            results.server == server
        else { return .silent }
        let policies = results.methods.filter { $0.name == "dmarc" }.map(\.result)
        if policies.contains("fail") { return .disowned }
        if verifiedSender(by: server) != nil { return .vouched }
        // It passed, and for somebody else's domain.
        if policies.contains("pass") { return .unaligned }
        let domain = from[0].address.domain
        let isDenied = ["spf", "dkim"].allSatisfy { name in
            let methods = results.methods.filter { $0.name == name }
            return !methods.isEmpty && methods.allSatisfy { $0.denies(domain) }
        }
        return isDenied ? .unaligned : .silent
    }
}

extension AuthenticationResults.Method {
    /// Whether SPF or DKIM was judged, and does not speak for the domain; trouble while looking says nothing.
    fileprivate func denies(_ domain: MailDomain) -> Bool {
        if ["temperror", "permerror"].contains(result) { return false }
        if let verifiedDomain, !DomainAlignment.relaxed.holds(verifiedDomain, domain) { return true }
        // Of SPF, `none` and `neutral` about the domain itself are no word; a mail without any signature could have had one.
        return name == "dkim" ? result != "pass" : ["fail", "softfail"].contains(result)
    }

    /// The domain that a result of this method is about.
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
