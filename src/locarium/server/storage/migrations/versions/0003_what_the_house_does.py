"""What the house needs to know of a table without opening it, and when it was closed itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make it."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("host", sa.String(64), nullable=False, server_default=""))
        tables.add_column(sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("status", sa.String(16), nullable=False, server_default="running"))
        tables.add_column(sa.Column("listing", sa.LargeBinary, nullable=False, server_default=""))
        tables.add_column(sa.Column("due", sa.Float, nullable=True))
        tables.add_column(sa.Column("steward", sa.String(32), nullable=True))
        tables.add_column(sa.Column("lease", sa.Float, nullable=True))
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_public", "tables", ["public", "status", "opened"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("proof", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("proof", "table"),
    )
    op.create_table(
        "processes",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "closings",
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, primary_key=True),
    )


def downgrade() -> None:
    """Drop it."""
    for name in ("closings", "processes", "seats"):
        op.drop_table(name)
    op.drop_index("tables_public", "tables")
    op.drop_index("tables_due", "tables")
    with op.batch_alter_table("tables") as tables:
        for column in ("lease", "steward", "due", "listing", "status", "public", "host"):
            tables.drop_column(column)
