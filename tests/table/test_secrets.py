"""Nothing leaks: every answer of a table, for every seat at every move, is searched for secrets."""

import json
import random

import pytest
from party import ADA, GRACE, people

from branchline.game import Game
from branchline.games import find, names
from branchline.table.service import Tables
from branchline.table.table import Table, new_key

pytestmark = pytest.mark.anyio


def answers(table: Table, key: str | None, seat: int | None) -> str:
    """Everything that a key can ask of a table."""
    said = [
        table.view(key, seat),
        table.news(key, 0, seat),
        table.record(key, seat),
        *(table.history(key, n, seat) for n in range(table.n + 1)),
        table.about(key),
        table.standings(),
    ]
    return json.dumps(said)


def leaks(table: Table) -> list[str]:
    found = []
    for key, seat in ((None, None), (ADA, 0), (GRACE, 1)):
        said = answers(table, key, seat)
        state = table.seen(seat).state
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if f'{secret}"' in said]
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if f"{secret}." in said]
        if not table.over and table.row.seed in said:
            found.append(f"the seed to {seat}")
    return found


@pytest.mark.parametrize("second", ["pass", "draw", "look"])
@pytest.mark.parametrize("first", ["show", "keep"])
async def test_no_answer_holds_a_secret(tables: Tables, hands: Table, first: str, second: str) -> None:
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    assert leaks(hands) == []
    while not hands.over:
        key, seat = (ADA, GRACE)[hands.to_act or 0], hands.to_act
        for wish in (first, second):
            moves = [move["move"] for move in hands.view(key)["view"]["moves"]]
            move = next((move for move in moves if move.startswith(wish)), moves[0])
            await hands.play(key, move, hands.count(seat))
            assert leaks(hands) == []
        await hands.confirm(key, hands.count(seat))
        assert leaks(hands) == []
    assert leaks(hands) == []


async def test_the_search_for_leaks_would_find_one(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    theirs = hands.position.state.hands[1][0]  # type: ignore[attr-defined]
    hands.row.title = f"card-{theirs}"
    assert leaks(hands) == [f"card-{theirs} to None", f"card-{theirs} to 0"]


async def test_a_running_games_record_lacks_what_its_reader_may_not_know(hands: Table) -> None:
    record = hands.record(ADA)

    assert record["redacted"]
    assert [text for _, text in record["moves"]].count("deal a card") == 2
    assert "seed" not in record


async def test_a_running_game_without_secrets_gives_its_whole_record(tables: Tables, rails: Table) -> None:
    record = rails.record(None)
    again = await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), key=ADA, record=record)

    assert "redacted" not in record
    assert again.position == rails.position


async def test_a_draft_is_no_news_for_others(tables: Tables, hands: Table) -> None:
    with tables.feed.watch(hands.id) as watch:
        await hands.play(ADA, "keep", hands.n)
        change = await anext(watch)

    assert change.seat == 0


SECRETIVE = [name for name in names() if type(find(name)).secrets is not Game.secrets]


@pytest.mark.parametrize("name", SECRETIVE)
async def test_no_game_of_the_house_tells_a_secret_at_the_table(tables: Tables, name: str) -> None:
    """Each seat is another person; after every turn everything that each can ask is searched."""
    game = find(name)
    keys = [new_key() for _ in range(game.usual_seats)]
    table = await tables.create(name, people("me", *["open"] * (len(keys) - 1)), key=keys[0], seed=f"secrets of {name}")
    for seat, key in enumerate(keys[1:], 1):
        await tables.join(table.id, table.about(keys[0])["seats"][seat]["token"], key)
    chance = random.Random(name)
    found: list[str] = []
    for _ in range(12):
        seat = table.to_act
        if seat is None:
            break
        while table.to_act == seat and (moves := table.view(keys[seat])["view"]["moves"]):
            await table.play(keys[seat], chance.choice(moves)["move"], table.count(seat))
            found += told(table, keys)
        if table.draft is not None:
            await table.confirm(keys[seat], table.count(seat))
        found += told(table, keys)
    assert found == []


def told(table: Table, keys: list[str]) -> list[str]:
    """Secrets in what each seat, and a spectator, can ask now; of the past a few moments."""
    found = []
    for seat in (None, *range(len(keys))):
        key = keys[seat] if seat is not None else None
        past = [table.history(key, n, seat) for n in (0, table.n // 2, table.n)]
        said = json.dumps([table.view(key, seat), table.news(key, 0, seat), table.record(key, seat), past])
        state = table.seen(seat).state
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if secret in said]
    return found
