"""Pack: a game's components.toml, its own or another's typed in by the owner of a box."""

import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn

from branchline.refusal import Refused


def file_of(pack: object) -> Path | None:
    """A pack's file, given as a path or its name; None: the game's own components."""
    if pack is not None and not isinstance(pack, (str, Path)):
        raise Refused("pack", f"A pack is a file of components, given by its name, not {pack!r}.")
    return None if pack is None else Path(pack)


class Pack:
    """A components file, and the line of each part of it for complaints."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text("utf-8")
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except OSError as error:
            raise Refused("pack", f"The pack {path.name} can't be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise Refused("pack", f"The pack {path.name} is not UTF-8 text.") from error
        except tomllib.TOMLDecodeError as error:
            raise Refused("pack", f"The pack {path.name} is not TOML: {error}.") from error

    def part(self, *keys: str | int) -> Any:
        """The part at these keys; a missing one is a fault."""
        found: Any = self.data
        for depth, key in enumerate(keys):
            try:
                found = found[key]
            except (KeyError, IndexError, TypeError):
                self.fault(f"{'.'.join(map(str, keys[: depth + 1]))} is missing", *keys[:depth])
        return found

    def reconstructed(self) -> list[str]:
        """The parts that this file marks as reconstructed, by the names of its tables."""
        return [name for name, part in self.data.items() if _ours(part)]

    def fault(self, reason: str, *keys: str | int) -> NoReturn:
        """Refuse the pack, with the line of the part at these keys."""
        raise Refused("pack", f"{self.path.name}, line {self.line(*keys)}: {reason}.")

    def need(self, holds: bool, reason: str, *keys: str | int) -> None:
        if not holds:
            self.fault(reason, *keys)

    def line(self, *keys: str | int) -> int:
        """The line on which the part at these keys begins, as near as the text tells: a table
        `[a.b]`, the n-th `[[a]]`, a key in it, or the n-th line within a key's array."""
        lines = self.text.splitlines()
        at = 0
        name = ""
        for key in keys:
            if isinstance(key, int):
                heads = [i for i, text in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]", text)]
                if key < len(heads):
                    at = heads[key]
                else:
                    rows = [i for i in range(at + 1, len(lines)) if re.match(r"\s*[\[{\"'\d-]", lines[i])]
                    at = rows[key] if key < len(rows) else at
                continue
            path = f"{name}.{key}" if name else key
            table = [i for i, text in enumerate(lines) if re.match(rf"\s*\[\[?\s*{re.escape(path)}\s*\]", text)]
            entry = [i for i in range(at, len(lines)) if re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", lines[i])]
            if table:
                at = table[0]
            elif entry:
                at = entry[0]
            name = path
        return at + 1


def _ours(part: Any) -> bool:
    """Is this part, or anything in it, marked as reconstructed?"""
    if isinstance(part, dict):
        return part.get("mark") == "reconstructed" or any(map(_ours, part.values()))
    return isinstance(part, list) and any(map(_ours, part))
