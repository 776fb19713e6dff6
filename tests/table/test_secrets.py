"""Nothing leaks: every answer of a table, for every seat at every move, is searched for secrets."""

import json
import random

import pytest

from branchline.games import find, names
from branchline.table.person import STRANGER, Person
from branchline.table.service import Tables
from branchline.table.table import Table
from tests.table.party import ADA, GRACE, people, record_of, somebody, token_of, view_of

pytestmark = pytest.mark.anyio


def answers(table: Table, person: Person, seat: int | None) -> str:
    """Everything that somebody can ask of a table."""
    sight, eyes = table.sight, table.sight.eyes(person, seat)
    said = [
        sight.view(eyes),
        sight.news(eyes, 0),
        sight.record(eyes),
        *(sight.history(eyes, n) for n in range(table.n + 1)),
        sight.about(eyes),
        table.sight.standings(),
    ]
    return json.dumps(said)


def leaks(table: Table) -> list[str]:
    found = []
    for person, seat in ((STRANGER, None), (ADA, 0), (GRACE, 1)):
        said = answers(table, person, seat)
        state = table.seen(seat).state
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if f'{secret}"' in said]
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if f"{secret}." in said]
        if not table.over and table.row.seed in said:
            found.append(f"the seed to {seat}")
    return found


@pytest.mark.parametrize("second", ["pass", "draw", "look"])
@pytest.mark.parametrize("first", ["show", "keep"])
async def test_no_answer_holds_a_secret(tables: Tables, hands: Table, first: str, second: str) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    assert leaks(hands) == []
    while not hands.over:
        person, seat = (ADA, GRACE)[hands.to_act or 0], hands.to_act
        for wish in (first, second):
            moves = [move["move"] for move in view_of(hands, person)["view"]["moves"]]
            move = next((move for move in moves if move.startswith(wish)), moves[0])
            await hands.play(person, move, hands.count(seat))
            assert leaks(hands) == []
        await hands.confirm(person, hands.count(seat))
        assert leaks(hands) == []
    assert leaks(hands) == []


async def test_the_search_for_leaks_would_find_one(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    theirs = hands.position.state.hands[1][0]  # type: ignore[attr-defined]
    hands.row.title = f"card-{theirs}"
    assert leaks(hands) == [f"card-{theirs} to None", f"card-{theirs} to 0"]


async def test_a_running_games_record_lacks_what_its_reader_may_not_know(hands: Table) -> None:
    record = record_of(hands, ADA)

    assert record["redacted"]
    assert [text for _, text in record["moves"]].count("deal a card") == 2
    assert "seed" not in record


async def test_a_running_game_without_secrets_gives_its_whole_record(tables: Tables, rails: Table) -> None:
    record = record_of(rails, STRANGER)
    again = await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), ADA, record=record)

    assert "redacted" not in record
    assert again.position == rails.position


async def test_a_draft_is_no_news_for_others(tables: Tables, hands: Table) -> None:
    with tables.feed.watch(hands.id) as watch:
        await hands.play(ADA, "keep", hands.n)
        change = await anext(watch)

    assert change.seat == 0


SECRETIVE = [name for name in names() if find(name).has_secrets]


@pytest.mark.parametrize("name", SECRETIVE)
async def test_no_game_of_the_house_tells_a_secret_at_the_table(tables: Tables, name: str) -> None:
    """Each seat is another person; after every turn everything that each can ask is searched."""
    game = find(name)
    persons = [somebody() for _ in range(game.usual_seats)]
    table = await tables.create(
        name, people("me", *["open"] * (len(persons) - 1)), persons[0], seed=f"secrets of {name}"
    )
    for seat, person in enumerate(persons[1:], 1):
        await tables.join(table.id, token_of(table, persons[0], seat), person)
    chance = random.Random(name)
    found: list[str] = []
    for _ in range(12):
        to_act = table.to_act
        if to_act is None:
            break
        seat = to_act
        while table.to_act == seat and (moves := view_of(table, persons[seat])["view"]["moves"]):
            await table.play(persons[seat], chance.choice(moves)["move"], table.count(seat))
            found += told(table, persons)
        if table.draft is not None:
            await table.confirm(persons[seat], table.count(seat))
        found += told(table, persons)
    assert found == []


def told(table: Table, persons: list[Person]) -> list[str]:
    """Secrets in what each seat, and a spectator, can ask now; of the past a few moments."""
    found = []
    for seat in (None, *range(len(persons))):
        sight, eyes = table.sight, table.sight.eyes(persons[seat] if seat is not None else STRANGER, seat)
        past = [sight.history(eyes, n) for n in (0, table.n // 2, table.n)]
        said = json.dumps([sight.view(eyes), sight.news(eyes, 0), sight.record(eyes), past])
        state = table.seen(seat).state
        found += [f"{secret} to {seat}" for secret in table.game.secrets(state, seat) if secret in said]
    return found
