"""The page about the API: every address with what it takes and answers, from the same description as programs read."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from branchline.game import Json
from branchline.web import render

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Part:
    """Something that is sent or answered: a parameter, a field, an answer."""

    name: str
    kind: str
    told: str
    needed: bool = False


@dataclass(frozen=True)
class Address:
    """One thing that can be asked."""

    method: str
    path: str
    title: str
    told: str
    takes: tuple[Part, ...]
    body: str  # the kind of what is sent
    answers: tuple[Part, ...]

    @property
    def id(self) -> str:
        return f"{self.method}{self.path}".lower().replace("/", "-").replace("{", "").replace("}", "")


@dataclass(frozen=True)
class Kind:
    """A kind of thing with its fields."""

    name: str
    told: str
    fields: tuple[Part, ...]


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    described: Json = request.app.openapi()
    kinds = [kind_of(name, schema) for name, schema in sorted(described["components"]["schemas"].items())]
    page = render.page("api.html", about=described["info"], addresses=addresses(described), kinds=kinds)
    return HTMLResponse(page)


def addresses(described: Json) -> list[Address]:
    return [
        Address(
            method=method.upper(),
            path=path,
            title=one.get("summary", ""),
            told=one.get("description", ""),
            takes=tuple(
                Part(part["name"], words_for(part["schema"]), part.get("description", ""), part.get("required", False))
                for part in one.get("parameters", [])
            ),
            body=body_of(one.get("requestBody", {})),
            answers=tuple(
                Part(code, body_of(answer), answer.get("description", "")) for code, answer in one["responses"].items()
            ),
        )
        for path, methods in described["paths"].items()
        for method, one in methods.items()
    ]


def body_of(sent: Json) -> str:
    """The kind of a body, in words; "" without one."""
    schemas = [content.get("schema", {}) for content in sent.get("content", {}).values()]
    return words_for(schemas[0]) if schemas and schemas[0] else ""


def kind_of(name: str, schema: Json) -> Kind:
    needed = schema.get("required", [])
    fields = tuple(
        Part(field, words_for(one), one.get("description", ""), field in needed)
        for field, one in schema.get("properties", {}).items()
    )
    return Kind(name, schema.get("description", ""), fields)


def words_for(schema: Json) -> str:
    """A schema in a few words: "list of Hex", "integer or null"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for together in ("anyOf", "oneOf"):
        if together in schema:
            return " or ".join(dict.fromkeys(words_for(part) for part in schema[together]))
    if "const" in schema:
        return repr(schema["const"])
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        return f"({', '.join(map(words_for, parts))})" if parts else f"list of {words_for(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"map of {words_for(schema['additionalProperties'])}"
    return str(schema.get("type", "anything"))
