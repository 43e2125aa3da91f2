// TOMLReading: reads a TOML file into plain values.
// `TOMLTree` holds the values, `TOMLSyntaxError` the line and reason where the text is no TOML.
// It knows neither the options of the configuration nor the keys of the locales.
// The parser is toml++ behind CTOML, which no other module imports.
// Used by crier (configuration, catalogue), Localization (messages) and Editorial (vocabulary).
