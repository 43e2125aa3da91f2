// TextAnalysis knows words: folding, splitting into words (CJK as pairs), stems, stop words, language, closest match.
// It owns the query grammar of alerts, filters and search, and the index that finds which of many queries an article
// matches. User regular expressions run on RE2 only, in linear time.
// It does not know feeds, articles or people, and it touches no network, clock or database.
// Used by Storage (full-text index, search), Editorial (alerts, stories) and Games (quiz words).
