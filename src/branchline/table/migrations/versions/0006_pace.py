"""How long a turn may take, and the bots that sit in for persons."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.JSON))
    op.add_column("tables", sa.Column("turn_since", sa.Double))
    op.add_column("tables", sa.Column("due", sa.Double))
    op.execute(sa.text("update tables set turn_since = changed"))  # the turn began with the last move, or before it
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("stand_in", sa.String(40), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("agreed", sa.JSON))
    op.add_column("moves", sa.Column("stand_in", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("moves", "stand_in")
    op.drop_column("seats", "agreed")
    op.drop_column("seats", "stand_in")
    op.drop_index("ix_tables_due", "tables")
    for column in ("due", "turn_since", "pace"):
        op.drop_column("tables", column)
