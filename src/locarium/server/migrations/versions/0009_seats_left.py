"""Who left a seat before the game: their name is in the log until their account is deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make it."""
    op.add_column("seats", sa.Column("left", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.execute(sa.text('DELETE FROM seats WHERE "left"'))
    op.drop_column("seats", "left")
