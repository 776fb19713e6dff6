"""A no speaks of seats by the names that are known."""

import pickle

from branchline.refusal import Refused


def test_a_seat_is_told_by_number_where_no_name_is_known_and_else_by_name() -> None:
    refused = Refused("express-01 4.2", "{seat:1} has no Red share, and seat 2 of the train is none: ask {seat:0}.")
    assert refused.reason == "Seat 2 has no Red share, and seat 2 of the train is none: ask seat 1."
    named = refused.naming(["Ada", "Ben"])
    assert named.reason == "Ben has no Red share, and seat 2 of the train is none: ask Ada."
    assert named.rule == refused.rule


def test_a_no_travels_between_processes() -> None:
    refused = pickle.loads(pickle.dumps(Refused("express-01 4.2", "Ask {seat:0}.")))
    assert (refused.reason, refused.naming(["Ada"]).reason) == ("Ask seat 1.", "Ask Ada.")
