"""The server: HTTP and WebSocket API, accounts, tables, storage."""
