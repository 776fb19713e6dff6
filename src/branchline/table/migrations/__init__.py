"""The steps by which the database came to its present form; run when a server starts."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from branchline.table.trouble import Unavailable


def upgrade(engine: sa.Engine, form: str = "head") -> None:
    """Bring a database to the newest form, or to an older one. Of several servers that start at once, one does it."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        sqlite = engine.dialect.name == "sqlite"
        connection.execute(sa.text("begin immediate" if sqlite else "begin"))
        if not sqlite:
            connection.execute(sa.text("select pg_advisory_xact_lock(8267201)"))
        try:
            config.attributes["connection"] = connection
            command.upgrade(config, form)
            connection.execute(sa.text("commit"))
        except CommandError:
            connection.execute(sa.text("rollback"))
            raise Unavailable(
                "database", "The database was made by a newer Branchline; update this one, or name another database."
            ) from None
        except BaseException:
            connection.execute(sa.text("rollback"))
            raise
