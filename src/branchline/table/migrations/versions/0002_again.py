"""Where the people of a table play another game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("again", sa.String(16)))


def downgrade() -> None:
    op.drop_column("tables", "again")
