"""Live tables: commands, views, lobby, presence, bots."""
