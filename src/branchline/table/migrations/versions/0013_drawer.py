"""What a host has taken away, to be brought back for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "drawer",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("rows", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("drawer")
