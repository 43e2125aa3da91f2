// Localization: turns a message key and arguments into text in the reader's language. It also formats dates.
// It reads `locales/<language>/<area>.toml` once and on reload. A `Localizer` is a cheap value for one reader.
// It knows no articles, feeds or networks. It never uses the machine's language or time zone.
// Used by NewsWording, ItemDelivery, GameRooms, ChatCommands and crier, which loads the catalogue.
// To add a language, add a folder beside `locales/en` and, if its plurals are not in the table, a row in `PluralRules`.
