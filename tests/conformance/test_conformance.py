"""What holds for every game, whatever its rules. A new folder under games/ is tested by itself."""

import json
import re
from dataclasses import fields, make_dataclass
from xml.dom.minidom import parseString

import pytest

import branchline
from branchline.game import Game, Json, Line, plain
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER, State
from branchline.players import LEVELS, levels
from branchline.position import KEPT, Position
from branchline.record import read
from tests.conformance.cases import ALL, NAMES, PLAIN, SECRETIVE, Case, game_of, random_move
from tests.conformance.worlds import leaks

MANY = 20_000  # more decisions than any game can need


def replay(record: Json) -> Position:
    """The position that a record leads to, of a game of the house or the fifth."""
    position = read(record, game_of)
    position.settle()
    return position


each_case = pytest.mark.parametrize("case", ALL, ids=str)
each_count = pytest.mark.parametrize("case", PLAIN, ids=str)
each_game = pytest.mark.parametrize("name", NAMES)


@each_case
def test_random_games_come_to_an_end(case: Case) -> None:
    position = case.start()
    for _ in range(MANY):
        if position.over:
            break
        position.play_code(random_move(position))
    assert position.over
    wins = position.game.has_winner(position.players, position.options)
    assert bool(position.winners()) == wins, "somebody wins, unless the game says that nobody does"
    assert set(position.winners()) <= set(range(position.state.seats))


@each_count
def test_every_legal_move_plays_and_no_text_stands_twice(case: Case) -> None:
    position = case.start(2)
    while not position.over:
        codes = [int(code) for code in position.state.legal()]
        texts = [position.game.text(position.state, code) for code in codes]
        assert len(set(codes)) == len(codes)
        assert len(set(texts)) == len(texts)
        assert 0 < len(codes) < 1000
        assert position.legal() == sorted(texts)
        if position.n % 7 == 0:
            for code in codes:
                position.state.copy().play(code)
        position.play_code(random_move(position))


@each_count
def test_what_is_not_legal_is_refused_with_a_rule_of_the_book_and_changes_nothing(case: Case) -> None:
    position = case.start(3)
    sections = {f"{case.game} {section.number}" for section in position.game.rules}
    seen: list[str] = []
    while not position.over:
        legal = set(position.legal())
        before = position.state.content()
        odd = {"", "nonsense", "pass 99", "-", "lay", "build", "²", "pay ²", "x" * 3000}
        for text in {*seen[-40:], *odd} - legal:
            with pytest.raises(branchline.Refused) as refused:
                position.play(text)
            assert refused.value.rule in sections, f"{text!r}: {refused.value.rule} is not in RULES.md"
            assert re.search(r"[.!?]$", refused.value.reason)
            assert "illegal" not in refused.value.reason.lower()
        assert position.state.content() == before
        seen += sorted(legal)[:6]
        position.play_code(random_move(position))


@each_count
def test_playing_on_never_changes_a_copy(case: Case) -> None:
    position = case.start(4)
    kept = []
    while not position.over:
        kept.append((position.state.copy(), position.state.content()))
        position.play_code(random_move(position))
    assert all(state.content() == content for state, content in kept)


@each_count
def test_every_moment_of_the_past_can_be_had_again_and_few_are_kept(case: Case) -> None:
    begun = case.start(9)
    position = Position(begun.game, begun.players, begun.options, begun.seed)
    contents = []
    while not position.over:
        contents.append(position.state.content())
        state = position.state
        if state.to_act == CHANCE:
            position.push(int(state.draw(position.seed.at(position.n))))
        else:
            position.push(random_move(position) if state.to_act < position.players else int(state.automaton()))
    assert [position.state_at(n).content() for n in range(position.n)] == contents
    assert [step.before.content() for step in position.walk()] == contents
    assert len(position.kept) <= KEPT


@each_count
def test_undo_gives_the_equal_position_back_and_the_same_chance_again(case: Case) -> None:
    position = case.start(5)
    while not position.over:
        before = position.copy()
        move = random_move(position)
        position.play_code(move)
        after = position.copy()
        assert position.undo() == before
        assert position.play_code(move) == after


@each_case
def test_a_record_leads_to_equal_positions_at_every_move(case: Case) -> None:
    position = case.start(6)
    while not position.over:
        position.play_code(random_move(position))
    record = json.loads(json.dumps(position.record()))
    again = replay(record)
    assert again == position
    assert again.record() == record
    for step, twin in zip(position.walk(), again.walk(), strict=True):
        assert step.before.content() == twin.before.content()


@each_count
def test_a_record_that_was_tampered_with_is_refused(case: Case) -> None:
    position = case.start(7)
    for _ in range(6):
        if not position.over:
            position.play_code(random_move(position))
    record = position.record()
    moves = record["moves"]
    for broken in (
        [*moves[:-1], [moves[-1][0], "nonsense"]],
        [*moves[:-1], [97, moves[-1][1]]],
        [*moves[:-1], "no pair"],
        moves[1:],
    ):
        with pytest.raises(branchline.Refused) as refused:
            replay({**record, "moves": broken})
        assert refused.value.rule == "record"


@each_count
def test_pieces_are_conserved(case: Case) -> None:
    position = case.start(8)
    pieces = position.game.pieces(position.state)
    assert pieces, "a game counts its pieces"
    while not position.over:
        position.play_code(random_move(position))
        assert position.game.pieces(position.state) == pieces


@each_count
def test_in_worlds_that_a_seat_can_not_tell_apart_the_same_seed_deals_the_same(case: Case) -> None:
    """So what a seat knows can be compared: draft.py does, to find a move that would show it more."""
    position = case.start(10)
    while case.game in SECRETIVE and not position.over:
        for seat in range(position.players):
            dealt = []
            for world in (position.state.copy(), position.guess(seat, 1).state, position.guess(seat, 2).state):
                world.redeal(seat, Seed("known").at(0))
                dealt.append(world.content())
            assert dealt[0] == dealt[1] == dealt[2]
        position.play_code(random_move(position))


@each_count
def test_nobody_can_tell_a_fair_guess_from_the_truth(case: Case) -> None:
    assert found_in_a_game(case) == []


@pytest.mark.parametrize("way", ["view", "tell_action"])
@pytest.mark.parametrize("name", SECRETIVE)
def test_a_game_that_leaks_is_found_out(name: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is shown, or told, to all but the seat to act."""
    game = type(game_of(name))
    kept = getattr(game, way)

    def view(self: Game, state: State, seat: int | None) -> object:
        true, leak = kept(self, state, seat), None if seat == state.to_act else state.content()
        leaking = make_dataclass("Leaking", [("leak", object)], bases=(type(true),), frozen=True)
        return leaking(**{part.name: getattr(true, part.name) for part in fields(true)}, leak=leak)

    def tell_action(self: Game, begun: State, before: State, move: int, after: State, seat: int | None) -> Line | None:
        mine = seat == before.to_act
        return kept(self, begun, before, move, after, seat) if mine else Line(self.text(before, move))

    monkeypatch.setattr(game, way, {"view": view, "tell_action": tell_action}[way])
    viewers = {viewer for viewer, _ in found_in_a_game(Case(name, 3))}
    assert viewers == {None, 0, 1, 2}


def found_in_a_game(case: Case) -> list[tuple[int | None, str]]:
    """Who was shown what they may not know: the seat to act and one other viewer, at first at every decision."""
    position, lot = case.start(12), Seed("viewers").at(0)
    first = position.n
    read: dict[int | None, int] = {}  # viewer -> how much of the record they have read
    found: list[tuple[int | None, str]] = []
    while not position.over:
        if position.n < first + 25 or position.n % 7 == 0:
            others = [viewer for viewer in (None, *range(case.seats)) if viewer != position.to_act]
            for viewer in (position.to_act, others[lot.below(len(others))]):
                found += [(viewer, what) for what in leaks(position, viewer, read.get(viewer, 0), lot)]
                read[viewer] = position.n
        position.play_code(random_move(position))
    return found


@each_count
def test_nobody_is_shown_a_secret_by_its_name(case: Case) -> None:
    position = case.start(9)
    while not position.over:
        if position.n % 11 == 0:
            for seat in (None, *range(case.seats)):
                shown = json.dumps([position.view(seat), position.log(seat), position.record(seat)])
                for secret in position.game.secrets(position.state, seat):
                    assert secret not in shown, f"seat {seat} is shown {secret!r} at event {position.n}"
        position.play_code(random_move(position))


@each_count
def test_scores_add_up_to_their_breakdown_at_every_move(case: Case) -> None:
    position = case.start(10)
    sections = {f"{case.game} {section.number}" for section in position.game.rules}
    while not position.over:
        position.play_code(random_move(position))
        for score, parts in zip(position.scores(), position.breakdown(), strict=True):
            assert sum(part["points"] for part in parts) == score
            assert {part["rule"] for part in parts} <= sections


@each_count
def test_views_logs_and_prompts_are_whole_sentences_in_json(case: Case) -> None:
    position = case.start(11)
    names = position.game.seat_names(position.state)
    while not position.over:
        view = position.view(position.to_act)
        assert sorted(offer["move"] for offer in view["moves"]) == position.legal()
        said = [plain(offer["title"] or offer["label"], names) for offer in view["moves"]]
        assert sorted(said) == sorted(set(said)), "people can tell the moves apart"
        assert all(words[0].isupper() and "{" not in words for words in said)
        assert view["prompt"].endswith((".", "?", "!"))
        assert json.loads(json.dumps(view)) == view
        position.play_code(random_move(position))
    for line in position.log(None):
        told = plain(line["text"], names)
        assert "{" not in told
        assert told == told.strip() != ""
        for step in line["steps"]:
            assert step["rule"].startswith(case.game)


@each_count
def test_chance_draws_what_it_lists(case: Case) -> None:
    state = game_of(case.game).begin(case.seats, game_of(case.game).defaults(case.seats))
    rng = Seed("chance").at(1)
    for _ in range(400):
        if state.to_act == OVER:
            break
        if state.to_act == CHANCE:
            outcomes, weights = list(state.legal()), list(state.weights())
            assert len(outcomes) == len(weights) > 0
            assert min(weights) > 0
            drawn = state.draw(rng)
            assert drawn in outcomes
            state.play(drawn)
        elif state.to_act >= state.players:
            state.play(state.automaton())
        else:
            moves = state.legal()
            state.play(moves[rng.below(len(moves))])


@each_game
def test_who_waits_sees_the_board_of_the_spectators_where_it_is_said_to_be_open(name: str) -> None:
    game = game_of(name)
    position, anybody = game.start(game.seats[-1], seed=4), branchline.player("random", seed=4)
    while not position.over and (game.open_board or not game.has_secrets):
        if position.n % 5 == 0:
            open_to_all = game.board(position.scene(None))
            for seat in {*range(int(position.state.seats))} - {position.to_act}:
                assert game.board(position.scene(seat)) == open_to_all
        position.play(anybody.choose(position))


@each_game
def test_what_a_seat_sees_is_what_spectators_see_and_its_own(name: str) -> None:
    game = game_of(name)
    position, anybody = game.start(game.seats[-1], seed=5), branchline.player("random", seed=5)
    while True:
        if position.n % 7 == 0 or position.over:
            for seat in range(int(position.state.seats)):
                open_to_all = game.view(position.state, None)
                assert game.own_view(position.state, seat, open_to_all) == game.view(position.state, seat)
        if position.over:
            break
        position.play(anybody.choose(position))


@each_game
def test_a_board_stands_by_itself_as_xml(name: str) -> None:
    drawn = parseString(game_of(name).start(seed=1).svg()).documentElement
    assert drawn is not None
    assert drawn.tagName == "svg"


@each_game
def test_a_game_introduces_itself(name: str) -> None:
    game = game_of(name)
    assert game.name == name
    assert game.about.text.count(".") >= 3
    assert game.rules
    assert game.board(game.start(seed=1).scene(0)).startswith("<svg")
    for option in game.options.values():
        assert option.default in option.choices
        assert option.help
    with pytest.raises(branchline.Refused):
        game.start(seats=game.seats[-1] + 1)
    with pytest.raises(branchline.Refused):
        game.start(no_such_option=1)


@each_game
def test_players_that_look_ahead_are_offered_where_something_says_what_a_position_promises(name: str) -> None:
    game = game_of(name)
    state = game.begin(game.seats[0], game.defaults(game.seats[0]))
    if game.has_estimate:
        assert len(list(game.estimate().value(state))) == int(state.seats)
        assert levels(game) == LEVELS
    else:
        with pytest.raises(NotImplementedError):
            game.estimate()
        assert [level for level, _ in levels(game)] == ["random"]
