"""What is said at a table, what somebody notes down for themselves, and whom they do not want to hear."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("said", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("open_talk", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "remarks",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("k", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.String(64), nullable=False, index=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("about", sa.Integer),
        sa.Column("named", sa.JSON, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("whom", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    for table in ("mutes", "notes", "remarks"):
        op.drop_table(table)
    op.drop_column("tables", "open_talk")
    op.drop_column("tables", "said")
