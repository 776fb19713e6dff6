"""Lessons can be learned: every one is walked to its end by the moves that it expects, and by wrong ones."""

import re

import pytest

import branchline
from branchline.glossary import glossary
from branchline.lesson import Lesson, lessons
from branchline.names import GameName
from branchline.refusal import Refused

ALL = [lesson for name in branchline.games() for lesson in lessons(branchline.game(name)).values()]
NAMES = [f"{lesson.game.name} {lesson.key}" for lesson in ALL]
SHOWN = re.compile(r"(at|verb|act|part|term):[\w.-]+|beside")


@pytest.mark.parametrize("lesson", ALL, ids=NAMES)
def test_a_lesson_is_walked_to_its_end(lesson: Lesson) -> None:
    position = lesson.begin()
    for number, step in enumerate(lesson.steps):
        if step.looks:
            continue
        assert position.to_act == lesson.seat
        assert lesson.follows(position)
        assert lesson.due(position) == step
        assert step in lesson.ahead(position)
        for move in step.expect or position.legal()[:1]:
            others = [other for other in position.legal() if other != move]
            for other in [] if step.free else others[:: max(1, len(others) // 4)]:
                with pytest.raises(Refused, match="would be allowed") as refused:
                    lesson.check(position, other)
                assert refused.value.rule == "lesson"
                assert "{" not in refused.value.reason
            lesson.check(position, move)
            position.play(move)
        for reply in step.then:
            assert lesson.reply(position) == reply
            position.play(reply)
        assert lesson.done(position) == number + 1
    assert lesson.due(position) is None
    assert lesson.reply(position) is None


@pytest.mark.parametrize("lesson", ALL, ids=NAMES)
def test_what_a_lesson_shows_has_a_name(lesson: Lesson) -> None:
    terms = {term.key for term in glossary(lesson.game)}
    for step in lesson.steps:
        for shown in step.show:
            assert SHOWN.fullmatch(shown)
            assert not shown.startswith("term:") or shown[5:].split(".")[0] in terms
        assert len(step.words) < 330, "one or two sentences"
        assert not step.wrong or step.wrong.startswith(("For this lesson", "For this chapter")), (
            "true of whatever else is tried"
        )


@pytest.mark.parametrize("name", branchline.games())
def test_every_game_has_a_core_lesson_and_a_glossary_that_cites_its_rules(name: GameName) -> None:
    game = branchline.game(name)
    core = next(iter(lessons(game).values()))
    assert 6 <= len(core.steps) <= 12
    assert core.steps[-1].free, "the game goes on"
    sections = {section.number for section in game.rules}
    for term in glossary(game):
        assert not term.rule or term.rule in sections, term.key


def test_a_move_taken_back_leads_back_to_its_step() -> None:
    lesson = ALL[NAMES.index("mini-rails first")]
    position = lesson.begin()
    position.play(lesson.wanted(position))
    assert lesson.done(position) == 3
    assert lesson.done(position.undo()) == 0


def test_a_pack_of_ones_own_has_no_lessons() -> None:
    game = branchline.game("mini-rails")
    assert not lessons(type(game)(game.pack))
