"""Ways back to a person: tokens that are good once, addresses, passkeys; and what a club is."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("about", sa.String(254), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double),
        sa.Column("spent", sa.Double),
    )
    op.create_table(
        "addresses",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.add_column("tables", sa.Column("listing", sa.String(8), nullable=False, server_default="unlisted"))
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("door", sa.String(8), nullable=False),
        sa.Column("site", sa.String(200), nullable=False),
        sa.Column("finished", sa.String(8), nullable=False),
        sa.Column("records", sa.String(8), nullable=False),
    )
    op.create_table(
        "wishes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("bots", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("laid", sa.String(16)),
    )
    op.create_table(
        "wishers",
        sa.Column("wish", sa.String(16), sa.ForeignKey("wishes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True, index=True),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_column("tables", "listing")
    for table in ("wishers", "wishes", "club", "passkeys", "addresses", "tokens"):
        op.drop_table(table)
