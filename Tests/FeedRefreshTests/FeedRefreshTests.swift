// FeedRefresh
