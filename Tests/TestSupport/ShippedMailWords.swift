import Localization
package import MailMessages
package import MailTalk

/// The words of `locales/` by which mail is understood.
package enum ShippedMailWords {
    package static let people = PeopleWords(phrases)
    package static let programs = ProgramWords(phrases)

    private static func phrases(_ name: String) -> [String] {
        // Without its files every test of mail fails, and says so.
        (try? ShippedCatalogue.catalogue().phrases("mailWords.\(name)")) ?? []
    }
}
