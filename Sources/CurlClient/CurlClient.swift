// CurlClient
