"""Reviews of finished games, and how many hints were given in them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make it."""
    op.add_column("games", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("proof", sa.String(64)),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.Column("lease", sa.Float),
        sa.Column("analysis", sa.LargeBinary),
    )
    op.create_index("ix_reviews_proof", "reviews", ["proof"])
    op.create_index("reviews_status", "reviews", ["status", "asked"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("reviews")
    op.drop_column("games", "hints")
