/// How closely the verified domain must match the domain of the From address (RFC 7489, section 3.1).
package enum DomainAlignment: Sendable {
    /// The same name.
    case strict
    /// One domain is a subdomain of the other, which has at least two labels.
    ///
    /// The public suffix list is not used. Domains below `co.uk` or a shared host name are therefore trusted too much.
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
    /// The topmost results of this server; nil without a server's name.
    ///
    /// Strangers may write such headers too. The server's own header is above theirs, and it must remove headers with
    /// its own name (RFC 8601, section 5). Configure only a server that does so and adds its results to every mail.
    package func authenticationResults(by server: String) -> AuthenticationResults? {
        let server = server.lowercasedASCII
        guard !server.isEmpty else { return nil }
        for value in headers.all("authentication-results") {
            if let results = AuthenticationResults(value), results.server == server { return results }
        }
        return nil
    }

    /// The From address, if `server` has verified its domain; otherwise nil.
    ///
    /// There must be one From header with one address. One result must match its domain: a passed DMARC check, a DKIM
    /// signature (`header.d`), or SPF of the envelope (`smtp.mailfrom`). If DMARC did not pass, or has contradictory
    /// results, the others do not count.
    package func verifiedSender(by server: String, alignment: DomainAlignment = .strict) -> MailAddress? {
        guard let results = authenticationResults(by: server), headers.all("from").count == 1, from.count == 1 else {
            return nil
        }
        let address = from[0].address
        let policies = results.methods.filter { $0.name == "dmarc" && $0.result != "none" }
        guard policies.allSatisfy({ $0.result == "pass" }) else { return nil }
        let isVerified = results.methods.contains { method in
            guard method.result == "pass", let domain = method.verifiedDomain else { return false }
            // DMARC has checked the alignment itself, for this From address.
            return (method.name == "dmarc" ? .strict : alignment).holds(domain, address.domain)
        }
        return isVerified ? address : nil
    }
}

/// A server's verdict on the From address of a mail.
package enum SenderVerdict: Sendable, Hashable {
    /// The address is verified.
    case verified
    /// Undecided: no results, no policy and no signature, or an error during the checks.
    case undecided
    /// SPF and DKIM were checked, and neither matches the domain. The domain has no policy.
    case unaligned
    /// The domain's own policy rejects the mail (RFC 7489).
    case rejected
}

extension IncomingMail {
    /// Uses only the topmost results, if they are from this server.
    ///
    /// Strangers may have written the others, with any server name.
    package func senderVerdict(by server: String) -> SenderVerdict {
        let server = server.lowercasedASCII
        guard !server.isEmpty, headers.all("from").count == 1, from.count == 1,
            let results = headers.first("authentication-results").flatMap({ AuthenticationResults($0) }),
            results.server == server
        else { return .undecided }
        let policies = results.methods.filter { $0.name == "dmarc" }.map(\.result)
        if policies.contains("fail") { return .rejected }
        if verifiedSender(by: server) != nil { return .verified }
        // It passed for another domain.
        if policies.contains("pass") { return .unaligned }
        let domain = from[0].address.domain
        let isDenied = ["spf", "dkim"].allSatisfy { name in
            let methods = results.methods.filter { $0.name == name }
            return !methods.isEmpty && methods.allSatisfy { $0.denies(domain) }
        }
        return isDenied ? .unaligned : .undecided
    }
}

extension AuthenticationResults.Method {
    /// Whether SPF or DKIM was checked and does not match the domain.
    ///
    /// Errors during the check do not count.
    fileprivate func denies(_ domain: MailDomain) -> Bool {
        if ["temperror", "permerror"].contains(result) { return false }
        if let verifiedDomain, !DomainAlignment.relaxed.holds(verifiedDomain, domain) { return true }
        // SPF `none` and `neutral` say nothing about the domain. For DKIM a missing signature counts.
        return name == "dkim" ? result != "pass" : ["fail", "softfail"].contains(result)
    }

    /// The domain that a result of this method refers to.
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
