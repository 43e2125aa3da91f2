// TLSChannel
