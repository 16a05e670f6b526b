"""The schema of version 0.2."""

import sqlalchemy as sa
from alembic import op

revision = "0.2"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "blocks",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("user_id", "person_id"),
    )
    op.create_index("ix_blocks_person_id", "blocks", ["person_id"])
    op.create_table(
        "contests",
        sa.Column("name", sa.String(32), nullable=False),
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
        sa.Column("embargoed_until", sa.Float),
        sa.Column("method", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index("ix_contests_host", "contests", ["host"])
    op.create_table(
        "downtimes",
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("until"),
    )
    op.create_table(
        "entrants",
        sa.Column("contest", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("level", sa.Integer),
        sa.PrimaryKeyConstraint("contest", "number"),
        sa.UniqueConstraint("contest", "person_id"),
    )
    op.create_index("ix_entrants_person_id", "entrants", ["person_id"])
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
    op.create_table(
        "events",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("event", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", "version"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), nullable=False),
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
        sa.Column("embargoed_until", sa.Float, server_default="0", nullable=False),
        sa.Column("hints", sa.Integer, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("games_game", "games", ["game", "finished"])
    op.create_index("games_public", "games", ["public", "finished"])
    op.create_index("ix_games_importer", "games", ["importer"])
    op.create_index("ix_games_table", "games", ["table"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "passkeys",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("last_used", sa.Float),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("credential"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])
    op.create_table(
        "players",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("tallies", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("ix_players_person_id", "players", ["person_id"])
    op.create_table(
        "processes",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.String(32)),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_reports_person_id", "reports", ["person_id"])
    op.create_index("ix_reports_user_id", "reports", ["user_id"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("address", sa.String(64)),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.Column("lease", sa.Float),
        sa.Column("analysis", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_reviews_person_id", "reviews", ["person_id"])
    op.create_index("reviews_status", "reviews", ["status", "asked"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("left", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "table"),
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("host", sa.String(64), server_default="", nullable=False),
        sa.Column("public", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.Column("status", sa.String(16), server_default="running", nullable=False),
        sa.Column("listing", sa.LargeBinary, server_default="", nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("owner", sa.String(32)),
        sa.Column("lease", sa.Float),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_public", "tables", ["public", "status", "opened"])
    op.create_table(
        "tokens",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("last_used", sa.Float),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index("ix_tokens_user_id", "tokens", ["user_id"])
    op.create_table(
        "users",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("session", sa.Integer, nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("login", sa.String(40)),
        sa.Column("login_key", sa.String(120)),
        sa.Column("password", sa.String(200)),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
        sa.UniqueConstraint("login_key"),
    )
