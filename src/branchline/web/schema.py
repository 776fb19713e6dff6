"""Schemas: what the API shows of each game, described from the dataclasses that it is made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from branchline.game import Game, Json, View, parts_of

PLAIN: Final[dict[object, str]] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
PLACE: Final = "#/components/schemas/"


class Schemas:
    """JSON schemas by name, each dataclass once; they describe what `jsonable` makes of it."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.found: dict[str, Json] = {}

    def of(self, kind: Any) -> Json:
        """The schema of a type."""
        origin, parts = get_origin(kind), get_args(kind)
        if kind in PLAIN:
            return {"type": PLAIN[kind]}
        if isinstance(kind, type) and (is_dataclass(kind) or is_typeddict(kind)):
            return self.named(kind)
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if origin is tuple and parts[-1] is not Ellipsis:
            sizes = {"minItems": len(parts), "maxItems": len(parts)}
            return {"type": "array", "prefixItems": [self.of(part) for part in parts], **sizes}
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return {"type": "array", "items": self.of(parts[0])}
        if kind is Any or isinstance(kind, TypeVar):
            return {}
        raise TypeError(f"There is no schema for {kind!r}.")

    def named(self, kind: Any) -> Json:
        """A reference to the schema of a dataclass, which is written once."""
        name = f"{self.prefix}{kind.__name__}"
        if name not in self.found:
            self.found[name] = {}  # it may hold things of its own kind
            self.found[name] = self.written(kind)
        return {"$ref": f"{PLACE}{name}"}

    def written(self, kind: Any) -> Json:
        hints = get_type_hints(kind)
        left_out: set[str] = set()
        if isinstance(kind, type) and is_dataclass(kind):
            told = dict(parts_of(kind))
            hints = {name: hint for name, hint in hints.items() if name in told}
            left_out = {name for name, only_if_known in told.items() if only_if_known}
        schema: Json = {
            "type": "object",
            "properties": {name.rstrip("_"): self.of(hint) for name, hint in hints.items()},
            "required": [name.rstrip("_") for name in hints if name not in left_out],
        }
        own = kind.__doc__ or ""
        return {**schema, "description": getdoc(kind)} if own and not own.startswith(f"{kind.__name__}(") else schema


def of_view(game: Game) -> tuple[str, dict[str, Json]]:
    """The name of the schema of what a seat may know of a game, with all that it is made of."""
    word = "".join(part.title() for part in game.name.split("-"))
    house, own = Schemas(), Schemas(f"{word}_")
    table = own.of(get_type_hints(type(game).view)["return"])
    name = f"{word}_View"
    view = house.written(View)
    view["properties"] |= {"game": {"const": game.name}, "table": table}
    view["description"] = f"All that a seat, or a spectator, may know of a position of {game.title}."
    return name, {**house.found, **own.found, name: view}


def describe(app: FastAPI, games: Iterable[Game]) -> None:
    """Let the API's description say what each game's view holds."""

    def openapi() -> Json:
        if app.openapi_schema is None:
            told = get_openapi(
                title=app.title,
                version=app.version,
                summary=app.summary,
                description=app.description,
                routes=app.routes,
            )
            schemas, kinds = told["components"]["schemas"], {}
            for game in games:
                name, found = of_view(game)
                schemas.update(found)
                kinds[game.name] = f"{PLACE}{name}"
            schemas["TableView"]["properties"]["view"] = {
                "oneOf": [{"$ref": place} for place in kinds.values()],
                "discriminator": {"propertyName": "game", "mapping": kinds},
                "description": "The game as the asker may see it, with `moves` if it is their turn.",
            }
            app.openapi_schema = told
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
