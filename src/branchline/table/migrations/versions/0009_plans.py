"""Moves known in advance."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("plans", sa.JSON))


def downgrade() -> None:
    op.drop_column("tables", "plans")
