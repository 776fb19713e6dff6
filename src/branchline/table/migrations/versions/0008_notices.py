"""What people are told though they do not look: notices, letters, the ways to reach them, the server's own key."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("not_before", sa.Double, nullable=False),
        sa.Column("state", sa.String(8), nullable=False, index=True),
    )
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("channel", sa.String(24), nullable=False, index=True),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("path", sa.String(40), nullable=False),
        sa.Column("notices", sa.JSON, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False, index=True),
        sa.Column("trouble", sa.String(200), nullable=False),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("site", sa.String(200), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("trouble", sa.String(200), nullable=False),
    )
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("delay", sa.Integer, nullable=False),
        sa.Column("digest", sa.Integer),
        sa.Column("calendar", sa.String(64), unique=True),
    )


def downgrade() -> None:
    for table in ("calls", "house_keys", "channels", "letters", "notices"):
        op.drop_table(table)
