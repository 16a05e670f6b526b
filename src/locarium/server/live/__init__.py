"""Live play over WebSockets: connections and their messages."""
