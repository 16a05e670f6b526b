"""Finished games; those of older tables are filled in once the house is open."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make it."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table", sa.String(32)),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("importer", sa.String(64)),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("practice", sa.Boolean, nullable=False),
        sa.Column("bots", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("ended", sa.String(16)),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_games_table", "games", ["table"])
    op.create_index("ix_games_importer", "games", ["importer"])
    op.create_index("games_public", "games", ["public", "finished"])
    op.create_index("games_game", "games", ["game", "finished"])
    op.create_table(
        "sitters",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("proof", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("tallies", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("ix_sitters_proof", "sitters", ["proof"])


def downgrade() -> None:
    """Drop it."""
    for name in ("sitters", "games"):
        op.drop_table(name)
