"""The database, the event log, leases, and the bus between processes."""
