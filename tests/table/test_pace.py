"""Pace: how long a turn may take, whose hours count, and the bot that sits in and leaves again."""

import asyncio
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.clock import SetClock
from branchline.table.pace import DAY, HOUR, Pace, first_call
from branchline.table.person import Holiday, Person, Quiet
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from tests.table.party import ADA, GRACE, find_any, people, play_turn, record_of, somebody, token_of, until

pytestmark = pytest.mark.anyio

NIGHT = Quiet(22 * 60, 7 * 60)


def at(text: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(moment: float, zone: str = "UTC") -> str:
    return datetime.fromtimestamp(moment, UTC).astimezone(ZoneInfo(zone)).strftime("%a %d %H:%M")


# -- reckoning -----------------------------------------------------------------------------------


def test_a_day_is_a_day_where_nothing_is_left_out() -> None:
    assert Pace(DAY).due(Person("x"), 1000.5) == 1000.5 + DAY


def test_quiet_hours_do_not_count_unless_the_table_says_so() -> None:
    ada = Person("x", zone="Europe/Berlin", quiet=NIGHT)
    evening = at("2026-03-03T21:00", "Europe/Berlin")
    assert shown(Pace(12 * HOUR).due(ada, evening), "Europe/Berlin") == "Wed 04 18:00"
    assert shown(Pace(12 * HOUR, quiet=True).due(ada, evening), "Europe/Berlin") == "Wed 04 09:00"


@pytest.mark.parametrize(
    ("evening", "due"),
    [
        ("2026-03-28T21:00", "Sun 29 18:00"),  # the clock is put forward: the night is an hour shorter,
        ("2026-10-24T21:00", "Sun 25 18:00"),  # and back: a longer one; both end at seven on the wall
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall_when_it_is_put_forward_or_back(evening: str, due: str) -> None:
    ada = Person("x", zone="Europe/Berlin", quiet=NIGHT)
    assert shown(Pace(12 * HOUR).due(ada, at(evening, "Europe/Berlin")), "Europe/Berlin") == due
    midnight = at(evening, "Europe/Berlin") + 4 * HOUR
    assert shown(first_call(ada, midnight), "Europe/Berlin").endswith("07:00")


def test_quiet_hours_that_begin_in_the_hour_that_is_left_out_end_all_the_same() -> None:
    ada = Person("x", zone="Europe/Berlin", quiet=Quiet(2 * 60 + 30, 5 * 60))
    assert shown(first_call(ada, at("2026-03-29T01:50", "Europe/Berlin")), "Europe/Berlin") == "Sun 29 01:50"
    assert shown(first_call(ada, at("2026-03-29T03:10", "Europe/Berlin")), "Europe/Berlin") == "Sun 29 05:00"


def test_weekends_and_holidays_do_not_count_for_who_has_them() -> None:
    friday = at("2026-03-06T12:00")
    assert shown(Pace(DAY, weekends=False).due(Person("x"), friday)) == "Mon 09 12:00"
    assert shown(Pace(DAY).due(Person("x", weekend=True), friday)) == "Mon 09 12:00"
    away = Person("x", holidays=(Holiday(date(2026, 3, 7), date(2026, 3, 14)),))
    assert shown(Pace(DAY).due(away, friday)) == "Sun 15 12:00"


def test_nobody_is_away_for_ever() -> None:
    always = Person("x", holidays=(Holiday(date(2026, 1, 1), date(2099, 1, 1)),))
    assert Pace(DAY).due(always, at("2026-03-06T12:00")) == at("2026-03-06T12:00") + 61 * DAY


def test_a_pace_is_one_of_those_that_there_are() -> None:
    assert Pace.wished("live") is None
    assert Pace.wished({"turn": "3d", "quiet": True}) == Pace(3 * DAY, quiet=True)
    with pytest.raises(Refused, match="12h, 1d, 3d and 7d"):
        Pace.wished("2h")


# -- at a table ----------------------------------------------------------------------------------


@pytest.fixture
async def slow(timed: Tables) -> Table:
    """Hidden Hands, a turn within a day: Ada, who begins, and Grace."""
    table = await timed.create("hidden-hands", people("me Ada", "open"), ADA, seed="seven-seals-7", pace="1d", pause=0)
    await timed.join(table.id, token_of(table, ADA, 1), GRACE, "Grace")
    assert table.to_act == 0
    return table


async def test_a_turn_has_its_day_and_the_next_one_has_one_too(timed: Tables, slow: Table, clock: SetClock) -> None:
    assert slow.row.due == clock.now() + DAY
    clock.forward(hours=5)
    await play_turn(slow, ADA)
    assert (slow.to_act, slow.row.due) == (1, clock.now() + DAY)
    assert [summary.due for summary in await timed.list(GRACE)] == [slow.row.due]


async def test_when_it_runs_out_a_bot_sits_in_and_says_so_on_all_that_it_does(
    timed: Tables, slow: Table, clock: SetClock
) -> None:
    clock.forward(days=1, seconds=-1)
    await timed.go_round()
    assert slow.names == ["Ada", "Grace"]
    clock.forward(seconds=1)
    await timed.go_round()
    assert slow.names == ["a bot for Ada", "Grace"]
    await until(timed, slow, lambda: slow.to_act == 1)

    assert slow.seats.held(ADA) == (0,)  # it is still hers
    told = [line["plain"] for line in slow.sight.log(slow.sight.eyes(GRACE)) if line["n"] in slow.stood_in]
    assert told
    assert [line for line in told if not line.startswith("A bot for Ada")] == []
    assert (await timed.list(GRACE))[0].names == ["a bot for Ada", "Grace"]
    record = record_of(slow, GRACE)
    assert (record["names"], record["stood_in"]) == (["a bot for Ada", "Grace"], sorted(slow.stood_in))


async def test_whoever_comes_back_takes_the_seat_back_and_the_names_say_who_made_which_move(
    timed: Tables, slow: Table, clock: SetClock
) -> None:
    clock.forward(days=1)
    await timed.go_round()
    await until(timed, slow, lambda: slow.to_act == 1)
    with pytest.raises(NotYours, match="do not hold"):
        await slow.seats.come_back(GRACE, 0)
    await slow.seats.come_back(ADA, 0)
    await slow.seats.come_back(ADA, 0)  # a second click
    assert slow.names == ["Ada", "Grace"]
    await play_turn(slow, GRACE)
    assert (slow.to_act, slow.row.due) == (0, clock.now() + DAY)
    await play_turn(slow, ADA)

    by_bot, by_ada = min(slow.stood_in), slow.n
    assert (slow.names_at(by_bot)[0], slow.names_at(by_ada)[0]) == ("a bot for Ada", "Ada")
    assert record_of(slow, GRACE)["names"] == ["Ada, and a bot for Ada", "Grace"]


async def test_who_comes_back_while_the_bot_is_to_move_has_the_turn_again(
    timed: Tables, slow: Table, clock: SetClock
) -> None:
    slow.row.pause = 60_000  # it thinks for long
    clock.forward(days=1)
    await timed.go_round()
    n = slow.n
    with pytest.raises(Refused, match="take your seat back"):
        await slow.play(ADA, "pass", slow.n)
    await slow.seats.come_back(ADA, 0)
    assert (slow.to_act, slow.row.due, slow.bot_to_act) == (0, clock.now() + DAY, None)
    await play_turn(slow, ADA)
    assert slow.n > n
    assert slow.stood_in == set()


async def test_for_good_it_is_the_bots_only_when_all_others_agree(timed: Tables, clock: SetClock) -> None:
    cleo = somebody()
    wish = people("me Ada", "open", "open")
    table = await timed.create("mini-rails", wish, ADA, seed="seven-seals-1", pace="12h", pause=0)
    await timed.join(table.id, token_of(table, ADA, 1), GRACE, "Grace")
    await timed.join(table.id, token_of(table, ADA, 2), cleo, "Cleo")
    with pytest.raises(Refused, match="No bot sits in"):
        await table.seats.agree(GRACE, 0)
    clock.forward(hours=12)
    await timed.go_round()
    for stranger in (ADA, somebody()):
        with pytest.raises(NotYours, match="Only the others"):
            await table.seats.agree(stranger, 0)
    await table.seats.agree(GRACE, 0)
    assert (table.seats[0].agreed, table.seats.held(ADA)) == ((1,), (0,))
    await table.seats.agree(cleo, 0)
    assert (table.seats[0].kind, table.seats.held(ADA), table.names[0]) == ("bot", (), "a bot for Ada")


async def test_a_holiday_that_is_taken_in_the_middle_counts(timed: Tables, slow: Table, clock: SetClock) -> None:
    await timed.persons.keep(ADA, "key", "a browser")
    away = Person(ADA.mark, holidays=(Holiday(date(2026, 3, 4), date(2026, 3, 10)),))
    await timed.persons.change(away)
    clock.forward(days=1)
    await timed.go_round()
    assert (slow.names[0], slow.row.due) == ("Ada", at("2026-03-11T12:00"))


async def test_of_two_servers_one_lets_the_bot_sit_in_and_it_goes_on_after_a_crash(
    timed: Tables, slow: Table, clock: SetClock, database: str
) -> None:
    other = Tables(database, find_any, Bots(find_any, workers=1, warm=False), clock=clock)
    await other.start()
    try:
        same = await other.get(slow.id)
        clock.forward(days=1)
        before = slow.row.revision
        await asyncio.gather(timed.go_round(), other.go_round())
        await asyncio.gather(timed.get(slow.id), other.get(slow.id))
        assert slow.names == same.names == ["a bot for Ada", "Grace"]
        await until(other, same, lambda: same.to_act == 1)
        assert same.row.revision == before + 1 + len(same.stood_in)
    finally:
        await other.stop()


async def test_a_clock_that_is_set_back_gives_a_turn_its_time_and_no_more(
    timed: Tables, slow: Table, clock: SetClock
) -> None:
    clock.forward(days=-300)
    await timed.go_round()
    assert slow.row.due == clock.now() + DAY
    clock.forward(days=1)
    await timed.go_round()
    assert slow.names[0] == "a bot for Ada"


async def test_no_clock_runs_for_a_seat_that_waits_for_a_friend(timed: Tables, clock: SetClock) -> None:
    table = await timed.create("hidden-hands", people("open", "me Ada"), ADA, pace="12h")
    assert (table.to_act, table.row.due) == (0, None)
    clock.forward(days=3)
    await timed.go_round()
    assert table.row.due is None
    await timed.join(table.id, token_of(table, ADA, 0), GRACE)
    await timed.go_round()
    assert table.row.due == clock.now() + 12 * HOUR


async def test_in_a_rematch_everybody_sits_at_their_own_seat_again_at_the_same_pace(
    timed: Tables, slow: Table, clock: SetClock
) -> None:
    clock.forward(days=1)
    await timed.go_round()
    while not slow.over:
        await until(timed, slow, lambda: slow.over or slow.to_act == 1)
        if not slow.over:
            await play_turn(slow, GRACE)
    again = await timed.again(slow, GRACE)
    assert (again.names, again.row.pace) == (["Ada", "Grace"], slow.row.pace)
    assert again.row.due is not None


async def test_the_log_tells_when_the_bot_came_and_went(timed: Tables, slow: Table, clock: SetClock) -> None:
    clock.forward(days=1)
    await timed.go_round()
    await slow.seats.come_back(ADA, 0)
    told = [remark.text for remark in slow.remarks.heard(slow.seats.part_of(somebody()))]
    assert told == [
        "The seat of Grace is taken by its link.",
        "Ada ran out of time: a bot sits in.",
        "Ada is back and takes the seat from the bot.",
    ]
