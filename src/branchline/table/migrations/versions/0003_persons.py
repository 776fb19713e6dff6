"""Persons and their devices."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("weekend", sa.Boolean, nullable=False),
        sa.Column("holidays", sa.JSON, nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False, index=True),
        sa.Column("deleted", sa.Double),
    )
    op.create_table(
        "devices",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False, index=True),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("away", sa.Double),
    )


def downgrade() -> None:
    for table in ("devices", "persons"):
        op.drop_table(table)
