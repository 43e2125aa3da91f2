// NewsModel
