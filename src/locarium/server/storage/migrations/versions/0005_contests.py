"""Contests: tables with the same deals, whose records stay sealed for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make it."""
    op.add_column("games", sa.Column("sealed_until", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "contests",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("edition", sa.String(64)),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("begun", sa.Float),
        sa.Column("sealed_until", sa.Float),
    )
    op.create_index("ix_contests_host", "contests", ["host"])
    op.create_table(
        "entrants",
        sa.Column("contest", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("proof", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("level", sa.Integer),
        sa.PrimaryKeyConstraint("contest", "number"),
        sa.UniqueConstraint("contest", "proof"),
    )
    op.create_index("ix_entrants_proof", "entrants", ["proof"])
    op.create_table(
        "entries",
        sa.Column("contest", sa.String(32), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("entrant", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("contest", "deal", "entrant"),
        sa.UniqueConstraint("contest", "deal", "place", "seat"),
    )
    op.create_index("ix_entries_table", "entries", ["table"])


def downgrade() -> None:
    """Drop it."""
    for name in ("entries", "entrants", "contests"):
        op.drop_table(name)
    op.drop_column("games", "sealed_until")
