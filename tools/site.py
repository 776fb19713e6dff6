"""What MkDocs is given besides docs/: the README, the changes, the rules of each game with their boards, the studies as
they were run, and the pages of the reference. None of these exists twice."""

import base64
import json
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import branchline
from branchline.names import GameName

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = {
    "games": ["branchline.game.Game", "branchline.position.Position", "branchline.record", "branchline.moves"],
    "players": ["branchline.players", "branchline.players.outside", "branchline.players.hint"],
    "env": [
        "branchline.env",
        "branchline.env.vector.VectorEnv",
        "branchline.env.gymnasium.Gymnasium",
        "branchline.env.pettingzoo.PettingZoo",
        "branchline.env.reward",
        "branchline.space",
        "branchline.interop.open_spiel",
    ],
    "lab": [
        "branchline.lab.sim",
        "branchline.lab.arena",
        "branchline.lab.games",
        "branchline.lab.ppo",
        "branchline.lab.policy",
        "branchline.lab.sit",
        "branchline.lab.contender",
    ],
}
TITLES = {"games": "Games and positions", "players": "Players", "env": "Environments", "lab": "The lab"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that are made of something else."""
    made: dict[str, str | bytes] = {"index.md": readme(), "changes.md": (ROOT / "CHANGELOG.md").read_text("utf-8")}
    for name in branchline.games():
        game = branchline.game(name)
        picture = f"![A board of {game.title} in the middle of a game]({name}.svg)"
        made[f"rules/{name}.md"] = picture_below_title((game.folder / "RULES.md").read_text("utf-8"), picture)
        made[f"rules/{name}.svg"] = board(name)
    for page, modules in REFERENCE.items():
        made[f"reference/{page}.md"] = f"# {TITLES[page]}\n\n" + "\n".join(f"::: {one}\n" for one in modules)
    for notebook in sorted((ROOT / "docs/studies").glob("*.ipynb")):
        files.remove(next(file for file in files if file.src_uri == f"studies/{notebook.name}"))
        made |= study(notebook)
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def readme() -> str:
    text = (ROOT / "README.md").read_text("utf-8")
    return re.sub(r"\]\(docs/", "](", text)


def picture_below_title(text: str, picture: str) -> str:
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{picture}\n{rest}"


def board(name: GameName) -> str:
    """A board after some moves that greedy players made."""
    position = branchline.game(name).start(seed=7)
    player = branchline.player("greedy", seed=1)
    for _ in range(40):
        if not position.over:
            position.play(player.choose(position))
    return position.svg(None)


def study(notebook: Path) -> dict[str, str | bytes]:
    """A notebook with what it printed and drew, as a page and its pictures."""
    parts: list[str] = []
    made: dict[str, str | bytes] = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            held = output.get("data", {})
            if "image/png" in held:
                picture = f"{notebook.stem}-{len(made)}.png"
                made[f"studies/{picture}"] = base64.b64decode("".join(held["image/png"]))
                parts.append(f"![What the cell above draws]({picture})")
            elif text := "".join(held.get("text/plain", output.get("text", ""))):
                parts.append(f"```\n{text.rstrip()}\n```")
    return {**made, f"studies/{notebook.stem}.md": "\n\n".join(parts) + "\n"}
