"""Tables at which a lesson is given, and which lessons somebody has learned."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson", sa.String(40)))
    op.create_table(
        "learned",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("lesson", sa.String(40), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("learned")
    op.drop_column("tables", "lesson")
