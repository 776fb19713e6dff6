"""Nothing leaks: every answer of a table, for every seat at every move, is searched for secrets."""

import json

import pytest
from party import ADA, GRACE, people

from branchline.table.service import Tables
from branchline.table.table import Table

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
