// TextAnalysis works on words: folding, splitting (pairs of letters or dictionary words), stems, language, keyphrases.
// It contains the grammar of queries (alerts, filters, search) and the index that finds which of many queries an
// article matches. User regular expressions run on RE2 only, in linear time.
// It does not know feeds, articles or people. It uses no network, clock or database.
// Used by ArticleQueries, Storage (full-text index, search), Editorial (alerts, stories), Games (quiz words),
// FeedRefresh, NewsWording, ChatCommands and crier.
