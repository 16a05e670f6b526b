"""Alembic environment: migrates the connection that it receives."""

from alembic import context

from locarium.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
