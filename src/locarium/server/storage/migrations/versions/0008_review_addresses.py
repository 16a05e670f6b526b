"""Where a review was asked for: one address cannot take all places in the queue."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make it."""
    op.add_column("reviews", sa.Column("address", sa.String(64)))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("reviews", "address")
