"""The method of a contest's draws. All tables of a contest use the same one, even if it began before an upgrade."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make it."""
    op.add_column("contests", sa.Column("method", sa.String(32), nullable=False, server_default="locarium/fair/1"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("contests", "method")
