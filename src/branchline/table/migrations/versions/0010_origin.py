"""The table that a "what if?" came from."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16)))


def downgrade() -> None:
    op.drop_column("tables", "origin")
