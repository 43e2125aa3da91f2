// ArticleQueries: the parts of an article that queries match (`QueriedArticle`), as the document that they read.
// Alerts, filters and mutes of words read articles through it, so that a query means the same in both.
// It matches nothing itself: `Query` and `QueryIndex` of TextAnalysis do. It knows neither the database nor the
// network. It is pure and reads no clock. Equal articles of a reader have equal documents.
// Used by Storage, Editorial and FeedRefresh. It is a module of its own because TextAnalysis does not know the news.
