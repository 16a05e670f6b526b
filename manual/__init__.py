"""MkDocs hooks: generated pages, and links to files outside docs/."""
