"""HTTP and WebSocket, identity, storage."""
