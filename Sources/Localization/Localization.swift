// Localization: a message key, its arguments and a language in; words out. Dates, numbers and plurals in the reader's own way.
// It reads `locales/<language>/<area>.toml` once, when told to; a `Localizer` is then a cheap value that only looks up and formats.
// It knows no article, feed or network, and never asks the machine for its language or time zone.
// Used by NewsWording (through it ItemDelivery and GameRooms) and by ChatCommands; `crier` loads the catalogue.
// Adding a language is adding a folder beside `locales/en` and, for unusual plurals, a row in `PluralRules`.
